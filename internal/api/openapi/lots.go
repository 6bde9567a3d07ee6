package openapi

import (
	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// traceParameters are their parameters.
var traceParameters = object{
	{"direcao", object{{"name", "direcao"}, {"in", "query"}, {"required", false}, {"description", "Para trás, para a frente ou ambos."},
		{"schema", object{{"type", "string"}, {"enum", list{"origem", "destino", "ambos"}}, {"default", "ambos"}}}}},
	{"profundidade", object{{"name", "profundidade"}, {"in", "query"}, {"required", false}, {"description", "Passos a partir do lote; sem ela, todos."},
		{"schema", typed("integer", member{"minimum", 0})}}},
	{"limite", object{{"name", "limite"}, {"in", "query"}, {"required", false}, {"description", "Lotes por página."},
		{"schema", typed("integer", member{"minimum", 1}, member{"maximum", lineage.MaxTraceLots}, member{"default", lineage.DefaultTraceLots})}}},
	{"formatoDoRastreio", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da resposta, em vez de Accept."},
		{"schema", object{{"type", "string"}, {"enum", list{"json", "mermaid", "graphviz", "csv", "geojson"}}}}}},
	{"formatoDoRecall", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da resposta, em vez de Accept; assinado é o texto que a chave do log assina."},
		{"schema", object{{"type", "string"}, {"enum", list{"json", "csv", "assinado"}}}}}},
	{"buscaDeLotes", object{{"name", "busca"}, {"in", "query"}, {"required", false}, {"description", "Começo, ou parte, do código do lote."},
		{"schema", typed("string", member{"maxLength", lot.MaxCode})}}},
}

