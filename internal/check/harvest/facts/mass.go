package facts

import "rastro/internal/lot"

// Amount is a mass as a record says it.
type Amount struct {
	Value float64
	State amountState
	Bags  bool // counted in bags, which weigh 60 kg for some crops only
}

type amountState uint8

const (
	unsaid  amountState = iota // nothing is said
	Exact                      // kg
	Bare                       // a number that does not say its unit
	Unclear                    // said, but not so that it can be counted on
)

func (a Amount) Known() bool { return a.State == Exact }

// kilos takes a number that is kg by the field's own definition.
func kilos(v float64, ok bool) Amount { return amountOf(lot.Kilos(v, ok)) }

// readMass reads a mass out of a text field.
func readMass(text string) Amount { return amountOf(lot.ReadMass(text)) }

func amountOf(m lot.Mass) Amount { return Amount{m.Value, amountStates[m.State], m.Bags} }

var amountStates = [...]amountState{lot.Unsaid: unsaid, lot.Exact: Exact, lot.Bare: Bare, lot.Unclear: Unclear}

// massMember reads a mass out of a field whose plain number is kg.
func (p *payload) massMember() Amount {
	if v, ok := p.number(); ok {
		return kilos(v, true)
	}
	a := p.mass()
	if a.State == Bare {
		a.State = Exact
	}
	return a
}

// outputs are the masses of what a plant gave.
type outputs struct {
	Kg []float64
	Amount
}

// readMasses reads a text that may give the mass of several products, in their
// order. The amount is that of all of them.
func readMasses(text string) outputs {
	found := lot.ReadMasses(text)
	return outputs{found.Kg, amountOf(found.Mass)}
}
