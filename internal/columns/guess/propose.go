package guess

import (
	"math"
	"slices"

	"rastro/internal/columns"
	"rastro/internal/kind"
)

// proposal is a guess in the making.
type proposal struct {
	*Guess
	table *Table
	file  profile     // all text numbers of the file
	at    map[int]int // the position of a column in the mapping
}

// propose makes the mapping of an attempt.
func (t *Table) propose(a *attempt) *Guess {
	p := &proposal{Guess: &Guess{Rows: t.rows}, table: t, at: map[int]int{}}
	p.Mapping = columns.Mapping{Version: columns.CurrentVersion, Kind: a.kind.Prefix, Sheet: t.name, Header: t.lines[0].Number, HeaderRows: len(t.lines)}
	if t.bare {
		p.Mapping.HeaderRows = 0
	}
	for i := range t.profiles {
		p.file.brazilian += t.profiles[i].brazilian
		p.file.american += t.profiles[i].american
	}
	for i := range t.headers {
		if t.headers[i] == "" && t.profiles[i].filled == 0 {
			continue
		}
		p.at[i] = len(p.Mapping.Columns)
		j := slices.IndexFunc(a.fits, func(f fit) bool { return f.column == i })
		if j < 0 {
			p.rest(i, a.chosen[i])
			continue
		}
		p.field(a, a.fits[j])
	}
	p.join(a)
	p.Mapping.Sign()
	return p.Guess
}

// field proposes a field for a column.
func (p *proposal) field(a *attempt, f fit) {
	t := p.table
	one := columns.Column{At: f.column, Header: t.headers[f.column], Use: columns.Field, Field: f.field.Name}
	p.settle(&one, f.field)
	how := Column{Confidence: math.Round(100*min(1, f.score)) / 100, Why: f.why, Example: t.profiles[f.column].example}
	for _, other := range a.all {
		if other.column == f.column && other.field != f.field && len(how.Others) < maxOther {
			how.Others = append(how.Others, other.field.Name)
		}
	}
	p.Mapping.Columns = append(p.Mapping.Columns, one)
	p.Columns = append(p.Columns, how)
}

// settle determines how a column writes its values, and asks what it does not show.
func (p *proposal) settle(one *columns.Column, f *kind.Field) {
	values, ask := &p.table.profiles[one.At], false
	if f.Shape == kind.Date || f.Shape == kind.DateTime {
		if one.Dates, ask = values.dates(); ask {
			p.Questions = append(p.Questions, Question{one.At, AskDates, values.dayExample})
		}
		return
	}
	if f.Shape != kind.Number && f.Shape != kind.Quantity && f.Measure == "" {
		h := &p.table.headings[one.At]
		switch {
		case columns.Fits(f, h.per) && values.most(values.bare):
			one.Unit = h.per // the header alone says what the numbers are
		case h.hectare && h.per == "" && columns.Fits(f, columns.PerHectare):
			one.Unit = columns.PerHectare
		}
		return
	}
	if one.Numbers, ask = values.notation(&p.file); ask {
		p.Questions = append(p.Questions, Question{one.At, AskNumbers, values.openExample})
	}
	if one.Unit, ask = values.unit(f, &p.table.headings[one.At], one.Numbers); ask {
		p.Questions = append(p.Questions, Question{one.At, AskUnit, values.example})
	}
}

// telling are columns that no field holds, but without which a record of the kind means little: the
// product of an application, its plot or that of a planting and the plot's size, what a classifier
// counted. They are about things, never about people: see docs/decisions.md#console-imports.
func (p *proposal) telling(at int) bool {
	t := p.table
	h, values := &t.headings[at], &t.profiles[at]
	if values.people > 0 || values.filled == 0 {
		return false
	}
	switch p.Mapping.Kind {
	case kind.Planting:
		return h.fits(plots) >= 0.9 || h.unit == "ha" && h.fits(areas) >= 0.9 && values.most(values.numbers)
	case kind.InputApplication:
		return h.fits(plots) >= 0.9 || h.fits(products) >= 0.9 && !values.most(values.numbers)
	case kind.StorageQuality:
		return h.fits(defects) >= 0.9 || values.most(values.numbers) && h.fits(shares) >= 0.85
	}
	return false
}

