package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

var qualityRules = []*finding.Rule{
	impossiblePercent, implausibleMoisture, highMoisture, lowMoisture, highImpurity, overLimit, mixedClass, betterType, worseType, impossibleScore,
	gmDeclared, gmOverLimit, gmOverUnion, contaminated,
}

// The kinds whose texts give measures of quality.
var (
	measured = []string{kind.Receiving, kind.Storage, kind.StorageQuality, kind.ProcessingQuality, kind.Processing, kind.Inspection, kind.PostHarvest, kind.Harvesting}
	tested   = []string{kind.StorageQuality, kind.ProcessingQuality, kind.Processing, kind.Inspection, kind.PostHarvest}
)

// Rules on moisture and impurities.
var (
	impossiblePercent = &finding.Rule{
		ID: "PERCENTUAL_IMPOSSIVEL", Slip: true, Severity: finding.Error, Source: "arithmetic", Kinds: measured,
		Message: lang.Text{
			PT: "{valor} % não está entre 0 e 100; corrija o número",
			EN: "{valor} % is not between 0 and 100; correct the number",
			ES: "{valor} % no está entre 0 y 100; corrija el número",
		},
		Trigger: `{"umidade":"138%"}`, Quiet: `{"umidade":"13,8%"}`,
	}

	implausibleMoisture = &finding.Rule{
		ID: "UMIDADE_IMPLAUSIVEL", Severity: finding.Alert, Source: "what grain and coffee can hold", Kinds: measured,
		Message: lang.Text{
			PT: "umidade de {valor} % não é plausível; confira a vírgula e a medida",
			EN: "a moisture of {valor} % is not plausible; check the decimal mark and the measurement",
			ES: "una humedad de {valor} % no es plausible; revise la coma y la medida",
		},
		Trigger: `{"umidade":"1,38%"}`, Quiet: `{"umidade":"13,8%"}`,
	}

	highMoisture = &finding.Rule{
		ID: "UMIDADE_ALTA", Severity: finding.Alert, Source: "IN MAPA 11/2007 (soy, 14 %); IN MAPA 8/2003 and ICO Resolution 420 (green coffee, 12.5 %)", Kinds: measured,
		Message: lang.Text{
			PT: "umidade de {valor} % acima de {limite} %; seque o produto ou confira a medida",
			EN: "a moisture of {valor} % is over {limite} %; dry the product or check the measurement",
			ES: "una humedad de {valor} % supera el {limite} %; seque el producto o revise la medida",
		},
		Trigger: `{"umidade":"15,2%"}`, Quiet: `{"umidade":"13,8%"}`,
	}

	lowMoisture = &finding.Rule{
		ID: "UMIDADE_BAIXA", Severity: finding.Alert, Source: "ICO Resolution 420 (green coffee, 8 %)", Kinds: measured,
		Message: lang.Text{
			PT: "umidade de {valor} % abaixo de {limite} % para café verde; confira a medida ou a secagem",
			EN: "a moisture of {valor} % is under {limite} % for green coffee; check the measurement or the drying",
			ES: "una humedad de {valor} % es inferior al {limite} % para café verde; revise la medida o el secado",
		},
		Trigger: `{"umidade":"7%","tipoCafe":"café arábica certificado"}`, Quiet: `{"umidade":"11,5%","tipoCafe":"café arábica certificado"}`,
	}

	highImpurity = &finding.Rule{
		ID: "IMPUREZA_ALTA", Severity: finding.Alert, Source: "IN MAPA 11/2007 (soy); IN MAPA 8/2003 (coffee)", Kinds: measured,
		Message: lang.Text{
			PT: "impurezas de {valor} % acima de {limite} %; limpe o produto ou confira a medida",
			EN: "impurities of {valor} % are over {limite} %; clean the product or check the measurement",
			ES: "impurezas de {valor} % por encima del {limite} %; limpie el producto o revise la medida",
		},
		Trigger: `{"impureza":"2%"}`, Quiet: `{"impureza":"0,9%"}`,
	}
)

