package audit

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// factReaders read one payload of each kind into its fact.
var factReaders = map[string]func(*Book, int32, *payload){
	"/cadastroPlanejamento/planoCultivo":               (*Book).readPlan,
	"/producaoAgricola/plantioManejo":                  (*Book).readPlanting,
	"/producaoAgricola/aplicacaoInsumo":                (*Book).readApplication,
	"/producaoAgricola/maoDeObra":                      (*Book).readWorker,
	"/colheitaIdentificacaoProducao/colheita":          (*Book).readReaping,
	"/colheitaIdentificacaoProducao/identificacaoLote": (*Book).readNamed,
	"/posColheita/beneficiamento":                      (*Book).readWorking,
	"/transporteLogistico/documentacaoCarga":           (*Book).readCargo,
	"/armazenamento/recebimento":                       (*Book).readReceipt,
	"/armazenamento/armazenamento":                     (*Book).readReceipt,
	"/armazenamento/controleQualidade":                 (*Book).readSample,
	"/processamento/processamento":                     (*Book).readProcess,
	"/processamento/controleQualidade":                 (*Book).readSample,
	"/logisticaExportacao/transporteExportacao":        (*Book).readShipment,
	"/logisticaExportacao/documentacaoCargaExportacao": (*Book).readCargo,
	"/exportacao/documentacaoAduaneira":                (*Book).readCustoms,
	"/exportacao/certificadoConformidade":              (*Book).readConformity,
	"/exportacao/inspecaoPreEmbarque":                  (*Book).readInspection,
	"/validacao":                                       (*Book).readClosing,
}

// maxPlotBytes bounds the plots that are kept for comparing. Beyond it a plot is
// measured and let go.
const maxPlotBytes = 16 << 20

// readPlot reads a plot.
func (b *Book) readPlot(value []byte) plotFact {
	if string(value) == "null" {
		return plotFact{}
	}
	shape, err := geo.Read(value)
	if err != nil || shape.Interpretation == geo.Undetermined {
		return plotFact{said: true}
	}
	f := plotFact{
		said: true, shape: shape, ha: shape.AreaHa,
		loose: shape.Interpretation == geo.Rectangle,
		point: shape.Interpretation == geo.Point || shape.Interpretation == geo.Points,
	}
	if b.plotted += len(value); b.plotted > maxPlotBytes {
		f.shape = nil
	}
	return f
}

// located tells whether the plot says where it is.
func (f plotFact) located() bool { return f.point || f.ha > 0 }

// better is the plot that says more: the full shape that may stand beside the
// flat list of numbers.
func (f plotFact) better(other plotFact) plotFact {
	if other.located() {
		return other
	}
	f.said = f.said || other.said
	return f
}

// readCars notes the rural properties that a text names.
func (b *Book) readCars(text string) bool {
	if !strings.Contains(text, "-") && !strings.Contains(text, ".") {
		return false
	}
	found := false
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.CAR), b.year) {
		if !id.Valid {
			continue
		}
		if property, ok := brdoc.ParseCAR(id.Value); ok {
			b.states[property.UF]++
			found = true
		}
	}
	return found
}

// readCrop notes the crops that a text speaks of.
func (b *Book) readCrop(text string) {
	for _, crop := range ptbr.Crops.All(text) {
		b.cropWord[crop]++
	}
}

// stateCrop notes the crop that a record states.
func (b *Book) stateCrop(rec int32, p *payload) {
	text, _ := p.brief(briefDate)
	if crop, reading := ptbr.Crops.One(text); reading == ptbr.Read {
		b.cropSaid = append(b.cropSaid, cropStatement{rec, crop})
	} else if plainWords(strings.TrimSpace(text)) == "outra" {
		b.cropSaid = append(b.cropSaid, cropStatement{rec, otherCrop})
	}
}

// readGM is what a text says of being genetically modified, "" for nothing or
// nothing sure.
func readGM(text string) ptbr.Term {
	if claim, reading := ptbr.GMClaim(text); reading == ptbr.Read {
		return claim
	}
	return ""
}

// certainly is the one term that a text names, "" where it names none or several.
func certainly(v *ptbr.Vocabulary, text string) ptbr.Term {
	if term, reading := v.One(text); reading == ptbr.Read {
		return term
	}
	return ""
}

// readPlan reads a planoCultivo.
func (b *Book) readPlan(rec int32, p *payload) {
	f := planFact{rec: rec, field: "poligono"}
	for p.next() {
		switch string(p.name) {
		case "insumos":
			b.readCars(p.text())
		case "soja":
			text := p.joined(briefPhrase)
			b.readCrop(text)
			f.gm = readGM(text)
		case "poligono":
			f.plot = b.readPlot(p.value).better(f.plot)
		case "geojson":
			f.plot = f.plot.better(b.readPlot(p.value))
		case "cultura":
			b.stateCrop(rec, p)
		}
	}
	b.plans = append(b.plans, f)
}