// What traces, balances and recalls have in common.
var (
	kgSchema         = describe(typed(optional("number")), "kg; null quando não foi dito.")
	citedVersion     = ref("RegistroCitado")
	partialMass      = describe(flagSchema, "A massa do mesmo nome não tem tudo: um registro não diz a massa, ou diz uma só para vários lotes. Só aparece quando é verdadeiro.")
	erasedLater      = describe(flagSchema, "O que se dizia aqui veio de um registro expurgado depois. Só aparece quando é verdadeiro.")
	violationsSchema = arrayOf(props([]string{"regra", "mensagem"}, object{{"regra", textSchema}, {"mensagem", textSchema}}))
	nodeMembers      = object{
		{"chave", textSchema}, {"tipo", object{{"type", "string"}, {"enum", list{"lote", "safra", "talhao", "instalacao", "embarque", "restrito"}}}}, {"codigo", textSchema},
		{"nivel", countSchema}, {"conhecido", describe(flagSchema, "Algum registro diz de onde o lote veio.")}, {"safras", textsSchema},
		{"avisos", props([]string{"erro", "alerta"}, object{{"erro", countSchema}, {"alerta", countSchema}})},
		{"inspecoes", arrayOf(props([]string{"registro", "resultado", "relatorio"}, object{{"registro", citedVersion}, {"resultado", textSchema}, {"relatorio", textSchema}, {"inicio", textSchema}, {"fim", textSchema}}))},
		{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", citedVersion}, {"numero", textSchema}}))},
		{"analises", arrayOf(citedVersion)}, {"validacoes", arrayOf(citedVersion)}, {"certificados", arrayOf(citedVersion)}, {"truncado", flagSchema},
		{"disputa", describe(flagSchema, "Alguém que não é o titular reivindica o lote.")}, {"terceiro", describe(flagSchema, "A safra só reivindica o que é de outra; seus talhões não estão aqui.")},
		{"restrito", describe(flagSchema, "Só um passo de outra organização leva ao lote; o resto não aparece.")},
		{"safraId", textSchema}, {"produtor", textSchema}, {"geometria", typed("object")}, {"detentor", textSchema}, {"identificacao", textSchema}, {"destino", textSchema}, {"inicio", textSchema}, {"fim", textSchema},
	}
	edgeMembers = object{{"de", textSchema}, {"para", textSchema}, {"papel", textSchema}, {"quantidadeKg", kgSchema}, {"saidaKg", kgSchema}, {"percentual", typed("number")}, {"inicio", textSchema}, {"fim", textSchema}, {"terceiro", describe(flagSchema, "Reivindicação de um lote que é de outra parte.")}, {"registro", citedVersion},
		{"restrito", describe(flagSchema, "O registro é de outra organização: do registro só há o prefixo, e `prova` diz onde está no log público.")},
		{"prova", object{{"type", optional("object")}, {"properties", object{{"posicao", countSchema}, {"folha", textSchema}}}}},
	}
	closingSchema = describe(typed("string", member{"enum", list{"FECHA", "DIVERGE", "NAO_AVALIADO"}}), "NAO_AVALIADO: falta a massa de algum registro, ou a umidade de uma secagem, e não se pode dizer que a conta fecha.")
	citedRecord   = props([]string{"prefixo", "id"}, object{{"prefixo", textSchema}, {"id", textSchema}})
)

var traceSchemas = object{
	{"RegistroCitado", props([]string{"prefixo", "id", "versao"}, object{{"prefixo", textSchema}, {"id", textSchema}, {"versao", countSchema}})},
	{"Rastreio", props([]string{"direcao", "em", "nos", "arestas", "truncado", "restrito", "next"}, object{
		{"lote", textSchema}, {"safraId", textSchema}, {"direcao", textSchema}, {"em", ref("Instante")},
		{"nos", arrayOf(append(props([]string{"chave", "tipo", "codigo"}, nodeMembers), member{"additionalProperties", false}))},
		{"arestas", arrayOf(append(props([]string{"de", "para", "papel", "quantidadeKg", "registro"}, edgeMembers), member{"additionalProperties", false}))},
		{"truncado", describe(flagSchema, "Há mais do que está aqui.")}, {"restrito", describe(flagSchema, "A chave só vê algumas safras; pode haver mais em outras.")}, {"next", typed(optional("string"))}})},
	{"Lote", props([]string{"codigo", "conhecido", "registros", "safras"}, object{{"codigo", textSchema}, {"conhecido", flagSchema}, {"registros", describe(countSchema, "Registros que o citam, contados até 100.")}, {"safras", textsSchema}})},
	{"PaginaDeLote", pageSchema("Lote")},
	{"Balanco", props([]string{"lote", "em", "violacoes", "lotes", "etapas", "truncado", "restrito"}, object{
		{"lote", textSchema}, {"em", ref("Instante")}, {"situacao", closingSchema}, {"violacoes", countSchema},
		{"lotes", arrayOf(props([]string{"codigo", "nivel", "entradaKg", "perdaKg", "consumidoKg", "embarcadoKg", "saldoKg", "completo", "custodia", "violacoes"}, object{
			{"codigo", textSchema}, {"nivel", countSchema}, {"produzidoKg", kgSchema}, {"recebidoKg", kgSchema}, {"armazenadoKg", kgSchema}, {"entradaKg", kgSchema}, {"perdaKg", kgSchema}, {"consumidoKg", kgSchema}, {"embarcadoKg", kgSchema}, {"saldoKg", kgSchema},
			{"produzidoParcial", partialMass}, {"recebidoParcial", partialMass}, {"armazenadoParcial", partialMass}, {"entradaParcial", partialMass}, {"perdaParcial", partialMass}, {"consumidoParcial", partialMass}, {"embarcadoParcial", partialMass}, {"saldoParcial", partialMass},
			{"situacao", closingSchema}, {"completo", flagSchema}, {"custodia", props([]string{"declarada", "derivada", "completa"}, object{{"declarada", typed(optional("string"))}, {"derivada", typed(optional("string"))}, {"completa", flagSchema}})},
			{"violacoes", violationsSchema}}))},
		{"etapas", arrayOf(props([]string{"registro", "de", "para", "entradaKg", "saidaKg", "perdaKg", "quebraKg", "esperadoKg", "blendagem", "violacoes"}, object{
			{"registro", citedVersion}, {"de", textsSchema}, {"para", textsSchema}, {"entradaKg", kgSchema}, {"saidaKg", kgSchema}, {"perdaKg", kgSchema}, {"quebraKg", kgSchema}, {"esperadoKg", kgSchema}, {"blendagem", typed(optional("number"))},
			{"inicio", textSchema}, {"fim", textSchema}, {"situacao", closingSchema}, {"violacoes", violationsSchema}}))},
		{"safras", describe(arrayOf(props([]string{"safraId", "regra", "mensagem"}, object{{"safraId", textSchema}, {"regra", textSchema}, {"mensagem", textSchema}})), "Safras por trás do lote de que saiu mais do que foi colhido, como diz a conferência de cada uma; com alguma, a situação é DIVERGE. Só no balanço de agora.")},
		{"safrasNaoConferidas", describe(flagSchema, "Nem todas as safras por trás do lote foram conferidas: são muitas, ou grandes demais. A situação é então NAO_AVALIADO, e não FECHA.")},
		{"truncado", flagSchema}, {"restrito", describe(flagSchema, "A chave só vê algumas safras; pode haver mais em outras.")}})},
	{"PedidoDeRecall", props(nil, object{
		{"motivo", typed("string", member{"maxLength", 500})}, {"lotes", textsSchema}, {"talhoes", describe(arrayOf(textSchema), "Ids de planoCultivo ou plantioManejo.")},
		{"insumos", describe(arrayOf(textSchema), "Ids de aplicacaoInsumo.")},
		{"periodo", describe(props([]string{"de", "ate"}, object{{"de", textSchema}, {"ate", textSchema}}), "Quando foram gravados os registros que identificam ou produzem os lotes.")}})},
	{"Recall", props([]string{"motivo", "em", "por", "criterios", "lotesIniciais", "lotes", "embarques", "detentores", "totais", "duracaoMs", "truncado", "restrito", "relatorio"}, object{
		{"formato", describe(countSchema, "4 nos relatórios feitos por esta versão: recebidoKg e embarcadoKg contam cada quilo uma vez. Desde 3, embarcadoKg deixa de fora a massa que outros lotes dividem, e embarcadoParcial diz quando a soma não tem tudo. Desde 2, registros conta cada registro uma vez.")},
		{"motivo", textSchema}, {"motivoExpurgado", describe(flagSchema, "O motivo citava um registro expurgado depois, e foi destruído com ele.")}, {"em", ref("Instante")}, {"por", textSchema}, {"criterios", typed("object")}, {"lotesIniciais", textsSchema},
		{"lotes", arrayOf(props([]string{"codigo", "nivel", "safras"}, object{{"codigo", textSchema}, {"nivel", countSchema}, {"safras", textsSchema}, {"expurgado", erasedLater}}))},
		{"embarques", arrayOf(props([]string{"registro", "identificacao", "destino", "data", "detentor", "quantidadeKg", "lotes", "documentos"}, object{
			{"registro", citedRecord}, {"identificacao", textSchema}, {"destino", textSchema}, {"data", textSchema}, {"detentor", textSchema}, {"quantidadeKg", kgSchema}, {"lotes", textsSchema},
			{"quantidadeCompartilhada", describe(flagSchema, "A massa é de vários lotes, e só alguns estão no recall: não se sabe quanto dela é deles. Só aparece quando é verdadeiro.")},
			{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", citedRecord}, {"numero", textSchema}, {"expurgado", erasedLater}}))}, {"expurgado", erasedLater}}))},
		{"detentores", arrayOf(props([]string{"nome", "lotes", "registros", "recebidoKg"}, object{{"nome", textSchema}, {"lotes", textsSchema}, {"registros", countSchema},
			{"recebidoKg", describe(typed(optional("number")), "Quanto recebeu, cada quilo uma vez: recebimento e armazenamento falam do mesmo produto, e de cada lote conta a etapa com mais massa. null quando nenhum registro diz a massa.")},
			{"etapas", describe(props([]string{"recebimentoKg", "armazenamentoKg"}, object{{"recebimentoKg", kgSchema}, {"armazenamentoKg", kgSchema}}), "As massas de cada etapa. Não se somam uma à outra.")},
			{"recebidoParcial", describe(flagSchema, "Nem tudo o que recebeu está em recebidoKg: um registro não diz a massa, ou diz uma só para vários lotes e só alguns estão no recall.")}, {"expurgado", erasedLater}}))},
		{"totais", props([]string{"lotes", "embarques", "detentores", "embarcadoKg"}, object{{"lotes", countSchema}, {"embarques", countSchema}, {"detentores", countSchema},
			{"embarcadoKg", describe(typed(optional("number")), "Soma das massas conhecidas dos embarques, cada quilo uma vez: dos trechos de uma mesma viagem conta o meio de transporte com mais massa. null quando há embarques e nenhum tem massa que se possa contar.")},
			{"embarcadoParcial", describe(flagSchema, "Nem tudo o que foi embarcado está em embarcadoKg: um embarque não diz a massa, ou diz uma só para vários lotes e só alguns estão no recall. Só aparece quando é verdadeiro.")}})},
		{"documentosComuns", describe(arrayOf(props([]string{"documentos"}, object{{"lote", textSchema}, {"safraId", textSchema},
			{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", citedRecord}, {"numero", textSchema}}))}})),
			"Documentos que valem para todos os embarques de um lote ou de uma safra, ditos uma vez quando são muitos para repetir em cada embarque.")},
		{"mencoesPossiveis", describe(arrayOf(props([]string{"registro", "lote", "safraId"}, object{{"registro", citedRecord}, {"lote", textSchema}, {"safraId", textSchema},
			{"data", describe(textSchema, "O dia de que o registro fala; vazio quando não diz.")}, {"texto", describe(textSchema, "O texto em volta do código.")}, {"expurgado", erasedLater}})),
			"Registros em que o código de um destes lotes aparece num texto que não foi lido com segurança, por exemplo \"A-1 ou A-2\". O recall não os segue: confira cada um. Só aparece quando há algum.")},
		{"textosNaoLidos", describe(countSchema, "Quantos dos registros comparados têm um texto de lote que não foi lido com segurança (LOTE_NAO_LIDO): qualquer um deles pode falar destes lotes. Só aparece quando há algum.")},
		{"duracaoMs", countSchema}, {"truncado", flagSchema}, {"restrito", describe(flagSchema, "A chave só vê algumas safras; pode haver mais em outras.")},
		{"expurgos", describe(arrayOf(props([]string{"registro", "em"}, object{{"registro", citedRecord}, {"em", ref("Instante")},
			{"antes", describe(flagSchema, "Foi expurgado antes do recall: o que ele dizia destes lotes nunca esteve no relatório.")}})),
			"Registros expurgados depois, com o que o relatório dizia deles, ou antes (antes). Só aparece quando há algum.")},
		{"conferidas", describe(props([]string{"todas", "safras"}, object{{"todas", flagSchema}, {"safras", textsSchema}}),
			"Até onde os lotes foram conferidos com os registros assinados antes de assinar o relatório: todas, ou só as safras listadas (quando o servidor tem mais de um milhão de versões). O que liga um lote a uma safra fora da lista só é conferido por 'rastro verify'. Uma prévia não é conferida e não tem este campo.")},
		{"somenteLeitura", describe(textsSchema, "Safras do relatório em que quem fez o recall só lê. O recall não as marca: o dono de cada uma recebe um aviso com quem fez, quando e por quê. Só aparece quando há alguma.")},
		{"porChave", describe(textSchema, "Marca da chave que fez o recall, quando ela é limitada a algumas safras.")},
		{"relatorio", props([]string{"id", "hash", "assinatura"}, object{{"id", textSchema}, {"hash", textSchema}, {"assinatura", describe(typed("string"), "Texto assinado com a chave do log.")}})}})},
}
