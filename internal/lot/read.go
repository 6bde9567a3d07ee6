package lot

import (
	"math"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// Reading is what a record says about lots.
type Reading struct {
	named [kind.LotValidated + 1][]string        // folded, by the field's meaning
	seen  [kind.LotValidated + 1]map[string]bool // as a set, when there are many
	parts []Part                                 // of a blend, their names folded
	// merges are the merges in texts, with folded names.
	merges []Merge
	made   Masses
	fact   Fact
	// suspects are folded; see EachSuspect. Some may also be named.
	suspects []suspectCode
	held     map[string]bool // as a set, when there are many
	from     string          // the text that suspects are being read from
}

// Limits on how much of a text is read, in characters. maxText is the longest field of lots, so no
// lot is missed.
const (
	maxText    = 5_000
	maxDayText = 120
	maxPhrase  = 600
	maxClip    = 80
)

// Read reads a record's statements about lots; nil if it names none.
func Read(k *kind.Kind, payload []byte) *Reading {
	if !k.NamesLots() {
		return nil
	}
	r := &Reading{fact: noFact()}
	canon.Each(string(payload), func(name, value string) bool {
		i := k.FieldAt(name)
		switch {
		case i < 0:
			r.unknown(name, value)
		case k.Fields[i].Says != 0:
			r.take(&k.Fields[i], value)
		default:
			r.beside(value)
		}
		return true
	})
	r.clear()
	if r.empty() {
		return nil
	}
	return r
}

func (r *Reading) empty() bool {
	for _, lots := range r.named {
		if len(lots) > 0 {
			return false
		}
	}
	return len(r.parts)+len(r.merges)+len(r.suspects) == 0
}

// take reads one field.
func (r *Reading) take(f *kind.Field, value string) {
	text := textOf(value)
	switch f.Says {
	case kind.LotIdentified, kind.LotConsumed, kind.LotProduced, kind.LotProcessed, kind.LotReceived, kind.LotShipped, kind.LotInspected, kind.LotValidated:
		eachText(value, func(s string) {
			if !r.merged(f.Says, s) {
				EachName(s, func(name string) { r.name(f.Says, name) })
			}
			r.suspect(s, false)
		}, func(nested string) { r.suspect(nested, false) })
	case kind.LotMade:
		r.suspectIn(value, true)
		if !longer(text, maxText) && !r.merged(f.Says, text) {
			EachMentioned(text, func(code string, _ bool) { r.name(f.Says, code) })
		}
		r.fact.Product = clip(text)
	case kind.LotSampled:
		r.suspectIn(value, true)
		if !longer(text, maxText) {
			r.sampled(text)
		}
	case kind.LotDocumented:
		r.suspectIn(value, true)
		if !longer(text, maxText) {
			EachMentioned(text, func(code string, _ bool) { r.name(f.Says, code) })
		}
	case kind.LotBlended:
		r.suspectIn(value, false)
		parts, _ := Blend(text)
		if len(parts) == 0 {
			r.mergedOf(text)
		}
		for _, p := range parts {
			p.Name = Fold(p.Name)
			r.parts = append(r.parts, p)
		}
	default:
		r.detail(f, value, text)
	}
}

// detail reads the facts about the lots.
func (r *Reading) detail(f *kind.Field, value, text string) {
	switch f.Says {
	case kind.Day:
		if len(text) <= maxDayText {
			r.fact.On = joined(ReadDays(text), r.fact.On)
		}
	case kind.LastDay:
		if len(text) <= maxDayText {
			r.fact.On = joined(r.fact.On, ReadDays(text))
		}
	case kind.MassIn:
		r.fact.In = FieldMasses(f, value).Mass
	case kind.MassOut:
		r.made = FieldMasses(f, value)
		r.fact.Out = r.made.Mass
	case kind.MassLost:
		r.lose(f, value)
	case kind.MoistureIn:
		r.fact.MoistureIn = percentOf(value, text, ptbr.Moisture, ptbr.FirstPercentOf)
	case kind.MoistureOut:
		r.fact.MoistureOut = percentOf(value, text, ptbr.Moisture, ptbr.PercentOf)
	case kind.ImpurityIn:
		r.fact.ImpurityIn = percentOf(value, text, ptbr.Impurity, ptbr.FirstPercentOf)
	case kind.ImpurityOut:
		r.fact.ImpurityOut = percentOf(value, text, ptbr.Impurity, ptbr.PercentOf)
	case kind.Place:
		r.fact.Place = clip(text)
	case kind.Carrier:
		r.fact.Carrier = clip(text)
	case kind.Destination:
		r.fact.Destination = clip(text)
	case kind.Product:
		r.fact.Product = clip(text)
	case kind.Paper:
		r.fact.Paper = clip(text)
	case kind.Verdict:
		r.fact.Verdict = verdictOf(text)
	case kind.CustodyModel:
		if model, reading := words.Custody.One(text); reading == ptbr.Read && len(text) <= maxPhrase {
			r.fact.Custody = int8(slices.Index(custodyRanks, model))
		}
	}
}

var custodyRanks = words.Custody.Terms()

// name adds a lot, once.
func (r *Reading) name(says kind.LotMeaning, name string) {
	folded := Fold(name)
	if folded == "" {
		return
	}
	if len(r.named[says]) < fewNames {
		if slices.Contains(r.named[says], folded) {
			return
		}
	} else {
		if r.seen[says] == nil {
			r.seen[says] = setOf(r.named[says])
		}
		if r.seen[says][folded] {
			return
		}
		r.seen[says][folded] = true
	}
	r.named[says] = append(r.named[says], folded)
}

// fewNames is the number of names up to which a list is searched without a set.
const fewNames = 32

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, 2*len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

// merged reads a text that says from which lots one was made, and reports whether it does: the
// whole is the lot that the field is about, and the parts went into it. A record that only ships,
// inspects or validates a lot makes none, because the maker of a lot owns it; there the parts stay
// suspects.
func (r *Reading) merged(says kind.LotMeaning, text string) bool {
	read := r.mergedOf
	switch says {
	case kind.LotShipped, kind.LotInspected, kind.LotValidated:
		read = ReadMerge
	}
	m, ok := read(text)
	if ok {
		r.name(says, m.Whole)
	}
	return ok
}

// mergedOf notes the lots that were made according to one text.
func (r *Reading) mergedOf(text string) (Merge, bool) {
	m, ok := ReadMerge(text)
	if !ok {
		return m, false
	}
	m.Whole = Fold(m.Whole)
	for i := range m.Parts {
		m.Parts[i].Name = Fold(m.Parts[i].Name)
	}
	r.merges = append(r.merges, m)
	return m, true
}

// sampled reads the text of a quality control. "Lote MIX-1, mistura dos lotes L-1 e L-2" says what
// a lot was merged from: the singular "lote" from the plural "lotes". Other lots are only
// mentioned.
func (r *Reading) sampled(text string) {
	if m, ok := r.mergedOf(text); ok {
		r.name(kind.LotSampled, m.Whole)
		for _, p := range m.Parts {
			r.name(kind.LotSampled, p.Name)
		}
		return
	}
	var one, many []string
	EachMentioned(text, func(code string, plural bool) {
		r.name(kind.LotSampled, code)
		if folded := Fold(code); plural {
			many = append(many, folded)
		} else if !slices.Contains(one, folded) {
			one = append(one, folded)
		}
	})
	if len(one) == 1 && len(many) > 1 && !slices.Contains(many, one[0]) && saysMerge(text) {
		m := Merge{Whole: one[0]}
		for _, part := range many {
			m.Parts = append(m.Parts, Part{Name: part})
		}
		r.merges = append(r.merges, m)
	}
}

// lose adds a loss: a mass, or the sum of a list of {tipo, peso}.
func (r *Reading) lose(f *kind.Field, value string) {
	add := func(m Mass) {
		switch {
		case m.State == Unsaid:
		case r.fact.Lost.State == Unsaid:
			r.fact.Lost = m
		case m.Known() && r.fact.Lost.Known():
			r.fact.Lost.Value += m.Value
		default:
			r.fact.Lost.State = Unclear
		}
	}
	if f.Shape != kind.Objects {
		add(FieldMasses(f, value).Mass)
		return
	}
	canon.Each(value, func(_, item string) bool {
		canon.Each(item, func(name, weight string) bool {
			if name == "peso" {
				add(ItemMass(weight))
			}
			return true
		})
		return true
	})
}

// FieldMasses reads a field's masses as the graph and the balance count them, so that a record
// shows the same reading. Kg has the masses of several products, in a field whose text may give
// them.
func FieldMasses(f *kind.Field, value string) Masses {
	switch {
	case f.Shape != kind.Text:
		return Masses{Mass: ItemMass(value)}
	case f.Says == kind.MassOut:
		return ReadMasses(textOf(value))
	}
	return Masses{Mass: ReadMass(textOf(value))}
}

// ItemMass reads a mass from a field in which a plain number means kg.
func ItemMass(value string) Mass {
	if v, ok := number(value); ok {
		return Kilos(v, true)
	}
	m := ReadMass(textOf(value))
	if m.State == Bare {
		m.State = Exact
	}
	return m
}

func percentOf(value, text string, label ptbr.Label, read func(string, ptbr.Label) (float64, ptbr.Reading)) float64 {
	v, ok := number(value)
	if !ok {
		if len(text) > maxDayText {
			return Unknown
		}
		var reading ptbr.Reading
		if v, reading = read(text, label); reading != ptbr.Read && reading != ptbr.Bare {
			return Unknown
		}
	}
	if math.IsNaN(v) || v < 0 || v > 100 || !ok && isLimit(text, v) {
		return Unknown
	}
	return v
}

// isLimit reports whether a text gives a number only as an upper limit: máx. 14%.
func isLimit(text string, v float64) bool {
	for _, f := range ptbr.Quantities(text) {
		if f.Value == v {
			return f.Bound == ptbr.AtMost || f.Bound == ptbr.Limit
		}
	}
	return false
}

func verdictOf(text string) Verdict {
	if len(text) > maxPhrase {
		return NoVerdict
	}
	switch term, _ := words.Result(text); term {
	case words.Approved:
		return Approved
	case words.ApprovedWithReserves:
		return ApprovedWithReserves
	case words.Rejected:
		return Rejected
	case words.Pending:
		return Pending
	}
	return NoVerdict
}

// joined returns the days from the first day of one span to the last day of the other.
func joined(first, last Days) Days {
	switch {
	case !first.Known():
		return last
	case !last.Known() || last.To < first.From:
		return first
	}
	return Days{first.From, last.To}
}

// textOf returns a text, or a number as a text.
func textOf(value string) string {
	if canon.KindOf(value) == '0' {
		return value
	}
	return canon.Unquote(value)
}

// eachText calls fn with a text, or with every text of a list, and nested with those
// that lie deeper.
func eachText(value string, fn, nested func(string)) {
	switch canon.KindOf(value) {
	case '{':
		eachNested(value, nested)
	case '[':
		canon.Each(value, func(_, item string) bool {
			if kind := canon.KindOf(item); kind == '{' || kind == '[' {
				eachNested(item, nested)
			} else {
				fn(textOf(item))
			}
			return true
		})
	default:
		fn(textOf(value))
	}
}

func clip(text string) string {
	if ptbr.IsAbsent(text) {
		return ""
	}
	return lang.Clip(text, maxClip)
}
