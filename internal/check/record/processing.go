package record

import (
	"math"
	"slices"
	"strconv"

	"rastro/internal/finding"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
	"rastro/internal/ptbr/words"
)

// Tolerances. Scales differ by half a percent, balances close to one.
const (
	scaleTolerance   = 1.005
	balanceTolerance = 0.01
	sumTolerance     = 1   // of sieves, in percent
	blendTolerance   = 0.5 // of a blend, in percent
	yieldTolerance   = 1   // of a stated yield, in percent
	// From these ratios on, two masses are more likely in different units than wrong:
	// an arroba is 15 kg, a saca 60, a tonne 1000. If the text has no unit, a much
	// smaller ratio is enough.
	otherUnit     = 15
	otherBareUnit = 3
)

// gradeMass remarks on how a volume is written.
func gradeMass(g *grader, f *fact) {
	switch f.reading {
	case ptbr.Impossible:
		g.add(negativeQuantity, f, "valor", f.quoted())
	case ptbr.Ambiguous:
		kg, _ := ptbr.Mass(f.text)
		g.add(ambiguousQuantity, f, "valor", f.quoted(), "kg", figure(kg)) // only Before states kg
	case ptbr.Bare:
		g.add(bareQuantity, f, "valor", f.quoted())
	case ptbr.Unreadable:
		gradeUnread(g, f)
	}
}

// gradeWeight remarks on a weight that is below zero or in doubt. A bare number is in kg
// there.
func gradeWeight(g *grader, f *fact) {
	switch f.reading {
	case ptbr.Impossible:
		g.add(negativeQuantity, f, "valor", f.quoted())
	case ptbr.Ambiguous, ptbr.Unreadable:
		gradeUnread(g, f)
	}
}

// gradeUnread reports a text whose mass cannot be determined. Its author believes that the sums
// include it.
func gradeUnread(g *grader, f *fact) { g.add(unreadQuantity, f, "valor", f.quoted()) }

// gradeResidues remarks on the first weight of a list that is not counted: it keeps the
// others out of the sums too.
func gradeResidues(g *grader, f *fact) {
	for i := range f.items {
		if unread := f.items[i].unread; unread != "" {
			g.addAt(unreadQuantity, f, f.field.pointer+"/"+strconv.Itoa(i)+"/peso", "valor", clip(unread))
			return
		}
	}
}

// gradeBalance checks the masses and moistures of post-harvest processing.
func gradeBalance(g *grader) {
	wetIn, wetOut := g.get("umidadeEntrada"), g.get("umidadeSaida")
	if wetIn.read() && wetOut.read() && wetOut.value > wetIn.value {
		g.add(wetterOut, wetOut, "entrada", figure(wetIn.value), "saida", figure(wetOut.value))
	}
	in, out := g.get("pesoEntrada"), g.get("pesoSaida")
	if !in.read() || !out.read() || in.value <= 0 {
		return
	}
	more := g.more(out, in, heavierOut)
	g.closes(in, out)
	if !more {
		g.dryMatter(in, out)
	}
}

// more reports whether more came out than went in, and remarks on it: by the rule,
// or on the units where those explain it.
func (g *grader) more(out, in *fact, rule *finding.Rule) bool {
	if out.value <= in.value*scaleTolerance {
		return false
	}
	ratio := float64(otherUnit)
	if !in.sure() || !out.sure() {
		ratio = otherBareUnit
	}
	if out.value >= in.value*ratio {
		g.add(mixedUnits, out, "entrada", figure(in.value), "saida", figure(out.value))
	} else {
		g.add(rule, out, "entrada", figure(in.value), "saida", figure(out.value), "volume", figure(in.value), "final", figure(out.value))
	}
	return true
}

// closes checks that output, residues and loss add up to the input. If one of them is missing, the
// others must only not exceed it.
func (g *grader) closes(in, out *fact) {
	residues, loss := g.get("residuos"), g.get("perdaTecnica")
	if len(residues.items) == 0 && !loss.read() || out.value >= in.value*otherUnit {
		return
	}
	sum := out.value
	for _, it := range residues.items {
		if !it.ok {
			return
		}
		sum += it.value
	}
	if loss.read() {
		sum += loss.value
	}
	off := sum - in.value
	whole := len(residues.items) > 0 && loss.read()
	if off > in.value*balanceTolerance || whole && -off > in.value*balanceTolerance {
		g.add(lot.NotClosed, out, "soma", figure(sum), "entrada", figure(in.value))
	}
}

// dryMatter checks that the dry matter did not increase.
func (g *grader) dryMatter(in, out *fact) {
	wetIn, wetOut := g.get("umidadeEntrada"), g.get("umidadeSaida")
	if !wetIn.read() || !wetOut.read() || wetOut.value > wetIn.value {
		return
	}
	var dirtIn, dirtOut float64
	if a, b := g.get("impurezaEntrada"), g.get("impurezaSaida"); a.read() && b.read() {
		dirtIn, dirtOut = a.value, b.value
	}
	most := lot.MassAfter(in.value, dirtIn, dirtOut, wetIn.value, wetOut.value)
	if out.value > most*(1+balanceTolerance) {
		g.add(tooMuchDryMatter, out, "saida", figure(out.value), "esperado", figure(math.Round(most)))
	}
}

// gradeSieves checks that the shares of the sieves make up the whole.
func gradeSieves(g *grader, f *fact) {
	sum := 0.0
	for _, it := range f.items {
		if !it.ok {
			return
		}
		if g.percent(f, it.value, true) {
			return
		}
		sum += it.value
	}
	if len(f.items) > 0 && math.Abs(sum-100) > sumTolerance {
		g.add(sieveSum, f, "soma", figure(sum))
	}
}

