package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"

	"rastro/internal/finding"
)

var processingRules = []*finding.Rule{
	wetterOut, heavierOut, lot.NotClosed, tooMuchDryMatter, sieveSum, hotMass, offTarget, implausibleYield, otherYield, moreProduct, productSum,
	mixedUnits, blendSum, blendWithoutShares,
}

// Rules on post-harvest processing.
var (
	wetterOut = &finding.Rule{
		ID: "UMIDADE_SAIDA_MAIOR", Severity: finding.Alert, Source: "drying does not wet", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "a umidade de saída ({saida} %) é maior que a de entrada ({entrada} %); confira as duas",
			EN: "the moisture coming out ({saida} %) is over that going in ({entrada} %); check both",
			ES: "la humedad de salida ({saida} %) es mayor que la de entrada ({entrada} %); revise ambas",
		},
		Trigger: `{"umidadeEntrada":11.2,"umidadeSaida":11.8}`, Quiet: `{"umidadeEntrada":18,"umidadeSaida":13.8}`,
	}

	heavierOut = &finding.Rule{
		ID: "PESO_SAIDA_MAIOR", Severity: finding.Error, Source: "conservation of mass", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "saíram {saida} kg, mais do que os {entrada} kg que entraram; corrija um dos pesos",
			EN: "{saida} kg came out, more than the {entrada} kg that went in; correct one of the weights",
			ES: "salieron {saida} kg, más que los {entrada} kg que entraron; corrija uno de los pesos",
		},
		Trigger: `{"pesoEntrada":12000,"pesoSaida":13000}`, Quiet: `{"pesoEntrada":12000,"pesoSaida":6000}`,
	}

	tooMuchDryMatter = &finding.Rule{
		ID: "MATERIA_SECA_NAO_FECHA", Severity: finding.Alert, Source: "shrink by moisture and impurity, as warehouses compute it", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "saíram {saida} kg, mas a secagem e a limpeza informadas deixam no máximo {esperado} kg; confira pesos, umidades e impurezas",
			EN: "{saida} kg came out, but the drying and cleaning given leave {esperado} kg at most; check weights, moistures and impurities",
			ES: "salieron {saida} kg, pero el secado y la limpieza indicados dejan {esperado} kg como máximo; revise pesos, humedades e impurezas",
		},
		Trigger: `{"pesoEntrada":30000,"pesoSaida":29800,"umidadeEntrada":18,"umidadeSaida":14}`, Quiet: `{"pesoEntrada":30000,"pesoSaida":28600,"umidadeEntrada":18,"umidadeSaida":14}`,
	}

	sieveSum = &finding.Rule{
		ID: "PENEIRAS_NAO_SOMAM_100", Severity: finding.Alert, Source: "arithmetic", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "as peneiras somam {soma} %, não 100 %; confira os percentuais",
			EN: "the sieves add up to {soma} %, not 100 %; check the percentages",
			ES: "las cribas suman {soma} %, no 100 %; revise los porcentajes",
		},
		Trigger: `{"peneiras":[{"peneira":"17/18","percentual":40},{"peneira":"15/16","percentual":45}]}`,
		Quiet:   `{"peneiras":[{"peneira":"17/18","percentual":40},{"peneira":"15/16","percentual":45},{"peneira":"fundo","percentual":15}]}`,
	}

	hotMass = &finding.Rule{
		ID: "TEMPERATURA_MASSA_ALTA", Severity: finding.Alert, Source: "drying limits of extension services (Embrapa, Procafé)", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "{valor} °C na massa passa de {limite} °C e prejudica o produto; confira a medida",
			EN: "{valor} °C in the grain is over {limite} °C and harms the product; check the measurement",
			ES: "{valor} °C en la masa supera los {limite} °C y daña el producto; revise la medida",
		},
		Trigger: `{"temperaturaMassa":52,"produtoSaida":"Café verde"}`, Quiet: `{"temperaturaMassa":36,"produtoSaida":"Café verde"}`,
	}

	offTarget = &finding.Rule{
		ID: "UMIDADE_FORA_DO_ALVO", Severity: finding.Info, Source: "drying targets: coffee 11 to 12 %, give or take 1; soy 12 to 14 %", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "a secagem terminou com {valor} %, fora de {minimo} a {maximo} %",
			EN: "drying ended at {valor} %, outside {minimo} to {maximo} %",
			ES: "el secado terminó con {valor} %, fuera de {minimo} a {maximo} %",
		},
		Trigger: `{"tipoProcesso":"secagem","umidadeSaida":9,"produtoSaida":"Café verde"}`, Quiet: `{"tipoProcesso":"secagem","umidadeSaida":11.5,"produtoSaida":"Café verde"}`,
	}

	implausibleYield = &finding.Rule{
		ID: "RENDIMENTO_IMPLAUSIVEL", Severity: finding.Alert, Source: "usual yields: coco to green 40 to 60 %, parchment 75 to 88 %, cherry 14 to 25 %; soy 80 to 100 %", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "rendimento de {valor} %, quando o usual é de {minimo} a {maximo} %; confira os pesos e os produtos",
			EN: "a yield of {valor} %, where {minimo} to {maximo} % is usual; check the weights and the products",
			ES: "rendimiento de {valor} %, cuando lo usual es de {minimo} a {maximo} %; revise los pesos y los productos",
		},
		Trigger: `{"produtoEntrada":"Café em coco","produtoSaida":"Café verde","pesoEntrada":12000,"pesoSaida":9600}`,
		Quiet:   `{"produtoEntrada":"Café em coco","produtoSaida":"Café verde","pesoEntrada":12000,"pesoSaida":6000}`,
	}

	otherYield = &finding.Rule{
		ID: "RENDIMENTO_DIVERGENTE", Severity: finding.Info, Source: "arithmetic", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "o rendimento informado é {valor} %, mas os pesos dão {certo} %",
			EN: "the yield given is {valor} %, but the weights make {certo} %",
			ES: "el rendimiento indicado es {valor} %, pero los pesos dan {certo} %",
		},
		Trigger: `{"pesoEntrada":12000,"pesoSaida":6000,"rendimento":"58%"}`, Quiet: `{"pesoEntrada":12000,"pesoSaida":6000,"rendimento":50}`,
	}
)

