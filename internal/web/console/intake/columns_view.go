package intake

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/web/console/pagekit"
)

// choice is an option in a list.
type choice struct {
	Value, Text string
	Chosen      bool
}

// columnView is a column of the file.
type columnView struct {
	At                             int
	Letter, Header, Example        string
	Was                            string // the field that the page shows it as
	Uses                           []choice
	Sure, Level                    string // how sure the guess is, and its colour
	Wrong                          string
	Dates, Numbers, Units          []choice // nil: not asked
	AskDates, AskNumbers, AskUnits bool     // the file does not say
	With, Separators, Second       []choice
	Divisor                        string
	Open                           bool   // it is joined or split
	PartOf                         string // the column that it is a part of
	Is                             string // what it is read as, in words
	Chosen                         bool   // by a person on this page
	Folded                         bool   // no decision is needed
}

// columnGroup is columns that need a decision, or those that are read, or those that are not.
type columnGroup struct {
	Title, Names, Help string
	Doubt              bool // uncertain, so not folded
	Open               bool // one of them was changed, or needs a decision now
	Columns            []columnView
}

// constantView is a value that all rows have.
type constantView struct {
	Name, Label, Help, Value string
	Needed                   bool
	Last                     string // the previous file's value
}

// previewCell is a value as it will be read.
type previewCell struct {
	Label, Text string
	Bad         bool
}

type previewRow struct {
	Line     int
	Cells    []previewCell
	Problems []string
	Later    bool // a phone leaves it out
}

// columnsView is the page on which a person says what the columns of a file mean.
type columnsView struct {
	pagekit.Frame
	ID, Name, Wrong, Here string
	Kinds, Sheets         []choice
	Header, HeaderRows    int
	KindSure              string
	Groups                []columnGroup
	What                  string // the content of the file, in one line
	WhatOpen              bool   // it needs attention
	Questions             int
	Constants             []constantView
	More                  []choice // fields that can get a value
	Saved                 string   // the name for saving it
	Replaces              string   // the version of another layout of that name
	Taken, ReplaceText    string   // what is said of it
	Free                  string   // a name that no layout has
	Tab, From             string   // the page, and the state of the file that it shows
	Stale                 bool     // another page changed it meanwhile
	Sheet, KindSlug       string   // as read now
	Heads                 []string
	Rows                  []previewRow
	Passed                string
	Troubled              bool   // one of the rows has a problem
	Known                 string // the saved layout with which it is read, unchanged
	NotYours              string // the caller may not write this kind
}

func newColumnsView(job *importJob, on *pagekit.Call, s *said) *columnsView {
	d, l := &job.layout.draft, on.Lang
	v := &columnsView{ID: job.id, Name: job.name, Wrong: s.wrong, Here: pagekit.Root(on.Request) + "console/importar/" + job.id, Header: d.Header, HeaderRows: d.HeaderRows, Saved: s.name, Tab: s.tab, From: s.from, Stale: s.stale, Sheet: d.Sheet, KindSlug: pagekit.KindSlug(job.kind)}
	if !s.heard {
		v.Saved = d.Name
	}
	if s.replaces > 0 {
		v.Replaces, v.Free = strconv.FormatInt(s.replaces, 10), s.free
		v.Taken, v.ReplaceText = columnTexts["taken"].Fill(l, lang.Args{"nome": s.name}), columnTexts["replace"].Fill(l, lang.Args{"nome": s.name})
	}
	v.Title = job.name
	if v.NotYours = mayNot(on, job.kind); v.NotYours != "" { // otherwise the browser would choose another kind
		v.Kinds = append(v.Kinds, choice{pagekit.KindSlug(job.kind), job.kind.Title.In(l), true})
	}
	if v.NotYours == v.Wrong {
		v.NotYours = "" // it is said already
	}
	for _, k := range importableKinds(on.Key) {
		v.Kinds = append(v.Kinds, choice{pagekit.KindSlug(k), k.Title.In(l), k == job.kind})
	}
	if len(job.layout.sheets) > 1 {
		for _, name := range job.layout.sheets {
			v.Sheets = append(v.Sheets, choice{name, name, name == d.Sheet})
		}
	}
	v.what(job, l)
	fields := sheet.Fields(job.kind)
	slices.SortStableFunc(fields, func(a, b kind.Field) int { return strings.Compare(a.Label.In(l), b.Label.In(l)) })
	v.columns(job, fields, s, l)
	v.constants(job, fields, l)
	v.recall(job, l)
	return v
}