// What the mass may reach while it dries, in °C.
const (
	parchmentHeat = 40
	seedHeat      = 43
	coffeeHeat    = 45
	grainHeat     = 60
)

// gradeHeat checks the temperature of the mass while it dries.
func gradeHeat(g *grader) {
	f := g.get("temperaturaMassa")
	if !f.read() || f.value <= parchmentHeat {
		return
	}
	most := float64(grainHeat)
	switch g.crop() {
	case coffee:
		most = coffeeHeat
		if pathway, _ := words.Pathways.One(g.get("viaProcessamento").text); pathway != "" && pathway != "NATURAL" || g.product("pergaminho") {
			most = parchmentHeat
		}
	case soy:
		if g.product("semente sementes") {
			most = seedHeat
		}
	}
	if f.value > most {
		g.add(hotMass, f, "valor", figure(f.value), "limite", figure(most))
	}
}

// product reports whether the products in or out are called by one of some words.
func (g *grader) product(words string) bool {
	return says(g.get("produtoEntrada").text, words) || says(g.get("produtoSaida").text, words)
}

// The minimum of the final moisture of drying, in percent; its maximum is the limit of the product.
const (
	coffeeTarget = 10.5
	soyTarget    = 12
)

// gradeTarget checks the final moisture of drying.
func gradeTarget(g *grader) {
	f := g.get("umidadeSaida")
	if !f.read() || f.value < leastPlausible || f.value >= soyTarget {
		return
	}
	least, most := float64(soyTarget), float64(soyMoisture)
	switch g.crop() {
	case coffee:
		least, most = coffeeTarget, coffeeMoisture
		if f.value < leastCoffee || f.value >= least {
			return
		}
	case soy:
	default:
		return
	}
	if g.dries() && !says(g.get("produtoSaida").text, freshWords) {
		g.add(offTarget, f, "valor", figure(f.value), "minimo", figure(least), "maximo", figure(most))
	}
}

// dries reports whether one of the steps is drying.
func (g *grader) dries() bool {
	f := g.get("tipoProcesso")
	for _, text := range append(f.texts, f.text) {
		if slices.Contains(words.Processes.All(text), "SECAGEM") {
			return true
		}
	}
	return false
}

// yields are the usual yields from one product to another, in percent.
var yields = []struct {
	crop        crop
	from, to    string
	least, most float64
}{
	{coffee, "coco", "verde beneficiado", 40, 60},
	{coffee, "pergaminho", "verde beneficiado", 75, 88},
	{coffee, "cereja cerejas", "verde beneficiado", 14, 25},
	{soy, "soja", "soja", 80, 100},
}

// gradeYield checks the yield, as stated or as computed from the weights.
func gradeYield(g *grader) {
	in, out, stated := g.get("pesoEntrada"), g.get("pesoSaida"), g.get("rendimento")
	weighed := in.read() && out.read() && in.value > 0 && out.value > 0
	var value float64
	f := stated
	switch {
	case stated.read() && stated.value > 0 && stated.value <= 100:
		value = stated.value
		if actual := out.value / in.value * 100; weighed && out.value <= in.value && math.Abs(actual-value) > yieldTolerance {
			g.add(otherYield, f, "valor", figure(value), "certo", figure(actual))
		}
	case weighed && out.value <= in.value:
		value, f = out.value/in.value*100, out
	default:
		return
	}
	from, to := g.get("produtoEntrada").text, g.get("produtoSaida").text
	for _, y := range yields {
		if g.crop() == y.crop && (value < y.least || value > y.most) && says(from, y.from) && says(to, y.to) {
			g.add(implausibleYield, f, "valor", figure(value), "minimo", figure(y.least), "maximo", figure(y.most))
			return
		}
	}
}

// gradeType checks the type of coffee that processing gave.
func gradeType(g *grader) {
	defects := g.get("defeitos")
	switch {
	case defects.kind == '"' && defects.sure(): // with a percent sign: soy
		if soyStandard[0].most[0] < defects.value && g.crop() == soy {
			g.add(overLimit, defects, "defeito", soyStandard[0].name, "valor", figure(defects.value), "limite", figure(soyStandard[0].most[0]), "padrao", soyStandards[0])
		}
	default:
		f := g.get("tipoCob")
		kind, ok := declaredType(f.text)
		if count, counted := defects.count(); ok && counted {
			g.coffeeType(f, count, kind)
		}
	}
}

// count reads the number of defects: 24, or "24 defeitos em 300 g".
func (f *fact) count() (float64, bool) {
	if f.read() {
		return f.value, true
	}
	for _, q := range ptbr.Quantities(f.text) {
		if q.Label == ptbr.Defects && q.Unit == nil && q.Bound == ptbr.Exact {
			return q.Value, true
		}
	}
	return 0, false
}

// gradeProducts checks that no more came out of the plant than went in.
func gradeProducts(g *grader) {
	in, out := g.get("volume"), g.get("volumeFinal")
	switch {
	case in.value <= 0 || !in.read():
	case out.several && in.sure():
		if out.value > in.value*scaleTolerance {
			g.add(productSum, out, "soma", figure(out.value), "volume", figure(in.value))
		}
	case out.reading == in.reading && out.read():
		g.more(out, in, moreProduct)
	}
}

// gradeBlend checks the shares of a blend.
func gradeBlend(g *grader, f *fact) {
	parts, reading := lotlist.Blend(f.text)
	if reading == ptbr.Bare {
		g.add(blendWithoutShares, f)
	}
	if reading != ptbr.Read {
		return
	}
	sum := 0.0
	for _, p := range parts {
		if p.Unit.Dimension != ptbr.Shares {
			return
		}
		sum += p.Value
	}
	if math.Abs(sum-100) > blendTolerance {
		g.add(blendSum, f, "soma", figure(sum))
	}
}
