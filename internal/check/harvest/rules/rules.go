// Package rules is the table of rules on the records of a harvest together.
package rules

import (
	"slices"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// All lists the rules in the order in which findings are shown.
var All = slices.Concat(orderRules, massRules, lotRules, []*finding.Rule{
	CodesDiffer, CropsDiffer, CropUnknown, ReferenceYear, ReferenceExporter, InvoiceReused, InvoiceRepeated, ReportReused, InvoicePeriod,
	ShippedRefused, ShippedRefusedUndated, ApplicatorUntrained, ModifiedClaim, PlotMissing, PlotPoint, PlotsOverlap, PlotElsewhere, PlotHidden, EvidenceMissing,
	PlotDeforested, PlotEmbargoed, PlotIndigenous, PlotProtected,
	PhotoElsewhere, PhotoAfterSending, PhotoAfterDay, FileRepeated,
})

// Place is the position of each rule in All.
var Place = func() map[*finding.Rule]int {
	order := make(map[*finding.Rule]int, len(All))
	for i, r := range All {
		order[r] = i
	}
	return order
}()

var (
	CodesDiffer = &finding.Rule{
		ID: "CODIGOS_DE_SAFRA_DIFERENTES", Severity: finding.Alert, Harvest: true, Source: "one harvest has one code",
		Message: lang.Text{
			PT: "a safra está com os códigos {uma} e {outra} ({registros} {registros|registro|registros} fora do principal); corrija o código da safra, ou mova os registros para a safra certa",
			EN: "the harvest has the codes {uma} and {outra} ({registros} {registros|record|records} not under the main one); correct the harvest code, or move the records to the right harvest",
			ES: "la cosecha está con los códigos {uma} y {outra} ({registros} {registros|registro|registros} fuera del principal); corrija el código de la cosecha, o mueva los registros a la cosecha correcta",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{}},{"prefixo":"/armazenamento/recebimento","safraCodigo":"2025/26","dados":{}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{}},{"prefixo":"/armazenamento/recebimento","safraCodigo":"2024/2025","dados":{}}]`,
	}

	CropsDiffer = &finding.Rule{
		ID: "CULTURAS_DIFERENTES", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Validation}, Source: "one harvest has one crop",
		Message: lang.Text{
			PT: "a cultura é {uma} em um registro e {outra} em outro ({registros} {registros|registro|registros} a declaram); corrija, ou separe em duas safras",
			EN: "the crop is {uma} in one record and {outra} in another ({registros} {registros|record|records} state it); correct it, or split it into two harvests",
			ES: "el cultivo es {uma} en un registro y {outra} en otro ({registros} {registros|registro|registros} lo declaran); corríjalo, o sepárelo en dos cosechas",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA"}},{"prefixo":"/validacao","dados":{"cultura":"CAFE"}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"soja"}},{"prefixo":"/validacao","dados":{"cultura":"SOJA"}}]`,
	}

	CropUnknown = &finding.Rule{
		ID: "SAFRA_SEM_CULTURA", Severity: finding.Info, Harvest: true, Source: "house rule: what is usual depends on the crop",
		Message: lang.Text{
			PT: "os registros não dizem a cultura, e por isso {regras} {regras|conferência não foi feita|conferências não foram feitas}; informe a cultura no perfil da safra",
			EN: "the records do not say the crop, so {regras} {regras|check was|checks were} skipped; state the crop in the profile of the harvest",
			ES: "los registros no dicen el cultivo, y por eso {regras} {regras|revisión no se hizo|revisiones no se hicieron}; indique el cultivo en el perfil de la cosecha",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05","cultivacaoUtilizada":"soja convencional"}}]`,
	}

	ReferenceYear = &finding.Rule{
		ID: "RUC_E_DUE_DE_ANOS_DIFERENTES", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Customs}, Source: "Portal Único Siscomex, layout of the RUC",
		Message: lang.Text{
			PT: "a RUC é de {ruc} e a DU-E, em outro registro, de {due}; confira os dois números",
			EN: "the RUC is from {ruc} and the DU-E, in another record, from {due}; check both numbers",
			ES: "la RUC es de {ruc} y la DU-E, en otro registro, de {due}; revise los dos números",
		},
		Trigger: `[{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"DU-E 25BR0012345677"}},{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"RUC 4BR112223332MT25S001"}}]`,
		Quiet:   `[{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"DU-E 25BR0012345677"}},{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"RUC 5BR112223332MT25S001"}}]`,
	}

	ReferenceExporter = &finding.Rule{
		ID: "RUC_SEM_NOTA_DO_EXPORTADOR", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Customs, kind.ExportCargo}, Source: "Portal Único Siscomex, layout of the RUC",
		Message: lang.Text{
			PT: "a RUC é do exportador {ruc}, mas nenhuma nota de exportação da safra foi emitida por ele ({registros} {registros|registro|registros}); confira a RUC e as notas",
			EN: "the RUC belongs to the exporter {ruc}, but no export invoice of the harvest was issued by it ({registros} {registros|record|records}); check the RUC and the invoices",
			ES: "la RUC es del exportador {ruc}, pero ninguna factura de exportación de la cosecha fue emitida por él ({registros} {registros|registro|registros}); revise la RUC y las facturas",
		},
		Trigger: `[{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"RUC 5BR998887772MT25S001"}},{"prefixo":"/logisticaExportacao/documentacaoCargaExportacao","dados":{"notaFiscalExportacao":"51250311222333000262550010000000771123456781"}}]`,
		Quiet:   `[{"prefixo":"/exportacao/documentacaoAduaneira","dados":{"declaracaoExportacao":"RUC 5BR112223332MT25S001"}},{"prefixo":"/logisticaExportacao/documentacaoCargaExportacao","dados":{"notaFiscalExportacao":"51250311222333000262550010000000771123456781"}}]`,
	}

	InvoiceReused = &finding.Rule{
		ID: "NOTA_EM_LOTES_DIFERENTES", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Cargo, kind.ExportCargo}, Source: "an invoice covers one cargo",
		Message: lang.Text{
			PT: "a nota {chave} está em {registros} {registros|registro|registros} de lotes diferentes; confira a chave de cada carga",
			EN: "invoice {chave} is in {registros} {registros|record|records} of different lots; check the key of each cargo",
			ES: "la factura {chave} está en {registros} {registros|registro|registros} de lotes diferentes; revise la clave de cada carga",
		},
		Trigger: `[{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"51250211222333000181550010000123451123456780","declaracaoSegregacao":"Carga do lote L-1"}},{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"51250211222333000181550010000123451123456780","declaracaoSegregacao":"Carga do lote L-2"}}]`,
		Quiet:   `[{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"51250211222333000181550010000123451123456780","declaracaoSegregacao":"Carga do lote L-1"}},{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"31250611222333000181550010000001011123456784","declaracaoSegregacao":"Carga do lote L-2"}}]`,
	}

	InvoiceRepeated = &finding.Rule{
		ID: "NOTA_REPETIDA", Severity: finding.Info, Harvest: true, Kinds: []string{kind.Cargo, kind.ExportCargo}, Source: "an invoice covers one cargo",
		Message: lang.Text{
			PT: "a nota {chave} está em {registros} {registros|registro|registros} de carga; cite o lote de cada um na declaração de segregação, ou exclua o repetido",
			EN: "invoice {chave} is in {registros} {registros|record|records} of cargo; name the lot of each in the segregation statement, or delete the repeated one",
			ES: "la factura {chave} está en {registros} {registros|registro|registros} de carga; cite el lote de cada uno en la declaración de segregación, o elimine el repetido",
		},
		Trigger: `[{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"51250211222333000181550010000123451123456780"}},{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780"}}]`,
		Quiet:   `[{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"51250211222333000181550010000123451123456780"}},{"prefixo":"/transporteLogistico/documentacaoCarga","dados":{"notaFiscal":"31250611222333000181550010000001011123456784"}}]`,
	}

	ReportReused = &finding.Rule{
		ID: "RELATORIO_EM_LOTES_DIFERENTES", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Inspection}, Source: "an inspection report is of one inspection",
		Message: lang.Text{
			PT: "o relatório {numero} está em inspeções de lotes diferentes, com data ou resultado diferente; confira o número de cada relatório",
			EN: "report {numero} is in inspections of different lots, with another date or result; check the number of each report",
			ES: "el informe {numero} está en inspecciones de lotes diferentes, con fecha o resultado diferente; revise el número de cada informe",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"numeroRelatorioInspecao":"RI-1","dataInspecao":"2025-03-18","codigosLote":["L-1"]}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"numeroRelatorioInspecao":"RI-1","dataInspecao":"2025-04-02","codigosLote":["L-2"]}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"numeroRelatorioInspecao":"RI-1","dataInspecao":"2025-03-18","codigosLote":["L-1"]}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"numeroRelatorioInspecao":"RI-1","dataInspecao":"2025-03-18","codigosLote":["L-2"]}}]`,
	}

	InvoicePeriod = &finding.Rule{
		ID: "NOTA_DE_EXPORTACAO_FORA_DO_PERIODO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.ExportCargo, kind.Shipment}, Source: "layout of the access key: year and month of issue",
		Message: lang.Text{
			PT: "a nota de exportação é de {mes} e o embarque de {embarque}; a diferença passa de um mês: confira a chave e a data do transporte",
			EN: "the export invoice is of {mes} and the shipment of {embarque}, more than a month apart: check the key and the date of transport",
			ES: "la factura de exportación es de {mes} y el embarque del {embarque}; la diferencia pasa de un mes: revise la clave y la fecha del transporte",
		},
		Trigger: `[{"prefixo":"/logisticaExportacao/documentacaoCargaExportacao","dados":{"notaFiscalExportacao":"51250311222333000262550010000000771123456781"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"dataTransporte":"2025-08-20"}}]`,
		Quiet:   `[{"prefixo":"/logisticaExportacao/documentacaoCargaExportacao","dados":{"notaFiscalExportacao":"51250311222333000262550010000000771123456781"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"dataTransporte":"2025-04-20"}}]`,
	}
)

var (
	ShippedRefused = &finding.Rule{
		ID: "EMBARQUE_APOS_REPROVACAO", Severity: finding.Error, Harvest: true, Kinds: []string{kind.Inspection, kind.Shipment}, Source: "a refused lot is not shipped before it passes",
		Message: lang.Text{
			PT: "{lotes}: reprovação na inspeção de {inspecao} e embarque em {embarque}, sem aprovação posterior ({registros} {registros|registro|registros}); registre a nova inspeção, ou corrija o resultado ou o lote",
			EN: "{lotes}: refused in the inspection of {inspecao} and shipped on {embarque}, with no approval since ({registros} {registros|record|records}); record the new inspection, or correct the result or the lot",
			ES: "{lotes}: rechazo en la inspección del {inspecao} y embarque el {embarque}, sin aprobación posterior ({registros} {registros|registro|registros}); registre la nueva inspección, o corrija el resultado o el lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"dataInspecao":"2025-03-18","resultadoInspecao":"Reprovado","codigosLote":["L-1"]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"dataTransporte":"2025-03-20","loteOrigem":"L-1"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"dataInspecao":"2025-03-18","resultadoInspecao":"Reprovado","codigosLote":["L-1"]}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"dataInspecao":"2025-03-19","resultadoInspecao":"Aprovado","codigosLote":["L-1"]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"dataTransporte":"2025-03-20","loteOrigem":"L-1"}}]`,
	}

	ShippedRefusedUndated = &finding.Rule{
		ID: "EMBARQUE_DE_LOTE_REPROVADO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Inspection, kind.Shipment}, Source: "a refused lot is not shipped before it passes",
		Message: lang.Text{
			PT: "{lotes}: reprovação em inspeção e embarque, sem aprovação registrada e sem as duas datas ({registros} {registros|registro|registros}); informe as datas, ou registre a nova inspeção",
			EN: "{lotes}: refused in an inspection and shipped, with no approval on record and without both dates ({registros} {registros|record|records}); give the dates, or record the new inspection",
			ES: "{lotes}: rechazo en inspección y embarque, sin aprobación registrada y sin las dos fechas ({registros} {registros|registro|registros}); indique las fechas, o registre la nueva inspección",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"resultadoInspecao":"Reprovado","codigosLote":["L-1"]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-1"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/exportacao/inspecaoPreEmbarque","dados":{"resultadoInspecao":"Reprovado","codigosLote":["L-1"]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"loteOrigem":"L-2"}}]`,
	}

	ApplicatorUntrained = &finding.Rule{
		ID: "APLICADOR_SEM_NR31", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.InputApplication, kind.Labour}, Source: "NR-31, item 31.7: training of people who apply pesticides",
		Message: lang.Text{
			PT: "o aplicador de defensivo de {registros} {registros|registro|registros} não aparece na mão de obra com o treinamento NR-31; registre o treinamento, ou confira o nome",
			EN: "the person who applied pesticide in {registros} {registros|record|records} is not among the workers with the NR-31 training; record the training, or check the name",
			ES: "quien aplicó el plaguicida en {registros} {registros|registro|registros} no aparece en la mano de obra con la capacitación NR-31; registre la capacitación, o revise el nombre",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","nomeAplicador":"Carlos Souza"}},{"prefixo":"/producaoAgricola/maoDeObra","dados":{"nomeTrabalhador":"Ana Lima","treinamentos":["NR-31.7"]}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/aplicacaoInsumo","dados":{"tipo":"Fungicida","nomeAplicador":"Ana Lima"}},{"prefixo":"/producaoAgricola/maoDeObra","dados":{"nomeTrabalhador":"Ana Paula de Lima","treinamentos":["NR-31.7"]}}]`,
	}

	ModifiedClaim = &finding.Rule{
		ID: "NAO_OGM_CONTRADITO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting, kind.LotIdentification, kind.Conformity, kind.Shipment}, Source: "Decreto 4.680/2003; EU limit of 0.9 %",
		Message: lang.Text{
			PT: "a carga é declarada não transgênica, mas a origem é transgênica (campo {campo}, {registros} {registros|registro|registros}); corrija a declaração, ou separe os lotes",
			EN: "the cargo is declared not genetically modified, but its origin is (field {campo}, {registros} {registros|record|records}); correct the declaration, or keep the lots apart",
			ES: "la carga se declara no transgénica, pero el origen es transgénico (campo {campo}, {registros} {registros|registro|registros}); corrija la declaración, o separe los lotes",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"soja":"transgênica, Intacta RR2 PRO"}},{"prefixo":"/exportacao/certificadoConformidade","dados":{"declaracaoNaoOGM":"não OGM, <0,9%"}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"soja":"convencional"}},{"prefixo":"/exportacao/certificadoConformidade","dados":{"declaracaoNaoOGM":"não OGM, <0,9%"}}]`,
	}

	PlotMissing = &finding.Rule{
		ID: "TALHAO_SEM_LOCALIZACAO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting, kind.Shipment}, Source: "Regulation (EU) 2023/1115, article 9(1)(d): geolocation of all plots",
		Message: lang.Text{
			PT: "para a União Europeia, este plano precisa dizer onde fica o talhão; informe o polígono em graus decimais",
			EN: "for the European Union this plan must say where its plot is; give the polygon in decimal degrees",
			ES: "para la Unión Europea este plan debe decir dónde está la parcela; indique el polígono en grados decimales",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"soja":"convencional"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"NLRTM"}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"soja":"convencional"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"Xangai, China"}}]`,
	}

	PlotPoint = &finding.Rule{
		ID: "TALHAO_GRANDE_COMO_PONTO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting, kind.InputApplication, kind.Harvesting, kind.Shipment},
		Source: "Regulation (EU) 2023/1115, article 2(28): over four hectares a polygon is required",
		Message: lang.Text{
			PT: "{area} ha em {pontos} {pontos|talhão dado|talhões dados} só como ponto ({registros} {registros|registro|registros}); acima de 4 ha é preciso o polígono",
			EN: "{area} ha in {pontos} {pontos|plot|plots} given as a point only ({registros} {registros|record|records}); over 4 ha a polygon is required",
			ES: "{area} ha en {pontos} {pontos|parcela dada|parcelas dadas} solo como punto ({registros} {registros|registro|registros}); por encima de 4 ha hace falta el polígono",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.715000,-12.545000]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"areaColhida":120}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"NLRTM"}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.715000,-12.545000]}},{"prefixo":"/colheitaIdentificacaoProducao/colheita","dados":{"areaColhida":3.5}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"NLRTM"}}]`,
	}

	PlotsOverlap = &finding.Rule{
		ID: "TALHOES_SOBREPOSTOS", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan}, Source: "house rule: land is counted once, tolerance 10 % at the edges",
		Message: lang.Text{
			PT: "{registros} talhões da safra se sobrepõem; os dois que mais, em {area} ha ({percentual} % do menor): corrija os polígonos, ou exclua o plano repetido",
			EN: "{registros} plots of the harvest overlap; the largest overlap is {area} ha ({percentual} % of the smaller): correct the polygons, or delete the repeated plan",
			ES: "{registros} parcelas de la cosecha se superponen; la mayor superposición es de {area} ha ({percentual} % de la menor): corrija los polígonos, o elimine el plan repetido",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.718,-12.55,-55.708,-12.54]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.7103,-12.55,-55.7003,-12.54]}}]`,
	}

	PlotElsewhere = &finding.Rule{
		ID: "TALHAO_EM_OUTRA_SAFRA", Severity: finding.Alert, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "house rule: land grows one harvest of a crop a season, tolerance 10 % at the edges",
		Message: lang.Text{
			PT: "o talhão se sobrepõe ao de outra safra da mesma cultura e do mesmo período{safra} em {area} ha ({percentual} % do menor); safras sobre ele: {quantas}. Confira o polígono e a quem pertence a área",
			EN: "the plot overlaps that of another harvest of the same crop and season{safra} on {area} ha ({percentual} % of the smaller); harvests on it: {quantas}. Check the polygon, and who owns the land",
			ES: "la parcela se superpone a la de otra cosecha del mismo cultivo y período{safra} en {area} ha ({percentual} % de la menor); cosechas sobre ella: {quantas}. Revise el polígono y de quién es el área",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"OUTRA","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.718,-12.55,-55.708,-12.54]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"OUTRA","safraCodigo":"2024/25","dados":{"cultura":"MILHO","poligono":[-55.718,-12.55,-55.708,-12.54]}}]`,
	}

	PlotHidden = &finding.Rule{
		ID: "TALHAO_EM_OUTRA_SAFRA_RESERVADA", Severity: finding.Info, Harvest: true, NeedsCrop: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "house rule: land grows one harvest of a crop a season; what a key may not read is shown only as regions of about 5.5 km",
		Message: lang.Text{
			PT: "outra safra da mesma cultura e do mesmo período, que não pode ser lida aqui, declara terra na mesma região de {registros} {registros|talhão|talhões}; a sobreposição pode chegar a esta parte da terra desta safra: {classe}. Peça a quem administra o servidor que confira",
			EN: "another harvest of the same crop and season, which cannot be read here, claims land in the same region as {registros} {registros|plot|plots}; the overlap may reach this part of this harvest's land: {classe}. Ask the server's administrator to check",
			ES: "otra cosecha del mismo cultivo y período, que no se puede leer aquí, declara tierra en la misma región de {registros} {registros|parcela|parcelas}; la superposición puede llegar a esta parte de la tierra de esta cosecha: {classe}. Pida a quien administra el servidor que lo revise",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"RESERVADA","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.718,-12.55,-55.708,-12.54]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"RESERVADA","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.918,-12.55,-55.908,-12.54]}}]`,
	}

	EvidenceMissing = &finding.Rule{
		ID: "SEM_PROVA_DE_CONFORMIDADE", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Planting, kind.Conformity, kind.Shipment}, Source: "Regulation (EU) 2023/1115, articles 3 and 9: no deforestation after 31 December 2020",
		Message: lang.Text{
			PT: "plantio em {plantio}, depois de 31/12/2020, e para a União Europeia falta certificado ou prova de conformidade ({registros} {registros|registro|registros}); informe a consulta a PRODES/MapBiomas e o CAR nos comprovantes de conformidade",
			EN: "planted on {plantio}, after 2020-12-31, and for the European Union a certificate or proof of conformity is missing ({registros} {registros|record|records}); give the PRODES/MapBiomas query and the CAR in the proofs of conformity",
			ES: "siembra el {plantio}, después del 31/12/2020, y para la Unión Europea falta certificado o prueba de conformidad ({registros} {registros|registro|registros}); indique la consulta a PRODES/MapBiomas y el CAR en los comprobantes de conformidad",
		},
		Trigger: `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"DEHAM, Hamburgo"}}]`,
		Quiet:   `[{"prefixo":"/producaoAgricola/plantioManejo","dados":{"dataPlantio":"2024-10-05"}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"DEHAM, Hamburgo"}},{"prefixo":"/exportacao/certificadoConformidade","dados":{"comprovantesConformidadeRegulamentacao":"PRODES sem alerta após 31/12/2020"}}]`,
	}
)
