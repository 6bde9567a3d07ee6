package rules

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

// massRules are those on masses and areas.
var massRules = []*finding.Rule{
	lot.ReceivedOver, ProcessedOver, ProcessedDoubtful, ShippedOver, ShippedMassDoubtful, ShippedUnweighed, NoShrink, TotalOver, YieldOver, YieldUnder,
	YieldImpossible, YieldHigh, YieldLow, TreatedOver, HarvestedAreaOver, SeedRate,
}

var (
	ProcessedOver = &finding.Rule{
		ID: "PROCESSADO_ACIMA_DO_RECEBIDO", Severity: finding.Error, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.PostHarvest, kind.Processing},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "do lote '{lote}' foram processados {processado} kg, mas recebidos só {recebido} kg ({excesso} % a mais, em {registros} {registros|registro|registros}); confira os volumes e se algum recebimento falta ou está em outro lote",
			EN: "of lot '{lote}' {processado} kg were processed, but only {recebido} kg received ({excesso} % more, in {registros} {registros|record|records}); check the volumes, and whether a receipt is missing or under another lot",
			ES: "del lote '{lote}' se procesaron {processado} kg, pero se recibieron solo {recebido} kg ({excesso} % más, en {registros} {registros|registro|registros}); revise los volúmenes y si falta alguna recepción o está en otro lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"59.500 kg"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"60.000 kg"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"59.500 kg"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"59,7 t"}}]`,
	}

	ProcessedDoubtful = &finding.Rule{
		ID: "PROCESSADO_A_CONFERIR", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.PostHarvest, kind.Processing},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "os processamentos do lote '{lote}' somam {processado} e os recebimentos {recebido} ({excesso} % a mais, em {registros} {registros|registro|registros}); se o produto voltou a ser processado, dê a ele outro código de lote; escreva a unidade dos volumes",
			EN: "the processing of lot '{lote}' adds up to {processado} and its receipts to {recebido} ({excesso} % more, in {registros} {registros|record|records}); if the product was processed again, give it its own lot code; write the unit of the volumes",
			ES: "los procesamientos del lote '{lote}' suman {processado} y sus recepciones {recebido} ({excesso} % más, en {registros} {registros|registro|registros}); si el producto volvió a procesarse, dele otro código de lote; escriba la unidad de los volúmenes",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"20 t","volumeFinal":"19 t"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"20 t","volumeFinal":"19 t"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"20 t","volumeFinal":"19 t"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"16 t","volumeFinal":"15 t"}}]`,
	}

	ShippedOver = &finding.Rule{
		ID: "EMBARCADO_ACIMA_DO_DISPONIVEL", Severity: finding.Error, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.PostHarvest, kind.Processing, kind.Shipment},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "do lote '{lote}' foram embarcados {embarcado} kg, mas só havia {disponivel} kg ({excesso} kg a mais, em {registros} {registros|registro|registros}); confira os volumes e se algum recebimento falta ou está em outro lote",
			EN: "of lot '{lote}' {embarcado} kg were shipped, but there were only {disponivel} kg ({excesso} kg more, in {registros} {registros|record|records}); check the volumes, and whether a receipt is missing or under another lot",
			ES: "del lote '{lote}' se embarcaron {embarcado} kg, pero solo había {disponivel} kg ({excesso} kg más, en {registros} {registros|registro|registros}); revise los volúmenes y si falta alguna recepción o está en otro lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36.000 kg"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":40000}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36.000 kg"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":36000}}]`,
	}

	ShippedMassDoubtful = &finding.Rule{
		ID: "EMBARCADO_A_CONFERIR", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.PostHarvest, kind.Processing, kind.Shipment},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "do lote '{lote}' foram embarcados {embarcado} kg, mas os registros mostram {disponivel} kg ({excesso} kg a mais, em {registros} {registros|registro|registros}); o que foi produzido, recebido e armazenado conta uma vez só: se parte chegou sem passar por um deles, dê a ela outro código de lote",
			EN: "of lot '{lote}' {embarcado} kg were shipped, but the records show {disponivel} kg ({excesso} kg more, in {registros} {registros|record|records}); what was made, received and stored counts once: if some of it skipped one of these, give it its own lot code",
			ES: "del lote '{lote}' se embarcaron {embarcado} kg, pero los registros muestran {disponivel} kg ({excesso} kg más, en {registros} {registros|registro|registros}); lo producido, recibido y almacenado cuenta una sola vez: si una parte llegó sin pasar por uno de ellos, dele otro código de lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/armazenamento/armazenamento","dados":{"loteOrigem":"L-1","volume":"40 t"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":60000}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/armazenamento/armazenamento","dados":{"loteOrigem":"L-1","volume":"40 t"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":40000}}]`,
	}

	ShippedUnweighed = &finding.Rule{
		ID: "EMBARCADO_SEM_PESO_DE_ENTRADA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.PostHarvest, kind.Processing, kind.Shipment},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "do lote '{lote}' foram embarcados {embarcado} kg, mas só {disponivel} kg têm peso de entrada; informe o peso que falta em {registros} {registros|registro|registros} de entrada do lote",
			EN: "of lot '{lote}' {embarcado} kg were shipped, but only {disponivel} kg were weighed when they came in; give the weight that is missing in {registros} {registros|record|records} of its arrival",
			ES: "del lote '{lote}' se embarcaron {embarcado} kg, pero solo {disponivel} kg tienen peso de entrada; indique el peso que falta en {registros} {registros|registro|registros} de entrada del lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":""}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":400000}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36 t"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":""}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":36000}}]`,
	}

	NoShrink = &finding.Rule{
		ID: "EMBARQUE_SEM_QUEBRA", Severity: finding.Info, Harvest: true, Kinds: []string{kind.Receiving, kind.Storage, kind.Processing, kind.Shipment},
		Source: "technical shrink of stored grain, 0.3 % a month",
		Message: lang.Text{
			PT: "do lote '{lote}' foram embarcados {embarcado} kg de {disponivel} kg após {meses} meses guardado; o usual é perder cerca de {quebra} kg nesse tempo ({registros} {registros|registro|registros}): confira os pesos",
			EN: "of lot '{lote}' {embarcado} kg of {disponivel} kg were shipped after {meses} months in storage; about {quebra} kg are usually lost in that time ({registros} {registros|record|records}): check the weights",
			ES: "del lote '{lote}' se embarcaron {embarcado} kg de {disponivel} kg tras {meses} meses almacenado; lo usual es perder unos {quebra} kg en ese tiempo ({registros} {registros|registro|registros}): revise los pesos",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36.000 kg","dataHoraRecebimento":"2025-02-10"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":36000,"dataTransporte":"2025-10-10"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"L-1","volume":"36.000 kg","dataHoraRecebimento":"2025-02-10"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1","volumeTransportado":36000,"dataTransporte":"2025-03-10"}}]`,
	}

	TotalOver = &finding.Rule{
		ID: "SAIDA_ACIMA_DA_COLHEITA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Harvesting, kind.PostHarvest, kind.Receiving, kind.Shipment},
		Source: "mass balance of the whole harvest, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "{etapa}: {total} kg no total, mas a colheita registrada foi de {colhido} kg ({excesso} kg a mais, em {registros} {registros|registro|registros}); registre a colheita que falta, ou confira se a mesma carga não está duas vezes",
			EN: "{etapa}: {total} kg in all, but the harvest on record was {colhido} kg ({excesso} kg more, in {registros} {registros|record|records}); record the harvest that is missing, or check that one cargo is not there twice",
			ES: "{etapa}: {total} kg en total, pero la cosecha registrada fue de {colhido} kg ({excesso} kg más, en {registros} {registros|registro|registros}); registre la cosecha que falta, o revise que una misma carga no esté dos veces",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":30000}},{"prefixo":"/armazenamento/recebimento","dados":{"volume":"36.000 kg"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":36000}},{"prefixo":"/armazenamento/recebimento","dados":{"volume":"36.000 kg"}}]`,
	}

	YieldOver = &finding.Rule{
		ID: "RENDIMENTO_INDUSTRIAL_ALTO", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Processing}, Source: "usual yields of crushing, roasting and soluble coffee",
		Message: lang.Text{
			PT: "{produto}: {percentual} % do que entrou; o usual é de {minimo} a {maximo} %: confira os volumes de entrada e final",
			EN: "{produto}: {percentual} % of what went in; {minimo} to {maximo} % is usual: check the input and the final volume",
			ES: "{produto}: {percentual} % de lo que entró; lo usual es de {minimo} a {maximo} %: revise los volúmenes de entrada y final",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"36.000 kg","produtoFinal":"Óleo degomado","volumeFinal":"12.000 kg"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"36.000 kg","produtoFinal":"Óleo degomado","volumeFinal":"6.900 kg"}}]`,
	}

	YieldUnder = &finding.Rule{
		ID: "RENDIMENTO_INDUSTRIAL_BAIXO", Severity: finding.Info, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Processing}, Source: "usual yields of crushing, roasting and soluble coffee",
		Message: lang.Text{
			PT: "{produto}: só {percentual} % do que entrou; o usual é de {minimo} a {maximo} %: confira se o restante está em outro registro",
			EN: "{produto}: only {percentual} % of what went in; {minimo} to {maximo} % is usual: check whether the rest is in another record",
			ES: "{produto}: solo {percentual} % de lo que entró; lo usual es de {minimo} a {maximo} %: revise si el resto está en otro registro",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/validacao","dados":{"cultura":"CAFE"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"100 sacas","produtoFinal":"Café torrado","volumeFinal":"50 sacas"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/validacao","dados":{"cultura":"CAFE"}},{"prefixo":"/processamento/processamento","dados":{"lote":"L-1","volume":"100 sacas","produtoFinal":"Café torrado","volumeFinal":"84 sacas"}}]`,
	}

	YieldImpossible = &finding.Rule{
		ID: "PRODUTIVIDADE_IMPOSSIVEL", Severity: finding.Error, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Plan, kind.Planting, kind.Harvesting, kind.PostHarvest}, Source: "records of yield in Brazil; Conab",
		Message: lang.Text{
			PT: "{taxa} kg/ha ({kg} kg em {ha} ha, em {registros} {registros|registro|registros}): produtividade implausível, acima de {limite} kg/ha; confira a quantidade, a unidade e a área",
			EN: "{taxa} kg/ha ({kg} kg on {ha} ha, in {registros} {registros|record|records}): implausible yield, more than {limite} kg/ha; check the quantity, the unit and the area",
			ES: "{taxa} kg/ha ({kg} kg en {ha} ha, en {registros} {registros|registro|registros}): rendimiento inverosímil, más de {limite} kg/ha; revise la cantidad, la unidad y el área",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":1000000,"areaColhida":100}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":360000,"areaColhida":100}}]`,
	}

	YieldHigh = &finding.Rule{
		ID: "PRODUTIVIDADE_ALTA", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Plan, kind.Planting, kind.Harvesting, kind.PostHarvest}, Source: "Conab, mean yields of 2025/26 (soy) and 2026 (coffee)",
		Message: lang.Text{
			PT: "{taxa} kg/ha ({kg} kg em {ha} ha, em {registros} {registros|registro|registros}), acima de {limite} kg/ha; a média do país é {media}: confira a quantidade, a unidade e a área",
			EN: "{taxa} kg/ha ({kg} kg on {ha} ha, in {registros} {registros|record|records}), more than {limite} kg/ha; the national average is {media}: check the quantity, the unit and the area",
			ES: "{taxa} kg/ha ({kg} kg en {ha} ha, en {registros} {registros|registro|registros}), más de {limite} kg/ha; la media del país es {media}: revise la cantidad, la unidad y el área",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":700000,"areaColhida":100}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":500000,"areaColhida":100}}]`,
	}

	YieldLow = &finding.Rule{
		ID: "PRODUTIVIDADE_BAIXA", Severity: finding.Info, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Plan, kind.Planting, kind.Harvesting}, Source: "Conab, mean yields of 2025/26 (soy)",
		Message: lang.Text{
			PT: "{taxa} kg/ha ({kg} kg em {ha} ha, em {registros} {registros|registro|registros}), abaixo de {limite} kg/ha: confira se falta registrar colheita e se a quantidade está em kg",
			EN: "{taxa} kg/ha ({kg} kg on {ha} ha, in {registros} {registros|record|records}), less than {limite} kg/ha: check whether a harvest is yet to be recorded, and whether the quantity is in kg",
			ES: "{taxa} kg/ha ({kg} kg en {ha} ha, en {registros} {registros|registro|registros}), menos de {limite} kg/ha: revise si falta registrar cosecha y si la cantidad está en kg",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":7240}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"quantidadeColhida":434400}}]`,
	}

	TreatedOver = &finding.Rule{
		ID: "AREA_APLICADA_ACIMA_DO_TALHAO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting, kind.InputApplication}, Source: "areas of the plots, tolerance 5 %",
		Message: lang.Text{
			PT: "área aplicada de {area} ha, mas os talhões da safra somam {talhoes} ha ({passadas} {passadas|passada|passadas}): confira a área, ou diga na dose quantas aplicações foram",
			EN: "{area} ha were treated, but the plots of the harvest add up to {talhoes} ha ({passadas} {passadas|pass|passes}): check the area, or say in the dose how many applications there were",
			ES: "área aplicada de {area} ha, pero las parcelas de la cosecha suman {talhoes} ha ({passadas} {passadas|pasada|pasadas}): revise el área, o diga en la dosis cuántas aplicaciones fueron",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","areaAplicada":300}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","dose":"0,5 L/ha em 3 aplicações","areaAplicada":300}}]`,
	}

	HarvestedAreaOver = &finding.Rule{
		ID: "AREA_COLHIDA_ACIMA_DO_TALHAO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting, kind.Harvesting}, Source: "areas of the plots, tolerance 5 %",
		Message: lang.Text{
			PT: "área colhida de {area} ha, mas os talhões da safra somam {talhoes} ha: confira a área, ou registre o talhão que falta",
			EN: "{area} ha were harvested, but the plots of the harvest add up to {talhoes} ha: check the area, or record the plot that is missing",
			ES: "área cosechada de {area} ha, pero las parcelas de la cosecha suman {talhoes} ha: revise el área, o registre la parcela que falta",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"areaColhida":150}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"areaColhida":120.69}}]`,
	}

	SeedRate = &finding.Rule{
		ID: "SEMENTE_FORA_DA_FAIXA", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Planting}, Source: "usual seed rates of soy",
		Message: lang.Text{
			PT: "{taxa} kg de semente por ha ({kg} kg em {ha} ha); a soja leva de {minimo} a {maximo} kg/ha: confira a quantidade, em kg, e a área plantada",
			EN: "{taxa} kg of seed per ha ({kg} kg on {ha} ha); soy takes {minimo} to {maximo} kg/ha: check the quantity, in kg, and the planted area",
			ES: "{taxa} kg de semilla por ha ({kg} kg en {ha} ha); la soja lleva de {minimo} a {maximo} kg/ha: revise la cantidad, en kg, y el área sembrada",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":72000}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"cultura":"SOJA"}},{"prefixo":"/producaoAgricola/plantioManejo","dados":{"areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":7200}}]`,
	}
)
