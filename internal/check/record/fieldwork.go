package record

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// prescribed are the classes of inputs that are sold on prescription. A growth regulator is one by
// law, but people also use that name for fertilisers.
var prescribed = []words.Term{"HERBICIDA", "INSETICIDA", "FUNGICIDA", "ACARICIDA", "NEMATICIDA", "DESSECANTE"}

// seed is the class that is sold treated.
const seed words.Term = "SEMENTE"

// gradePrescription checks that a pesticide has the number of its prescription.
func gradePrescription(g *grader) {
	input, number := g.get("tipo"), g.get("numeroReceituario")
	if input.kind != '"' {
		return
	}
	classes := words.InputClasses.All(input.text)
	pesticide := slices.IndexFunc(classes, func(t words.Term) bool { return slices.Contains(prescribed, t) })
	if pesticide < 0 || slices.Contains(classes, seed) {
		return
	}
	switch {
	case number.absent():
		g.add(noPrescription, number, "classe", strings.ToLower(string(classes[pesticide])))
	case countDigits(number.text) == 0:
		g.add(wordlessPrescription, number, "valor", number.quoted())
	}
}

// gradeBanned looks for products that may not be used.
func gradeBanned(g *grader, f *fact) {
	for _, name := range words.BannedActives.All(f.text) {
		g.add(bannedProduct, f, "produto", strings.ToLower(string(name)))
	}
}

// gradeDose reads how much was applied, and the interval before harvest.
func gradeDose(g *grader, f *fact) {
	switch _, reading := ptbr.Dose(f.text); reading {
	case ptbr.Impossible:
		g.add(negativeQuantity, f, "valor", f.quoted())
	case ptbr.Unreadable, ptbr.Bare:
		g.add(incompleteDose, f, "valor", f.quoted())
	}
	if _, reading := ptbr.PreHarvestInterval(f.text); reading == ptbr.Unreadable {
		g.add(unreadableInterval, f, "valor", f.quoted())
	}
}

// Hours of work, and the words that mean more than a day.
const (
	longestDay    = 10
	hoursOfADay   = 24
	hoursOfAMonth = 744
	periodWords   = "competencia mes mensal mensais meses quinzena quinzenal semana semanal semanas periodo folha holerite safra dias diarias empreita"
)

// gradeHours checks hours of work against the longest period that they can cover.
func gradeHours(g *grader) {
	hours := g.get("horas")
	switch h := hours.value; {
	case !hours.read() || h <= longestDay:
	case h > hoursOfAMonth:
		g.add(impossibleHours, hours, "horas", figure(h))
	case g.saysPeriod():
	case h > hoursOfADay:
		g.add(hoursWithoutPeriod, hours, "horas", figure(h))
	default:
		g.add(longDay, hours, "horas", figure(h))
	}
}

// saysPeriod reports whether the proof of payment mentions more than a day.
func (g *grader) saysPeriod() bool {
	proof := g.get("comprovantePagamento").text
	dates := ptbr.Dates(proof)
	return says(proof, periodWords) || len(dates) > 1 || len(dates) == 1 && dates[0].Precision == ptbr.ToTheMonth
}

// ruralSafety begins the names of all trainings of the rural safety rule.
const ruralSafety = "NR-31"

// gradeTraining looks for the training of the rural safety rule.
func gradeTraining(g *grader, f *fact) {
	if len(f.texts) == 0 {
		return
	}
	for _, text := range f.texts {
		for _, name := range words.Trainings.All(text) {
			if strings.HasPrefix(string(name), ruralSafety) {
				return
			}
		}
	}
	g.add(noTraining, f)
}

// gradeModification checks that a plan or lot does not say both that it is
// genetically modified and that it is not.
func gradeModification(g *grader) {
	var modified, plain string
	for i := range g.facts {
		f := &g.facts[i]
		if !f.field.crop {
			continue
		}
		for _, text := range append(f.texts, f.text) {
			switch claim, reading := words.GMClaim(text); {
			case reading == ptbr.Read && claim == words.GM:
				modified = text
			case reading == ptbr.Read && claim == words.NonGM, reading == ptbr.Absent && isPlain(text):
				plain = text
			}
		}
	}
	if modified == "" || plain == "" || g.crop() == coffee {
		return
	}
	g.add(contradictoryGM, g.get("soja"), "um", clip(plain), "outro", clip(modified))
}

// isPlain reports whether a text calls a crop conventional or organic, which a genetically modified
// crop cannot be.
func isPlain(text string) bool {
	_, reading := words.Farming.One(text)
	return reading == ptbr.Read
}

// longestLot is how many characters a lot may have in a GS1 code.
const longestLot = 20

// gradeLotCode checks a code that names a new lot.
func gradeLotCode(g *grader, f *fact) {
	text := strings.TrimSpace(f.text)
	if text == "" {
		return
	}
	if n := utf8.RuneCountInString(text); n > longestLot {
		g.add(longLot, f, "tamanho", strconv.Itoa(n))
	}
	if !isPlainCode(text) && !f.absent() {
		g.add(oddLot, f, "valor", f.quoted())
	}
}

func isPlainCode(text string) bool {
	for i := range len(text) {
		c := text[i]
		alnum := c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !alnum && (i == 0 || c != '.' && c != '_' && c != '/' && c != '-') {
			return false
		}
	}
	return true
}

// gradeRenaming checks that the output of processing has a code of its own.
func gradeRenaming(g *grader) {
	in, out := g.get("loteEntrada"), g.get("loteSaida")
	if in.kind == '"' && !in.absent() && strings.EqualFold(strings.TrimSpace(in.text), strings.TrimSpace(out.text)) {
		g.add(sameLot, out, "valor", out.quoted())
	}
}

// gradeHarvestYears checks the harvest that a lot's description names.
func gradeHarvestYears(g *grader, f *fact) {
	for i, text := range f.texts {
		if _, _, reading := ptbr.Harvest(text); reading == ptbr.Impossible && says(text, "safra safras") {
			g.addAt(impossibleHarvest, f, f.field.pointer+"/"+strconv.Itoa(i), "valor", clip(text))
		}
	}
}

// oneOf returns a check that a text contains one of a field's known values.
func oneOf(read func(string) (words.Term, ptbr.Reading)) check {
	return func(g *grader, f *fact) {
		if f.kind == '"' {
			g.listed(f, f.field.pointer, f.text, read)
		}
		for i, text := range f.texts {
			g.listed(f, f.field.pointer+"/"+strconv.Itoa(i), text, read)
		}
	}
}

func (g *grader) listed(f *fact, pointer, text string, read func(string) (words.Term, ptbr.Reading)) {
	if _, reading := read(text); reading == ptbr.Unreadable && !ptbr.IsAbsent(strings.ReplaceAll(text, "_", " ")) {
		g.addAt(unlistedValue, f, pointer, "valor", clip(text), "lista", strings.Join(f.field.values, ", "))
	}
}
