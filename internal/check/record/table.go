package record

import (
	"slices"

	"rastro/internal/brdoc"
	"rastro/internal/ptbr/words"
)

// The kinds by their prefixes.
const (
	planning        = "/cadastroPlanejamento/planoCultivo"
	planting        = "/producaoAgricola/plantioManejo"
	spraying        = "/producaoAgricola/aplicacaoInsumo"
	labour          = "/producaoAgricola/maoDeObra"
	picking         = "/colheitaIdentificacaoProducao/colheita"
	lotting         = "/colheitaIdentificacaoProducao/identificacaoLote"
	postHarvest     = "/posColheita/beneficiamento"
	loading         = "/transporteLogistico/documentacaoCarga"
	receiving       = "/armazenamento/recebimento"
	storing         = "/armazenamento/armazenamento"
	storeQuality    = "/armazenamento/controleQualidade"
	industry        = "/processamento/processamento"
	industryQuality = "/processamento/controleQualidade"
	shipping        = "/logisticaExportacao/transporteExportacao"
	shippingPapers  = "/logisticaExportacao/documentacaoCargaExportacao"
	customs         = "/exportacao/documentacaoAduaneira"
	conformity      = "/exportacao/certificadoConformidade"
	inspection      = "/exportacao/inspecaoPreEmbarque"
	validation      = "/validacao"
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

// fieldTable says what is looked for in each field.
var fieldTable = []row{
	{kinds: in(planning), field: "insumos", ids: inputIDs, crop: true, checks: run(gradeBanned, gradeStatement)},
	{kinds: in(planning), field: "soja", crop: true},

	{kinds: in(planting), field: "dataPlantio", read: asDate, checks: wasSown},
	{kinds: in(planting), field: "cultivacaoUtilizada", crop: true},

	{kinds: in(spraying), field: "tipo", checks: run(oneOf(words.InputClasses.One), gradeBanned)},
	{kinds: in(spraying), field: "dose", checks: run(gradeDose, gradeBanned)},
	{kinds: in(spraying), field: "data", read: asDate, checks: happened},
	{kinds: in(spraying), field: "numeroReceituario", ids: 1 << brdoc.ART},

	{kinds: in(labour), field: "horas", read: asNumber},
	{kinds: in(labour), field: "treinamentos", checks: run(gradeTraining)},
	{kinds: in(labour), field: "comprovantePagamento", ids: paymentIDs},

	{kinds: in(picking, postHarvest), field: "registroLimpeza", checks: run(gradeCleaning)},
	{kinds: in(picking), field: "dataColheita", read: asDate, checks: happened},
	{kinds: in(picking), field: "umidade", read: asMoisture, checks: run(gradeMoistureIn)},

	{kinds: in(lotting), field: "codigoLote", checks: run(gradeLotCode)},
	{kinds: in(lotting), field: "soja", crop: true, checks: run(gradeHarvestYears)},
	{kinds: in(lotting), field: "destinoInicial", ids: placeIDs},

	{kinds: in(postHarvest), field: "loteSaida", checks: run(gradeLotCode)},
	{kinds: in(postHarvest, industry), field: "dataInicio", read: asDate, checks: happened},
	{kinds: in(postHarvest, industry), field: "dataFim", read: asDate, checks: isPlanned},
	{kinds: in(postHarvest), field: "produtoEntrada", crop: true},
	{kinds: in(postHarvest), field: "produtoSaida", crop: true},
	{kinds: in(postHarvest), field: "tipoProcesso", checks: run(oneOf(words.Processes.One))},
	{kinds: in(postHarvest), field: "viaProcessamento", checks: run(oneOf(words.Pathways.One))},
	{kinds: in(postHarvest), field: "metodoSecagem", checks: run(oneOf(words.Dryings.One))},
	{kinds: in(postHarvest), field: "temperaturaMassa", read: asCelsius},
	{kinds: in(postHarvest), field: "umidadeEntrada", read: asMoisture, checks: run(gradeMoistureIn)},
	{kinds: in(postHarvest), field: "umidadeSaida", read: asMoisture},
	{kinds: in(postHarvest), field: "impurezaEntrada", read: asImpurity, checks: run(gradeShare)},
	{kinds: in(postHarvest), field: "impurezaSaida", read: asImpurity},
	{kinds: in(postHarvest), field: "pesoEntrada", read: asMass, checks: run(gradeWeight)},
	{kinds: in(postHarvest), field: "pesoSaida", read: asMass, checks: run(gradeWeight)},
	{kinds: in(postHarvest), field: "perdaTecnica", read: asMass, checks: run(gradeWeight)},
	{kinds: in(postHarvest), field: "rendimento", read: asPercent, checks: run(gradeYieldShare)},
	{kinds: in(postHarvest), field: "peneiras", checks: run(gradeSieves)},
	{kinds: in(postHarvest), field: "defeitos", read: asPercent},
	{kinds: in(postHarvest), field: "bebida", checks: run(oneOf(words.Cup))},
	{kinds: in(postHarvest), field: "modeloCadeiaCustodia", checks: run(oneOf(words.Custody.One))},

	{kinds: in(loading), field: "notaFiscal", ids: invoiceIDs, label: companyIDs, checks: run(gradeInvoice, needs(brdoc.Keys, noKey))},
	{kinds: in(loading), field: "certificadoOrigemLote", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(loading, shippingPapers), field: "certificadoFitossanitario", ids: plantIDs, checks: run(gradeLicence)},

	{kinds: in(receiving, storing), field: "dataHoraRecebimento", read: asDate, checks: happened},
	{kinds: in(receiving, storing), field: "veiculo", ids: vehicleIDs, label: companyIDs, checks: run(needs(1<<brdoc.Plate, noPlate))},
	{kinds: in(receiving, storing), field: "volume", crop: true, read: asMass, checks: run(gradeMass)},
	{kinds: in(receiving, storing), field: "umidade", read: asMoisture},
	{kinds: in(receiving, storing), field: "impureza", read: asImpurity},
	{kinds: in(receiving, storing), field: "tipoCafe", crop: true},

	{kinds: in(storeQuality, industryQuality), field: "analiseQualidade", crop: true},
	{kinds: in(storeQuality, industryQuality), field: "identificacao", crop: true},

	{kinds: in(industry), field: "volume", crop: true, read: asMass, checks: run(gradeMass)},
	{kinds: in(industry), field: "volumeFinal", read: asMass, checks: run(gradeMass)},
	{kinds: in(industry), field: "produtoFinal", crop: true},
	{kinds: in(industry), field: "parametros", crop: true},
	{kinds: in(industry), field: "blendagem", checks: run(gradeBlend)},

	{kinds: in(shipping), field: "dataTransporte", read: asDate, checks: isPlanned},
	{kinds: in(shipping), field: "identificacaoTransporte", ids: transportIDs, checks: run(needs(transportIDs, noTransportID))},
	{kinds: in(shipping), field: "volumeTransportado", read: asNumber},
	{kinds: in(shipping, customs), field: "destino", ids: placeIDs},

	{kinds: in(shippingPapers), field: "notaFiscalExportacao", ids: invoiceIDs, label: companyIDs, checks: run(gradeInvoice, needs(brdoc.Keys, noKey))},
	{kinds: in(shippingPapers), field: "certificadoOrigem", ids: originIDs, checks: run(gradeStatement)},

	{kinds: in(customs), field: "declaracaoExportacao", ids: customsIDs, checks: run(gradeDeclaration)},
	{kinds: in(customs), field: "licencasExportacao", ids: licenceIDs, checks: run(gradeLicence)},
	{kinds: in(customs), field: "transporte", ids: placeIDs, checks: run(gradeMode)},

	{kinds: in(conformity), field: "certificadosOrigem", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(conformity), field: "certificadosFitossanitarios", ids: plantIDs, checks: run(gradeLicence)},
	{kinds: in(conformity), field: "certificadosSustentabilidade", ids: originIDs, checks: run(gradeStatement)},
	{kinds: in(conformity), field: "declaracaoNaoOGM", checks: run(gradeNonGM)},
	{kinds: in(conformity), field: "comprovantesConformidadeRegulamentacao", ids: originIDs, checks: run(gradeStatement)},

	{kinds: in(inspection), field: "dataInspecao", read: asDate, checks: happened},
	{kinds: in(inspection), field: "dadosAnaliseLaboratorial", crop: true},

	{kinds: in(validation), field: "dataValidacao", read: asDate, checks: happened},
	{kinds: in(validation), field: "gtin", checks: run(gradeGTIN)},
	{kinds: in(validation), field: "validade", read: asDate, checks: isPlanned},
}

// kindTable says which fields of a kind are held against each other, or need
// to know the crop, which another field may name.
var kindTable = []struct {
	kinds  []string
	checks []func(*grader)
}{
	{in(planning), []func(*grader){gradePlot, gradeModification}},
	{in(planting), []func(*grader){gradePlot}},
	{in(spraying), []func(*grader){gradePrescription}},
	{in(labour), []func(*grader){gradeHours}},
	{in(picking), []func(*grader){gradeHarvestDay}},
	{in(lotting), []func(*grader){gradeModification}},
	{in(postHarvest), []func(*grader){gradeDuration, gradeRenaming, gradeDried, gradeBalance, gradeHeat, gradeTarget, gradeYield, gradeType}},
	{in(receiving, storing), []func(*grader){gradeDelivered, gradeLoad}},
	{in(storeQuality, industryQuality), []func(*grader){gradeAnalysis}},
	{in(industry), []func(*grader){gradeDuration, gradeSettings, gradeProducts}},
	{in(shipping), []func(*grader){gradeShipment}},
	{in(inspection), []func(*grader){gradeVerdict, gradeSample}},
	{kindsWithLots(), []func(*grader){gradeLots}},
	{in(validation), []func(*grader){gradeAddresses}},
}

// besideTable lists the members that are known though the interface's tables do
// not have them: what we read where it is given. No kinds are all of them.
var besideTable = []struct {
	name  string
	kinds []string
}{
	{"cultura", nil},
	{"carenciaDias", in(spraying)},
	{"geojson", plots},
	{"geometria", plots},
}

func KnownBeside(prefix, name string) bool {
	for _, b := range besideTable {
		if b.name == name && (b.kinds == nil || slices.Contains(b.kinds, prefix)) {
			return true
		}
	}
	return false
}
