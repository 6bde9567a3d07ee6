package openapi

import (
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/draft"
	"rastro/internal/filings"
	"rastro/internal/landlayer"
)

// eudrCheckSchema returns the pre-flight of a lot for the EU.
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
		{"camadas", ref("CamadasConferidas")},
		{"veredito", describe(props([]string{"pronto", "arquivoAceito", "emRecall", "massas", "fechadas", "faltam"}, object{
			{"pronto", flag}, {"arquivoAceito", flag}, {"emRecall", describe(typed("boolean"), "O lote está em recall, ou há recalls demais para saber, e por isso não está pronto.")}, {"massas", describe(object{{"type", "string"}, {"enum", list{"FECHA", "DIVERGE", "NAO_AVALIADO"}}}, "A situacao do balanço do lote; com DIVERGE ele não está pronto.")}, {"fechadas", arrayOf(props([]string{"safraId", "porta"}, object{{"safraId", text}, {"porta", ref("Porta")}}))},
			{"faltam", describe(arrayOf(text), "Itens do artigo 9 que faltam, ou que não foram conferidos.")},
		}), "Pronto: o arquivo seria aceito, nada do artigo 9 falta, e as safras passam pelas portas da EUDR, como diz o veredito de cada uma.")},
	})
}

// landSchema returns what was checked against public layers, and the result.
func landSchema() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	kinds := object{{"type", "string"}, {"enum", listOf(names(landlayer.Kinds, func(k *landlayer.Kind) string { return k.Code }))}}
	day := typed("string", member{"format", "date"})
	areaDay := typed(optional("string"), member{"format", "date"})
	return props([]string{"conferido", "mensagem", "talhoesConferidos", "talhoesNaoConferidos", "camadas", "sobreposicoes", "haMais"}, object{
		{"conferido", describe(typed("boolean"), "Falso enquanto nenhuma camada foi importada: nada foi conferido.")},
		{"mensagem", text}, {"talhoesConferidos", count},
		{"talhoesNaoConferidos", describe(count, "Sem contorno, ou fora da área conferida.")},
		{"camadas", arrayOf(props([]string{"nome", "tipo", "descricao", "data", "fonte", "sha256", "poligonos", "poligonosIlegiveis"}, object{
			{"nome", text}, {"tipo", kinds}, {"descricao", text}, {"data", describe(day, "De quando são os dados, segundo quem os publica.")}, {"fonte", text},
			{"sha256", describe(typed("string"), "Do arquivo importado.")}, {"poligonos", count}, {"poligonosIlegiveis", count},
		}))},
		{"sobreposicoes", arrayOf(props([]string{"camada", "tipo", "data", "areaHa", "tolerada", "poligonos", "de", "ate", "nomes", "talhao"}, object{
			{"camada", text}, {"tipo", kinds}, {"data", day}, {"areaHa", typed("number", member{"minimum", 0})},
			{"tolerada", describe(typed("boolean"), "Tão pequena que pode ser só o traço de duas bordas.")}, {"poligonos", count},
			{"de", describe(areaDay, "O primeiro dia das áreas, onde o arquivo o diz.")}, {"ate", areaDay}, {"nomes", arrayOf(text)},
			{"talhao", describe(object{{"anyOf", list{typed("string"), typed("object"), typed("null")}}}, "O id do talhão no arquivo da UE, ou o registro na conferência de uma safra.")},
		}))},
		{"haMais", describe(typed("boolean"), "Há mais sobreposições do que a lista traz.")},
	})
}

func eudrSummarySchema() object {
	count := typed("integer", member{"minimum", 0})
	return props([]string{"erro", "alerta", "info"}, object{{"erro", count}, {"alerta", count}, {"info", count}})
}

// eudrFileSchema returns the EU's file.
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

