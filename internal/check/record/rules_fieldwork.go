package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

var fieldworkRules = []*finding.Rule{
	noPrescription, wordlessPrescription, incompleteDose, unreadableInterval, bannedProduct, longDay, hoursWithoutPeriod, impossibleHours, noTraining,
	contradictoryGM, undatedCleaning, longLot, oddLot, sameLot, impossibleHarvest,
}

// Rules on inputs.
var (
	noPrescription = &finding.Rule{
		ID: "RECEITUARIO_AUSENTE", Severity: finding.Alert, Source: "Lei 14.785/2023, art. 22; Decreto 4.074/2002, art. 64", Kinds: []string{kind.InputApplication},
		Message: lang.Text{
			PT: "falta o número do receituário agronômico, que a compra de {classe} exige; informe-o",
			EN: "the number of the agronomic prescription, which is required to buy a {classe}, is missing; add it",
			ES: "falta el número de la receta agronómica, que la compra de {classe} exige; indíquelo",
		},
		Trigger: `{"tipo":"Fungicida","dose":"0,5 L/ha"}`, Quiet: `{"tipo":"Adubo foliar","dose":"2 L/ha"}`,
	}

	wordlessPrescription = &finding.Rule{
		ID: "RECEITUARIO_SEM_NUMERO", Severity: finding.Alert, Source: "Decreto 4.074/2002, art. 66", Kinds: []string{kind.InputApplication},
		Message: lang.Text{
			PT: "não há número em '{valor}'; informe o do receituário agronômico",
			EN: "there is no number in '{valor}'; give that of the agronomic prescription",
			ES: "no hay número en '{valor}'; indique el de la receta agronómica",
		},
		Trigger: `{"tipo":"Fungicida","numeroReceituario":"receita em anexo"}`, Quiet: `{"tipo":"Fungicida","numeroReceituario":"123456/2024"}`,
	}

	incompleteDose = &finding.Rule{
		ID: "DOSE_INCOMPLETA", Severity: finding.Info, Source: "Decreto 4.074/2002, art. 66", Kinds: []string{kind.InputApplication},
		Message: lang.Text{
			PT: "não foi possível ler em '{valor}' quanto se aplicou por área; escreva como 0,5 L/ha",
			EN: "how much was applied per area cannot be read in '{valor}'; write it as 0,5 L/ha",
			ES: "no se pudo leer en '{valor}' cuánto se aplicó por área; escriba como 0,5 L/ha",
		},
		Trigger: `{"tipo":"Adubo","dose":"conforme bula"}`, Quiet: `{"tipo":"Adubo","dose":"350 kg/ha de 20-05-20"}`,
	}

	unreadableInterval = &finding.Rule{
		ID: "CARENCIA_ILEGIVEL", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.InputApplication},
		Message: lang.Text{
			PT: "não foi possível ler a carência em '{valor}'; escreva-a em dias, como carência 30 dias",
			EN: "the interval before harvest cannot be read in '{valor}'; write it in days, as in carência 30 dias",
			ES: "no se pudo leer la carencia en '{valor}'; escríbala en días, como carência 30 dias",
		},
		Trigger: `{"tipo":"Adubo","dose":"0,5 L/ha, carência conforme bula"}`, Quiet: `{"tipo":"Adubo","dose":"0,5 L/ha, carência 30 dias"}`,
	}

	bannedProduct = &finding.Rule{
		ID: "PRODUTO_PROIBIDO", Severity: finding.Alert, Source: "Resolução RDC Anvisa 177/2017 (paraquate, since 22 September 2020)", Kinds: []string{kind.InputApplication, kind.Plan},
		Message: lang.Text{
			PT: "{produto} não pode ser usado no Brasil desde 2020; confira o produto",
			EN: "{produto} may not be used in Brazil since 2020; check the product",
			ES: "{produto} no puede usarse en Brasil desde 2020; verifique el producto",
		},
		Trigger: `{"tipo":"dessecação com Gramoxone","numeroReceituario":"123456/2024"}`, Quiet: `{"tipo":"dessecação com glifosato","numeroReceituario":"123456/2024"}`,
	}

	contradictoryGM = &finding.Rule{
		ID: "TRANSGENIA_CONTRADITORIA", Severity: finding.Alert, Source: "Decreto 4.680/2003", Kinds: []string{kind.Plan, kind.LotIdentification},
		Message: lang.Text{
			PT: "o registro diz '{um}' e também '{outro}', que é transgênico; corrija um dos dois",
			EN: "the record says '{um}' and also '{outro}', which is genetically modified; correct one of the two",
			ES: "el registro dice '{um}' y también '{outro}', que es transgénico; corrija uno de los dos",
		},
		Trigger: `{"insumos":"semente Intacta RR2 PRO","soja":"convencional"}`, Quiet: `{"insumos":"semente Intacta RR2 PRO","soja":"transgênica"}`,
	}
)