// Rules on classification.
var (
	overLimit = &finding.Rule{
		ID: "CLASSIFICACAO_EXCEDIDA", Severity: finding.Alert, Source: "IN MAPA 11/2007, tables of soy", Kinds: tested,
		Message: lang.Text{
			PT: "{defeito}: {valor} % acima de {limite} %, o máximo de soja {padrao}; reclassifique ou confira a medida",
			EN: "{defeito}: {valor} % is over {limite} %, the maximum for soy of {padrao}; grade it again or check the measurement",
			ES: "{defeito}: {valor} % supera el {limite} %, el máximo de soja {padrao}; reclasifique o revise la medida",
		},
		Trigger: `{"analiseQualidade":"avariados 9,5%","identificacao":"Soja, padrão básico"}`, Quiet: `{"analiseQualidade":"avariados 3,1%","identificacao":"Soja, padrão básico"}`,
	}

	mixedClass = &finding.Rule{
		ID: "CLASSE_AMARELA_EXCEDIDA", Severity: finding.Alert, Source: "IN MAPA 11/2007, classes of soy", Kinds: []string{kind.StorageQuality, kind.ProcessingQuality},
		Message: lang.Text{
			PT: "{valor} % de outras cores passa de {limite} %; a classe é misturada, não amarela",
			EN: "{valor} % of other colours is over {limite} %; the class is misturada (mixed), not amarela (yellow)",
			ES: "{valor} % de otros colores supera el {limite} %; la clase es misturada (mezclada), no amarela (amarilla)",
		},
		Trigger: `{"analiseQualidade":"outras cores 12%","identificacao":"Soja, classe amarela"}`, Quiet: `{"analiseQualidade":"outras cores 12%","identificacao":"Soja, classe misturada"}`,
	}

	betterType = &finding.Rule{
		ID: "TIPO_COB_MELHOR_QUE_OS_DEFEITOS", Severity: finding.Alert, Source: "IN MAPA 8/2003, table of types of coffee", Kinds: []string{kind.PostHarvest, kind.StorageQuality, kind.ProcessingQuality, kind.Processing, kind.Inspection},
		Message: lang.Text{
			PT: "{defeitos} defeitos dão tipo {certo}, não {tipo}; confira a contagem ou o tipo",
			EN: "{defeitos} defects make type {certo}, not {tipo}; check the count or the type",
			ES: "{defeitos} defectos dan tipo {certo}, no {tipo}; revise el conteo o el tipo",
		},
		Trigger: `{"defeitos":90,"tipoCob":"4"}`, Quiet: `{"defeitos":24,"tipoCob":"4"}`,
	}

	worseType = &finding.Rule{
		ID: "TIPO_COB_PIOR_QUE_OS_DEFEITOS", Severity: finding.Info, Source: "IN MAPA 8/2003, table of types of coffee", Kinds: []string{kind.PostHarvest, kind.StorageQuality, kind.ProcessingQuality, kind.Processing, kind.Inspection},
		Message: lang.Text{
			PT: "{defeitos} defeitos dão tipo {certo}, melhor que o tipo {tipo} informado",
			EN: "{defeitos} defects make type {certo}, better than the type {tipo} given",
			ES: "{defeitos} defectos dan tipo {certo}, mejor que el tipo {tipo} indicado",
		},
		Trigger: `{"defeitos":24,"tipoCob":"6"}`, Quiet: `{"defeitos":24,"tipoCob":"4"}`,
	}

	impossibleScore = &finding.Rule{
		ID: "PONTUACAO_IMPOSSIVEL", Severity: finding.Alert, Source: "SCA cupping protocol", Kinds: []string{kind.StorageQuality, kind.ProcessingQuality, kind.Processing, kind.Inspection},
		Message: lang.Text{
			PT: "{valor} pontos passa de 100, o máximo da prova de xícara; confira",
			EN: "{valor} points is over 100, the maximum of the cup test; check it",
			ES: "{valor} puntos supera 100, el máximo de la prueba de taza; revíselo",
		},
		Trigger: `{"analiseQualidade":"840 pontos, bebida mole"}`, Quiet: `{"analiseQualidade":"84 pontos, bebida mole"}`,
	}
)

