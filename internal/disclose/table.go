package disclose

import (
	"rastro/internal/brdoc"
	"rastro/internal/kind"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// Topic is the subject of a fact, as in the API.
type Topic string

// The topics, in display order.
const (
	Farming      Topic = "CULTIVO"
	Genetics     Topic = "OGM"
	Inputs       Topic = "INSUMOS"
	Trainings    Topic = "TREINAMENTOS"
	Steps        Topic = "PROCESSOS"
	Pathway      Topic = "VIA"
	Drying       Topic = "SECAGEM"
	Custody      Topic = "CUSTODIA"
	Moisture     Topic = "UMIDADE"
	Impurity     Topic = "IMPUREZA"
	Cup          Topic = "BEBIDA"
	Grade        Topic = "TIPO"
	Contaminants Topic = "CONTAMINANTES"
	Inspection   Topic = "INSPECAO"
	Certificates Topic = "CERTIFICADOS"
	Documents    Topic = "DOCUMENTOS"
	Transport    Topic = "TRANSPORTE"
	Destination  Topic = "DESTINO"
	Quantity     Topic = "QUANTIDADE"
)

// Topics lists them in that order.
var Topics = []Topic{
	Quantity, Farming, Genetics, Inputs, Trainings, Steps, Pathway, Drying, Custody, Moisture, Impurity, Cup, Grade, Contaminants,
	Inspection, Certificates, Documents, Transport, Destination,
}

// Terms of our own, for fields without a vocabulary.
const (
	None        = "NENHUM"
	NotDetected = "NAO_DETECTADO"
	Recorded    = "REGISTRADO"
)

// reading is what is read from a field.
type reading struct {
	topic Topic
	// words returns terms of a closed table, never words from the text.
	words func(text string) []string
	// percent returns a share between 0 and 100.
	percent func(text string) (float64, ptbr.Reading)
}

// row is a field that is disclosed in part.
type row struct {
	field string
	reads []reading
	// date: the month is shown. place: the municipality of a CAR number is. plot:
	// its middle is, rounded.
	date, place, plot bool
	// mass: it is a mass in kg that is added up.
	mass bool
	// lots: whether the codes of lots are shown. Every field that names lots is
	// decided here, and one that is missing shows none.
	lots decision
}

// decision is whether the public chain of lots has the codes of a field.
type decision uint8

const (
	undecided decision = iota
	chained            // what happened to a lot
	withheld           // papers, analyses and validations only mention a lot
)

func vocabulary(t Topic, v *words.Vocabulary) reading {
	return reading{topic: t, words: func(text string) []string {
		var found []string
		for _, term := range v.All(text) {
			found = append(found, string(term))
		}
		return found
	}}
}

// one returns a reading with a vocabulary, for a text that should contain one term; several count
// as none.
func one(t Topic, read func(text string) (words.Term, ptbr.Reading)) reading {
	return reading{topic: t, words: func(text string) []string {
		if term, how := read(text); how == ptbr.Read {
			return []string{string(term)}
		}
		return nil
	}}
}

// document: that something is on file is shown, not what.
func document(term string) reading {
	return reading{topic: Documents, words: func(text string) []string {
		if ptbr.IsAbsent(text) {
			return nil
		}
		return []string{term}
	}}
}

func share(t Topic, label ptbr.Label) reading {
	return reading{topic: t, percent: func(text string) (float64, ptbr.Reading) { return ptbr.PercentOf(text, label) }}
}

var (
	schemes      = vocabulary(Certificates, words.Schemes)
	contaminants = reading{topic: Contaminants, words: func(text string) []string {
		if ptbr.IsAbsent(text) {
			return []string{None}
		}
		if words.Uncontaminated(text) {
			return []string{NotDetected}
		}
		return []string{Recorded}
	}}
	ports = reading{topic: Destination, words: func(text string) []string {
		var found []string
		for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.Locode), 0) {
			if _, known := brdoc.Port(id.Value); known {
				found = append(found, id.Value)
			}
		}
		return found
	}}
	grades = reading{topic: Grade, words: func(text string) []string {
		if v, how := ptbr.Number(text); how == ptbr.Read && v >= 2 && v <= 8 && v == float64(int(v)) {
			return []string{string(rune('0' + int(v)))}
		}
		return nil
	}}
	genetics = one(Genetics, words.GMClaim)
	arrival  = []row{
		{field: "dataHoraRecebimento", date: true},
		{field: "loteOrigem", lots: chained},
		{field: "umidade", reads: []reading{share(Moisture, ptbr.NoLabel)}},
		{field: "impureza", reads: []reading{share(Impurity, ptbr.NoLabel)}},
		{field: "tipoCafe", reads: []reading{one(Farming, words.Farming.One)}},
	}
	quality = []row{
		{field: "identificacao", lots: withheld},
		{field: "analiseQualidade", reads: []reading{share(Moisture, ptbr.Moisture), one(Cup, words.Cup)}},
		{field: "presencaContaminante", reads: []reading{contaminants}},
	}
)