// Rules on labour.
var (
	longDay = &finding.Rule{
		ID: "JORNADA_LONGA", Severity: finding.Alert, Source: "CLT, art. 59; Lei 5.889/1973", Kinds: []string{kind.Labour},
		Message: lang.Text{
			PT: "{horas} h num dia passa de 10 h; se for de um período maior, diga qual no comprovante",
			EN: "{horas} h in a day is over 10 h; if this covers a longer period, state it in the payment field",
			ES: "{horas} h en un día supera las 10 h; si es de un período mayor, diga cuál en el comprobante",
		},
		Trigger: `{"nomeTrabalhador":"Ana Lima","horas":12}`, Quiet: `{"nomeTrabalhador":"Ana Lima","horas":10}`,
	}

	hoursWithoutPeriod = &finding.Rule{
		ID: "HORAS_SEM_PERIODO", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Labour},
		Message: lang.Text{
			PT: "{horas} h são de mais de um dia; diga o período no comprovante, como competência 02/2025",
			EN: "{horas} h is more than one day; state the period in the payment field, as in competência 02/2025",
			ES: "{horas} h son de más de un día; diga el período en el comprobante, como competência 02/2025",
		},
		Trigger: `{"horas":176}`, Quiet: `{"horas":176,"comprovantePagamento":"holerite competência 02/2025"}`,
	}

	impossibleHours = &finding.Rule{
		ID: "HORAS_IMPOSSIVEIS", Severity: finding.Alert, Source: "calendar", Kinds: []string{kind.Labour},
		Message: lang.Text{
			PT: "{horas} h é mais do que um mês tem (744 h); confira ou divida por mês",
			EN: "{horas} h is more than a month has (744 h); check it, or split it by month",
			ES: "{horas} h es más de lo que tiene un mes (744 h); revíselo o divídalo por mes",
		},
		Trigger: `{"horas":800}`, Quiet: `{"horas":7.5}`,
	}

	noTraining = &finding.Rule{
		ID: "TREINAMENTO_NR31_AUSENTE", Severity: finding.Info, Source: "NR-31, safety and health in rural work", Kinds: []string{kind.Labour},
		Message: lang.Text{
			PT: "nenhum treinamento da NR-31 foi reconhecido; se houve, escreva NR-31 ou NR-31.7",
			EN: "no training of NR-31, the rural safety rule, was recognised; if there was one, write NR-31 or NR-31.7",
			ES: "no se reconoció ninguna capacitación de la NR-31; si la hubo, escriba NR-31 o NR-31.7",
		},
		Trigger: `{"treinamentos":["primeiros socorros"]}`, Quiet: `{"treinamentos":["primeiros socorros","NR 31"]}`,
	}
)

// Rules on harvesting and lots.
var (
	undatedCleaning = &finding.Rule{
		ID: "LIMPEZA_SEM_DATA", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Harvesting},
		Message: lang.Text{
			PT: "não há data em '{valor}', e a data da colheita não foi informada; sem ela a colheita não entra na ordem dos fatos",
			EN: "there is no date in '{valor}', and the date of harvest is not given; without one the harvest cannot be placed in the order of events",
			ES: "no hay fecha en '{valor}', y no se indicó la fecha de cosecha; sin ella la cosecha no entra en el orden de los hechos",
		},
		Trigger: `{"registroLimpeza":"limpeza a ar, Ana Lima"}`, Quiet: `{"registroLimpeza":"2025-02-08 07:30, limpeza a ar, Ana Lima"}`,
	}

	longLot = &finding.Rule{
		ID: "LOTE_LONGO", Severity: finding.Info, Source: "GS1 General Specifications, AI (10)", Kinds: []string{kind.LotIdentification, kind.PostHarvest},
		Message: lang.Text{
			PT: "o código do lote tem {tamanho} caracteres; um código GS1 leva até 20",
			EN: "the lot code has {tamanho} characters; a GS1 code takes 20 at most",
			ES: "el código del lote tiene {tamanho} caracteres; un código GS1 admite hasta 20",
		},
		Trigger: `{"codigoLote":"FAZENDA-BOA-ESPERANCA-001"}`, Quiet: `{"codigoLote":"MT25-S-001"}`,
	}

	oddLot = &finding.Rule{
		ID: "LOTE_FORA_DO_PADRAO", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.LotIdentification, kind.PostHarvest},
		Message: lang.Text{
			PT: "'{valor}' tem espaços ou sinais; um código só de letras, números, ponto, hífen e barra é mais fácil de repetir igual",
			EN: "'{valor}' has spaces or symbols; a code of only letters, digits, dot, hyphen and slash is easier to copy exactly",
			ES: "'{valor}' tiene espacios o signos; un código solo de letras, números, punto, guion y barra es más fácil de repetir igual",
		},
		Trigger: `{"codigoLote":"Talhão 7"}`, Quiet: `{"codigoLote":"T07-12/2025"}`,
	}

	sameLot = &finding.Rule{
		ID: "LOTE_SEM_CODIGO_NOVO", Severity: finding.Info, Source: "ISO 22005, lot identity", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "o lote de saída tem o mesmo código do de entrada ('{valor}'); um código novo distingue o produto beneficiado",
			EN: "the lot that came out has the code of the one that went in ('{valor}'); a new code distinguishes the processed product",
			ES: "el lote de salida tiene el mismo código que el de entrada ('{valor}'); un código nuevo distingue el producto beneficiado",
		},
		Trigger: `{"loteEntrada":"MT25-S-001","loteSaida":"mt25-s-001"}`, Quiet: `{"loteEntrada":"MT25-S-001-CAMPO","loteSaida":"MT25-S-001"}`,
	}

	impossibleHarvest = &finding.Rule{
		ID: "SAFRA_IMPOSSIVEL", Severity: finding.Alert, Source: "house rule", Kinds: []string{kind.LotIdentification},
		Message: lang.Text{
			PT: "'{valor}' não é uma safra: o segundo ano deve seguir o primeiro, como 2024/25",
			EN: "'{valor}' is not a harvest: the second year must follow the first, as in 2024/25",
			ES: "'{valor}' no es una cosecha: el segundo año debe seguir al primero, como 2024/25",
		},
		Trigger: `{"soja":["Convencional","Safra 2024/26"]}`, Quiet: `{"soja":["Convencional","Safra 2024/25"]}`,
	}
)