var products, shares = phrases("produto", "produto comercial", "nome comercial", "ingrediente ativo", "princípio ativo", "product", "produto aplicado", "defensivo", "insumo"),
	phrases("umidade", "impureza", "impurezas", "matérias estranhas", "matérias estranhas e impurezas", "moisture", "foreign matter")

// plots are the names of a column for the plot, as the kind table has them for harvests.
var plots = func() []phrase {
	field, _ := kind.ByPrefix(kind.Harvesting).Field("talhao")
	return phrases(field.Synonyms...)
}()

var areas = phrases("área", "área plantada", "área semeada", "área total", "área do talhão", "planted area", "area", "superficie")

func phrases(names ...string) (all []phrase) {
	for _, name := range names {
		all = append(all, newPhrase(words(name)))
	}
	return all
}

// rest proposes what to do with a column that no field holds: nothing, unless it is telling, or
// somebody once kept such a column. It may contain a name or a CPF, so nobody keeps it
// unintentionally.
func (p *proposal) rest(at int, chosen *Choice) {
	t := p.table
	values := &t.profiles[at]
	one := columns.Column{At: at, Header: t.headers[at], Use: columns.Ignore}
	why := ByNothing
	if chosen != nil {
		why = ByEarlier
	}
	if chosen != nil && chosen.Use == columns.Extra && values.filled > 0 || chosen == nil && p.telling(at) {
		one.Use, one.Field = columns.Extra, p.Mapping.Member(one.Header, at)
	}
	p.Mapping.Columns = append(p.Mapping.Columns, one)
	p.Columns = append(p.Columns, Column{Why: why, Empty: values.filled == 0, Example: values.example})
}

// join joins a column with the time of day to that of the day, and one with the unit to that of the
// quantity.
func (p *proposal) join(a *attempt) {
	for _, f := range a.fits {
		one := &p.Mapping.Columns[p.at[f.column]]
		values := &p.table.profiles[f.column]
		switch {
		case f.field.Shape == kind.DateTime && values.clockless():
			p.with(a, one, func(v *profile, h *heading) bool {
				return v.most(v.clocks) && h.fits(hours) >= accepted
			})
		case f.field.Measure != "" && one.Unit == "" && values.bare > 0:
			if p.with(a, one, func(v *profile, _ *heading) bool { return v.share(v.units) > 0.9 }) {
				p.Questions = slices.DeleteFunc(p.Questions, func(q Question) bool { return q.Column == one.At && q.Asks == AskUnit })
			}
		}
	}
}

// hours are the names of a column with the time of day.
var hours = func() []phrase {
	var all []phrase
	for _, name := range []string{"hora", "hora entrada", "hora chegada", "hr", "horário", "time", "time in", "hora recebimento", "hr entrada", "hora pesagem"} {
		all = append(all, newPhrase(words(name)))
	}
	return all
}()

// with joins the nearest fitting unused column to the right, else to the left.
func (p *proposal) with(a *attempt, one *columns.Column, fits func(*profile, *heading) bool) bool {
	best, far := -1, math.MaxInt
	for i := range p.Mapping.Columns {
		c := &p.Mapping.Columns[i]
		if c.Use != columns.Ignore || a.chosen[c.At] != nil || !fits(&p.table.profiles[c.At], &p.table.headings[c.At]) {
			continue
		}
		distance := c.At - one.At
		if distance < 0 {
			distance = len(p.table.headers) - distance
		}
		if distance < far {
			best, far = i, distance
		}
	}
	if best < 0 {
		return false
	}
	c := &p.Mapping.Columns[best]
	c.Use, c.Field = columns.Part, ""
	one.Use, one.With, one.Separator = columns.Join, []int{c.At}, " "
	return true
}
