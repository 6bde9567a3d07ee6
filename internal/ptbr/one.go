package ptbr

// Custom is the local meaning of customary units. The zero value is right for soy, coffee and
// maize.
type Custom struct {
	Saca     float64 // kg in a saca; 0 is 60
	Alqueire float64 // ha per alqueire if the text does not say which; 0 means unknown
}

// want is what a reader looks for in a text.
type want struct {
	custom Custom
	label  Label // when numbers with this label are there, the others do not count
	unit   *Unit // of its dimension; it decides whether a bare number is in doubt
	per    *Unit // of the dimension it is per; nil if it is not a rate
	stage  stage // which of two measures counts; anyStage if both count equally
}

// matches reports whether a quantity is of the requested kind.
func (w *want) matches(f *Found) bool {
	if w.per != nil {
		return f.isRate(w.unit.Dimension, w.per.Dimension)
	}
	return f.is(w.unit.Dimension)
}

// one reads a text that should say one quantity, in base units.
func (w *want) one(text string) (Quantity, float64, Reading) {
	var (
		tokens [maxTokens]token
		found  [maxFound]Found
	)
	all, strange := scan(text, tokens[:0], found[:0])
	spoilt := false
	for i := range all {
		f := &all[i]
		if f.sack && f.pack && w.unit == kilogram && w.per == nil {
			f.Unit, f.Reading = saca, Read // 600 sacos
		}
		if f.Per == saca && f.Unit.Dimension == Masses && isSack(f.Value*f.Unit.Factor) {
			w.custom.Saca = f.Value * f.Unit.Factor // 59,8 kg por saca
		}
		if w.matches(f) {
			spoilt = spoilt || f.Reading == Unreadable
			w.resolveLink(all, i)
		}
	}
	if q, ok := w.labelledBare(all, w.label); ok {
		return q, q.Value, Bare
	}
	n := 0
	for i := range all {
		if f := &all[i]; w.matches(f) && f.Reading != Unreadable {
			all[n] = *f
			n++
		}
	}
	switch {
	case n > 0:
		return w.agree(all[:n])
	case IsAbsent(text):
		return Quantity{}, 0, Absent
	case spoilt || len(all) == 0 || strange > 0:
		return Quantity{}, 0, Unreadable
	}
	return w.bare(all)
}

// bare reads a text that says no unit: one number, or the net weight of a few.
func (w *want) bare(all []Found) (Quantity, float64, Reading) {
	if w.unit.Dimension == Masses && w.per == nil && len(all) > 1 {
		if q, ok := w.labelledBare(all, Net); ok && !all[0].notCounted {
			return q, q.Value, Bare
		}
	}
	f := &all[0]
	switch {
	case len(all) > 1, f.Unit != nil, f.notCounted && w.unit == kilogram, f.Reading == Unreadable, f.Label != NoLabel && f.Label.of() != w.unit.Dimension:
		return Quantity{}, 0, Unreadable
	case f.Reading == Ambiguous || w.unit.doubts(f.form):
		return f.Quantity, f.Value, Ambiguous
	case f.Value < 0 && w.unit != celsius:
		return f.Quantity, f.Value, Impossible
	}
	return f.Quantity, f.Value, Bare
}

// base returns a quantity in base units, according to local custom.
func (w *want) base(q Quantity) (float64, bool) {
	switch {
	case q.Unit == saca && w.custom.Saca > 0 && q.Per == nil:
		return q.Value * w.custom.Saca, true
	case q.Unit == alqueire && w.custom.Alqueire > 0 && q.Per == nil:
		return q.Value * w.custom.Alqueire, true
	}
	return q.Base()
}

// labelledBare finds the one number that has a label but says no unit:
// umidade 13,8 impureza 0,9%.
func (w *want) labelledBare(all []Found, label Label) (q Quantity, ok bool) {
	for i := range all {
		switch f := &all[i]; {
		case label == NoLabel || f.Label != label:
		case ok || f.Unit != nil || f.Reading != Bare || w.unit.doubts(f.form):
			return Quantity{}, false
		default:
			q, ok = f.Quantity, true
		}
	}
	return q, ok
}
