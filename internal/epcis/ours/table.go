package ours

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/epcis"
	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// row is a kind of record as an event.
type row struct {
	event        epcis.Type
	action, step string
	disposition  string
	day          []string // the fields that say when it was, the first that does
	// grows: it belongs to the growing of the harvest, one transformation from planting to
	// harvesting.
	grows bool
	// used and made are what goes into growing and what comes out.
	used, made *good
	place      string // the field that names the place
	at         string // the field that names where the goods are afterwards
	to         string // the field that names the destination
	verdict    string // the field with the result of an inspection
	papers     []paper
	measures   []measure
	// master are fields of the lot's own data; lists and texts.
	master []attribute
	// certifies are fields that name certification schemes.
	certifies []string
}

// good is what goes in or comes out, with the field for its quantity.
type good struct{ name, field, of string }

// paper is a field that names documents: by known identifiers, or by a number.
type paper struct {
	field string
	types brdoc.Set
	kind  string // the type of business transaction
	name  string // in our URIs; "" omits anything but known identifiers
}

// measure is a field with a measurement.
type measure struct {
	field, is, unit, name string
	label                 ptbr.Label
	// said: the field is a text that may contain other things, so only what has the label counts.
	said bool
}

type attribute struct{ field, name string }

// Our words where EPCIS has none.
const (
	planting    = "rastro:BizStep-plantio"
	application = "rastro:BizStep-aplicacao"
	harvesting  = "rastro:BizStep-colheita"
	moisture    = "rastro:Umidade"
	impurity    = "rastro:Impureza"
	percent     = "P1"
)

var (
	quality = []measure{
		{"analiseQualidade", moisture, percent, "umidade", ptbr.Moisture, true},
		{"analiseQualidade", impurity, percent, "impureza", ptbr.Impurity, true},
	}
	arrived = []measure{
		{"umidade", moisture, percent, "umidade", ptbr.Moisture, false},
		{"impureza", impurity, percent, "impureza", ptbr.Impurity, false},
	}
	withCargo = func(invoice, origin string) []paper {
		return []paper{
			{invoice, brdoc.Keys, "inv", ""},
			{origin, 0, "cert", "certificado-origem"},
			{"certificadoFitossanitario", brdoc.Types(brdoc.PTV, brdoc.CFO, brdoc.CFOC), "cert", "certificado-fitossanitario"},
		}
	}
)

