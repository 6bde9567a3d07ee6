package openapi

import (
	"strconv"

	"rastro/internal/taxdocs"
)

// taxParameters are the parameters of an import of tax documents.
var taxParameters = object{
	{"simularDocumentos", object{{"name", "simular"}, {"in", "query"}, {"required", false},
		{"description", "true não grava nada e diz de cada documento o que seria gravado."}, {"schema", typed("boolean", member{"default", false})}}},
	{"safraDosDocumentos", object{{"name", "safraId"}, {"in", "query"}, {"required", false},
		{"description", "A safra dos documentos. Sem ela, é a dos lotes conhecidos que a nota cita, ou a de um documento a que ela se refere."},
		{"schema", typed("string", member{"minLength", 1}, member{"maxLength", 100})}}},
	{"criar", object{{"name", "criar"}, {"in", "query"}, {"required", false},
		{"description", "notas: cria a documentação da carga e propõe o resto. todos: cria também o que está proposto e completo."},
		{"schema", object{{"type", "string"}, {"enum", list{"notas", "todos"}}, {"default", "notas"}}}}},
	{"suspeitas", object{{"name", "suspeitas"}, {"in", "query"}, {"required", false},
		{"description", "ignorar: a nota que não vale como está (alterada, cancelada, de teste, não autorizada ou sem assinatura) não é gravada ('deixado'). criar: é gravada, com os achados."},
		{"schema", object{{"type", "string"}, {"enum", list{"criar", "ignorar"}}, {"default", "ignorar"}}}}},
	{"safraDasPropostas", object{{"name", "safraId"}, {"in", "query"}, {"required", true}, {"description", "A safra."}, {"schema", typed("string", member{"minLength", 1}, member{"maxLength", 100})}}},
	{"quantidadeDoLote", object{{"name", "quantidade"}, {"in", "query"}, {"required", false}, {"description", "qLote, em kg. Sem ela, o que resta do lote pelo balanço."}, {"schema", typed("number", member{"minimum", 0})}}},
	{"fabricacaoDoLote", object{{"name", "fabricacao"}, {"in", "query"}, {"required", false}, {"description", "dFab. Sem ela, o dia em que os registros dizem que o lote foi feito."}, {"schema", typed("string", member{"format", "date"})}}},
	{"validadeDoLote", object{{"name", "validade"}, {"in", "query"}, {"required", false}, {"description", "dVal, que a NF-e exige."}, {"schema", typed("string", member{"format", "date"})}}},
}

