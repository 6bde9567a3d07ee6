package ptbr

// These readers take a text that should state one quantity. A number without its unit is Bare, and
// returned as written. Of a range they return the larger number; "acima de" is Ambiguous. Several
// quantities that agree count as one; if they do not agree, they are Unreadable.

// Mass reads a mass, in kg: 30.000 kg, 32,5 t, 500 sacas, 120 sacas de 59 kg, bruto 52.340 tara
// 16.120 líquido 36.220 kg. The net weight takes precedence over the total, and both over the rest.
func Mass(text string) (kg float64, reading Reading) { return Custom{}.Mass(text) }

// Mass reads a mass according to local custom.
func (c Custom) Mass(text string) (kg float64, reading Reading) {
	w := want{custom: c, unit: kilogram}
	_, kg, reading = w.one(text)
	return kg, reading
}

// Area reads an area, in ha: 120,69 ha, 10 alqueires paulistas. An alqueire
// that does not say which is Unreadable.
func Area(text string) (ha float64, reading Reading) { return Custom{}.Area(text) }

// Area reads an area according to local custom.
func (c Custom) Area(text string) (ha float64, reading Reading) {
	w := want{custom: c, unit: hectare}
	_, ha, reading = w.one(text)
	return ha, reading
}

// Percent reads a percentage: 13,8%, 0,9 por cento, máx. 14 %.
func Percent(text string) (value float64, reading Reading) { return PercentOf(text, NoLabel) }

// PercentOf reads the percentage with a label: the moisture, in a text that may mention impurities
// too. A percentage without any label counts if there is no other. If there is one before drying
// and one after, it reads the one after, which is the product's current one.
func PercentOf(text string, label Label) (value float64, reading Reading) {
	w := want{label: label, unit: percent, stage: later}
	_, value, reading = w.one(text)
	return value, reading
}

// FirstPercentOf is PercentOf for what goes into a dryer or comes off a field: it reads the
// percentage before drying if a text gives both.
func FirstPercentOf(text string, label Label) (value float64, reading Reading) {
	w := want{label: label, unit: percent, stage: earlier}
	_, value, reading = w.one(text)
	return value, reading
}

// Celsius reads a temperature, which may be below zero.
func Celsius(text string) (degrees float64, reading Reading) {
	w := want{unit: celsius}
	_, degrees, reading = w.one(text)
	return degrees, reading
}

// Dose reads how much of an input was applied: 0,5 L/ha, 500 ml p/ ha. A dose per area takes
// precedence over one per volume, mass or plant, and that over a percentage. If there are several
// doses, it returns the first, as Ambiguous. A quantity that is not per anything is Bare.
func Dose(text string) (Quantity, Reading) {
	var (
		tokens [maxTokens]token
		found  [maxFound]Found
	)
	all, strange := scan(text, tokens[:0], found[:0])
	best, rank, several := -1, 0, false
	for i := range all {
		f := &all[i]
		switch r := f.rank(); {
		case r > rank:
			best, rank, several = i, r, false
		case r == rank && r > 0 && (f.Value != all[best].Value || f.Unit != all[best].Unit):
			several = true
		}
	}
	switch {
	case best < 0 && IsAbsent(text):
		return Quantity{}, Absent
	case best < 0:
		return Quantity{}, Unreadable
	}
	q, reading := all[best].Quantity, all[best].Reading
	switch {
	case q.Value < 0:
		return q, Impossible
	case several || q.Bound == AtLeast:
		return q, Ambiguous
	case rank == bareRank && reading == Read:
		return q, Bare
	case rank == bareRank && q.Unit == nil && (strange > 0 || len(all) > 1):
		return Quantity{}, Unreadable
	}
	return q, reading
}

// bareRank is the rank of a quantity that is not a rate.
const bareRank = 1

// rank says how suitable a quantity is as a dose.
func (f *Found) rank() int {
	switch {
	case f.Reading == Unreadable, f.Label != NoLabel && f.Label != Oil:
		return 0
	case f.Unit == nil:
		return bareRank
	case f.Per != nil && f.Per.Dimension == Times: // 40 t/h is a flow
		return 0
	case f.Unit.Dimension != Masses && f.Unit.Dimension != Volumes && f.Unit.Dimension != Shares && f.Unit.Dimension != Counts:
		return 0
	case f.Per != nil && f.Per.Dimension == Areas:
		return 4
	case f.isRate(Masses, Volumes): // 480 g/L is the content of the product, or a dose in water
		return 2
	case f.Per != nil:
		return 3
	case f.is(Shares):
		return 2
	}
	return bareRank
}
