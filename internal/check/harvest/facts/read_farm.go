package facts

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/check/record"
	"rastro/internal/geo"
	"rastro/internal/geo/euproperty"
	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// factReaders read one payload of each kind into its fact.
var factReaders = map[string]func(*Book, int32, *payload){
	kind.Plan:              (*Book).readPlan,
	kind.Planting:          (*Book).readPlanting,
	kind.InputApplication:  (*Book).readApplication,
	kind.Labour:            (*Book).readWorker,
	kind.Harvesting:        (*Book).readReaping,
	kind.LotIdentification: (*Book).readNamed,
	kind.PostHarvest:       (*Book).readWorking,
	kind.Cargo:             (*Book).readCargo,
	kind.Receiving:         (*Book).readReceipt,
	kind.Storage:           (*Book).readReceipt,
	kind.StorageQuality:    (*Book).readSample,
	kind.Processing:        (*Book).readProcess,
	kind.ProcessingQuality: (*Book).readSample,
	kind.Shipment:          (*Book).readShipment,
	kind.ExportCargo:       (*Book).readCargo,
	kind.Customs:           (*Book).readCustoms,
	kind.Conformity:        (*Book).readConformity,
	kind.Inspection:        (*Book).readInspection,
	kind.Validation:        (*Book).readClosing,
}

// maxPlotBytes bounds the plots that are kept for comparing. Beyond it a plot is only measured.
const maxPlotBytes = 16 << 20

// readPlot reads a plot.
func (b *Book) readPlot(value []byte) Plot {
	if string(value) == "null" {
		return Plot{}
	}
	shape, err := geo.Read(value)
	if err != nil || shape.Interpretation == geo.Undetermined {
		return Plot{said: true}
	}
	f := Plot{
		said: true, Shape: shape, Ha: shape.AreaHa,
		Loose: shape.Interpretation == geo.Rectangle,
		Point: shape.Interpretation == geo.Point || shape.Interpretation == geo.Points,
	}
	if b.plotted += len(value); b.plotted > maxPlotBytes {
		f.Shape = nil
	}
	return f
}

// Located reports whether the plot states its place.
func (f Plot) Located() bool { return f.Point || f.Ha > 0 }

// better returns the plot that says more: the full shape that may accompany the
// flat list of numbers.
func (f Plot) better(other Plot) Plot {
	if other.Located() {
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
			b.States[property.UF]++
			b.keepCar(id.Value)
			found = true
		}
	}
	return found
}

// readCrop notes the crops that a text mentions.
func (b *Book) readCrop(text string) {
	for _, crop := range words.Crops.All(text) {
		b.cropWord[crop]++
	}
}

// stateCrop notes the crop that a record states.
func (b *Book) stateCrop(rec int32, p *payload) {
	text, _ := p.brief(briefDate)
	if crop, reading := words.Crops.One(text); reading == ptbr.Read {
		b.CropsStated = append(b.CropsStated, cropStatement{rec, crop})
	} else if PlainWords(strings.TrimSpace(text)) == "outra" {
		b.CropsStated = append(b.CropsStated, cropStatement{rec, OtherCrop})
	}
}

// readGM reads whether a text calls a crop genetically modified; "" if it does not say or is
// uncertain.
func readGM(text string) words.Term {
	if claim, reading := words.GMClaim(text); reading == ptbr.Read {
		return claim
	}
	return ""
}

// certainly is the one term that a text names, "" if it names none or several.
func certainly(v *words.Vocabulary, text string) words.Term {
	if term, reading := v.One(text); reading == ptbr.Read {
		return term
	}
	return ""
}

// readPlan reads a planoCultivo.
func (b *Book) readPlan(rec int32, p *payload) {
	f := Plan{Rec: rec, Field: "poligono"}
	for p.next() {
		switch string(p.name) {
		case "insumos":
			b.readCars(p.text())
		case "soja":
			text := p.joined(briefPhrase)
			b.readSoy(text)
			f.Gm = readGM(text)
		case "poligono":
			f.Plot = b.readPlot(p.value).better(f.Plot)
		case "geojson":
			f.Plot = f.Plot.better(b.readPlot(p.value))
			f.Producer = f.Producer || euproperty.NamesProducers(string(p.value))
		case "cultura":
			b.stateCrop(rec, p)
		default:
			f.Producer = b.saySame(p) == profile.Producer || f.Producer
		}
	}
	b.Plans = append(b.Plans, f)
}