// table says which event represents each kind. Plans and labour have none: a plan is not an event
// yet, and labour is about people.
var table = map[string]*row{
	kind.Planting: {event: epcis.TransformationEvent, step: planting, grows: true, day: []string{"dataPlantio"}, used: &good{"semente", "quantidadeSemente", ""}},
	kind.InputApplication: {event: epcis.TransformationEvent, step: application, grows: true, day: []string{"data"}, used: &good{"insumo", "", "tipo"},
		papers: []paper{{"numeroReceituario", 0, "rastro:BTT-receituario", "receituario"}}},
	kind.Harvesting: {event: epcis.TransformationEvent, step: harvesting, grows: true, day: []string{"dataColheita"}, made: &good{"", "quantidadeColhida", ""}, place: "talhao",
		measures: []measure{{"umidade", moisture, percent, "umidade", ptbr.Moisture, false}}, master: []attribute{{"dataColheita", "cbvmda:harvestStartDate"}, {"areaColhida", "rastro:areaColhida"}}},
	kind.LotIdentification: {event: epcis.TransformationEvent, step: "commissioning", disposition: "active", at: "destinoInicial", master: []attribute{{"soja", "rastro:caracteristicas"}}},
	kind.PostHarvest: {event: epcis.TransformationEvent, step: "commissioning", disposition: "in_progress", day: []string{"dataFim", "dataInicio"}, place: "unidadeBeneficiamento",
		measures: []measure{
			{"temperaturaAr", "Temperature", "CEL", "temperaturaAr", ptbr.NoLabel, false}, {"temperaturaMassa", "Temperature", "CEL", "temperaturaMassa", ptbr.NoLabel, false},
			{"umidadeEntrada", moisture, percent, "umidadeEntrada", ptbr.Moisture, false}, {"umidadeSaida", moisture, percent, "umidadeSaida", ptbr.Moisture, false},
			{"impurezaEntrada", impurity, percent, "impurezaEntrada", ptbr.Impurity, false}, {"impurezaSaida", impurity, percent, "impurezaSaida", ptbr.Impurity, false},
		},
		certifies: []string{"certificacao"}},
	kind.Cargo:             {event: epcis.TransactionEvent, action: "ADD", step: "consigning", papers: withCargo("notaFiscal", "certificadoOrigemLote"), certifies: []string{"certificadoCertificacao"}},
	kind.ExportCargo:       {event: epcis.TransactionEvent, action: "ADD", step: "consigning", papers: withCargo("notaFiscalExportacao", "certificadoOrigem"), certifies: []string{"certificadoCertificacao"}},
	kind.Receiving:         {event: epcis.ObjectEvent, step: "receiving", disposition: "in_progress", day: []string{"dataHoraRecebimento"}, measures: arrived},
	kind.Storage:           {event: epcis.ObjectEvent, step: "storing", disposition: "in_progress", day: []string{"dataHoraRecebimento"}, measures: arrived},
	kind.StorageQuality:    {event: epcis.ObjectEvent, step: "sampling", measures: quality},
	kind.ProcessingQuality: {event: epcis.ObjectEvent, step: "sampling", measures: quality},
	kind.Processing:        {event: epcis.TransformationEvent, step: "commissioning", disposition: "in_progress", day: []string{"dataFim", "dataInicio"}},
	kind.Shipment:          {event: epcis.ObjectEvent, step: "shipping", disposition: "in_transit", day: []string{"dataTransporte"}, to: "destino"},
	kind.Customs: {event: epcis.TransactionEvent, action: "ADD", to: "destino", papers: []paper{
		{"declaracaoExportacao", brdoc.Types(brdoc.DUE), "rastro:BTT-due", ""}, {"declaracaoExportacao", brdoc.Types(brdoc.RUC), "rastro:BTT-ruc", ""}, {"licencasExportacao", brdoc.Types(brdoc.LPCO), "rastro:BTT-lpco", ""}}},
	kind.Conformity: {event: epcis.TransactionEvent, action: "ADD", papers: []paper{
		{"certificadosOrigem", 0, "cert", "certificado-origem"}, {"certificadosFitossanitarios", brdoc.Types(brdoc.PTV, brdoc.CFO, brdoc.CFOC), "cert", "certificado-fitossanitario"}},
		certifies: []string{"certificadosSustentabilidade"}},
	kind.Inspection: {event: epcis.ObjectEvent, step: "inspecting", day: []string{"dataInspecao"}, verdict: "resultadoInspecao",
		papers: []paper{{"numeroRelatorioInspecao", 0, "testres", "relatorio-inspecao"}}},
	kind.Validation: {event: epcis.ObjectEvent, step: "inspecting", day: []string{"dataValidacao"}, verdict: "status"},
}

// Words returns the values that events of ours have in one of the resources eventTypes, bizSteps
// and dispositions, sorted. Words of ours are complete URIs.
func Words(resource string, n *Namer) (all []string) {
	for _, r := range table {
		words := []string{r.step}
		switch resource {
		case "eventTypes":
			words = []string{r.event.String()}
		case "dispositions":
			words = []string{r.disposition}
			if r.verdict != "" {
				words = append(words, "conformant", "non_conformant", "completeness_verified")
			}
		}
		for _, word := range words {
			if rest, own := strings.CutPrefix(word, "rastro:"); own {
				word = n.Namespace() + rest
			}
			if word != "" && !slices.Contains(all, word) {
				all = append(all, word)
			}
		}
	}
	slices.Sort(all)
	return all
}
