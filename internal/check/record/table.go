package record

import (
	"slices"

	"rastro/internal/brdoc"
	"rastro/internal/fiscal/found"
	"rastro/internal/kind"
	"rastro/internal/ptbr/words"
)

func in(prefixes ...string) []string { return prefixes }

func run(checks ...check) []check { return checks }

// The identifiers that belong together. Patterns overlap: a lot's code can be a
// perfect plate, eight digits a goods code, a postcode or a date. So each field
// is searched only for what belongs there.
const (
	invoiceIDs   = brdoc.Keys | 1<<brdoc.CNPJ
	landIDs      = 1<<brdoc.CAR | 1<<brdoc.SNCR | 1<<brdoc.CCIR | 1<<brdoc.NIRF | 1<<brdoc.CIB | 1<<brdoc.CNPJ | 1<<brdoc.CPF
	originIDs    = landIDs | 1<<brdoc.DDS | 1<<brdoc.DDSVerification | 1<<brdoc.ICO
	plantIDs     = 1<<brdoc.PTV | 1<<brdoc.CFO | 1<<brdoc.CFOC | 1<<brdoc.LPCO | 1<<brdoc.LPCOModel
	paymentIDs   = 1<<brdoc.ESocialReceipt | 1<<brdoc.ESocialEvent | 1<<brdoc.CPF
	vehicleIDs   = 1<<brdoc.Plate | 1<<brdoc.CNPJ
	transportIDs = 1<<brdoc.Container | 1<<brdoc.IMO | 1<<brdoc.Plate | 1<<brdoc.Flight
	placeIDs     = 1<<brdoc.Locode | 1<<brdoc.Country
	customsIDs   = 1<<brdoc.DUE | 1<<brdoc.Duimp | 1<<brdoc.RUC | brdoc.Keys
	licenceIDs   = 1<<brdoc.LPCO | 1<<brdoc.LPCOModel
	inputIDs     = originIDs | 1<<brdoc.Renasem | 1<<brdoc.MAPA
	companyIDs   = 1 << brdoc.CNPJ
)