// readPlanting reads a plantioManejo.
func (b *Book) readPlanting(rec int32, p *payload) {
	f := plantingFact{rec: rec, on: unknownSpan}
	for p.next() {
		switch string(p.name) {
		case "dataPlantio":
			f.on = b.past(p.days(), oldestPlanting)
		case "cultivacaoUtilizada":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.gm = readGM(text)
		case "areaPlantada":
			f.plot = b.readPlot(p.value).better(f.plot)
		case "geojson":
			f.plot = f.plot.better(b.readPlot(p.value))
		case "quantidadeSemente":
			f.seed = p.massMember()
		}
	}
	b.plantings = append(b.plantings, f)
}

// readApplication reads an aplicacaoInsumo.
func (b *Book) readApplication(rec int32, p *payload) {
	f := applicationFact{rec: rec, on: unknownSpan, passes: 1}
	var kindOf, dose string
	for p.next() {
		switch string(p.name) {
		case "tipo":
			kindOf, _ = p.brief(briefPhrase)
		case "dose":
			dose, _ = p.brief(briefPhrase)
		case "data":
			f.on = b.past(p.days(), oldestEvent)
		case "areaAplicada":
			f.ha = p.hectares()
		case "carenciaDias":
			if v, ok := p.number(); ok && v >= 0 && v < 1000 && v == float64(int(v)) {
				f.days, f.source = int(v), statedInterval
			}
		case "nomeAplicador":
			f.applicator, _ = p.brief(briefMass)
		}
	}
	f.class = certainly(ptbr.InputClasses, kindOf)
	f.pesticide = slices.Contains(pesticides, f.class)
	f.readInterval(kindOf, dose)
	f.passes = max(passesIn(dose), passesIn(kindOf), 1)
	b.applications = append(b.applications, f)
}

// pesticides are the classes that the rules for pesticides are about.
var pesticides = []ptbr.Term{"HERBICIDA", "INSETICIDA", "FUNGICIDA", "ACARICIDA", "NEMATICIDA", "DESSECANTE"}

// hectares is a number that is hectares by the field's definition, 0 for none.
func (p *payload) hectares() float64 {
	if v, ok := p.number(); ok {
		if v > 0 && v < 1e9 {
			return v
		}
		return 0
	}
	if text, ok := p.brief(briefMass); ok {
		if ha, reading := ptbr.Area(text); reading == ptbr.Read {
			return ha
		}
	}
	return 0
}

// readWorker reads a maoDeObra.
func (b *Book) readWorker(rec int32, p *payload) {
	f := workerFact{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "nomeTrabalhador":
			f.name, _ = p.brief(briefMass)
		case "treinamentos":
			for _, t := range ptbr.Trainings.All(p.joined(briefList)) {
				f.trained = f.trained || strings.HasPrefix(string(t), "NR-31")
			}
		}
	}
	b.workers = append(b.workers, f)
}

// readReaping reads a colheita. Its day is that of the harvest or, where none
// is stated, that of the cleaning before it.
func (b *Book) readReaping(rec int32, p *payload) {
	f := reapingFact{rec: rec, on: unknownSpan}
	cleaned := unknownSpan
	for p.next() {
		switch string(p.name) {
		case "dataColheita":
			if text, ok := p.brief(briefDate); !ok || !ptbr.IsAbsent(text) {
				f.on, f.stated, f.field = b.past(p.days(), oldestEvent), true, "dataColheita"
			}
		case "registroLimpeza":
			if text, ok := p.brief(briefPhrase); ok {
				if found := ptbr.Dates(text); len(found) == 1 {
					cleaned = spanOf(found)
				}
			}
		case "quantidadeColhida":
			f.mass = p.massMember()
		case "areaColhida":
			f.ha = p.hectares()
		}
	}
	if !f.stated {
		f.on, f.field = cleaned, "registroLimpeza"
	}
	b.reapings = append(b.reapings, f)
}

// readNamed reads an identificacaoLote.
func (b *Book) readNamed(rec int32, p *payload) {
	f := namedFact{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "codigoLote":
			f.lots = b.readLots(p)
		case "soja":
			text := p.joined(briefPhrase)
			b.readCrop(text)
			f.gm = readGM(text)
			f.farming = certainly(ptbr.Farming, text)
		}
	}
	b.named = append(b.named, f)
}

// readLots reads the lots that a text names.
func (b *Book) readLots(p *payload) lotSet {
	if text, ok := p.brief(briefList); ok {
		return b.lots.read(text)
	}
	return lotSet{vague: true}
}

// kindOf is the kind of a record.
func (b *Book) kindOf(rec int32) *kind.Kind { return b.records[rec].kind }
