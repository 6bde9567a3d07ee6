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

func traceSchemas() object {
	text, flag, count := typed("string"), typed("boolean"), typed("integer", member{"minimum", 0})
	texts := arrayOf(text)
	kg := describe(typed(optional("number")), "kg; null quando não foi dito.")
	record := ref("RegistroCitado")
	partial := describe(flag, "A massa do mesmo nome não tem tudo: um registro não diz a massa, ou diz uma só para vários lotes. Só aparece quando é verdadeiro.")
	erased := describe(flag, "O que se dizia aqui veio de um registro expurgado depois. Só aparece quando é verdadeiro.")
	violations := arrayOf(props([]string{"regra", "mensagem"}, object{{"regra", text}, {"mensagem", text}}))
	node := object{
		{"chave", text}, {"tipo", object{{"type", "string"}, {"enum", list{"lote", "safra", "talhao", "instalacao", "embarque"}}}}, {"codigo", text},
		{"nivel", count}, {"conhecido", describe(flag, "Algum registro diz de onde o lote veio.")}, {"safras", texts},
		{"avisos", props([]string{"erro", "alerta"}, object{{"erro", count}, {"alerta", count}})},
		{"inspecoes", arrayOf(props([]string{"registro", "resultado", "relatorio"}, object{{"registro", record}, {"resultado", text}, {"relatorio", text}, {"inicio", text}, {"fim", text}}))},
		{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", record}, {"numero", text}}))},
		{"analises", arrayOf(record)}, {"validacoes", arrayOf(record)}, {"certificados", arrayOf(record)}, {"truncado", flag},
		{"disputa", describe(flag, "Alguém que não é o titular reivindica o lote.")}, {"terceiro", describe(flag, "A safra só reivindica o que é de outra; seus talhões não estão aqui.")},
		{"safraId", text}, {"produtor", text}, {"geometria", typed("object")}, {"detentor", text}, {"identificacao", text}, {"destino", text}, {"inicio", text}, {"fim", text},
	}
	edge := object{{"de", text}, {"para", text}, {"papel", text}, {"quantidadeKg", kg}, {"saidaKg", kg}, {"percentual", typed("number")}, {"inicio", text}, {"fim", text}, {"terceiro", describe(flag, "Reivindicação de um lote que é de outra parte.")}, {"registro", record}}
	closing := describe(typed("string", member{"enum", list{"FECHA", "DIVERGE", "NAO_AVALIADO"}}), "NAO_AVALIADO: falta a massa de algum registro, e não se pode dizer que a conta fecha.")
	cited := props([]string{"prefixo", "id"}, object{{"prefixo", text}, {"id", text}})
	return object{
		{"RegistroCitado", props([]string{"prefixo", "id", "versao"}, object{{"prefixo", text}, {"id", text}, {"versao", count}})},
		{"Rastreio", props([]string{"direcao", "em", "nos", "arestas", "truncado", "restrito", "next"}, object{
			{"lote", text}, {"safraId", text}, {"direcao", text}, {"em", ref("Instante")},
			{"nos", arrayOf(append(props([]string{"chave", "tipo", "codigo"}, node), member{"additionalProperties", false}))},
			{"arestas", arrayOf(append(props([]string{"de", "para", "papel", "quantidadeKg", "registro"}, edge), member{"additionalProperties", false}))},
			{"truncado", describe(flag, "Há mais do que está aqui.")}, {"restrito", describe(flag, "A chave só vê algumas safras; pode haver mais em outras.")}, {"next", typed(optional("string"))}})},
		{"Lote", props([]string{"codigo", "conhecido", "registros", "safras"}, object{{"codigo", text}, {"conhecido", flag}, {"registros", describe(count, "Registros que o citam, contados até 100.")}, {"safras", texts}})},
		{"PaginaDeLote", pageSchema("Lote")},
		{"Balanco", props([]string{"lote", "em", "violacoes", "lotes", "etapas", "truncado", "restrito"}, object{
			{"lote", text}, {"em", ref("Instante")}, {"situacao", closing}, {"violacoes", count},
			{"lotes", arrayOf(props([]string{"codigo", "nivel", "entradaKg", "perdaKg", "consumidoKg", "embarcadoKg", "saldoKg", "completo", "custodia", "violacoes"}, object{
				{"codigo", text}, {"nivel", count}, {"produzidoKg", kg}, {"recebidoKg", kg}, {"armazenadoKg", kg}, {"entradaKg", kg}, {"perdaKg", kg}, {"consumidoKg", kg}, {"embarcadoKg", kg}, {"saldoKg", kg},
				{"produzidoParcial", partial}, {"recebidoParcial", partial}, {"armazenadoParcial", partial}, {"entradaParcial", partial}, {"perdaParcial", partial}, {"consumidoParcial", partial}, {"embarcadoParcial", partial}, {"saldoParcial", partial},
				{"situacao", closing}, {"completo", flag}, {"custodia", props([]string{"declarada", "derivada", "completa"}, object{{"declarada", typed(optional("string"))}, {"derivada", typed(optional("string"))}, {"completa", flag}})},
				{"violacoes", violations}}))},
			{"etapas", arrayOf(props([]string{"registro", "de", "para", "entradaKg", "saidaKg", "perdaKg", "quebraKg", "esperadoKg", "blendagem", "violacoes"}, object{
				{"registro", record}, {"de", texts}, {"para", texts}, {"entradaKg", kg}, {"saidaKg", kg}, {"perdaKg", kg}, {"quebraKg", kg}, {"esperadoKg", kg}, {"blendagem", typed(optional("number"))},
				{"inicio", text}, {"fim", text}, {"situacao", closing}, {"violacoes", violations}}))},
			{"truncado", flag}, {"restrito", describe(flag, "A chave só vê algumas safras; pode haver mais em outras.")}})},
		{"PedidoDeRecall", props(nil, object{
			{"motivo", typed("string", member{"maxLength", 500})}, {"lotes", texts}, {"talhoes", describe(arrayOf(text), "Ids de planoCultivo ou plantioManejo.")},
			{"insumos", describe(arrayOf(text), "Ids de aplicacaoInsumo.")},
			{"periodo", describe(props([]string{"de", "ate"}, object{{"de", text}, {"ate", text}}), "Quando foram gravados os registros que identificam ou produzem os lotes.")}})},
		{"Recall", props([]string{"motivo", "em", "por", "criterios", "lotesIniciais", "lotes", "embarques", "detentores", "totais", "duracaoMs", "truncado", "restrito", "relatorio"}, object{
			{"formato", describe(count, "4 nos relatórios feitos por esta versão: recebidoKg e embarcadoKg contam cada quilo uma vez. Desde 3, embarcadoKg deixa de fora a massa que outros lotes dividem, e embarcadoParcial diz quando a soma não tem tudo. Desde 2, registros conta cada registro uma vez.")},
			{"motivo", text}, {"motivoExpurgado", describe(flag, "O motivo citava um registro expurgado depois, e foi destruído com ele.")}, {"em", ref("Instante")}, {"por", text}, {"criterios", typed("object")}, {"lotesIniciais", texts},
			{"lotes", arrayOf(props([]string{"codigo", "nivel", "safras"}, object{{"codigo", text}, {"nivel", count}, {"safras", texts}, {"expurgado", erased}}))},
			{"embarques", arrayOf(props([]string{"registro", "identificacao", "destino", "data", "detentor", "quantidadeKg", "lotes", "documentos"}, object{
				{"registro", cited}, {"identificacao", text}, {"destino", text}, {"data", text}, {"detentor", text}, {"quantidadeKg", kg}, {"lotes", texts},
				{"quantidadeCompartilhada", describe(flag, "A massa é de vários lotes, e só alguns estão no recall: não se sabe quanto dela é deles. Só aparece quando é verdadeiro.")},
				{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", cited}, {"numero", text}, {"expurgado", erased}}))}, {"expurgado", erased}}))},
			{"detentores", arrayOf(props([]string{"nome", "lotes", "registros", "recebidoKg"}, object{{"nome", text}, {"lotes", texts}, {"registros", count},
				{"recebidoKg", describe(typed(optional("number")), "Quanto recebeu, cada quilo uma vez: recebimento e armazenamento falam do mesmo produto, e de cada lote conta a etapa com mais massa. null quando nenhum registro diz a massa.")},
				{"etapas", describe(props([]string{"recebimentoKg", "armazenamentoKg"}, object{{"recebimentoKg", kg}, {"armazenamentoKg", kg}}), "As massas de cada etapa. Não se somam uma à outra.")},
				{"recebidoParcial", describe(flag, "Nem tudo o que recebeu está em recebidoKg: um registro não diz a massa, ou diz uma só para vários lotes e só alguns estão no recall.")}, {"expurgado", erased}}))},
			{"totais", props([]string{"lotes", "embarques", "detentores", "embarcadoKg"}, object{{"lotes", count}, {"embarques", count}, {"detentores", count},
				{"embarcadoKg", describe(typed(optional("number")), "Soma das massas conhecidas dos embarques, cada quilo uma vez: dos trechos de uma mesma viagem conta o meio de transporte com mais massa. null quando há embarques e nenhum tem massa que se possa contar.")},
				{"embarcadoParcial", describe(flag, "Nem tudo o que foi embarcado está em embarcadoKg: um embarque não diz a massa, ou diz uma só para vários lotes e só alguns estão no recall. Só aparece quando é verdadeiro.")}})},
			{"documentosComuns", describe(arrayOf(props([]string{"documentos"}, object{{"lote", text}, {"safraId", text},
				{"documentos", arrayOf(props([]string{"registro", "numero"}, object{{"registro", cited}, {"numero", text}}))}})),
				"Documentos que valem para todos os embarques de um lote ou de uma safra, ditos uma vez quando são muitos para repetir em cada embarque.")},
			{"mencoesPossiveis", describe(arrayOf(props([]string{"registro", "lote", "safraId"}, object{{"registro", cited}, {"lote", text}, {"safraId", text},
				{"data", describe(text, "O dia de que o registro fala; vazio quando não diz.")}, {"texto", describe(text, "O texto em volta do código.")}, {"expurgado", erased}})),
				"Registros em que o código de um destes lotes aparece num texto que não foi lido com segurança, por exemplo \"A-1 ou A-2\". O recall não os segue: confira cada um. Só aparece quando há algum.")},
			{"textosNaoLidos", describe(count, "Quantos dos registros comparados têm um texto de lote que não foi lido com segurança (LOTE_NAO_LIDO): qualquer um deles pode falar destes lotes. Só aparece quando há algum.")},
			{"duracaoMs", count}, {"truncado", flag}, {"restrito", describe(flag, "A chave só vê algumas safras; pode haver mais em outras.")},
			{"expurgos", describe(arrayOf(props([]string{"registro", "em"}, object{{"registro", cited}, {"em", ref("Instante")},
				{"antes", describe(flag, "Foi expurgado antes do recall: o que ele dizia destes lotes nunca esteve no relatório.")}})),
				"Registros expurgados depois, com o que o relatório dizia deles, ou antes (antes). Só aparece quando há algum.")},
			{"conferidas", describe(props([]string{"todas", "safras"}, object{{"todas", flag}, {"safras", texts}}),
				"Até onde os lotes foram conferidos com os registros assinados antes de assinar o relatório: todas, ou só as safras listadas (quando o servidor tem mais de um milhão de versões). O que liga um lote a uma safra fora da lista só é conferido por 'rastro verify'. Uma prévia não é conferida e não tem este campo.")},
			{"porChave", describe(text, "Marca da chave que fez o recall, quando ela é limitada a algumas safras.")},
			{"relatorio", props([]string{"id", "hash", "assinatura"}, object{{"id", text}, {"hash", text}, {"assinatura", describe(typed("string"), "Texto assinado com a chave do log.")}})}})},
	}
}
