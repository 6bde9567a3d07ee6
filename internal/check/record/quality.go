package record

import (
	"strings"

	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// Limits of quality, in percent.
const (
	soyMoisture    = 14
	coffeeMoisture = 12.5
	leastCoffee    = 8
	leastPlausible = 5
	mostPlausible  = 25 // of grain
	mostOfCherry   = 70
	mostOfOil      = 1 // of moisture in oil rather than grain
	mostImpurity   = 1
	mostOffColour  = 10
	gmLabel        = 1
	gmLabelUnion   = 0.9
	mostScore      = 100
)

// gradeMoistureIn checks the moisture in a field that may describe any stage: fresh cherries are
// wet.
func gradeMoistureIn(g *grader, f *fact) {
	if !f.isShare() || g.percent(f, f.value, f.sure()) {
		return
	}
	if f.value > mostOfCherry || f.value < leastPlausible {
		g.add(implausibleMoisture, f, "valor", figure(f.value))
	}
}

// gradeMoisture checks the moisture of a product that should be dry.
func gradeMoisture(g *grader, f *fact) {
	if f.isShare() && isMeasure(f) {
		g.moisture(f, f.value, f.sure())
	}
}

func (g *grader) moisture(f *fact, value float64, sure bool) {
	if value >= leastCoffee && value <= coffeeMoisture || g.percent(f, value, sure) {
		return
	}
	is := g.crop()
	least, limit, most := 0.0, float64(soyMoisture), float64(mostOfCherry)
	switch is {
	case anotherCrop:
		return
	case soy:
		most = mostPlausible
	case coffee:
		least, limit = leastCoffee, coffeeMoisture
	}
	implausible := value > most || value < leastPlausible && !(value <= mostOfOil && g.isOil())
	if !implausible && value >= least && value <= limit || g.isMade() {
		return
	}
	switch {
	case implausible:
		g.add(implausibleMoisture, f, "valor", figure(value))
	case value < least:
		g.add(lowMoisture, f, "valor", figure(value), "limite", figure(least))
	case is == soy || !g.isFresh():
		g.add(highMoisture, f, "valor", figure(value), "limite", figure(limit))
	}
}

// percent reports an impossible share. It is certain if the text has the sign, or if the field's
// table expects a number in percent.
func (g *grader) percent(f *fact, value float64, sure bool) bool {
	if value >= 0 && value <= 100 || !sure {
		return false
	}
	g.add(impossiblePercent, f, "valor", figure(value))
	return true
}

// gradeShare checks a field with a percentage that may have any size.
func gradeShare(g *grader, f *fact) {
	if f.isShare() {
		g.percent(f, f.value, f.sure())
	}
}

// gradeYieldShare checks a yield. Coffee growers also give it in litres a bag, so a
// bare number over 100 is not a share.
func gradeYieldShare(g *grader, f *fact) {
	if f.kind == '"' {
		gradeShare(g, f)
	}
}

// gradeImpurity checks the impurities of a product that should be clean.
func gradeImpurity(g *grader, f *fact) {
	if f.isShare() && isMeasure(f) {
		g.impurity(f, f.value, f.sure())
	}
}

func (g *grader) impurity(f *fact, value float64, sure bool) {
	if value >= 0 && value <= mostImpurity || g.percent(f, value, sure) || g.crop() == anotherCrop || g.isMade() {
		return
	}
	g.add(highImpurity, f, "valor", figure(value), "limite", figure(mostImpurity))
}

// isMeasure reports whether a field's number is a measurement, rather than the limit that it was
// compared with: máx. 14%, tolerância 2%.
func isMeasure(f *fact) bool {
	if f.kind != '"' || f.value >= leastCoffee && f.value <= coffeeMoisture || f.value >= 0 && f.value <= mostImpurity {
		return true // it makes no difference
	}
	for _, found := range ptbr.Quantities(f.text) {
		if found.Value == f.value {
			return found.Bound != ptbr.AtMost && found.Bound != ptbr.Limit
		}
	}
	return true
}

// gradeLaboratory checks the measures in a text of a laboratory.
func gradeLaboratory(g *grader, f *fact) {
	if f.kind != '"' {
		return
	}
	found := ptbr.Quantities(f.text)
	var kind, defects, moisture, impurity *ptbr.Found
	for i := range found {
		q := &found[i]
		if q.Reading != ptbr.Read && q.Reading != ptbr.Bare || q.Bound == ptbr.AtMost || q.Bound == ptbr.Limit {
			continue
		}
		switch q.Label {
		case ptbr.OfficialType:
			kind = q
		case ptbr.Defects:
			defects = q
		case ptbr.Moisture:
			moisture = least(moisture, q)
		case ptbr.Impurity:
			impurity = least(impurity, q)
		case ptbr.GMContent:
			g.modified(f, q.Value)
		case ptbr.OffColour:
			g.colours(f, q.Value)
		case ptbr.Score:
			if q.Value > mostScore {
				g.add(impossibleScore, f, "valor", figure(q.Value))
			}
		}
	}
	if moisture != nil {
		g.moisture(f, moisture.Value, moisture.Reading == ptbr.Read)
	}
	if impurity != nil {
		g.impurity(f, impurity.Value, impurity.Reading == ptbr.Read)
	}
	for i := range found {
		g.defect(f, &found[i], kind)
	}
	if kind != nil && defects != nil && defects.Unit == nil {
		g.coffeeType(f, defects.Value, int(kind.Value))
	}
}

// least returns the smaller of two measures: a text may give one before drying or
// cleaning and one after.
func least(a, b *ptbr.Found) *ptbr.Found {
	if a == nil || b.Value < a.Value {
		return b
	}
	return a
}

// limit is a line of the standard for soy.
type limit struct {
	label ptbr.Label
	name  lang.Text
	// most are the largest shares of the basic standard, and of types 1 and 2.
	most [3]float64
}

var soyStandard = []limit{
	{ptbr.Damaged, lang.Text{PT: "avariados", EN: "damaged", ES: "dañados"}, [3]float64{8, 4, 6}},
	{ptbr.Burnt, lang.Text{PT: "queimados", EN: "burnt", ES: "quemados"}, [3]float64{1, 0.3, 1}},
	{ptbr.Sour, lang.Text{PT: "ardidos", EN: "sour", ES: "agrios"}, [3]float64{4, 1, 2}},
	{ptbr.SourBurnt, lang.Text{PT: "ardidos e queimados", EN: "sour and burnt", ES: "agrios y quemados"}, [3]float64{4, 1, 2}},
	{ptbr.Mouldy, lang.Text{PT: "mofados", EN: "mouldy", ES: "mohosos"}, [3]float64{6, 0.5, 1.5}},
	{ptbr.Greenish, lang.Text{PT: "esverdeados", EN: "greenish", ES: "verdosos"}, [3]float64{8, 2, 4}},
	{ptbr.Broken, lang.Text{PT: "partidos, quebrados e amassados", EN: "split, broken and crushed", ES: "partidos, quebrados y aplastados"}, [3]float64{30, 8, 15}},
}

var soyStandards = [3]lang.Text{
	{PT: "padrão básico", EN: "the basic standard", ES: "de estándar básico"},
	{PT: "tipo 1", EN: "type 1", ES: "de tipo 1"},
	{PT: "tipo 2", EN: "type 2", ES: "de tipo 2"},
}

// defect compares a share of defective grains with the standard of soy.
func (g *grader) defect(f *fact, q, kind *ptbr.Found) {
	measured := (q.Reading == ptbr.Read || q.Reading == ptbr.Bare) && q.Bound != ptbr.AtMost && q.Bound != ptbr.Limit
	for i := range soyStandard {
		row := &soyStandard[i]
		if row.label != q.Label || !measured || g.percent(f, q.Value, q.Reading == ptbr.Read) {
			continue
		}
		standard := 0
		if kind != nil && (kind.Value == 1 || kind.Value == 2) {
			standard = int(kind.Value)
		}
		if most := row.most[standard]; q.Value > most && g.crop() == soy {
			g.add(overLimit, f, "defeito", row.name, "valor", figure(q.Value), "limite", figure(most), "padrao", soyStandards[standard])
		}
	}
}

// colours checks grains of other colours against the class that is claimed.
func (g *grader) colours(f *fact, value float64) {
	if value <= mostOffColour || g.crop() != soy {
		return
	}
	for i := range g.facts {
		if says(g.facts[i].text, "amarela amarelo") {
			g.add(mixedClass, f, "valor", figure(value), "limite", figure(mostOffColour))
			return
		}
	}
}

// outOfType follows the eight types of coffee.
const outOfType = 9

// typeOf returns the type of coffee by its defects in 300 g.
func typeOf(defects float64) int {
	for i, most := range [...]float64{4, 12, 26, 46, 86, 160, 360} {
		if defects <= most {
			return 2 + i
		}
	}
	return outOfType
}

// coffeeType compares a type of coffee with its defects.
func (g *grader) coffeeType(f *fact, defects float64, kind int) {
	right := typeOf(defects)
	if kind < 2 || kind > outOfType || kind == right || defects < 0 || g.crop() == soy {
		return
	}
	rule := betterType
	if kind > right {
		rule = worseType
	}
	g.add(rule, f, "defeitos", figure(defects), "certo", typeName(right), "tipo", typeName(kind))
}

func typeName(kind int) lang.Text {
	if kind == outOfType {
		return lang.Text{PT: "fora de tipo", EN: "out of type", ES: "fuera de tipo"}
	}
	return figure(float64(kind))
}

// declaredType reads the type of coffee in a field: 4, Tipo 4, or out of type. Types between two
// (4/5) do not count.
func declaredType(text string) (int, bool) {
	switch folded := lang.Fold(text); {
	case strings.Contains(folded, "fora de tipo"):
		return outOfType, true
	default:
		folded = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(folded, "cob"), "tipo"), "cob"))
		if len(folded) == 1 && folded[0] >= '2' && folded[0] <= '8' {
			return int(folded[0] - '0'), true
		}
	}
	return 0, false
}

