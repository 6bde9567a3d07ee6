package audit

import (
	"math"

	"rastro/internal/ptbr"
)

// amount is a mass as a record says it.
type amount struct {
	value float64
	state amountState
	bags  bool // counted in bags, which weigh 60 kg for some crops only
}

type amountState uint8

const (
	unsaid  amountState = iota // nothing is said
	exact                      // kg
	bare                       // a number that does not say its unit
	unclear                    // said, but not so that it can be counted on
)

func (a amount) known() bool { return a.state == exact }

// kilos takes a number that is kg by the field's own definition.
func kilos(v float64, ok bool) amount {
	switch {
	case !ok, math.IsNaN(v), math.IsInf(v, 0), v < 0:
		return amount{state: unclear}
	}
	return amount{value: v, state: exact}
}

// readMass reads a mass out of a text field.
func readMass(text string) amount {
	kg, reading := ptbr.Mass(text)
	switch reading {
	case ptbr.Absent:
		return amount{}
	case ptbr.Read:
		if plainMass(text) || !hedged(text) {
			return amount{kg, exact, inBags(text)}
		}
	case ptbr.Bare:
		return amount{value: kg, state: bare}
	}
	return amount{state: unclear}
}

// massMember reads a mass out of a field whose plain number is kg.
func (p *payload) massMember() amount {
	if v, ok := p.number(); ok {
		return kilos(v, true)
	}
	a := p.mass()
	if a.state == bare {
		a.state = exact
	}
	return a
}

// plainMass tells whether a text is a number and a unit and nothing more, as
// nearly all are. It need not be right where it says no.
func plainMass(text string) bool {
	i := 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.' || text[i] == ',') {
		i++
	}
	if i < len(text) && text[i] == ' ' {
		i++
	}
	switch text[i:] {
	case "kg", "t", "sc", "sacas", "ton", "toneladas", "Kg", "KG", "kg.":
		return true
	}
	return false
}

// inBags tells whether a mass is counted in bags.
func inBags(text string) bool {
	for i := range len(text) - 1 {
		if c := text[i] | 0x20; c == 's' && (text[i+1]|0x20 == 'a' || text[i+1]|0x20 == 'c') {
			return true
		}
	}
	return false
}

// sixtyKilos are the crops whose bag weighs 60 kg.
var sixtyKilos = wordsOf("SOJA CAFE MILHO TRIGO FEIJAO SORGO")

// sure is a mass as far as it is known for the crop.
func (c *conferral) sure(a amount) amount {
	if a.bags && !sixtyKilos[c.crop] {
		return amount{state: unclear}
	}
	return a
}

// hedged tells whether a text gives its numbers only about, up to or within.
func hedged(text string) bool {
	for _, f := range ptbr.Quantities(text) {
		if f.Bound != ptbr.Exact {
			return true
		}
	}
	return false
}

// outputs are the masses of what a plant gave.
type outputs struct {
	kg []float64
	amount
}

// readMasses reads a text that may give the mass of several products, in their
// order. The amount is that of all of them.
func readMasses(text string) outputs {
	if len(text) > briefMass {
		return outputs{amount: amount{state: unclear}}
	}
	one := readMass(text)
	switch one.state {
	case unsaid:
		return outputs{}
	case exact, bare:
		return outputs{[]float64{one.value}, one}
	}
	var masses []float64
	for _, f := range ptbr.Quantities(text) {
		if f.Unit == nil || f.Unit.Dimension != ptbr.Masses || f.Per != nil {
			continue
		}
		kg, ok := f.Base()
		if !ok || f.Reading != ptbr.Read || f.Bound != ptbr.Exact || f.Label != ptbr.NoLabel {
			return outputs{amount: amount{state: unclear}}
		}
		masses = append(masses, kg)
	}
	if len(masses) < 2 {
		return outputs{amount: amount{state: unclear}}
	}
	return outputs{masses, amount{sum(masses), exact, inBags(text)}}
}

// heavier tells whether a mass is more than another beyond what scales differ by.
func heavier(kg, than float64) bool { return kg-than > than*massSlack*(1+1e-9) }

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
