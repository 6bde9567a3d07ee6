package ptbr

import "math"

// agree selects one of several quantities, or reports that it cannot.
func (w *want) agree(all []Found) (Quantity, float64, Reading) {
	all = w.choose(all)
	if len(all) == 0 {
		return Quantity{}, 0, Unreadable
	}
	best := &all[0]
	value, ok := w.base(best.Quantity)
	reading := best.Reading
	for i := range all[1:] {
		f := &all[i+1]
		next, known := w.base(f.Quantity)
		switch {
		case !ok || !known:
			return Quantity{}, 0, Unreadable
		case f.link == plus && all[i].End <= f.Start && best.is(Masses):
			value += next
			best.Value, best.Low, best.Unit = value, value, kilogram
		case near(value, next) && (value == next || f.Unit != best.Unit || !f.is(Masses)), weighs(best, f, next):
			if f.Unit.Factor < best.Unit.Factor { // the finer unit is more precise
				best, value = f, next
			}
		case weighs(f, best, value):
		case best.Unit == saca && best.Per == nil && f.is(Masses) && isSack(next): // 500 sacas de café de 59 kg
			value = best.Value * next
			best.Value, best.Low, best.Unit = value, best.Low*next, kilogram
		default:
			return Quantity{}, 0, Unreadable
		}
		reading = max(reading, f.Reading)
	}
	switch {
	case !ok:
		return best.Quantity, 0, Unreadable
	case value < 0 && w.unit != celsius:
		return best.Quantity, value, Impossible
	case best.Bound == AtLeast || best.Bound == Limit || best.Label == Gross:
		reading = Ambiguous
	}
	return best.Quantity, value, reading
}

// near reports whether two masses of one text are the same except for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.01*max(math.Abs(a), math.Abs(b)) }

// weighs reports whether a number of sacas can weigh what the text also states, in kg.
func weighs(sacas, other *Found, kg float64) bool {
	if sacas.Unit != saca || other.Unit == saca || !sacas.is(Masses) || sacas.Value <= 0 {
		return false
	}
	each := kg / sacas.Value
	return each >= leastWeighed && each <= mostWeighed
}

// resolveLink resolves the relation of a quantity to the previous one: the numbers of a sum share the last
// one's unit; a larger number and a dash may be a subtraction.
func (w *want) resolveLink(found []Found, i int) {
	f := &found[i]
	if i == 0 {
		return
	}
	switch before := &found[i-1]; {
	case f.link == dashed && before.Unit == nil && before.Value > f.Value:
		f.Reading = Ambiguous // 52.340 - 16.120 kg
	case f.link == plus && before.Unit == nil && before.Reading == Bare: // 36.000 + 34.500 kg
		for j := i; j > 0 && found[j].link == plus && found[j-1].Unit == nil && found[j-1].Reading == Bare; j-- {
			f.Value, f.Low, f.Start = f.Value+found[j-1].Value, f.Low+found[j-1].Low, found[j-1].Start
			found[j-1].Reading = Unreadable // once only
		}
		f.link = apart
	case f.link == plus && !w.matches(before):
		f.link = apart
	}
}

// criterion is a reason to prefer some quantities to others, the strongest first.
type criterion uint8

const (
	byFactor criterion = iota
	byLabel
	bySeveral
	byNoLabel
	byStage
	byOtherStage
	byNet
	byResult
	byTotal
	byPart
	byGross
	byBound
	byLimit
	criteria
)

// prefers reports whether a quantity has priority if several match; the others are then dropped.
func (w *want) prefers(f *Found, by criterion) bool {
	switch by {
	case byFactor: // 10 alqueires (24,2 ha)
		_, known := w.base(f.Quantity)
		return known
	case byLabel:
		return w.label != NoLabel && f.Label == w.label
	case bySeveral:
		return w.label != NoLabel && f.Label == Several // and so nothing else can be known
	case byNoLabel:
		return w.label == NoLabel || f.Label == NoLabel
	case byStage:
		return f.stage == w.stage
	case byOtherStage:
		return w.stage == anyStage || f.stage == anyStage || f.stage == w.stage
	case byNet:
		return f.Label == Net
	case byResult:
		return f.link == result
	case byTotal:
		return f.Label == Total
	case byPart:
		return f.Label != Gross && f.Label != Tare && f.Label != Discount && f.Label != Sample
	case byGross:
		return f.Label == Gross
	case byBound:
		return f.Bound != AtMost && f.Bound != AtLeast && f.Bound != Limit
	}
	return f.Bound != Limit
}

// choose drops what does not count, in place. If all quantities are something other than requested,
// none are left.
func (w *want) choose(all []Found) []Found {
	for by := range criteria {
		if len(all) == 1 {
			break
		}
		n := 0
		for i := range all {
			if w.prefers(&all[i], by) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		kept := all[:0]
		for i := range all {
			if w.prefers(&all[i], by) {
				kept = append(kept, all[i])
			}
		}
		all = kept
	}
	switch l := all[0].Label; {
	case l == Tare, l == Discount, l == Sample, w.label != NoLabel && l != NoLabel && l != w.label:
		return nil
	}
	return all
}
