package record

import (
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// sectionView is a part of a form. The first has no title and is always open.
type sectionView struct {
	Title  string
	Fields []fieldView
	Open   bool
	Filled int // fields that have a value
}

// fieldView is a field of a form. Widget names the template that renders it.
type fieldView struct {
	Widget                string
	Name, ID, Label, Help string
	Unit, Text, Wrong     string
	Rows                  int // of a text with several lines
	Numeric, Personal     bool
	First                 bool   // the first of those that are wrong
	Kept                  bool   // what is stored cannot be shown in a box
	KeptText              string // the stored value as people read it
	Options               []choiceView
	Other                 string // a choice that is not among the options
	Items                 []string
	Columns               []columnView
	Table                 []tableRowView
	Pattern               string
	Lots                  bool   // it names lots, with completion
	Only                  string // the crop that it applies to
	Hidden                bool   // it does not apply to this harvest's crop, and is empty
}

type (
	choiceView struct {
		Value, Text string
		Chosen      bool
	}
	columnView   struct{ Name, Label, Unit string }
	tableRowView struct {
		From  string
		Cells []cellView
	}
	cellView struct {
		Name, Label, Text string
		Numeric           bool
	}
)

// sections returns the fields of the form, the usual ones first.
func (d *draft) sections(wrong map[string]string, crop string, l lang.Lang) []sectionView {
	values, _ := d.stored()
	all := make([]sectionView, len(kind.Sections)+1)
	fields := d.kind.FormFields()
	for i := range fields {
		f := &fields[i]
		v := d.viewField(f, values[f.Name], l)
		v.Wrong = wrong[f.Name]
		v.Hidden = v.Only != "" && crop != "" && crop != v.Only && v.Wrong == "" && (ptbr.IsAbsent(v.Text) || v.Text == "")
		s := &all[f.Section]
		s.Fields = append(s.Fields, v)
		s.Open = s.Open || v.Wrong != ""
		if v.filled() && !v.Hidden {
			s.Filled++
		}
	}
	for section, name := range kind.Sections {
		all[section].Title = name.In(l)
	}
	return slices.DeleteFunc(all, func(s sectionView) bool { return len(s.Fields) == 0 })
}

func (v *fieldView) filled() bool {
	stored := func(r tableRowView) bool {
		return slices.ContainsFunc(r.Cells, func(c cellView) bool { return c.Text != "" })
	}
	return v.Text != "" || v.Kept || slices.ContainsFunc(v.Table, stored)
}

// viewField shows a field with what was typed, or else with what is stored.
func (d *draft) viewField(f *kind.Field, stored string, l lang.Lang) fieldView {
	was := written(f, stored)
	v := fieldView{
		Name: fieldPrefix + f.Name, ID: "campo-" + f.Name, Label: f.Label.In(l), Help: f.Help.In(l), Unit: was.unit, Text: was.text, Rows: 2,
		Numeric: was.unit != "" || f.Shape == kind.Number, Personal: f.Personal, Pattern: f.Pattern.String(), Lots: f.Says.NamesLots() && !f.Long, Only: string(f.Only),
	}
	if typed, sent := d.typed(f, was.text); sent {
		v.Text = typed
	}
	if was.kept && !d.drops[f.Name] {
		v.Kept = true
		if f.Shape != kind.Plot { // whose numbers mean nothing to people
			v.KeptText = lang.Clip(shownField(f, stored, l), 300)
		}
	}
	switch {
	case f.Shape == kind.Objects:
		v.Widget, v.Help = "table", ""
		v.table(f, d.rowsOf(f, was), l)
	case isList(f):
		v.list(f, l)
	case f.Choice && !strings.Contains(v.Text, "\n"):
		v.Widget, v.Help = "choice", ""
		v.choose(f, l)
	case f.Shape == kind.Plot:
		v.Widget, v.Rows = "plot", 4
	case f.Long || strings.Contains(v.Text, "\n"): // one line cannot show two
		v.Widget = "area"
	case f.Shape == kind.Date:
		v.Widget = "date"
	case f.Shape == kind.DateTime:
		v.Widget = "moment"
	default:
		v.Widget = "line"
		for _, value := range f.Values {
			v.Options = append(v.Options, choiceView{Value: value, Text: f.Word(value, l)})
		}
	}
	return v
}

// rowsOf returns the rows of a table: those that were sent, or else those that are stored.
func (d *draft) rowsOf(f *kind.Field, was shown) []rowOf {
	if rows, sent := d.rows[f.Name]; sent {
		return rows
	}
	return was.rows
}

// maxItems limits the items of a list that get a row each; a longer list becomes a text with one
// item per line.
const maxItems = 60

// list shows a list: known items as boxes to tick, others as rows, and one row for more.
func (v *fieldView) list(f *kind.Field, l lang.Lang) {
	v.Widget, v.Rows = "list", 6
	var items []string
	if v.Text != "" {
		items = strings.Split(v.Text, "\n")
	}
	if len(items) > maxItems {
		v.Widget = "lines"
		return
	}
	if len(f.Values) > 0 {
		v.Help = ""
	}
	for _, value := range f.Values {
		at := slices.Index(items, value)
		if at >= 0 {
			items = slices.Delete(items, at, at+1)
		}
		v.Options = append(v.Options, choiceView{value, f.Word(value, l), at >= 0})
	}
	v.Items = append(items, "")
}

// choose shows a choice: the known values in words, and any other value entered.
func (v *fieldView) choose(f *kind.Field, l lang.Lang) {
	known := v.Text == ""
	for _, value := range f.Values {
		known = known || value == v.Text
		v.Options = append(v.Options, choiceView{value, f.Word(value, l), value == v.Text})
	}
	if !known {
		v.Other = v.Text
	}
}

// table shows a table, and one row for more.
func (v *fieldView) table(f *kind.Field, rows []rowOf, l lang.Lang) {
	for c := range f.Columns {
		v.Columns = append(v.Columns, columnView{v.Name + "." + f.Columns[c].Name, f.Columns[c].Label.In(l), f.Columns[c].Unit})
	}
	for _, row := range append(slices.Clone(rows), rowOf{from: -1, cells: make([]string, len(f.Columns))}) {
		view := tableRowView{}
		if row.from >= 0 {
			view.From = strconv.Itoa(row.from)
		}
		for c, text := range row.cells {
			view.Cells = append(view.Cells, cellView{v.Columns[c].Name, v.Columns[c].Label, text, f.Columns[c].Unit != ""})
		}
		v.Table = append(v.Table, view)
	}
}