// what describes in one line what the file was recognised as.
func (v *columnsView) what(job *importJob, l lang.Lang) {
	sure, d := job.layout.guess.Confidence, &job.layout.draft
	v.KindSure = sureText(sure, false).In(l)
	what := "whatline"
	if d.Bare() {
		what = "whatbare"
	}
	v.What = columnTexts[what].Fill(l, lang.Args{"tipo": job.kind.Title.In(l), "linha": strconv.Itoa(d.Header)})
	if len(v.Sheets) > 0 {
		v.What += columnTexts["whatsheet"].Fill(l, lang.Args{"aba": d.Sheet})
	}
	first := &job.layout.first.Mapping
	v.WhatOpen = sure < likely || v.NotYours != "" || v.Wrong != "" || d.Kind != first.Kind || d.Sheet != first.Sheet || d.Header != first.Header || d.HeaderRows != first.HeaderRows
}

// columns lists the columns: first the doubtful ones, then those that are read, then the others. A
// column stays in its group whatever a person chooses, so that nothing jumps.
func (v *columnsView) columns(job *importJob, fields []kind.Field, s *said, l lang.Lang) {
	d, groups := &job.layout.draft, [3]columnGroup{{Doubt: true}}
	for i := range d.Columns {
		c := v.column(job, &d.Columns[i], fields, l)
		if c.Wrong = s.columns[c.At]; c.Wrong != "" && v.Wrong == "" {
			v.Wrong = columnTexts["seebelow"].In(l)
		}
		c.fold()
		at := 1
		if first := column(&job.layout.first.Mapping, c.At); job.layout.doubts(c.At) {
			at = 0
		} else if first != nil && first.Use == columns.Ignore {
			at = 2
		}
		groups[at].add(&c)
	}
	for i, title := range []string{"asked", "read", "left"} {
		if n := len(groups[i].Columns); n > 0 {
			groups[i].Title = pagekit.Counted(columnTexts, title, l, int64(n))
			groups[i].Help = columnTexts[title+"help"].In(l)
			v.Groups = append(v.Groups, groups[i])
		}
	}
}

func (g *columnGroup) add(c *columnView) {
	const shown = 160
	g.Columns = append(g.Columns, *c)
	g.Open = g.Open || !c.Folded
	name := cmp.Or(c.Header, c.Letter)
	if g.Names != "" {
		name = g.Names + ", " + name
	}
	g.Names = lang.Clip(name, shown)
}

// doubts reports whether the guess of a column needed a person.
func (y *layout) doubts(at int) bool {
	i := slices.IndexFunc(y.first.Mapping.Columns, func(c columns.Column) bool { return c.At == at })
	if i < 0 {
		return true
	}
	use := y.first.Mapping.Columns[i].Use
	read := use == columns.Field || use == columns.Join || use == columns.Split
	return read && i < len(y.first.Columns) && y.first.Columns[i].Confidence < likely || slices.ContainsFunc(y.first.Questions, func(q guess.Question) bool { return q.Column == at })
}

// recall folds the columns of a known layout, as long as none of them is open or was changed. Then
// only what is specific to each file is asked.
func (v *columnsView) recall(job *importJob, l lang.Lang) {
	first := job.layout.first
	if !first.Known || v.Questions > 0 || v.Wrong != "" || v.Replaces != "" || !sameLayout(first.Mapping, job.layout.draft) || first.Mapping.Header != job.layout.draft.Header {
		return
	}
	v.Known = columnTexts["known"].Fill(l, lang.Args{"nome": first.Mapping.Name})
}

