package openapi

// eudrCheckSchema is the pre-flight of a lot for the EU.
func eudrCheckSchema() object {
	text, flag, count := typed("string"), typed("boolean"), typed("integer", member{"minimum", 0})
	place := typed(optional("integer"), member{"minimum", 0})
	return props([]string{"lote", "pronto", "talhoes", "repetidos", "produtores", "safras", "areaHa", "partes", "resumo", "achados", "artigo9", "veredito"}, object{
		{"lote", text},
		{"pronto", describe(typed("boolean"), "O arquivo está completo e a UE o aceitaria. Veja também veredito.")},
		{"talhoes", count}, {"repetidos", count}, {"produtores", count}, {"safras", count}, {"areaHa", typed("number")},
		{"partes", describe(arrayOf(props([]string{"parte", "declaracao", "talhoes", "produtores", "bytes", "sha256", "href"}, object{
			{"parte", count}, {"declaracao", describe(typed("integer", member{"minimum", 1}), "A declaração (DDS) em que a parte entra.")}, {"talhoes", count}, {"produtores", count}, {"bytes", count}, {"sha256", text}, {"href", text},
		})), "Vazio enquanto não estiver pronto.")},
		{"resumo", ref("ResumoEUDR")},
		{"achados", arrayOf(props([]string{"regra", "classe", "severidade", "corrigido", "mensagem", "registro", "ponteiro", "anel", "vertice", "lados"}, object{
			{"regra", text},
			{"classe", describe(typed(optional("integer")), "Número da recusa na descrição de arquivo da UE.")},
			{"severidade", object{{"type", "string"}, {"enum", list{"info", "alerta", "erro"}}}},
			{"corrigido", describe(flag, "O arquivo já sai sem isso.")},
			{"mensagem", text},
			{"registro", describe(typed(optional("object")), "O registro do talhão: prefixo, id, safraId.")},
			{"ponteiro", describe(typed("string"), "RFC 6901, no registro.")},
			{"anel", place}, {"vertice", describe(typed(optional("integer"), member{"minimum", 0}), "A partir de 0.")}, {"lados", typed(optional("array"), member{"items", count})},
		}))},
		{"artigo9", arrayOf(props([]string{"item", "artigo", "situacao", "mensagem", "safras"}, object{
			{"item", text}, {"artigo", text},
			{"situacao", object{{"type", "string"}, {"enum", list{"PRESENTE", "FALTA", "FORA_DO_RASTRO", "NAO_CONFERIDO"}}}},
			{"mensagem", text}, {"safras", arrayOf(text)},
			{"parcial", describe(typed("boolean"), "A quantidade é só parte do que foi embarcado: há embarque sem massa, ou com uma só massa para vários lotes. Só aparece quando é verdadeiro.")},
		}))},
		{"veredito", describe(props([]string{"pronto", "arquivoAceito", "emRecall", "massas", "fechadas", "faltam"}, object{
			{"pronto", flag}, {"arquivoAceito", flag}, {"emRecall", describe(typed("boolean"), "O lote está em recall, ou há recalls demais para saber, e por isso não está pronto.")}, {"massas", describe(object{{"type", "string"}, {"enum", list{"FECHA", "DIVERGE", "NAO_AVALIADO"}}}, "A situacao do balanço do lote; com DIVERGE ele não está pronto.")}, {"fechadas", arrayOf(props([]string{"safraId", "porta"}, object{{"safraId", text}, {"porta", ref("Porta")}}))},
			{"faltam", describe(arrayOf(text), "Itens do artigo 9 que faltam, ou que não foram conferidos.")},
		}), "Pronto: o arquivo seria aceito, nada do artigo 9 falta, e as safras passam pelas portas da EUDR, como diz o veredito de cada uma.")},
	})
}

func eudrSummarySchema() object {
	count := typed("integer", member{"minimum", 0})
	return props([]string{"erro", "alerta", "info"}, object{{"erro", count}, {"alerta", count}, {"info", count}})
}

// eudrFileSchema is the EU's file.
func eudrFileSchema() object {
	text := typed("string")
	properties := append(props([]string{"ProducerName", "ProducerCountry"}, object{
		{"ProducerName", text}, {"ProducerCountry", typed("string", member{"pattern", "^[A-Z]{2}$"})}, {"ProductionPlace", text},
		{"Area", describe(typed("number", member{"minimum", 0.0001}, member{"maximum", 4}), "Hectares; só de pontos.")},
		{"CutFromHoles", describe(typed("string", member{"pattern", "^[0-9]+/[0-9]+$"}), "Com furos=cortar: qual parte é de um polígono que tinha furo.")},
	}), member{"additionalProperties", false})
	feature := props([]string{"type", "id", "properties", "geometry"}, object{
		{"type", constant("Feature")}, {"id", text}, {"properties", properties}, {"geometry", typed("object")},
	})
	return props([]string{"type", "features"}, object{{"type", constant("FeatureCollection")}, {"features", arrayOf(feature, member{"minItems", 1})}})
}