// modified checks the share of genetically modified matter.
func (g *grader) modified(f *fact, value float64) {
	switch {
	case value > gmLabel:
		g.add(gmOverLimit, f, "valor", figure(value), "limite", figure(gmLabel))
	case value > gmLabelUnion:
		g.add(gmOverUnion, f, "valor", figure(value), "limite", figure(gmLabelUnion))
	}
}

// gradeNonGM checks a declaration that a product is not genetically modified.
func gradeNonGM(g *grader, f *fact) {
	if claim, reading := words.GMClaim(f.text); reading == ptbr.Read && claim == words.GM {
		g.add(gmDeclared, f, "valor", f.quoted())
		return
	}
	if value, reading := ptbr.PercentOf(f.text, ptbr.GMContent); reading == ptbr.Read {
		g.modified(f, value)
	}
}

// Checks that need the crop run after all fields have been read, because any field may name it.

func gradeDelivered(g *grader) {
	gradeMoisture(g, g.get("umidade"))
	gradeImpurity(g, g.get("impureza"))
}

func gradeDried(g *grader) {
	gradeMoisture(g, g.get("umidadeSaida"))
	gradeImpurity(g, g.get("impurezaSaida"))
}

func gradeAnalysis(g *grader) { gradeLaboratory(g, g.get("analiseQualidade")) }

func gradeSettings(g *grader) { gradeLaboratory(g, g.get("parametros")) }

func gradeSample(g *grader) { gradeLaboratory(g, g.get("dadosAnaliseLaboratorial")) }

// gradeLabReport checks a report of a laboratory or an inspector.
func gradeLabReport(g *grader, f *fact) { g.contaminant(f, false) }

// gradeContaminantList checks a list of contaminants that were found.
func gradeContaminantList(g *grader, f *fact) { g.contaminant(f, true) }

func (g *grader) contaminant(f *fact, listed bool) {
	if f.kind == '"' && words.Contaminated(f.text, listed) {
		g.add(contaminated, f, "valor", f.quoted())
	}
}