// taxSchemas returns the schemas of its answer.
func taxSchemas() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	id := typed("string", member{"format", "uuid"})
	texts := arrayOf(text)
	payload := typed("object", member{"additionalProperties", true})
	party := props(nil, object{{"cnpj", text}, {"nome", text}, {"municipio", text}, {"uf", text}})
	problem := props([]string{"campo", "ponteiro", "regra", "mensagem"}, object{{"campo", text}, {"ponteiro", text}, {"regra", text}, {"mensagem", text}})
	return object{
		{"AssinaturaDoDocumento", props([]string{"situacao", "texto"}, object{
			{"situacao", object{{"type", "string"}, {"enum", list{"confere", "naoConfere", "ausente"}}}}, {"motivo", text},
			{"emissor", describe(object{{"type", "string"}, {"enum", list{"verificado", "naoVerificado", "desconhecido"}}}, "naoVerificado: o servidor não tem as raízes da ICP-Brasil.")},
			{"texto", text},
			{"cadeia", describe(arrayOf(props([]string{"autoridade", "validoDe", "validoAte", "sha256"}, object{
				{"titular", describe(text, "De empresas; o nome de uma pessoa não é repetido.")}, {"cnpj", text}, {"autoridade", text}, {"validoDe", text}, {"validoAte", text}, {"sha256", text},
			})), "Os certificados do documento; o primeiro é o de quem assinou.")},
		})},
		{"PropostaDeRegistro", props([]string{"numero", "prefixo", "situacao", "dados"}, object{
			{"numero", describe(count, "Na ordem da nota, a partir de 0: para aceitá-la.")}, {"prefixo", text}, {"situacao", object{{"type", "string"}, {"enum", list{"proposto", "valido", "criado", "existente"}}}}, {"id", id},
			{"dados", describe(payload, "Pronto para POST {prefixo}, com o safraId.")},
			{"conferir", describe(texts, "Campos que a nota não diz exatamente.")}, {"falta", describe(texts, "Campos que alguém precisa preencher antes.")}, {"conferirNota", describe(typed("boolean"), "A conferência achou algo na nota: a proposta só vira registro se alguém a aceitar.")},
			{"talvezRepete", describe(typed("boolean"), "O registro em repete pode ser da mesma carga (mesmo dia e placa, até 10 % de diferença no peso); alguém precisa dizer.")},
			{"podeLigar", describe(arrayOf(props([]string{"prefixo", "id", "safraId"}, object{{"prefixo", text}, {"id", id}, {"safraId", text}})), "Recebimentos da safra que ainda não citam uma nota, os mais parecidos primeiro; o id de um deles em registroId liga a nota a ele. Só na lista de propostas.")},
			{"repete", describe(props([]string{"prefixo", "id", "safraId"}, object{{"prefixo", text}, {"id", id}, {"safraId", text}}), "Um registro que já fala da mesma carga: a proposta só vira outro se alguém a aceitar assim mesmo.")},
		})},
		{"DocumentoImportado", props([]string{"numero", "arquivo", "situacao"}, object{
			{"numero", describe(count, "Do arquivo, a partir de 1.")}, {"arquivo", text},
			{"situacao", describe(object{{"type", "string"}, {"enum", list{"criado", "valido", "existente", "ligado", "semSafra", "semNota", "semRegistro", "recusado", "deixado"}}},
				"ligado: acrescentado aos registros das notas de que fala. semSafra, semNota, semRegistro: nada foi gravado; veja oQueFazer. deixado: não vale como está, e ninguém pediu que fosse gravado.")},
			{"oQueFazer", text}, {"chave", text}, {"tipo", text},
			{"evento", props([]string{"codigo", "nome"}, object{{"codigo", text}, {"nome", text}, {"em", text}})},
			{"emissao", text}, {"emitente", party}, {"destinatario", party},
			{"itens", describe(arrayOf(props([]string{"item", "descricao"}, object{{"item", text}, {"descricao", text}, {"ncm", text}, {"cfop", text}, {"quantidade", text}, {"unidade", text}, {"kg", typed("number")}})), "Os primeiros 20.")},
			{"pesoLiquidoKg", typed("number")}, {"placas", texts}, {"assinatura", ref("AssinaturaDoDocumento")},
			{"protocolo", props(nil, object{{"numero", text}, {"situacao", text}, {"em", text}})},
			{"achados", describe(arrayOf(ref("Aviso")), "O que se achou no documento.")},
			{"safraId", text}, {"safras", describe(texts, "Safras entre as quais escolher.")}, {"lotes", texts},
			{"prefixo", text}, {"id", id}, {"versao", count}, {"dados", payload}, {"avisos", describe(arrayOf(ref("Aviso")), "O que se achou no registro.")},
			{"ligacoes", arrayOf(props([]string{"prefixo", "id", "safraId"}, object{{"prefixo", text}, {"id", id}, {"safraId", text}}))},
			{"totalLigacoes", describe(count, "A quantos registros foi ligado; ligacoes tem os primeiros "+strconv.Itoa(taxdocs.ShownLinks)+".")},
			{"propostas", arrayOf(ref("PropostaDeRegistro"))},
			{"error", describe(text, "Por que foi recusado, como nos erros.")}, {"mensagem", text}, {"erros", arrayOf(problem)},
		})},
		{"ImportacaoDeDocumentos", props([]string{"resultados", "total", "criados", "existentes", "ligados", "pendentes", "recusados", "deixados", "simulado"}, object{
			{"resultados", describe(arrayOf(ref("DocumentoImportado")), "As notas na ordem dos arquivos, e depois os documentos que falam de outros.")},
			{"total", count}, {"criados", describe(count, "Numa simulação, os que seriam criados.")}, {"existentes", count}, {"ligados", count},
			{"pendentes", describe(count, "Os que dependem de alguém: sem safra, sem nota ou sem registro.")}, {"recusados", count}, {"deixados", describe(count, "Os que não valem como estão e ficaram de fora.")}, {"registros", describe(count, "Todos os registros gravados, também os das propostas.")},
			{"error", describe(text, "IMPORTACAO_DESFEITA se alguém desfez a importação enquanto ela era gravada; ela parou.")}, {"mensagem", text},
			{"importacaoId", describe(id, "Para desfazer a importação; falta se nada foi gravado.")}, {"simulado", typed("boolean")},
		})},
		{"PapelComPropostas", props([]string{"id", "prefixo", "safraId", "chave", "tipo", "propostas"}, object{
			{"id", describe(id, "Do registro que a nota virou.")}, {"prefixo", text}, {"safraId", text}, {"chave", text}, {"tipo", text}, {"emissao", text}, {"emitente", party}, {"destinatario", party},
			{"pesoLiquidoKg", typed("number")}, {"lotes", texts}, {"placas", texts}, {"propostas", arrayOf(ref("PropostaDeRegistro"))},
		})},
		{"PaginaDePapelComPropostas", pageSchema("PapelComPropostas")},
		{"PedidoDeAceite", props([]string{"propostas"}, object{
			{"propostas", describe(arrayOf(props([]string{"id", "numero"}, object{
				{"id", describe(id, "Do registro que a nota virou.")}, {"numero", describe(count, "Da proposta, na ordem da nota.")},
				{"lote", describe(text, "Onde a proposta não o tem.")}, {"placa", describe(text, "Onde a proposta não a tem.")},
				{"dose", describe(text, "De uma aplicação de insumo.")}, {"data", describe(text, "O dia da aplicação, ou o do recebimento, onde a nota não o diz.")},
				{"registroId", describe(id, "De um registro que já fala do mesmo, como o de repete: a nota é ligada a ele, e nenhum outro é criado.")},
			})), "De 1 a "+strconv.Itoa(taxdocs.MaxAccepted)+".")},
		})},
		{"AceiteDePropostas", props([]string{"resultados", "criados", "existentes", "ligados"}, object{
			{"resultados", arrayOf(props([]string{"id", "numero", "situacao", "prefixo", "registroId"}, object{
				{"id", id}, {"numero", count}, {"situacao", describe(object{{"type", "string"}, {"enum", list{"criado", "existente", "ligado"}}}, "existente: alguém já a tinha aceitado. ligado: a nota está agora no registro que o pedido diz.")}, {"prefixo", text}, {"registroId", id},
			}))}, {"criados", count}, {"existentes", count}, {"ligados", count},
		})},
		{"RespostaDosDocumentos", props([]string{"status", "message", "data"}, object{{"status", constant("success")}, {"message", text}, {"data", ref("ImportacaoDeDocumentos")}})},
	}
}
