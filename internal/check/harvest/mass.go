package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/lot"
)

// sixtyKilos are the crops whose bag weighs 60 kg.
var sixtyKilos = facts.WordSet("SOJA CAFE MILHO TRIGO FEIJAO SORGO")

// sure returns a mass, as far as it is known for the crop.
func (c *checker) sure(a lot.Mass) lot.Mass {
	if a.Bags && !sixtyKilos[c.crop] || a.State == lot.Exact && !a.Known() {
		return lot.Mass{State: lot.Unclear}
	}
	return a
}

// heavier reports whether a mass is more than another beyond what scales differ by.
func heavier(kg, than float64) bool { return kg-than > than*massSlack*(1+1e-9) }

// monthsBetween returns the months between two days, as the trade counts them: thirty days each.
func monthsBetween(from, to facts.Day) float64 { return float64(to-from) / 30 }

// looseCustody is the first rank in which certified and other goods may be mixed.
const looseCustody = 3 // BALANCO_MASSA and below

// leastGreen is the least of a form's weight that becomes green coffee.
var leastGreen = map[facts.CoffeeForm]float64{facts.UnknownForm: 0.14, facts.Cherry: 0.14, facts.Dried: 0.40, facts.Parchment: 0.75, facts.Green: 1}

// industrialYield is the percentage of the raw material that becomes a product.
type industrialYield struct {
	crop     string
	low, top float64
}

// industrialYields are the usual ones.
var industrialYields = map[facts.ProductKind]industrialYield{
	facts.SoyOil:   {"SOJA", 17, 21},
	facts.SoyMeal:  {"SOJA", 70, 82},
	facts.SoyHulls: {"SOJA", 0, 9},
	facts.Roasted:  {"CAFE", 80, 88},
	facts.Soluble:  {"CAFE", 36, 46},
}

// yieldSlack is how far, as a share, a plant may exceed the usual.
const yieldSlack = 0.1