// Rules about genetically modified matter.
var (
	gmDeclared = &finding.Rule{
		ID: "DECLARACAO_CONTRADITORIA", Severity: finding.Alert, Source: "Decreto 4.680/2003", Kinds: []string{kind.Conformity},
		Message: lang.Text{
			PT: "a declaração de não OGM diz que o produto é transgênico ('{valor}'); corrija o texto ou deixe o campo vazio",
			EN: "the non-GMO declaration says that the product is genetically modified ('{valor}'); correct the text or leave the field empty",
			ES: "la declaración de no OGM dice que el producto es transgénico ('{valor}'); corrija el texto o deje el campo vacío",
		},
		Trigger: `{"declaracaoNaoOGM":"soja transgênica, evento RR"}`, Quiet: `{"declaracaoNaoOGM":"não contém organismos geneticamente modificados"}`,
	}

	gmOverLimit = &finding.Rule{
		ID: "OGM_ACIMA_DO_LIMITE", Severity: finding.Alert, Source: "Decreto 4.680/2003, art. 2 (1 %)", Kinds: []string{kind.Conformity, kind.Inspection, kind.StorageQuality, kind.ProcessingQuality},
		Message: lang.Text{
			PT: "{valor} % de OGM passa de {limite} %, a partir do qual o rótulo brasileiro o exige; não declare como não OGM",
			EN: "{valor} % of GM matter is over {limite} %, the limit above which Brazilian labels must say so; do not declare it non-GMO",
			ES: "{valor} % de OGM supera el {limite} %, a partir del cual Brasil exige etiqueta de transgénico; no lo declare no OGM",
		},
		Trigger: `{"declaracaoNaoOGM":"não OGM, teor de OGM 2,5%"}`, Quiet: `{"declaracaoNaoOGM":"não OGM, <0,9%"}`,
	}

	gmOverUnion = &finding.Rule{
		ID: "OGM_ACIMA_DO_LIMITE_UE", Severity: finding.Info, Source: "Regulation (EC) 1829/2003, art. 12 (0.9 %)", Kinds: []string{kind.Conformity, kind.Inspection, kind.StorageQuality, kind.ProcessingQuality},
		Message: lang.Text{
			PT: "{valor} % de OGM passa de {limite} %, o limite europeu sem rótulo",
			EN: "{valor} % of GM matter is over {limite} %, the European limit without a label",
			ES: "{valor} % de OGM supera el {limite} %, el límite europeo sin etiqueta",
		},
		Trigger: `{"declaracaoNaoOGM":"não OGM, <1%"}`, Quiet: `{"declaracaoNaoOGM":"não OGM, <0,9%"}`,
	}
)

// contaminated is an error: goods with salmonella may not be sold.
var contaminated = addedSinceCommitments(&finding.Rule{
	ID: "CONTAMINANTE_ENCONTRADO", Severity: finding.Error, Source: "RDC Anvisa 722/2022 (contaminants) and 724/2022 (microbiology); IN MAPA 11/2007 (toxic seeds)",
	Kinds: []string{kind.StorageQuality, kind.ProcessingQuality, kind.Inspection},
	Message: lang.Text{
		PT: "o texto diz que há contaminante ('{valor}'); separe o lote e registre a nova análise, ou corrija o texto",
		EN: "the text says that there is a contaminant ('{valor}'); set the lot apart and record the new analysis, or correct the text",
		ES: "el texto dice que hay un contaminante ('{valor}'); separe el lote y registre el nuevo análisis, o corrija el texto",
	},
	Trigger: `{"analiseQualidade":"Positivo para salmonela"}`, Quiet: `{"analiseQualidade":"Negativo para salmonela"}`,
})
