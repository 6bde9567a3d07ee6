package rules

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

// orderRules are those on the order of things in time.
var orderRules = []*finding.Rule{
	OrderBroken, OrderDoubtful, SoyCycle, CoffeeTooYoung, IntervalBroken, IntervalDoubtful, ApplicationTooEarly, ApplicationTooLate, SownOutside,
}

var orderKinds = []string{kind.Planting, kind.Harvesting, kind.PostHarvest, kind.Receiving, kind.Storage, kind.Processing, kind.Shipment, kind.Inspection}

var (
	OrderBroken = &finding.Rule{
		ID: "DATAS_FORA_DE_ORDEM", Severity: finding.Error, Harvest: true, Kinds: orderKinds,
		Source: "order of the chain: planting, harvest, drying and cleaning, receiving, processing, shipment",
		Message: lang.Text{
			PT: "{depois} em {data}, mas {antes} só em {outra}, {dias} {dias|dia|dias} depois: a ordem não é possível ({registros} {registros|registro envolvido|registros envolvidos}); corrija a data errada, ou registre o que falta",
			EN: "{depois} on {data}, but {antes} only on {outra}, {dias} {dias|day|days} later: that order is not possible ({registros} {registros|record|records} concerned); correct the wrong date, or record what is missing",
			ES: "{depois} el {data}, pero {antes} recién el {outra}, {dias} {dias|día|días} después: ese orden no es posible ({registros} {registros|registro involucrado|registros involucrados}); corrija la fecha errada, o registre lo que falta",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2025-03-01"}},{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2025-02-20"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2025-02-20"}}]`,
	}

	OrderDoubtful = &finding.Rule{
		ID: "DATAS_A_CONFERIR", Severity: finding.Alert, Harvest: true, Kinds: orderKinds,
		Source: "order of the chain: planting, harvest, drying and cleaning, receiving, processing, shipment",
		Message: lang.Text{
			PT: "{depois} em {data}, antes de {antes} em {outra} ({dias} {dias|dia|dias}, {registros} {registros|registro envolvido|registros envolvidos}); confira as datas, ou dê outro código ao lote que seguiu antes",
			EN: "{depois} on {data}, before {antes} on {outra} ({dias} {dias|day|days}, {registros} {registros|record|records} concerned); check the dates, or give the lot that went ahead its own code",
			ES: "{depois} el {data}, antes de {antes} el {outra} ({dias} {dias|día|días}, {registros} {registros|registro involucrado|registros involucrados}); revise las fechas, o dé otro código al lote que siguió antes",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}},{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2025-02-07"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}},{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2025-02-08"}}]`,
	}

	SoyCycle = &finding.Rule{
		ID: "CICLO_DA_SOJA_IMPROVAVEL", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Planting, kind.Harvesting}, Source: "cycles of soy cultivars sown in Brazil",
		Message: lang.Text{
			PT: "colheita {dias} dias após o plantio mais próximo; a soja leva de {minimo} a {maximo} dias: confira as duas datas, ou registre o plantio que falta",
			EN: "harvested {dias} days after the nearest planting; soy takes {minimo} to {maximo} days: check both dates, or record the planting that is missing",
			ES: "cosecha {dias} días después de la siembra más próxima; la soja tarda de {minimo} a {maximo} días: revise las dos fechas, o registre la siembra que falta",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-12-10"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}}]`,
	}

	CoffeeTooYoung = &finding.Rule{
		ID: "CAFE_COLHIDO_CEDO", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Planting, kind.Harvesting}, Source: "first harvest of coffee after planting",
		Message: lang.Text{
			PT: "colheita {dias} dias após o plantio; o café só produz a partir de {minimo} dias: confira as duas datas (a do plantio é a da implantação da lavoura)",
			EN: "harvested {dias} days after planting; coffee bears fruit only from {minimo} days on: check both dates (the planting date is when the plantation was set up)",
			ES: "cosecha {dias} días después de la siembra; el café solo produce a partir de {minimo} días: revise las dos fechas (la de siembra es la de implantación del cafetal)",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"cultura":"CAFE"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-11-20"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-05-20"}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"cultura":"CAFE"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2018-11-20"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-05-20"}}]`,
	}

	IntervalBroken = &finding.Rule{
		ID: "CARENCIA_DESCUMPRIDA", Severity: finding.Error, Harvest: true, Kinds: []string{kind.InputApplication, kind.Harvesting}, Source: "pre-harvest interval of the label; Lei 14.785/2023",
		Message: lang.Text{
			PT: "aplicação em {aplicacao} com carência de {dias} dias: a colheita só podia ser a partir de {fim}, e a última foi em {colheita} ({faltam} {faltam|dia|dias} antes); confira as datas e a bula, e separe o lote até esclarecer",
			EN: "applied on {aplicacao} with a pre-harvest interval of {dias} days: harvest was allowed from {fim} on, and the last was on {colheita} ({faltam} {faltam|day|days} early); check the dates and the label, and set the lot apart until it is cleared up",
			ES: "aplicación el {aplicacao} con carencia de {dias} días: la cosecha solo podía ser desde el {fim}, y la última fue el {colheita} ({faltam} {faltam|día|días} antes); revise las fechas y la etiqueta, y separe el lote hasta aclararlo",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","dose":"0,5 L/ha, carência 30 dias","data":"2025-02-01"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-20"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","dose":"0,5 L/ha, carência 30 dias","data":"2025-01-21"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-20"}}]`,
	}

	IntervalDoubtful = &finding.Rule{
		ID: "CARENCIA_A_CONFERIR", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.InputApplication, kind.Harvesting}, Source: "lower end of the pre-harvest intervals on labels in Brazil",
		Message: lang.Text{
			PT: "aplicação em {aplicacao}: com a carência de {dias} dias, a colheita podia ser a partir de {fim}, e parece ter sido em {colheita} ({faltam} {faltam|dia|dias} antes); informe a carência conforme a bula e a data da colheita",
			EN: "applied on {aplicacao}: with the interval of {dias} days, harvest was allowed from {fim} on, and seems to have been on {colheita} ({faltam} {faltam|day|days} early); give the interval as on the label, and the date of harvest",
			ES: "aplicación el {aplicacao}: con la carencia de {dias} días, la cosecha podía ser desde el {fim}, y parece haber sido el {colheita} ({faltam} {faltam|día|días} antes); indique la carencia según la etiqueta y la fecha de cosecha",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","dose":"0,5 L/ha, carência 30 dias","data":"2025-02-01"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"registroLimpeza":"2025-02-20 07:30, limpeza a ar"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","dose":"0,5 L/ha, carência 30 dias","data":"2025-01-10"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"registroLimpeza":"2025-02-20 07:30, limpeza a ar"}}]`,
	}

	ApplicationTooEarly = &finding.Rule{
		ID: "APLICACAO_MUITO_ANTES_DO_PLANTIO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.InputApplication, kind.Planting}, Source: "house rule: weeds are killed up to 90 days before planting",
		Message: lang.Text{
			PT: "defensivo aplicado em {aplicacao}, antes do plantio de {plantio} em {dias} dias: confira a data, ou registre a aplicação na safra anterior",
			EN: "pesticide applied on {aplicacao}, {dias} days before the planting of {plantio}: check the date, or record it with the previous harvest",
			ES: "plaguicida aplicado el {aplicacao}, {dias} días antes de la siembra del {plantio}: revise la fecha, o regístrelo en la cosecha anterior",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Herbicida","dose":"2 L/ha","data":"2024-05-02"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Herbicida","dose":"2 L/ha","data":"2024-09-20"}}]`,
	}

	ApplicationTooLate = &finding.Rule{
		ID: "APLICACAO_DEPOIS_DA_COLHEITA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.InputApplication, kind.Harvesting}, Source: "house rule: what is applied after the harvest is of the next one",
		Message: lang.Text{
			PT: "defensivo aplicado em {aplicacao}, depois da última colheita, de {colheita} ({dias} {dias|dia|dias}): confira a data, ou registre a aplicação na safra seguinte",
			EN: "pesticide applied on {aplicacao}, after the last harvest, of {colheita} ({dias} {dias|day|days}): check the date, or record it with the next harvest",
			ES: "plaguicida aplicado el {aplicacao}, después de la última cosecha, del {colheita} ({dias} {dias|día|días}): revise la fecha, o regístrelo en la cosecha siguiente",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Herbicida","dose":"2 L/ha","data":"2025-02-20"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"dataColheita":"2025-02-08"}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Calcário","dose":"2 t/ha","data":"2025-02-20"}}]`,
	}

	SownOutside = &finding.Rule{
		ID: "PLANTIO_FORA_DA_JANELA", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Planting, kind.Plan}, Source: "Portaria SDA/MAPA 1.111/2024 and 1.271/2025 (sowing calendar of soy)",
		Message: lang.Text{
			PT: "soja plantada em {plantio}; em {uf} a semeadura é permitida de {inicio} a {fim} ({norma}): confira a data e a autorização excepcional, se houver",
			EN: "soy sown on {plantio}; in {uf} sowing is allowed from {inicio} to {fim} ({norma}): check the date, and the special permit if there is one",
			ES: "soja sembrada el {plantio}; en {uf} la siembra se permite del {inicio} al {fim} ({norma}): revise la fecha y la autorización excepcional, si la hay",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","insumos":"CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2025-07-10"}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","insumos":"CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2025-10-10"}}]`,
	}
)