// table is the allow-list: the fields of each kind that are disclosed,
// and what. A field that is not here is not disclosed, so a new kind is only counted.
var table = map[string][]row{
	kind.Plan: {
		{field: "insumos", place: true},
		{field: "soja", reads: []reading{one(Farming, words.Farming.One), genetics}},
		{field: "poligono", plot: true},
		{field: "geojson", plot: true},
	},
	kind.Planting: {
		{field: "dataPlantio", date: true},
		{field: "areaPlantada", plot: true},
		{field: "geojson", plot: true},
	},
	kind.InputApplication: {
		{field: "data", date: true},
		{field: "tipo", reads: []reading{vocabulary(Inputs, words.InputClasses)}},
		{field: "numeroReceituario", reads: []reading{document("RECEITUARIO")}},
	},
	kind.Labour: {
		{field: "treinamentos", reads: []reading{vocabulary(Trainings, words.Trainings)}},
		{field: "comprovantePagamento", reads: []reading{document("PAGAMENTO")}},
	},
	kind.Harvesting: {
		{field: "dataColheita", date: true},
		{field: "quantidadeColhida", mass: true},
		{field: "registroLimpeza", reads: []reading{document("LIMPEZA")}},
		{field: "umidade", reads: []reading{share(Moisture, ptbr.NoLabel)}},
	},
	kind.LotIdentification: {
		{field: "codigoLote", lots: chained},
		{field: "soja", reads: []reading{one(Farming, words.Farming.One), genetics}},
	},
	kind.PostHarvest: {
		{field: "loteEntrada", lots: chained},
		{field: "loteSaida", lots: chained},
		{field: "dataInicio", date: true},
		{field: "dataFim", date: true},
		{field: "tipoProcesso", reads: []reading{vocabulary(Steps, words.Processes)}},
		{field: "viaProcessamento", reads: []reading{one(Pathway, words.Pathways.One)}},
		{field: "metodoSecagem", reads: []reading{one(Drying, words.Dryings.One)}},
		{field: "umidadeSaida", reads: []reading{share(Moisture, ptbr.NoLabel)}},
		{field: "impurezaSaida", reads: []reading{share(Impurity, ptbr.NoLabel)}},
		{field: "bebida", reads: []reading{one(Cup, words.Cup)}},
		{field: "tipoCob", reads: []reading{grades}},
		{field: "registroLimpeza", reads: []reading{document("LIMPEZA")}},
		{field: "certificacao", reads: []reading{schemes}},
		{field: "modeloCadeiaCustodia", reads: []reading{one(Custody, words.Custody.One)}},
	},
	kind.Cargo: {
		{field: "notaFiscal", reads: []reading{document("NOTA_FISCAL")}},
		{field: "declaracaoSegregacao", reads: []reading{document("SEGREGACAO")}, lots: withheld},
		{field: "certificadoOrigemLote", reads: []reading{document("ORIGEM")}, place: true, lots: withheld},
		{field: "certificadoFitossanitario", reads: []reading{document("FITOSSANITARIO")}},
		{field: "certificadoCertificacao", reads: []reading{schemes}},
	},
	kind.Receiving:      arrival,
	kind.Storage:        arrival,
	kind.StorageQuality: quality,
	kind.Processing: {
		{field: "lote", lots: chained},
		{field: "produtoFinal", lots: chained},
		{field: "blendagem", lots: chained},
		{field: "dataInicio", date: true},
		{field: "dataFim", date: true},
	},
	kind.ProcessingQuality: quality,
	kind.Shipment: {
		{field: "loteOrigem", lots: chained},
		{field: "dataTransporte", date: true},
		{field: "identificacaoTransporte", reads: []reading{transport}},
		{field: "destino", reads: []reading{ports}},
	},
	kind.ExportCargo: {
		{field: "notaFiscalExportacao", reads: []reading{document("NOTA_FISCAL")}},
		{field: "declaracaoSegregacao", reads: []reading{document("SEGREGACAO")}, lots: withheld},
		{field: "certificadoOrigem", reads: []reading{document("ORIGEM")}, place: true, lots: withheld},
		{field: "certificadoFitossanitario", reads: []reading{document("FITOSSANITARIO")}},
		{field: "certificadoCertificacao", reads: []reading{schemes}},
	},
	kind.Customs: {
		{field: "declaracaoExportacao", reads: []reading{document("DECLARACAO_EXPORTACAO")}},
		{field: "licencasExportacao", reads: []reading{document("LICENCA")}},
		{field: "transporte", reads: []reading{vocabulary(Transport, words.Transports)}},
		{field: "destino", reads: []reading{ports}},
	},
	kind.Conformity: {
		{field: "certificadosOrigem", reads: []reading{document("ORIGEM")}, place: true, lots: withheld},
		{field: "certificadosFitossanitarios", reads: []reading{document("FITOSSANITARIO")}, lots: withheld},
		{field: "certificadosSustentabilidade", reads: []reading{schemes}, lots: withheld},
		{field: "declaracaoNaoOGM", reads: []reading{genetics}},
		{field: "comprovantesConformidadeRegulamentacao", reads: []reading{document("CONFORMIDADE")}, place: true},
	},
	kind.Inspection: {
		{field: "codigosLote", lots: chained},
		{field: "dataInspecao", date: true},
		{field: "resultadoInspecao", reads: []reading{one(Inspection, words.Result)}},
	},
	kind.Validation: {
		{field: "lotes", lots: withheld},
		{field: "dataValidacao", date: true},
	},
}

// transport reads the means of transport, also from its number.
var transport = reading{topic: Transport, words: func(text string) []string {
	by := map[brdoc.Type]string{brdoc.IMO: "MARITIMO", brdoc.Container: "CONTEINER", brdoc.Flight: "AEREO", brdoc.Plate: "RODOVIARIO"}
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.Container, brdoc.IMO, brdoc.Plate, brdoc.Flight), 0) {
		if id.Valid {
			return []string{by[id.Type]}
		}
	}
	return vocabulary(Transport, words.Transports).words(text)
}}
