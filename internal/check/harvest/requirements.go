package harvest

import (
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// requirement is something that a target requires of the harvest beyond the records themselves.
type requirement struct {
	topic                  Topic
	targets                []Target
	prefix, field          string
	who                    Who
	met                    func(*checker) (lacks int32, met bool) // lacks is the record to correct
	found, missing, action lang.Text
}

var (
	toEurope = []Target{EUDR}
	abroad   = []Target{EUDR, Export}
)

// requirements are in the order of the phases. Those of the EUDR are the information that an
// exporter provides for article 9 of Regulation (EU) 2023/1115.
var requirements = []requirement{
	{
		AboutPlots, toEurope, kind.Plan, "poligono", Producer, (*checker).everyPlotPlaced,
		lang.Text{PT: "todos os talhões têm localização", EN: "every plot has a location", ES: "todas las parcelas tienen ubicación"},
		lang.Text{PT: "nem todo talhão tem localização", EN: "not every plot has a location", ES: "no toda parcela tiene ubicación"},
		lang.Text{PT: "Informar o polígono de cada talhão, com seis casas decimais", EN: "Give the polygon of every plot, with six decimals", ES: "Indicar el polígono de cada parcela, con seis decimales"},
	},
	{
		AboutPlots, toEurope, kind.Plan, "poligono", Producer, (*checker).everyPlotDrawn,
		lang.Text{PT: "talhões acima de 4 ha têm o polígono desenhado", EN: "plots over 4 ha have their polygon drawn", ES: "las parcelas de más de 4 ha tienen el polígono dibujado"},
		lang.Text{PT: "falta o polígono desenhado dos talhões acima de 4 ha: ponto ou retângulo não basta", EN: "the drawn polygon of plots over 4 ha is missing: a point or a rectangle is not enough", ES: "falta el polígono dibujado de las parcelas de más de 4 ha: un punto o un rectángulo no basta"},
		lang.Text{PT: "Enviar no plano de cultivo o polígono (GeoJSON) dos talhões acima de 4 ha", EN: "Send the polygon (GeoJSON) of the plots over 4 ha in the crop plan", ES: "Enviar en el plan de cultivo el polígono (GeoJSON) de las parcelas de más de 4 ha"},
	},
	{
		AboutProducer, toEurope, kind.Profiles, profile.Producer, Producer, (*checker).everyPlotGrown,
		lang.Text{PT: "todos os talhões têm produtor", EN: "every plot has a producer", ES: "todas las parcelas tienen productor"},
		lang.Text{PT: "nem todo talhão tem produtor", EN: "not every plot has a producer", ES: "no toda parcela tiene productor"},
		lang.Text{PT: "Informar o produtor no perfil da safra, ou junto com o talhão", EN: "Give the producer in the profile of the harvest, or with the plot", ES: "Indicar el productor en el perfil de la cosecha, o junto con la parcela"},
	},
	{
		AboutLand, toEurope, kind.Plan, "insumos", Producer, func(c *checker) (int32, bool) { return c.anyOf(kind.Plan), len(c.States) > 0 },
		lang.Text{PT: "há CAR válido", EN: "there is a valid CAR", ES: "hay CAR válido"},
		lang.Text{PT: "nenhum CAR válido nos registros", EN: "no valid CAR in the records", ES: "ningún CAR válido en los registros"},
		lang.Text{PT: "Citar o CAR da propriedade no plano de cultivo", EN: "Give the farm's CAR number in the crop plan", ES: "Citar el CAR de la propiedad en el plan de cultivo"},
	},
	{
		AboutDate, toEurope, kind.Harvesting, "dataColheita", Producer, (*checker).producedWhen,
		lang.Text{PT: "há data de produção", EN: "date of production given", ES: "hay fecha de producción"},
		lang.Text{PT: "falta a data da colheita", EN: "the date of the harvest is missing", ES: "falta la fecha de la cosecha"},
		lang.Text{PT: "Informar a data em cada colheita", EN: "Give the date of every harvest", ES: "Indicar la fecha en cada cosecha"},
	},
	{
		AboutLot, toEurope, kind.LotIdentification, "codigoLote", Producer, func(c *checker) (int32, bool) {
			return c.anyOf(kind.LotIdentification), slices.Contains(c.origin.named, true)
		},
		lang.Text{PT: "há lote identificado", EN: "a lot is identified", ES: "hay lote identificado"},
		lang.Text{PT: "nenhum lote identificado", EN: "no lot is identified", ES: "ningún lote identificado"},
		lang.Text{PT: "Identificar os lotes colhidos", EN: "Identify the harvested lots", ES: "Identificar los lotes cosechados"},
	},
	{
		AboutMass, abroad, kind.Shipment, "volumeTransportado", Exporter, (*checker).shippedMass,
		lang.Text{PT: "há massa líquida embarcada", EN: "net mass shipped given", ES: "hay masa neta embarcada"},
		lang.Text{PT: "falta a massa líquida embarcada, em kg", EN: "the net mass shipped, in kg, is missing", ES: "falta la masa neta embarcada, en kg"},
		lang.Text{PT: "Informar o peso, em kg, de cada embarque", EN: "Give the weight of every shipment in kg", ES: "Indicar el peso, en kg, de cada embarque"},
	},
	{
		AboutLot, abroad, kind.Shipment, "loteOrigem", Exporter, (*checker).shippedLots,
		lang.Text{PT: "os embarques citam lotes da safra", EN: "the shipments name lots of the harvest", ES: "los embarques citan lotes de la cosecha"},
		lang.Text{PT: "nem todo embarque cita um lote conhecido da safra", EN: "not every shipment names a known lot of the harvest", ES: "no todo embarque cita un lote conocido de la cosecha"},
		lang.Text{PT: "Informar em cada embarque o lote identificado na safra", EN: "Give in every shipment the lot identified in the harvest", ES: "Indicar en cada embarque el lote identificado en la cosecha"},
	},
	{
		AboutBuyer, abroad, kind.Shipment, "destino", Exporter, (*checker).shippedWhere,
		lang.Text{PT: "há destino", EN: "destination given", ES: "hay destino"},
		lang.Text{PT: "falta o destino do embarque", EN: "the destination of the shipment is missing", ES: "falta el destino del embarque"},
		lang.Text{PT: "Informar o porto ou o país de destino", EN: "Give the port or country of destination", ES: "Indicar el puerto o el país de destino"},
	},
	{
		AboutPapers, abroad, kind.ExportCargo, "notaFiscalExportacao", Exporter, (*checker).exportInvoice,
		lang.Text{PT: "há nota fiscal de exportação com chave válida", EN: "there is an export invoice with a valid key", ES: "hay factura de exportación con clave válida"},
		lang.Text{PT: "nenhuma nota fiscal de exportação com chave válida", EN: "no export invoice with a valid key", ES: "ninguna factura de exportación con clave válida"},
		lang.Text{PT: "Informar a chave da NF-e de exportação", EN: "Give the key of the export invoice", ES: "Indicar la clave de la factura de exportación"},
	},
	{
		AboutPapers, []Target{Export}, kind.ExportCargo, "certificadoFitossanitario", Exporter, (*checker).plantPapers,
		lang.Text{PT: "há certificado fitossanitário", EN: "there is a phytosanitary certificate", ES: "hay certificado fitosanitario"},
		lang.Text{PT: "nenhum certificado fitossanitário", EN: "no phytosanitary certificate", ES: "ningún certificado fitosanitario"},
		lang.Text{PT: "Informar o certificado fitossanitário (e-Phyto)", EN: "Give the phytosanitary certificate (e-Phyto)", ES: "Indicar el certificado fitosanitario (e-Phyto)"},
	},
	{
		AboutPapers, abroad, kind.Customs, "declaracaoExportacao", Exporter, (*checker).declared,
		lang.Text{PT: "há DU-E", EN: "there is a DU-E", ES: "hay DU-E"},
		lang.Text{PT: "nenhuma DU-E", EN: "no DU-E", ES: "ninguna DU-E"},
		lang.Text{PT: "Informar o número da DU-E", EN: "Give the number of the DU-E", ES: "Indicar el número de la DU-E"},
	},
	{
		AboutForest, toEurope, kind.Conformity, "comprovantesConformidadeRegulamentacao", Certifying, (*checker).forestEvidence,
		lang.Text{PT: "há prova de não desmatamento", EN: "there is proof of no deforestation", ES: "hay prueba de no deforestación"},
		lang.Text{PT: "falta prova de não desmatamento após 31/12/2020", EN: "proof of no deforestation after 2020-12-31 is missing", ES: "falta prueba de no deforestación después del 31/12/2020"},
		lang.Text{PT: "Informar a consulta de desmatamento após 31/12/2020 (PRODES, MapBiomas)", EN: "Give the query on deforestation after 2020-12-31 (PRODES, MapBiomas)", ES: "Indicar la consulta de deforestación después del 31/12/2020 (PRODES, MapBiomas)"},
	},
	{
		AboutLaw, toEurope, kind.Conformity, "comprovantesConformidadeRegulamentacao", Certifying, (*checker).legalEvidence,
		lang.Text{PT: "há prova de produção legal", EN: "there is proof of legal production", ES: "hay prueba de producción legal"},
		lang.Text{PT: "falta prova de produção legal (CAR) no certificado de conformidade", EN: "proof of legal production (CAR) is missing in the conformity certificate", ES: "falta prueba de producción legal (CAR) en el certificado de conformidad"},
		lang.Text{PT: "Citar o CAR e as licenças no certificado de conformidade", EN: "Give the CAR and the licences in the conformity certificate", ES: "Citar el CAR y las licencias en el certificado de conformidad"},
	},
}

// noRecord takes the place of the record to correct if a new one is needed.
const noRecord int32 = -1

// anyOf returns a record of a kind, the newest, for a requirement that any of them may meet.
func (c *checker) anyOf(prefix string) int32 {
	for rec := int32(len(c.Records)) - 1; rec >= 0; rec-- {
		if c.KindOf(rec).Prefix == prefix {
			return rec
		}
	}
	return noRecord
}

// placed is a record that may locate a plot.
type placed struct {
	rec      int32
	plot     facts.Plot
	producer bool // the record names who grows it
}

// plots returns the plots that represent the harvest, the same as in the EU's file: those of its
// plans or, if no plan locates a plot, of its plantings.
func (c *checker) plots() []placed {
	var plans, plantings []placed
	located := false
	for i := range c.Plans {
		p := &c.Plans[i]
		plans = append(plans, placed{p.Rec, p.Plot, p.Producer})
		located = located || p.Plot.Located()
	}
	for i := range c.Plantings {
		p := &c.Plantings[i]
		plantings = append(plantings, placed{p.Rec, p.Plot, p.Producer})
	}
	if located || len(plans) > 0 && !c.sownThere() {
		return plans
	}
	return plantings
}

// everyPlot reports whether there are plots and all meet the condition.
func (c *checker) everyPlot(asked func(*placed) bool) (int32, bool) {
	all := c.plots()
	for i := range all {
		if !asked(&all[i]) {
			return all[i].rec, false
		}
	}
	return c.anyOf(kind.Plan), len(all) > 0
}

// everyPlotPlaced reports whether every plot has a location.
func (c *checker) everyPlotPlaced() (int32, bool) {
	return c.everyPlot(func(p *placed) bool { return p.plot.Located() })
}

// everyPlotDrawn reports whether every plot over four hectares has its polygon.
func (c *checker) everyPlotDrawn() (int32, bool) {
	large := c.largest() > pointLimit*pointSlack
	located := 0
	rec, ok := c.everyPlot(func(p *placed) bool {
		if !p.plot.Located() { // everyPlotPlaced reports it
			return true
		}
		located++
		return !(p.plot.Loose && p.plot.Ha > pointLimit*pointSlack || p.plot.Point && large)
	})
	return rec, ok && located > 0
}

// everyPlotGrown reports whether the producer of every plot is known: its record names them,
// or the profile of the harvest does.
func (c *checker) everyPlotGrown() (int32, bool) {
	if c.Profile.Stated(profile.Producer) != "" {
		return noRecord, true
	}
	return c.everyPlot(func(p *placed) bool { return p.producer })
}

// largest returns the largest area that was harvested at once.
func (c *checker) largest() float64 {
	most := 0.0
	for i := range c.Reapings {
		most = max(most, c.Reapings[i].Ha)
	}
	return most
}

func (c *checker) producedWhen() (int32, bool) {
	for i := range c.Reapings {
		if !c.Reapings[i].On.Known() {
			return c.Reapings[i].Rec, false
		}
	}
	return noRecord, len(c.Reapings) > 0
}

func (c *checker) shippedMass() (int32, bool) {
	return c.everyShipment(func(s *facts.Shipment) bool { return s.Mass.Known() && s.Mass.Value > 0 })
}

func (c *checker) shippedLots() (int32, bool) {
	return c.everyShipment(func(s *facts.Shipment) bool { return s.Lots.N > 0 && c.here(s.Lots) })
}

func (c *checker) shippedWhere() (int32, bool) {
	return c.everyShipment(func(s *facts.Shipment) bool { return s.Bound })
}

// everyShipment reports whether there are shipments and all meet the condition.
func (c *checker) everyShipment(asked func(*facts.Shipment) bool) (int32, bool) {
	for i := range c.Shipments {
		if !asked(&c.Shipments[i]) {
			return c.Shipments[i].Rec, false
		}
	}
	return noRecord, len(c.Shipments) > 0
}

func (c *checker) exportInvoice() (int32, bool) {
	return c.anyOf(kind.ExportCargo), slices.ContainsFunc(c.Invoices, func(f facts.Invoice) bool { return f.Export })
}

func (c *checker) plantPapers() (int32, bool) {
	return c.anyOf(kind.ExportCargo), slices.ContainsFunc(c.Cargoes, func(f facts.Cargo) bool { return f.Export && f.Plant }) ||
		slices.ContainsFunc(c.Conformities, func(f facts.Conformity) bool { return f.Plant })
}

func (c *checker) declared() (int32, bool) {
	return c.anyOf(kind.Customs), slices.ContainsFunc(c.Customs, func(f facts.Customs) bool { return f.Dues > 0 })
}

func (c *checker) forestEvidence() (int32, bool) {
	return c.anyOf(kind.Conformity), slices.ContainsFunc(c.Conformities, func(f facts.Conformity) bool { return f.Forest })
}

func (c *checker) legalEvidence() (int32, bool) {
	return c.anyOf(kind.Conformity), slices.ContainsFunc(c.Conformities, func(f facts.Conformity) bool { return f.Car })
}