// Rules on industrial processing.
var (
	moreProduct = &finding.Rule{
		ID: "VOLUME_FINAL_MAIOR", Severity: finding.Error, Source: "conservation of mass", Kinds: []string{kind.Processing},
		Message: lang.Text{
			PT: "o volume final ({final} kg) é maior que o processado ({volume} kg); corrija um dos dois",
			EN: "the final volume ({final} kg) is over the volume processed ({volume} kg); correct one of the two",
			ES: "el volumen final ({final} kg) es mayor que el procesado ({volume} kg); corrija uno de los dos",
		},
		Trigger: `{"volume":"36.000 kg","volumeFinal":"38.000 kg"}`, Quiet: `{"volume":"36.000 kg","volumeFinal":"35.855 kg"}`,
	}

	productSum = &finding.Rule{
		ID: "PRODUTOS_SOMAM_MAIS", Severity: finding.Alert, Source: "conservation of mass", Kinds: []string{kind.Processing},
		Message: lang.Text{
			PT: "os produtos somam {soma} kg, mais do que os {volume} kg processados; confira as quantidades",
			EN: "the products add up to {soma} kg, more than the {volume} kg processed; check the quantities",
			ES: "los productos suman {soma} kg, más que los {volume} kg procesados; revise las cantidades",
		},
		Trigger: `{"volume":"36.000 kg","volumeFinal":"farelo 28.400 kg; óleo 9.840 kg"}`, Quiet: `{"volume":"36.000 kg","volumeFinal":"farelo 28.400 kg; óleo 6.840 kg"}`,
	}

	mixedUnits = &finding.Rule{
		ID: "UNIDADES_MISTURADAS", Severity: finding.Alert, Source: "conservation of mass", Kinds: []string{kind.PostHarvest, kind.Processing},
		Message: lang.Text{
			PT: "{saida} e {entrada} parecem estar em unidades diferentes; escreva ambos em kg",
			EN: "{saida} and {entrada} seem to be in different units; write both in kg",
			ES: "{saida} y {entrada} parecen estar en unidades diferentes; escriba ambos en kg",
		},
		Trigger: `{"pesoEntrada":36.27,"pesoSaida":36000}`, Quiet: `{"pesoEntrada":36270,"pesoSaida":36000}`,
	}

	blendSum = &finding.Rule{
		ID: "BLENDAGEM_NAO_SOMA_100", Severity: finding.Alert, Source: "arithmetic", Kinds: []string{kind.Processing},
		Message: lang.Text{
			PT: "as partes da blendagem somam {soma} %, não 100 %; confira os percentuais",
			EN: "the parts of the blend add up to {soma} %, not 100 %; check the percentages",
			ES: "las partes de la mezcla suman {soma} %, no 100 %; revise los porcentajes",
		},
		Trigger: `{"blendagem":"LOTE-A 60%; LOTE-B 45%"}`, Quiet: `{"blendagem":"LOTE-A 60%; LOTE-B 40%"}`,
	}

	blendWithoutShares = &finding.Rule{
		ID: "BLENDAGEM_SEM_PARTES", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Processing},
		Message: lang.Text{
			PT: "a blendagem não diz a parte de cada lote; escreva como LOTE-A 60%; LOTE-B 40%",
			EN: "the blend does not say the share of each lot; write it as LOTE-A 60%; LOTE-B 40%",
			ES: "la mezcla no dice la parte de cada lote; escriba como LOTE-A 60%; LOTE-B 40%",
		},
		Trigger: `{"blendagem":"MT25-S-001 + MT25-S-002"}`, Quiet: `{"blendagem":"Não houve"}`,
	}
)
