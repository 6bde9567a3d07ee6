package lot

import (
	"math"
	"strconv"

	"rastro/internal/ptbr"
)

// Mass is a mass as stated in a record.
type Mass struct {
	Value float64
	State MassState
	Bags  bool // counted in bags, which weigh 60 kg for some crops only
}

// MassState says how reliable a mass is.
type MassState uint8

// The states of a mass.
const (
	Unsaid  MassState = iota // not stated
	Exact                    // kg
	Bare                     // a number that does not say its unit
	Unclear                  // stated, but too vaguely to be counted
)

// maxKg exceeds all grain on earth. Sums of masses up to it stay finite.
const maxKg = 1e13

// Known: Value is in kg, and plausible.
func (m Mass) Known() bool { return m.State == Exact && m.Value <= maxKg }

// Kilos reads a number that is in kg by the field's definition.
func Kilos(v float64, ok bool) Mass {
	switch {
	case !ok, math.IsNaN(v), math.IsInf(v, 0), v < 0:
		return Mass{State: Unclear}
	}
	return Mass{Value: v, State: Exact}
}

// InKg returns the mass as stated in a field whose plain number is kg.
func (m Mass) InKg() Mass {
	if m.State == Bare {
		m.State = Exact
	}
	return m
}

// MaxMassText bounds the texts that are searched for a mass. A longer one is prose, from which
// no single value can be read.
const MaxMassText = 300

// ReadMass reads a mass out of a text.
func ReadMass(text string) Mass {
	if len(text) > MaxMassText {
		return Mass{State: Unclear}
	}
	kg, reading := ptbr.Mass(text)
	switch reading {
	case ptbr.Absent:
		return Mass{}
	case ptbr.Read:
		if plainMass(text) || !hedged(text) {
			return Mass{kg, Exact, inBags(text)}
		}
	case ptbr.Bare:
		return Mass{Value: kg, State: Bare}
	}
	return Mass{State: Unclear}
}

// Masses are the masses of a plant's outputs, in order, and their sum.
type Masses struct {
	Kg []float64
	Mass
}

// ReadMasses reads a text that may give the mass of several products.
func ReadMasses(text string) Masses {
	if len(text) > MaxMassText {
		return Masses{Mass: Mass{State: Unclear}}
	}
	one := ReadMass(text)
	switch one.State {
	case Unsaid:
		return Masses{}
	case Exact, Bare:
		return Masses{[]float64{one.Value}, one}
	}
	var masses []float64
	total := 0.0
	for _, f := range ptbr.Quantities(text) {
		if f.Unit == nil || f.Unit.Dimension != ptbr.Masses || f.Per != nil {
			continue
		}
		kg, ok := f.Base()
		if !ok || f.Reading != ptbr.Read || f.Bound != ptbr.Exact || f.Label != ptbr.NoLabel {
			return Masses{Mass: Mass{State: Unclear}}
		}
		masses = append(masses, kg)
		total += kg
	}
	if len(masses) < 2 {
		return Masses{Mass: Mass{State: Unclear}}
	}
	return Masses{masses, Mass{total, Exact, inBags(text)}}
}

// plainMass reports whether a text is only a number and a unit, as nearly all are. A false result
// may be wrong.
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

// inBags reports whether a mass is counted in bags.
func inBags(text string) bool {
	for i := range len(text) - 1 {
		if c := text[i] | 0x20; c == 's' && (text[i+1]|0x20 == 'a' || text[i+1]|0x20 == 'c') {
			return true
		}
	}
	return false
}

// hedged reports whether a text gives its masses only approximately, as a limit or as a range.
func hedged(text string) bool {
	for _, f := range ptbr.Quantities(text) {
		if f.Bound != ptbr.Exact && (f.Unit == nil || f.Unit.Dimension == ptbr.Masses) {
			return true
		}
	}
	return false
}

// number reads a JSON number.
func number(value string) (float64, bool) {
	if value == "" || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return 0, false
	}
	v, err := strconv.ParseFloat(value, 64)
	return v, err == nil
}
