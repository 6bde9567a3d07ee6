package ptbr

// Bound says how a text limits a number.
type Bound uint8

// The bounds.
const (
	Exact   Bound = iota
	Within        // 12 a 13 %: from Low to Value
	AtMost        // até 14 %
	AtLeast       // acima de 14 %
	About         // cerca de 36 t
	Limit         // tolerância 14 %: a limit somebody set, not a measure
)

// Quantity is a number and its unit.
type Quantity struct {
	Value float64 // as written; the larger number of a range
	Low   float64 // the smaller number of a range, else Value
	Unit  *Unit   // nil if the text has none
	Per   *Unit   // of a rate such as kg/ha, else nil
	Bound Bound
}

// Base returns the quantity in base units (kg, L, ha, h, °C, %), per base unit for a rate. It is not
// ok if the text has no unit, or one that differs by place.
func (q Quantity) Base() (value float64, ok bool) {
	if q.Unit == nil || q.Unit.Factor == 0 {
		return q.Value, false
	}
	value = q.Value * q.Unit.Factor
	if q.Unit.Factor < 1 { // 1e-3 is not exact in binary, 1000 is
		value = q.Value / (1 / q.Unit.Factor)
	}
	if q.Per == nil {
		return value, true
	}
	if q.Per.Factor == 0 {
		return q.Value, false
	}
	return value / q.Per.Factor, true
}

// is reports whether it measures a dimension, and is not a rate.
func (q Quantity) is(d Dimension) bool {
	return q.Unit != nil && q.Per == nil && q.Unit.Dimension == d
}

// isRate reports whether it is a rate of one dimension per another.
func (q Quantity) isRate(d, per Dimension) bool {
	return q.Unit != nil && q.Per != nil && q.Unit.Dimension == d && q.Per.Dimension == per
}

// Found is a quantity in a text.
type Found struct {
	Quantity
	// Reading is Read with a unit, Bare without; Ambiguous if the number has two readings;
	// Unreadable if it counts things without a known measure, such as sacks, or is a rate per
	// something unknown.
	Reading    Reading
	Label      Label
	Start, End int // of the number and its unit, in bytes of the text

	form form
	link link // to the quantity before it
	pack bool // counts things that hold a quantity: 3 caminhões
	sack bool // a pack that is a sack, of 60 kg unless stated otherwise
	each bool // 30 t cada
	// product: it belongs to something with a name, so it may be one of several.
	product    bool
	notCounted bool // even a number without a unit is not a mass here: 36 devolvidas
	stage      stage
}

// stage says whether something was measured before or after drying or cleaning.
type stage uint8

const (
	anyStage stage = iota
	earlier        // 16 % antes da secagem
	later          // 13 % depois
)

// link is how a quantity relates to the previous one.
type link uint8

const (
	apart    link = iota
	adjacent      // 500 sc 60 kg
	plus          // 30 t + 5 t
	product       // 2 x 18 t
	holding       // 120 sacas de 59 kg, 320 sc/60 kg
	carrying      // 2 caminhões com 30 t
	result        // = 36 t
	dashed        // 40 - 36 t
	counted       // 2 lotes de 500 sacas
	also          // 36 toneladas e 500 kg
	orElse        // 12 ou 13 %
	became        // de 18 % para 13 %
)

// Quantities finds every free-standing number in a text, with its unit and its label, in their
// order. It skips numbers inside codes, dates, amounts of money and the like, and numbers that
// name a thing (silo 3).
func Quantities(text string) []Found {
	var (
		tokens [maxTokens]token
		found  [maxFound]Found
	)
	all, _ := scan(text, tokens[:0], found[:0])
	return append([]Found(nil), all...)
}