// fold reduces a column that needs no decision to one line: what it is read as, and how certain
// that is. Otherwise a file with twenty columns takes six screens on a phone. What a person chose
// stays open.
func (c *columnView) fold() {
	for _, use := range c.Uses {
		if use.Chosen {
			c.Is = use.Text
		}
	}
	c.Folded = c.Level != "alerta" && c.Wrong == "" && !c.AskDates && !c.AskNumbers && !c.AskUnits && !c.Open && !c.Chosen
}

func (v *columnsView) column(job *importJob, c *columns.Column, fields []kind.Field, l lang.Lang) columnView {
	out := columnView{At: c.At, Letter: letters(c.At), Header: c.Header, Was: c.Field, Divisor: c.Separator}
	how, own := job.layout.how(c)
	out.Example, out.Chosen = how.Example, own
	out.Uses = []choice{{"ignorar", columnTexts["ignore"].In(l), c.Use == columns.Ignore}, {"extra", columnTexts["extra"].In(l), c.Use == columns.Extra}}
	if c.Use == columns.Part {
		out.PartOf = partOf(&job.layout.draft, c.At)
		out.Uses = append([]choice{{"parte", columnTexts["part"].Fill(l, lang.Args{"coluna": out.PartOf}), true}}, out.Uses...)
	}
	var field *kind.Field
	for i := range fields {
		f := &fields[i]
		held := c.Field == f.Name && c.Use != columns.Extra && c.Use != columns.Ignore
		if held {
			field = f
		}
		out.Uses = append(out.Uses, choice{"campo:" + f.Name, f.Label.In(l), held})
	}
	switch c.Use {
	case columns.Ignore:
		out.Sure, out.Level = columnTexts["notread"].In(l), "info"
		if how.Empty {
			out.Sure = columnTexts["empty"].In(l)
		}
	case columns.Extra:
		out.Sure, out.Level = columnTexts["kept"].In(l), "info"
	case columns.Field, columns.Join, columns.Split:
		out.Sure, out.Level = sureText(how.Confidence, how.Why == guess.ByEarlier).In(l), "bom"
		switch {
		case own:
			out.Sure = columnTexts["sure.own"].In(l)
		case how.Confidence < likely:
			out.Level = "alerta"
		}
		v.asks(&out, c, field, job, l)
		v.shapes(&out, c, fields, job, l)
	}
	return out
}

// how returns the basis of the guess for a column, and whether a person chose otherwise.
func (y *layout) how(c *columns.Column) (how guess.Column, own bool) {
	g := y.first
	i := slices.IndexFunc(g.Mapping.Columns, func(one columns.Column) bool { return one.At == c.At })
	if i < 0 || i >= len(g.Columns) {
		return how, true
	}
	return g.Columns[i], g.Mapping.Columns[i].Field != c.Field
}

// partOf returns the letter of the column that a column is joined to.
func partOf(m *columns.Mapping, at int) string {
	for i := range m.Columns {
		if slices.Contains(m.Columns[i].With, at) {
			return letters(m.Columns[i].At)
		}
	}
	return ""
}

// units are the selectable units for fields that have one.
var units = []string{"kg", "t", "g", "sc", "@", "lb", "%", columns.Fraction, "ha", "m²", "alqueire paulista", "alqueire mineiro", "alqueire goiano", "L", "mL", "L/ha", "mL/ha", "kg/ha", "g/ha", "t/ha", "sc/ha"}