// fieldTable says what is checked in each field.
var fieldTable = []row{
	{kinds: in(kind.Plan), field: "insumos", ids: inputIDs, crop: true, checks: run(gradeBanned, gradeStatement)},
	{kinds: in(kind.Plan), field: "soja", crop: true},

	{kinds: in(kind.Planting), field: "dataPlantio", read: asDate, checks: wasSown},
	{kinds: in(kind.Planting), field: "cultivacaoUtilizada", crop: true},

	{kinds: in(kind.InputApplication), field: "tipo", checks: run(oneOf(words.InputClasses.One), gradeBanned)},
	{kinds: in(kind.InputApplication), field: "dose", checks: run(gradeDose, gradeBanned)},
	{kinds: in(kind.InputApplication), field: "data", read: asDate, checks: happened},
	{kinds: in(kind.InputApplication), field: "numeroReceituario", ids: 1 << brdoc.ART},

	{kinds: in(kind.Labour), field: "horas", read: asNumber},
	{kinds: in(kind.Labour), field: "treinamentos", checks: run(gradeTraining)},
	{kinds: in(kind.Labour), field: "comprovantePagamento", ids: paymentIDs},

	{kinds: in(kind.Harvesting, kind.PostHarvest), field: "registroLimpeza", checks: run(gradeCleaning)},
	{kinds: in(kind.Harvesting), field: "dataColheita", read: asDate, checks: happened},
	{kinds: in(kind.Harvesting), field: "umidade", read: asMoistureIn, checks: run(gradeMoistureIn)},

	{kinds: in(kind.LotIdentification), field: "codigoLote", checks: run(gradeLotCode)},
	{kinds: in(kind.LotIdentification), field: "soja", crop: true, checks: run(gradeHarvestYears)},
	{kinds: in(kind.LotIdentification), field: "destinoInicial", ids: placeIDs},

	{kinds: in(kind.PostHarvest), field: "loteSaida", checks: run(gradeLotCode)},
	{kinds: in(kind.PostHarvest, kind.Processing), field: "dataInicio", read: asDate, checks: happened},
	{kinds: in(kind.PostHarvest, kind.Processing), field: "dataFim", read: asDate, checks: isPlanned},
	{kinds: in(kind.PostHarvest), field: "produtoEntrada", crop: true},
	{kinds: in(kind.PostHarvest), field: "produtoSaida", crop: true},
	{kinds: in(kind.PostHarvest), field: "tipoProcesso", checks: run(oneOf(words.Processes.One))},
	{kinds: in(kind.PostHarvest), field: "viaProcessamento", checks: run(oneOf(words.Pathways.One))},
	{kinds: in(kind.PostHarvest), field: "metodoSecagem", checks: run(oneOf(words.Dryings.One))},
	{kinds: in(kind.PostHarvest), field: "temperaturaMassa", read: asCelsius},
	{kinds: in(kind.PostHarvest), field: "umidadeEntrada", read: asMoistureIn, checks: run(gradeMoistureIn)},
	{kinds: in(kind.PostHarvest), field: "umidadeSaida", read: asMoisture},
	{kinds: in(kind.PostHarvest), field: "impurezaEntrada", read: asImpurityIn, checks: run(gradeShare)},
	{kinds: in(kind.PostHarvest), field: "impurezaSaida", read: asImpurity},
	{kinds: in(kind.PostHarvest), field: "pesoEntrada", read: asMass, checks: run(gradeWeight)},
	{kinds: in(kind.PostHarvest), field: "pesoSaida", read: asMass, checks: run(gradeWeight)},
	{kinds: in(kind.PostHarvest), field: "perdaTecnica", read: asMass, checks: run(gradeWeight)},
	{kinds: in(kind.PostHarvest), field: "residuos", checks: run(gradeResidues)},
	{kinds: in(kind.PostHarvest), field: "rendimento", read: asPercent, checks: run(gradeYieldShare)},
	{kinds: in(kind.PostHarvest), field: "peneiras", checks: run(gradeSieves)},
	{kinds: in(kind.PostHarvest), field: "defeitos", read: asPercent},
	{kinds: in(kind.PostHarvest), field: "bebida", checks: run(oneOf(words.Cup))},
	{kinds: in(kind.PostHarvest), field: "modeloCadeiaCustodia", checks: run(oneOf(words.Custody.One))},

	{kinds: in(kind.Cargo), field: "notaFiscal", ids: invoiceIDs, label: companyIDs, checks: run(gradeInvoice, needs(brdoc.Keys, noKey))},
	{kinds: in(kind.Cargo), field: "certificadoOrigemLote", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(kind.Cargo, kind.ExportCargo), field: "certificadoFitossanitario", ids: plantIDs, checks: run(gradeLicence)},

	{kinds: in(kind.Receiving, kind.Storage), field: "dataHoraRecebimento", read: asDate, checks: happened},
	{kinds: in(kind.Receiving, kind.Storage), field: "veiculo", ids: vehicleIDs, label: companyIDs, checks: run(needs(1<<brdoc.Plate, noPlate))},
	{kinds: in(kind.Receiving, kind.Storage), field: "volume", crop: true, read: asMass, checks: run(gradeMass)},
	{kinds: in(kind.Receiving, kind.Storage), field: "umidade", read: asMoisture},
	{kinds: in(kind.Receiving, kind.Storage), field: "impureza", read: asImpurity},
	{kinds: in(kind.Receiving, kind.Storage), field: "tipoCafe", crop: true},
	{kinds: in(kind.Receiving), field: TaxPapers, checks: run(gradePapersField)},

	{kinds: in(kind.StorageQuality, kind.ProcessingQuality), field: "analiseQualidade", crop: true, checks: run(gradeLabReport)},
	{kinds: in(kind.StorageQuality, kind.ProcessingQuality), field: "presencaContaminante", checks: run(gradeContaminantList)},
	{kinds: in(kind.StorageQuality, kind.ProcessingQuality), field: "identificacao", crop: true, checks: run(gradeLabReport)},

	{kinds: in(kind.Processing), field: "volume", crop: true, read: asMass, checks: run(gradeMass)},
	{kinds: in(kind.Processing), field: "volumeFinal", read: asMass, checks: run(gradeMass)},
	{kinds: in(kind.Processing), field: "produtoFinal", crop: true},
	{kinds: in(kind.Processing), field: "parametros", crop: true},
	{kinds: in(kind.Processing), field: "blendagem", checks: run(gradeBlend)},

	{kinds: in(kind.Shipment), field: "dataTransporte", read: asDate, checks: isPlanned},
	{kinds: in(kind.Shipment), field: "identificacaoTransporte", ids: transportIDs, checks: run(needs(transportIDs, noTransportID))},
	{kinds: in(kind.Shipment), field: "volumeTransportado", read: asMass, checks: run(gradeWeight)},
	{kinds: in(kind.Shipment, kind.Customs), field: "destino", ids: placeIDs},

	{kinds: in(kind.ExportCargo), field: "notaFiscalExportacao", ids: invoiceIDs, label: companyIDs, checks: run(gradeInvoice, needs(brdoc.Keys, noKey))},
	{kinds: in(kind.ExportCargo), field: "certificadoOrigem", ids: originIDs, checks: run(gradeStatement)},

	{kinds: in(kind.Customs), field: "declaracaoExportacao", ids: customsIDs, checks: run(gradeDeclaration)},
	{kinds: in(kind.Customs), field: "licencasExportacao", ids: licenceIDs, checks: run(gradeLicence)},
	{kinds: in(kind.Customs), field: "transporte", ids: placeIDs, checks: run(gradeMode)},

	{kinds: in(kind.Conformity), field: "certificadosOrigem", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(kind.Conformity), field: "certificadosFitossanitarios", ids: plantIDs, checks: run(gradeLicence)},
	{kinds: in(kind.Conformity), field: "certificadosSustentabilidade", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(kind.Conformity), field: "declaracaoNaoOGM", checks: run(gradeNonGM)},
	{kinds: in(kind.Conformity), field: "comprovantesConformidadeRegulamentacao", ids: originIDs, checks: run(gradeStatement)},

	{kinds: in(kind.Inspection), field: "dataInspecao", read: asDate, checks: happened},
	{kinds: in(kind.Inspection), field: "dadosAnaliseLaboratorial", crop: true, checks: run(gradeLabReport)},
	{kinds: in(kind.Inspection), field: "naoConformidades", checks: run(gradeLabReport)},
	{kinds: in(kind.Inspection), field: "resultadoInspecao", checks: run(gradeLabReport)},

	{kinds: in(kind.Validation), field: "dataValidacao", read: asDate, checks: happened},
	{kinds: in(kind.Validation), field: "gtin", checks: run(gradeGTIN)},
	{kinds: in(kind.Validation), field: "validade", read: asDate, checks: isPlanned},
}

