package record

import (
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// fact is the content of a field in a payload.
type fact struct {
	field *field
	kind  canon.Kind // of its JSON value; 0 if it is missing or null
	json  string     // its JSON value
	text  string     // of a text; a number as written
	texts []string   // of a list: its items that are texts or numbers

	// The result of the field's reader.
	reading ptbr.Reading
	value   float64
	several bool // value is the sum of several masses
	at      time.Time

	items []item    // of a list of objects
	plot  *geo.Plot // nil if the field is not a plot
}

// item is an object in a list, reduced to what the checks need: a residue and its mass, a sieve and
// its share.
type item struct {
	value float64
	ok    bool
	// unread is a weight whose mass cannot be determined.
	unread string
}

// take reads a member's value, and reports whether there is one.
func (f *fact) take(value string) bool {
	f.json = value
	switch f.kind = canon.KindOf(value); f.kind {
	case '"':
		f.text = canon.Unquote(value)
	case '0':
		f.text = value
	case '[', '{':
		f.composite(value)
	case 'n':
		f.kind = 0
		return false
	}
	if f.field.read != nil {
		f.field.read(f)
	}
	return true
}

func (f *fact) composite(value string) {
	switch f.field.shape {
	case kind.Plot:
		f.plot, _ = geo.Read([]byte(value))
	case kind.Objects:
		f.objects(value)
	case kind.Texts, kind.TextOrTexts:
		if f.kind == '[' {
			f.list(value)
		}
	}
}

func (f *fact) list(value string) {
	canon.Each(value, func(_, one string) bool {
		switch canon.KindOf(one) {
		case '"':
			f.texts = append(f.texts, canon.Unquote(one))
		case '0':
			f.texts = append(f.texts, one)
		default:
			f.texts = append(f.texts, "") // keeps the indexes equal to those of the list
		}
		return true
	})
}

// objects reads from each object the one number that the checks need.
func (f *fact) objects(value string) {
	canon.Each(value, func(_, one string) bool {
		var it item
		canon.Each(one, func(name, v string) bool {
			if name == "peso" || name == "percentual" {
				it = readItem(name, v)
			}
			return true
		})
		f.items = append(f.items, it)
		return true
	})
}

func readItem(name, v string) item {
	if name == "peso" {
		return readWeight(v)
	}
	var reading ptbr.Reading
	var value float64
	switch canon.KindOf(v) {
	case '0':
		value, reading = numberOf(v)
	case '"':
		value, reading = ptbr.Percent(canon.Unquote(v))
	}
	return item{value: value, ok: reading == ptbr.Read || reading == ptbr.Bare}
}

func readWeight(v string) item {
	mass := lot.ItemMass(v)
	it := item{value: mass.Value, ok: mass.Known()}
	switch kind := canon.KindOf(v); {
	case mass.State != lot.Unclear:
	case kind == '"':
		it.unread = canon.Unquote(v)
	case kind == '0':
		it.unread = v
	}
	return it
}

// numberOf reads a JSON number.
func numberOf(text string) (float64, ptbr.Reading) {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, ptbr.Unreadable
	}
	return value, ptbr.Read
}

// The readers. A JSON number without a unit has the unit that the field's table documents, if the
// table expects a number.

func asDate(f *fact) {
	if f.kind == '"' {
		f.at, f.reading = ptbr.Date(f.text)
	}
}

// asMass reads the mass that the lot graph and the balance count, so that what the record reports
// as read equals what enters its sums.
func asMass(f *fact) {
	if f.kind != '0' && f.kind != '"' {
		return
	}
	mass := lot.FieldMasses(f.field.is, f.json)
	f.value, f.several = mass.Value, len(mass.Kg) > 1
	switch {
	case mass.State == lot.Unsaid:
		f.reading = ptbr.Absent
	case f.kind == '0' && f.field.shape == kind.Text:
		f.reading = ptbr.Bare
	case mass.Known() && (f.kind == '0' || f.field.shape == kind.Text):
		f.reading = ptbr.Read
	case f.kind == '0' || len(f.text) > lot.MaxMassText:
		f.reading = ptbr.Unreadable
	default:
		_, f.reading = ptbr.Mass(f.text) // why it is not counted, or that its unit is the field's
		if f.reading == ptbr.Read && !mass.Known() {
			f.reading = ptbr.Unreadable // about 20 t
		}
	}
}

func asPercent(f *fact) { f.measure(ptbr.Percent) }

func asMoisture(f *fact) { f.measure(percentOf(ptbr.Moisture)) }

// asMoistureIn reads the moisture of a product before drying.
func asMoistureIn(f *fact) { f.measure(firstPercentOf(ptbr.Moisture)) }

func asImpurity(f *fact) { f.measure(percentOf(ptbr.Impurity)) }

// asImpurityIn reads the impurities of a product before cleaning.
func asImpurityIn(f *fact) { f.measure(firstPercentOf(ptbr.Impurity)) }

func asCelsius(f *fact) { f.measure(ptbr.Celsius) }

func asNumber(f *fact) { f.measure(ptbr.Number) }

func percentOf(label ptbr.Label) func(string) (float64, ptbr.Reading) {
	return func(text string) (float64, ptbr.Reading) { return ptbr.PercentOf(text, label) }
}

func firstPercentOf(label ptbr.Label) func(string) (float64, ptbr.Reading) {
	return func(text string) (float64, ptbr.Reading) { return ptbr.FirstPercentOf(text, label) }
}

func (f *fact) measure(read func(string) (float64, ptbr.Reading)) {
	switch f.kind {
	case '0':
		if f.value, f.reading = numberOf(f.text); f.reading == ptbr.Read && f.field.shape == kind.Text {
			f.reading = ptbr.Bare
		}
	case '"':
		f.value, f.reading = read(f.text)
	}
}

// sure reports whether the field's number was read with its unit; a number that is below zero but
// cannot be counts as sure, too.
func (f *fact) sure() bool { return f.reading == ptbr.Read || f.reading == ptbr.Impossible }

// isShare reports whether the field gives a percentage, even an impossible one.
func (f *fact) isShare() bool { return f.read() || f.reading == ptbr.Impossible }

// read reports whether the field's number could be read.
func (f *fact) read() bool { return f.reading == ptbr.Read || f.reading == ptbr.Bare }

// absent reports whether the field is missing or says that there is none.
func (f *fact) absent() bool {
	switch f.kind {
	case 0:
		return true
	case '"':
		return ptbr.IsAbsent(f.text)
	}
	return false
}

// quoted returns the field's text as a message repeats it.
func (f *fact) quoted() string { return clip(f.text) }