// asks offers formats for a column's values, and marks what the file does not determine.
func (v *columnsView) asks(out *columnView, c *columns.Column, f *kind.Field, job *importJob, l lang.Lang) {
	if f == nil {
		return
	}
	open := func(asks guess.Asks) bool {
		return slices.ContainsFunc(job.layout.guess.Questions, func(q guess.Question) bool { return q.Column == c.At && q.Asks == asks })
	}
	list := func(names []string, chosen string) (all []choice) {
		for _, name := range names {
			all = append(all, choice{name, columnTexts["how."+name].In(l), name == chosen})
		}
		return all
	}
	measured := f.Shape == kind.Number || f.Shape == kind.Quantity || f.Measure != ""
	switch {
	case f.Shape == kind.Date || f.Shape == kind.DateTime:
		names := []string{"", string(columns.DayFirst), string(columns.MonthDay), string(columns.YearFirst)}
		if !slices.Contains(names, string(c.Dates)) {
			names = append(names, string(c.Dates))
		}
		out.Dates = list(names, string(c.Dates))
		out.AskDates = open(guess.AskDates) && c.Dates == columns.OpenDates
	case measured:
		out.Numbers = list([]string{"", string(columns.Brazilian), string(columns.American)}, string(c.Numbers))
		if out.AskNumbers = open(guess.AskNumbers) && c.Numbers == columns.OpenNumbers; out.AskNumbers {
			out.Numbers = readings(out.Numbers, v.asked(job, c.At), c.Unit, l)
		}
		out.Units = []choice{{"", columnTexts["unit.none"].In(l), c.Unit == ""}}
		for _, unit := range units {
			if columns.Fits(f, unit) || unit == c.Unit {
				out.Units = append(out.Units, choice{unit, cmp.Or(columnTexts["unit."+unit].In(l), unit), unit == c.Unit})
			}
		}
		if len(out.Units) == 1 {
			out.Units = nil
		}
		out.AskUnits = open(guess.AskUnit) && c.Unit == "" && c.Use != columns.Join
	}
	for _, asked := range []bool{out.AskDates, out.AskNumbers, out.AskUnits} {
		if asked {
			v.Questions++
			out.Level, out.Sure = "alerta", columnTexts["asks"].In(l)
		}
	}
}

// asked returns the value that a question about the numbers of a column shows.
func (v *columnsView) asked(job *importJob, at int) string {
	for _, q := range job.layout.guess.Questions {
		if q.Column == at && q.Asks == guess.AskNumbers {
			return q.Example
		}
	}
	return ""
}

// readings returns what each choice makes of a value of the column, so that a question can show
// both answers.
func readings(choices []choice, example, unit string, l lang.Lang) []choice {
	n, ok := columns.ReadNumeral(example)
	if !ok {
		return choices
	}
	for i := range choices {
		value := map[string]float64{string(columns.Brazilian): n.Brazilian, string(columns.American): n.American}
		if v, is := value[choices[i].Value]; is {
			said := strings.TrimSpace(strconv.FormatFloat(v, 'f', -1, 64) + " " + unit) // no thousands: they are the question
			if l != lang.EN {
				said = strings.Replace(said, ".", ",", 1)
			}
			choices[i].Text = columnTexts["reads"].Fill(l, lang.Args{"celula": example, "valor": said})
		} else {
			choices[i].Text = columnTexts["choose"].In(l)
		}
	}
	return choices
}

// shapes offers to join a column with another one, or to split it.
func (v *columnsView) shapes(out *columnView, c *columns.Column, fields []kind.Field, job *importJob, l lang.Lang) {
	// What the guess or a saved layout joins is shown at the other column; a person's own choice
	// stays open.
	first := column(&job.layout.first.Mapping, c.At)
	out.Open = (c.Use == columns.Join || c.Use == columns.Split) && (first == nil || first.Use != c.Use)
	none := choice{Text: columnTexts["nojoin"].In(l)}
	out.With, out.Second = []choice{none}, []choice{{Text: columnTexts["nosplit"].In(l)}}
	for i := range job.layout.draft.Columns {
		if other := &job.layout.draft.Columns[i]; other.At != c.At && other.Header != "" {
			out.With = append(out.With, choice{strconv.Itoa(other.At), letters(other.At) + " · " + other.Header, slices.Contains(c.With, other.At)})
		}
	}
	for _, name := range []string{"", "traco", "barra", "virgula"} {
		out.Separators = append(out.Separators, choice{name, columnTexts["sep."+name].In(l), c.Use == columns.Join && separators[name] == c.Separator})
	}
	for i := range fields {
		out.Second = append(out.Second, choice{fields[i].Name, fields[i].Label.In(l), c.Use == columns.Split && c.Second == fields[i].Name})
	}
	if c.Use != columns.Split {
		out.Divisor = ""
	}
}