// kindTable says which fields of a kind are compared with each other, or need the crop, which
// another field may name.
var kindTable = []struct {
	kinds  []string
	checks []func(*grader)
}{
	{in(kind.Plan), []func(*grader){gradePlot, gradeModification}},
	{in(kind.Planting), []func(*grader){gradePlantingYear, gradePlot}},
	{in(kind.InputApplication), []func(*grader){gradePrescription}},
	{in(kind.Labour), []func(*grader){gradeHours}},
	{in(kind.Harvesting), []func(*grader){gradeHarvestDay}},
	{in(kind.LotIdentification), []func(*grader){gradeModification}},
	{in(kind.PostHarvest), []func(*grader){gradeDuration, gradeRenaming, gradeDried, gradeBalance, gradeHeat, gradeTarget, gradeYield, gradeType}},
	{in(kind.Cargo), []func(*grader){gradeTaxCheck("notaFiscal")}},
	{in(kind.ExportCargo), []func(*grader){gradeTaxCheck("notaFiscalExportacao")}},
	{in(kind.Receiving, kind.Storage), []func(*grader){gradeDelivered, gradeLoad}},
	{in(kind.StorageQuality, kind.ProcessingQuality), []func(*grader){gradeAnalysis}},
	{in(kind.Processing), []func(*grader){gradeDuration, gradeSettings, gradeProducts}},
	{in(kind.Shipment), []func(*grader){gradeShipment}},
	{in(kind.Inspection), []func(*grader){gradeVerdict, gradeSample}},
	{kindsWithLots(), []func(*grader){gradeLots}},
	{in(kind.Validation), []func(*grader){gradeAddresses, gradeValidity}},
}

// extraMembers lists the known members that are not in the interface's tables: we read them if they
// are given. No kinds means all.
var extraMembers = []struct {
	name  string
	kinds []string
}{
	{"cultura", nil},
	{kind.KeptColumns, nil},
	{"carenciaDias", in(kind.InputApplication)},
	{found.Member, in(kind.Cargo, kind.ExportCargo)},
	{TaxPapers, paperKinds},
	{"geojson", plots},
	{"geometria", plots},
}

// IsExtraMember reports whether a member is known although it is not in the interface's tables.
func IsExtraMember(prefix, name string) bool {
	if _, ok := kind.ByPrefix(prefix).Declared(name); ok {
		return true
	}
	for _, b := range extraMembers {
		if b.name == name && (b.kinds == nil || slices.Contains(b.kinds, prefix)) {
			return true
		}
	}
	return false
}