// readPlanting reads a plantioManejo.
func (b *Book) readPlanting(rec int32, p *payload) {
	f := Planting{Rec: rec, On: UnknownDays}
	for p.next() {
		switch string(p.name) {
		case "dataPlantio":
			f.On = b.past(p.days(), record.OldestPlanting)
		case "cultivacaoUtilizada":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.Gm = readGM(text)
		case "areaPlantada":
			f.Plot = b.readPlot(p.value).better(f.Plot)
		case "geojson":
			f.Plot = f.Plot.better(b.readPlot(p.value))
			f.Producer = f.Producer || euproperty.NamesProducers(string(p.value))
		case "quantidadeSemente":
			f.Seed = p.massMember()
		default:
			f.Producer = b.saySame(p) == profile.Producer || f.Producer
		}
	}
	b.Plantings = append(b.Plantings, f)
}

// readApplication reads an aplicacaoInsumo.
func (b *Book) readApplication(rec int32, p *payload) {
	f := Application{Rec: rec, On: UnknownDays, Passes: 1}
	var kindOf, dose string
	for p.next() {
		switch string(p.name) {
		case "tipo":
			kindOf, _ = p.brief(briefPhrase)
		case "dose":
			dose, _ = p.brief(briefPhrase)
		case "data":
			f.On = b.past(p.days(), record.OldestEvent)
		case "areaAplicada":
			f.Ha = p.hectares()
		case "carenciaDias":
			if v, ok := p.number(); ok && v >= 0 && v < 1000 && v == float64(int(v)) {
				f.Days, f.Source = int(v), StatedInterval
			}
		case "nomeAplicador":
			f.Applicator, _ = p.brief(briefMass)
		}
	}
	f.class = certainly(words.InputClasses, kindOf)
	f.Pesticide = slices.Contains(pesticides, f.class)
	f.readInterval(kindOf, dose)
	f.Passes = max(passesIn(dose), passesIn(kindOf), 1)
	b.Applications = append(b.Applications, f)
}

// pesticides are the classes that the rules for pesticides are about.
var pesticides = []words.Term{"HERBICIDA", "INSETICIDA", "FUNGICIDA", "ACARICIDA", "NEMATICIDA", "DESSECANTE"}

// hectares returns a number that is hectares by the field's definition, 0 for none.
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
	f := Worker{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "nomeTrabalhador":
			f.Name, _ = p.brief(briefMass)
		case "treinamentos":
			for _, t := range words.Trainings.All(p.joined(briefList)) {
				f.Trained = f.Trained || strings.HasPrefix(string(t), "NR-31")
			}
		}
	}
	b.Workers = append(b.Workers, f)
}

// readReaping reads a colheita. Its day is that of the harvest or, if not stated, that of the
// cleaning before.
func (b *Book) readReaping(rec int32, p *payload) {
	f := Reaping{Rec: rec, On: UnknownDays}
	cleaned := UnknownDays
	for p.next() {
		switch string(p.name) {
		case "dataColheita":
			if text, ok := p.brief(briefDate); !ok || !ptbr.IsAbsent(text) {
				f.On, f.Stated, f.Field = b.past(p.days(), record.OldestEvent), true, "dataColheita"
			}
		case "registroLimpeza":
			if text, ok := p.brief(briefPhrase); ok {
				if found := ptbr.Dates(text); len(found) == 1 {
					cleaned = spanOf(found)
				}
			}
		case "quantidadeColhida":
			f.Mass = p.massMember()
		case "areaColhida":
			f.Ha = p.hectares()
		}
	}
	if !f.Stated {
		f.On, f.Field = cleaned, "registroLimpeza"
	}
	b.Reapings = append(b.Reapings, f)
}

// readNamed reads an identificacaoLote.
func (b *Book) readNamed(rec int32, p *payload) {
	f := Identification{Rec: rec}
	for p.next() {
		switch string(p.name) {
		case "codigoLote":
			f.Lots = b.readLots(p)
		case "soja":
			text := p.joined(briefPhrase)
			b.readSoy(text)
			f.Gm = readGM(text)
			f.Farming = certainly(words.Farming, text)
		}
	}
	b.Identified = append(b.Identified, f)
}

// readLots reads the lots that a text names.
func (b *Book) readLots(p *payload) LotSet {
	if text, ok := p.brief(briefList); ok {
		return b.Lots.read(text)
	}
	return LotSet{Vague: true}
}

// KindOf returns the kind of a record.
func (b *Book) KindOf(rec int32) *kind.Kind { return b.Records[rec].kind }