// statementParameters returns the parameters of a due diligence statement: what no record states.
func statementParameters() object {
	about := func(key, name, text string, schema object) member {
		return member{key, object{{"name", name}, {"in", "query"}, {"required", false}, {"description", text}, {"schema", schema}}}
	}
	text, yes := typed("string"), object{{"type", "string"}, {"enum", list{"sim", "nao", "true", "false"}}, {"default", "nao"}}
	repeated := func(key, name, text string, most int) member {
		return member{key, object{{"name", name}, {"in", "query"}, {"required", false}, {"explode", true}, {"style", "form"}, {"description", text}, {"schema", arrayOf(typed("string"), member{"maxItems", most})}}}
	}
	return object{
		{"loteDasDeclaracoes", object{{"name", "lote"}, {"in", "query"}, {"required", true}, {"description", "Código do lote."}, {"schema", typed("string")}}},
		repeated("loteDaDDS", draft.ParamLot, "Mais um lote na mesma declaração; repetível.", draft.MaxLots-1),
		about("atividade", draft.ParamActivity, "O que o operador faz com a mercadoria.", object{{"type", "string"}, {"enum", listOf(names(draft.Activities, func(a dds.Activity) string { return string(a) }))}, {"default", string(dds.Import)}}),
		about("paisDaDDS", draft.ParamCountry, "País da União em que o operador atua, em duas letras; sem ele, o da fronteira.", text),
		about("fronteira", draft.ParamBorder, "País por onde a mercadoria entra na União ou sai dela, em duas letras; sem ele, o de pais.", text),
		about("hs", draft.ParamHeading, "Código do Sistema Harmonizado da mercadoria, de 4 a 6 dígitos; sem ele, o do grão.", text),
		about("quantidadeKg", draft.ParamMass, "Massa líquida em kg; sem ela, a que os registros dizem que foi embarcada.", typed("number", member{"minimum", 0})),
		about("descricaoDaDDS", draft.ParamDescription, "Descrição da mercadoria; sem ela, a cultura e os lotes, em inglês.", typed("string", member{"maxLength", dds.V3.Description})),
		about("referencia", draft.ParamReference, "Número interno de quem declara; sem ele, o código do lote.", text),
		about("confidencial", draft.ParamConfidential, "A geolocalização não é mostrada a quem vem depois na cadeia.", yes),
		about("conferidas", draft.ParamExamined, "As safras que passam do que se confere de uma vez foram conferidas uma a uma.", yes),
		repeated("agrupar", draft.ParamGroup, "Números de referência de declarações anteriores que esta agrupa, repetíveis ou separados por vírgula; anotadas: as disponíveis que estão anotadas nos lotes ou no que entrou neles. A declaração sai então sem produtores.", dds.V3.Grouped),
		about("parteDaDDS", draft.ParamPart, "Qual das declarações, a partir de 1; só é dispensável quando uma basta.", typed("integer", member{"minimum", 1})),
	}
}

// statementSchema returns a due diligence statement, with the names of the EU's message.
func statementSchema() object {
	text, position, mass := typed("string"), typed("integer", member{"minimum", 1}), typed("number", member{"minimum", 0})
	country := typed("string", member{"pattern", "^[A-Z]{2}$"})
	producer := props([]string{"position", "country", "geometryGeojson"}, object{
		{"position", position}, {"country", country}, {"name", text}, {"geometryGeojson", describe(typed("string"), "Os talhões do produtor: uma FeatureCollection em base64.")},
	})
	commodity := props([]string{"position", "descriptors", "hsHeading"}, object{
		{"position", position},
		{"descriptors", props([]string{"descriptionOfGoods", "goodsMeasure"}, object{{"descriptionOfGoods", text}, {"goodsMeasure", props([]string{"netWeight"}, object{{"netWeight", mass}})}})},
		{"hsHeading", typed("string", member{"pattern", "^[0-9]{2,6}$"})},
		{"speciesInfo", arrayOf(props(nil, object{{"scientificName", text}, {"commonName", text}}))},
		{"producers", arrayOf(producer, member{"maxItems", dds.V3.Producers})},
	})
	return props([]string{"operatorRole", "statement"}, object{
		{"operatorRole", object{{"type", "string"}, {"enum", list{string(dds.Operator), string(dds.Representative)}}}},
		{"statement", props([]string{"activityType", "commodities", "geoLocationConfidential"}, object{
			{"internalReferenceNumber", typed("string", member{"maxLength", dds.V3.InternalReference})}, {"activityType", text}, {"countryOfActivity", country}, {"borderCrossCountry", country}, {"comment", text},
			{"commodities", arrayOf(commodity, member{"minItems", 1}, member{"maxItems", dds.V3.Commodities})}, {"geoLocationConfidential", typed("boolean")},
			{"groupedDeclarations", arrayOf(props([]string{"groupedDeclaration"}, object{{"groupedDeclaration", text}}), member{"maxItems", dds.V3.Grouped})},
		})},
	})
}

// newFilingSchema describes what a caller notes about a statement, filingSchema what is stored.
func newFilingSchema() object {
	text := typed("string")
	return props([]string{"lotes", "numeroReferencia"}, object{
		{"lotes", describe(arrayOf(text, member{"minItems", 1}, member{"maxItems", draft.MaxLots}), "Os lotes que a declaração cobre.")},
		{"numeroReferencia", describe(text, "14 letras e números, como no sistema da UE.")},
		{"numeroVerificacao", text}, {"uuid", text}, {"situacao", object{{"type", "string"}, {"enum", listOf(filings.States)}, {"default", filings.States[0]}}},
		{"em", describe(text, "Desde quando tem a situação (RFC 3339).")},
	})
}

func filingSchema() object {
	text := typed("string")
	return props([]string{"id", "versao", "safraId", "lote", "numeroReferencia", "numeroVerificacao", "uuid", "situacao", "em", "herdada", "lotes"}, object{
		{"id", text}, {"versao", typed("integer", member{"minimum", 1})}, {"safraId", describe(typed("string"), "A safra titular do lote.")}, {"lote", text},
		{"numeroReferencia", describe(typed("string"), "Vazio enquanto o sistema da UE não deu um.")}, {"numeroVerificacao", text}, {"uuid", text}, {"situacao", object{{"type", "string"}, {"enum", listOf(filings.States)}}}, {"em", text},
		{"lotes", describe(arrayOf(text), "Todos os lotes que a declaração cobre, até onde foram anotados juntos.")},
		{"herdada", describe(typed("boolean"), "É de um lote que entrou no lote pedido.")},
	})
}