// constants lists the values shared by all rows, and the harvest if no column contains it.
func (v *columnsView) constants(job *importJob, fields []kind.Field, l lang.Lang) {
	d := &job.layout.draft
	value := func(name string) string {
		for _, c := range d.Constants {
			if c.Field == name {
				return c.Value
			}
		}
		return ""
	}
	for _, first := range []bool{true, false} { // the harvest comes first
		for i := range fields {
			f := &fields[i]
			ofHarvest := isHarvest(f.Name)
			if ofHarvest != first || holds(d, f.Name) {
				continue
			}
			text := value(f.Name)
			if !ofHarvest && text == "" {
				v.More = append(v.More, choice{Value: f.Name, Text: f.Label.In(l)})
				continue
			}
			one := constantView{Name: f.Name, Label: f.Label.In(l), Value: text, Needed: f.Name == sheet.HarvestID && text == ""}
			if ofHarvest {
				one.Help = columnTexts["harvesthelp."+f.Name].In(l)
				if last := job.layout.before(f.Name); last != "" {
					one.Last = columnTexts["lasttime"].Fill(l, lang.Args{"valor": last})
				}
			}
			v.Constants = append(v.Constants, one)
		}
	}
	slices.SortStableFunc(v.Constants, func(a, b constantView) int { // its id before its code
		return cmp.Compare(rank(a.Name), rank(b.Name))
	})
}

func rank(field string) int {
	switch field {
	case sheet.HarvestID:
		return 0
	case sheet.Season:
		return 1
	}
	return 2
}

// How sure a guess is, in words.
const certain, likely = 0.9, 0.7

func sureText(confidence float64, earlier bool) lang.Text {
	switch {
	case earlier:
		return columnTexts["sure.before"]
	case confidence >= certain:
		return columnTexts["sure.certain"]
	case confidence >= likely:
		return columnTexts["sure.likely"]
	}
	return columnTexts["sure.check"]
}

// previewed is how many rows the page shows.
const previewed = 8

// previewedSmall is how many of them a phone shows, in addition to those with problems.
const previewedSmall = 2

// preview reads the first rows as the draft specifies.
func (v *columnsView) preview(job *importJob, l lang.Lang) error {
	d := job.layout.draft
	if d.CheckHere() != nil {
		return nil // the problem is already shown
	}
	f, err := sheet.OpenFile(job.file, job.size, sheet.Limits{})
	if err != nil {
		return err
	}
	rows, err := columns.Open(f, &d)
	if unreadableSheet(err) {
		v.Wrong = cmp.Or(v.Wrong, capital(err.(*sheet.Error).Message(l)))
		return nil
	}
	if err != nil {
		return err
	}
	defer rows.Close()
	y := labelsOf(job.kind, &d)
	names, harvest := v.heads(&d, y, l), y.name(sheet.HarvestID, l) // which the page asks for itself
	for len(v.Rows) < previewed {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if unreadableSheet(err) {
			v.Wrong = cmp.Or(v.Wrong, capital(err.(*sheet.Error).Message(l)))
			break
		}
		if err != nil {
			return err
		}
		shown := previewOf(job.kind, row, names, y, l)
		shown.Problems = slices.DeleteFunc(shown.Problems, func(text string) bool { return strings.HasPrefix(text, harvest+":") })
		shown.Later = len(v.Rows) >= previewedSmall && len(shown.Problems) == 0
		v.Rows = append(v.Rows, shown)
		v.Troubled = v.Troubled || len(shown.Problems) > 0
	}
	if n := rows.Passed(); n > 0 {
		v.Passed = pagekit.Counted(columnTexts, "passed", l, int64(n))
	}
	return nil
}

// heads names the fields that the preview shows.
func (v *columnsView) heads(d *columns.Mapping, y labels, l lang.Lang) (names []string) {
	add := func(name string) {
		if name != "" {
			names = append(names, name)
			v.Heads = append(v.Heads, y.name(name, l))
		}
	}
	for _, c := range d.Constants {
		add(c.Field)
	}
	for _, c := range d.Columns {
		if c.Use != columns.Ignore && c.Use != columns.Part {
			add(c.Field)
			add(c.Second)
		}
	}
	return names
}
