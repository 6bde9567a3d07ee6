package guess

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/columns"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// proposal is a guess in the making.
type proposal struct {
	*Guess
	table *table
	file  profile // all text numbers of the file
	taken map[string]bool
	at    map[int]int // where a column is in the mapping
}

// propose makes the mapping of an attempt.
func (t *table) propose(a *attempt) *Guess {
	p := &proposal{Guess: &Guess{Rows: t.rows}, table: t, taken: map[string]bool{}, at: map[int]int{}}
	p.Mapping = columns.Mapping{Version: columns.CurrentVersion, Kind: a.kind.Prefix, Sheet: t.name, Header: t.lines[0].Number, HeaderRows: len(t.lines)}
	for i := range t.profiles {
		p.file.brazilian += t.profiles[i].brazilian
		p.file.american += t.profiles[i].american
	}
	fields := sheet.Fields(a.kind)
	for i := range fields {
		p.taken[fields[i].Name] = true
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

// settle says how a column writes its values, and asks what it does not show.
func (p *proposal) settle(one *columns.Column, f *kind.Field) {
	values, ask := &p.table.profiles[one.At], false
	if f.Shape == kind.Date || f.Shape == kind.DateTime {
		if one.Dates, ask = values.dates(); ask {
			p.Questions = append(p.Questions, Question{one.At, AskDates, values.dayExample})
		}
		return
	}
	if f.Shape != kind.Number && f.Shape != kind.Quantity && f.Measure == "" {
		return
	}
	if one.Numbers, ask = values.notation(&p.file); ask {
		p.Questions = append(p.Questions, Question{one.At, AskNumbers, values.openExample})
	}
	if one.Unit, ask = values.unit(f, &p.table.headings[one.At], one.Numbers); ask {
		p.Questions = append(p.Questions, Question{one.At, AskUnit, values.example})
	}
}

// rest proposes what to do with a column that no field holds: it is kept, unless it only
// counts the rows or has nothing in it.
func (p *proposal) rest(at int, chosen *Choice) {
	t := p.table
	values := &t.profiles[at]
	one := columns.Column{At: at, Header: t.headers[at], Use: columns.Extra}
	why := ByNothing
	if chosen != nil {
		why = ByEarlier
	}
	if chosen != nil && chosen.Use == columns.Ignore || values.filled == 0 || values.counting > 1 && values.counting*10 >= values.filled*9 {
		one.Use = columns.Ignore
	} else {
		one.Field = p.member(t.headers[at], at)
	}
	p.Mapping.Columns = append(p.Mapping.Columns, one)
	p.Columns = append(p.Columns, Column{Why: why, Example: values.example})
}

// member makes the name of an extra field from a header: Peso bruto is pesoBruto.
func (p *proposal) member(header string, at int) string {
	const longest = 60
	name := ""
	for i, w := range words(header) {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, w)
		if i > 0 && w != "" {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		if len(name)+len(w) <= longest {
			name += w
		}
	}
	if name == "" || name[0] <= '9' || name == "id" || name == "dados" || name == "geojson" {
		name = "coluna" + strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
	}
	if p.taken[name] {
		name += strconv.Itoa(at + 1)
	}
	for p.taken[name] {
		name += "x"
	}
	p.taken[name] = true
	return name
}

// join adds a column with the time of day to that of the day, and one with the unit to that
// of the quantity.
func (p *proposal) join(a *attempt) {
	for _, f := range a.fits {
		one := &p.Mapping.Columns[p.at[f.column]]
		values := &p.table.profiles[f.column]
		switch {
		case f.field.Shape == kind.DateTime && values.clockless():
			p.with(one, func(v *profile, h *heading) bool {
				return v.most(v.clocks) && h.fits(hours) >= accepted
			})
		case f.field.Measure != "" && one.Unit == "" && values.bare > 0:
			if p.with(one, func(v *profile, _ *heading) bool { return v.share(v.units) > 0.9 }) {
				p.Questions = slices.DeleteFunc(p.Questions, func(q Question) bool { return q.Column == one.At && q.Asks == AskUnit })
			}
		}
	}
}

// hours are the names of a column that has the time of day.
var hours = func() []phrase {
	var all []phrase
	for _, name := range []string{"hora", "hora entrada", "hora chegada", "hr", "horário", "time", "time in", "hora recebimento", "hr entrada", "hora pesagem"} {
		all = append(all, newPhrase(words(name)))
	}
	return all
}()

// with joins the nearest extra column to the right that fits, else to the left.
func (p *proposal) with(one *columns.Column, fits func(*profile, *heading) bool) bool {
	best, far := -1, math.MaxInt
	for i := range p.Mapping.Columns {
		c := &p.Mapping.Columns[i]
		if c.Use != columns.Extra || !fits(&p.table.profiles[c.At], &p.table.headings[c.At]) {
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
	delete(p.taken, c.Field)
	c.Use, c.Field = columns.Part, ""
	one.Use, one.With, one.Separator = columns.Join, []int{c.At}, " "
	return true
}
