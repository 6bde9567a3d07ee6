package record

import (
	"slices"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// crop is the crop of a record, as far as limits depend on it.
type crop uint8

const (
	noCrop crop = iota // not stated, or several
	soy
	coffee
	anotherCrop
)

// crop determines the record's crop when it is first needed.
func (g *grader) crop() crop {
	if !g.cropRead {
		g.cropRead, g.cropIs = true, g.readCrop()
	}
	return g.cropIs
}

func (g *grader) readCrop() crop {
	if term, reading := words.Crops.One(g.stated); reading == ptbr.Read {
		return cropOf(term)
	}
	said := noCrop
	for i := range g.facts {
		f := &g.facts[i]
		if !f.field.crop {
			continue
		}
		for _, text := range append(f.texts, f.text) {
			for _, term := range words.Crops.All(text) {
				is := cropOf(term)
				if said != noCrop && said != is {
					return noCrop
				}
				said = is
			}
		}
	}
	if said == noCrop && g.isGradedAsCoffee() {
		return coffee
	}
	return said
}

func cropOf(term words.Term) crop {
	switch term {
	case "SOJA":
		return soy
	case "CAFE":
		return coffee
	}
	return anotherCrop
}

// isGradedAsCoffee reports whether a record has what only coffee has: a type of
// the official classification, a drink, a way of processing.
func (g *grader) isGradedAsCoffee() bool {
	for i := range g.facts {
		f := &g.facts[i]
		if f.kind != '"' {
			continue
		}
		switch f.field.name {
		case "tipoCob":
			if _, ok := declaredType(f.text); ok {
				return true
			}
		case "bebida", "analiseQualidade", "parametros", "dadosAnaliseLaboratorial":
			if _, reading := words.Cup(f.text); reading == ptbr.Read {
				return true
			}
		case "viaProcessamento":
			if _, reading := words.Pathways.One(f.text); reading == ptbr.Read {
				return true
			}
		}
	}
	return false
}

// Words for coffee before it is the dry green bean, and for products of beans or grain. The limits
// apply to neither.
const (
	freshWords = "coco cereja cerejas pergaminho boia umido umida"
	madeWords  = "torrado torrada torra moido moida soluvel oleo farelo lecitina extrato liofilizado capsula capsulas descafeinado"
	roastWords = "torrado torrada torra soluvel farelo"
)

// isFresh reports whether the record mentions coffee before it is hulled.
func (g *grader) isFresh() bool { return g.named(freshWords) }

// isMade reports whether the record is about something made from beans or grain.
func (g *grader) isMade() bool {
	if g.named(madeWords) {
		return true
	}
	for i := range g.facts {
		switch f := &g.facts[i]; f.field.name {
		case "analiseQualidade", "parametros", "dadosAnaliseLaboratorial":
			if says(f.text, roastWords) {
				return true
			}
		}
	}
	return false
}

// isOil reports whether the record mentions oil. In grain, oil is a share, so the word counts only
// if the moisture cannot be that of grain.
func (g *grader) isOil() bool {
	return slices.ContainsFunc(g.facts, func(f fact) bool { return says(f.text, "oleo") })
}

// named reports whether the record calls its product or lot by one of some words.
func (g *grader) named(words string) bool {
	for i := range g.facts {
		switch f := &g.facts[i]; f.field.name {
		case "tipoCafe", "loteOrigem", "identificacao", "produtoSaida", "produtoFinal", "lote":
			if says(f.text, words) {
				return true
			}
		}
	}
	return false
}

// perennial are the other crops, beside coffee, that stand for years.
var perennial = []words.Term{
	"CACAU", "LARANJA", "UVA", "BANANA", "MACA", "ERVA_MATE", "DENDE", "SERINGUEIRA", "PIMENTA_DO_REINO", "CASTANHA_DE_CAJU", "CANA_DE_ACUCAR",
}

// isPerennial reports whether the record names one of the other perennial crops.
func (g *grader) isPerennial() bool {
	names := func(text string) bool {
		return slices.ContainsFunc(words.Crops.All(text), func(term words.Term) bool { return slices.Contains(perennial, term) })
	}
	return names(g.stated) || slices.ContainsFunc(g.facts, func(f fact) bool {
		return f.field.crop && (names(f.text) || slices.ContainsFunc(f.texts, names))
	})
}
