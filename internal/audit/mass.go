package audit

import "rastro/internal/lot"

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
func kilos(v float64, ok bool) amount { return amountOf(lot.Kilos(v, ok)) }

// readMass reads a mass out of a text field.
func readMass(text string) amount { return amountOf(lot.ReadMass(text)) }

func amountOf(m lot.Mass) amount { return amount{m.Value, amountStates[m.State], m.Bags} }

var amountStates = [...]amountState{lot.Unsaid: unsaid, lot.Exact: exact, lot.Bare: bare, lot.Unclear: unclear}

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

// sixtyKilos are the crops whose bag weighs 60 kg.
var sixtyKilos = wordsOf("SOJA CAFE MILHO TRIGO FEIJAO SORGO")

// sure is a mass as far as it is known for the crop.
func (c *conferral) sure(a amount) amount {
	if a.bags && !sixtyKilos[c.crop] {
		return amount{state: unclear}
	}
	return a
}

// outputs are the masses of what a plant gave.
type outputs struct {
	kg []float64
	amount
}

// readMasses reads a text that may give the mass of several products, in their
// order. The amount is that of all of them.
func readMasses(text string) outputs {
	found := lot.ReadMasses(text)
	return outputs{found.Kg, amountOf(found.Mass)}
}

// heavier tells whether a mass is more than another beyond what scales differ by.
func heavier(kg, than float64) bool { return kg-than > than*massSlack*(1+1e-9) }
