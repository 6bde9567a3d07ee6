package columns

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// Rows reads a file through a mapping, row by row.
type Rows struct {
	Kind     *kind.Kind
	mapping  *Mapping
	cells    *sheet.Cells
	columns  []plan // by column
	constant []fixed
	count    bool // days are counted from 1904
	foot     foot
	first    *Line // of a file without a header, which was looked at already
	skipped  []Skip
	passed   int
	steps    int // that patterns took
	slow     error
}

// plan is what is done with a column.
type plan struct {
	*Column
	field, second *kind.Field
	split         splitter
}

type fixed struct {
	field *kind.Field
	value sheet.Cell
	how   *Column
}

// Skip is a row that is not a record.
type Skip struct {
	Line   int
	Reason SkipReason
}

// Looked is how many rows of a sheet are searched for the header.
const Looked = 60

// Open opens a file for reading through a mapping. It finds the header by its content, because a
// title above may have grown. It does not check that values are written as in the file that the
// mapping was made from: guess.File does, and asks. The error is an *sheet.Error if the file or the
// mapping is at fault.
func Open(f *sheet.File, m *Mapping) (*Rows, error) {
	if err := m.CheckHere(); err != nil {
		return nil, err
	}
	var trouble error
	for i, name := range f.Sheets() {
		if m.Sheet != "" && len(f.Sheets()) > 1 && Fold(name) != Fold(m.Sheet) {
			continue
		}
		r, err := openSheet(f, i, m)
		if err == nil {
			return r, nil
		}
		if failed, ok := errors.AsType[*sheet.Error](err); !ok || failed.Reason != sheet.OtherLayout {
			return nil, err
		}
		if trouble == nil {
			trouble = err
		}
	}
	if trouble == nil {
		trouble = &sheet.Error{Reason: sheet.OtherLayout, Args: lang.Args{"mapa": m.Name, "coluna": m.Sheet}}
	}
	return nil, trouble
}

func openSheet(f *sheet.File, at int, m *Mapping) (*Rows, error) {
	cells, merged, err := f.Sheet(at)
	if err != nil {
		return nil, err
	}
	r := &Rows{Kind: kind.ByPrefix(m.Kind), mapping: m, cells: cells, count: f.Counts1904()}
	if err := r.find(merged); err != nil {
		_ = cells.Close()
		return nil, err
	}
	r.prepare()
	return r, nil
}

// find reads up to the end of the header.
func (r *Rows) find(merged []sheet.Merge) error {
	missing := ""
	var lines []Line
	for range Looked {
		line, cells, err := r.cells.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		lines = append(lines, Line{line, slices.Clone(cells)})
		if r.mapping.Bare() {
			if r.first = &lines[len(lines)-1]; line >= r.mapping.Header {
				return nil
			}
			continue
		}
		if len(lines) > r.mapping.HeaderRows {
			lines = lines[1:]
		}
		if len(lines) < r.mapping.HeaderRows {
			continue
		}
		other := r.mapping.differs(Headers(lines, merged))
		if other == "" {
			return nil
		}
		if missing == "" || lines[0].Number == r.mapping.Header {
			missing = other
		}
	}
	return &sheet.Error{Reason: sheet.OtherLayout, Args: lang.Args{"mapa": r.mapping.Name, "coluna": lang.Clip(missing, maxShown)}}
}

// differs returns a header that is not where the mapping has it; "" if all are.
func (m *Mapping) differs(headers []string) string {
	want := m.headers()
	for i := range max(len(want), len(headers)) {
		var had, has string
		if i < len(want) {
			had = want[i]
		}
		if i < len(headers) {
			has = headers[i]
		}
		if Fold(had) != Fold(has) {
			if had == "" {
				return has
			}
			return had
		}
	}
	return ""
}

// prepare looks up everything that each row needs.
func (r *Rows) prepare() {
	fields := fieldsOf(r.Kind)
	for i := range r.mapping.Columns {
		c := &r.mapping.Columns[i]
		for len(r.columns) <= c.At {
			r.columns = append(r.columns, plan{})
		}
		p := plan{Column: c, field: fields[c.Field], second: fields[c.Second]}
		if c.Pattern != "" {
			p.split, _ = compile(c.Pattern) // Check did before
		}
		r.columns[c.At] = p
	}
	for _, one := range r.mapping.Constants {
		r.constant = append(r.constant, fixed{fields[one.Field], sheet.Cell{Text: one.Value}, &Column{Field: one.Field}})
	}
	r.foot = newFoot(r.columns)
}

// Close closes the file.
func (r *Rows) Close() error { return r.cells.Close() }

// maxSkips bounds how many passed rows are listed.
const maxSkips = 200

// Skipped lists the first rows that were skipped because they are not records.
func (r *Rows) Skipped() []Skip { return r.skipped }

// Passed returns how many rows were passed over.
func (r *Rows) Passed() int { return r.passed }

// next returns the next row of the sheet after its header.
func (r *Rows) next() (line int, cells []sheet.Cell, err error) {
	if first := r.first; first != nil {
		r.first = nil
		return first.Number, first.Cells, nil
	}
	return r.cells.Next()
}

// Next returns the next record, io.EOF after the last.
func (r *Rows) Next() (sheet.Row, error) {
	for {
		line, cells, err := r.next()
		if err != nil {
			return sheet.Row{}, err
		}
		why := r.foot.judge(cells, r.mapping)
		if why != "" && why != odd {
			r.passed++
			if len(r.skipped) < maxSkips {
				r.skipped = append(r.skipped, Skip{line, why})
			}
			continue
		}
		row := r.row(line, cells)
		if r.slow != nil {
			return sheet.Row{}, r.slow
		}
		if why == odd {
			row.Refuse(sheet.Problem{Cell: sheet.Address(cells[0].Column, line), Reason: sheet.OddRow})
		} else if row.Blank() {
			row.Refuse(sheet.Problem{Cell: sheet.Address(cells[0].Column, line), Reason: sheet.NoField})
		}
		return row.End(), nil
	}
}

func (r *Rows) row(line int, cells []sheet.Cell) *sheet.Row {
	row := sheet.NewRow(line)
	var kept [][2]string
	for i := range r.constant {
		one := &r.constant[i]
		put(row, one.field, one.how, &one.value)
	}
	for i := range cells {
		c := &cells[i]
		if c.Column >= len(r.columns) || r.columns[c.Column].Column == nil {
			if !c.IsEmpty() {
				row.Refuse(sheet.Problem{Cell: sheet.Address(c.Column, line), Reason: sheet.UnknownColumn, Args: lang.Args{"coluna": sheet.Address(c.Column, line), "nomes": r.mapping.Name}})
			}
			continue
		}
		p := &r.columns[c.Column]
		switch p.Use {
		case Field:
			r.reading(row, p).put(c)
		case Extra:
			if !c.IsEmpty() {
				r.extra(row, p, c)
				kept = append(kept, [2]string{p.Column.Field, cmp.Or(lang.Clip(strings.Join(strings.Fields(p.Column.Header), " "), maxHeader), p.Column.Field)})
			}
		case Split:
			r.split(row, p, c)
		}
	}
	for i := range r.columns {
		if p := &r.columns[i]; p.Column != nil && p.Use == Join {
			if c := joined(p.Column, cells); !c.IsEmpty() {
				r.reading(row, p).put(&c)
			}
		}
	}
	if len(kept) > 0 {
		row.Kept(kept)
	}
	return row
}

// maxHeader is how much of a column's header a record keeps.
const maxHeader = 80

func (r *Rows) reading(row *sheet.Row, p *plan) reading {
	return reading{row, p.field, p.Column, r.count}
}

// extra keeps a cell under a name of its own, as in the file.
func (r *Rows) extra(row *sheet.Row, p *plan, c *sheet.Cell) {
	if p.Dates != OpenDates {
		if text, why := readDay(c, p.Dates, r.count); why == "" {
			c = &sheet.Cell{Column: c.Column, Text: text}
		}
	}
	if c.Kind == sheet.DateCell {
		c = &sheet.Cell{Column: c.Column, Text: c.Text}
	}
	row.PutExtra(p.Column.Field, c)
}

// joined returns one cell made of several. A single error spoils it.
func joined(how *Column, cells []sheet.Cell) sheet.Cell {
	out := sheet.Cell{Column: how.At}
	var texts []string
	found := 0
	for _, at := range append([]int{how.At}, how.With...) {
		i := slices.IndexFunc(cells, func(c sheet.Cell) bool { return c.Column == at && !c.IsEmpty() })
		if i < 0 {
			continue
		}
		if cells[i].Kind == sheet.ErrorCell {
			return cells[i]
		}
		if found++; found == 1 {
			out = cells[i]
			out.Column = how.At
		}
		text := strings.TrimSpace(cells[i].Shown())
		if cells[i].Kind == sheet.NumberCell {
			text = plainText(cells[i].Number)
		}
		texts = append(texts, text)
	}
	if found > 1 {
		separator := how.Separator
		if separator == "" {
			separator = " "
		}
		out = sheet.Cell{Column: how.At, Text: strings.Join(texts, separator)}
	}
	return out
}

// split reads a cell into two fields.
func (r *Rows) split(row *sheet.Row, p *plan, c *sheet.Cell) {
	if c.IsEmpty() {
		return
	}
	text := strings.TrimSpace(c.Shown())
	var parts []string
	if p.split.pattern != nil {
		var steps int
		parts, steps = p.split.parts(text)
		if r.steps += steps; r.steps > maxSteps {
			r.slow = tooSlow(p.At)
		}
	} else if parts = strings.Split(text, p.Separator); len(parts) > 2 {
		parts = nil // it could be cut in two places
	}
	if len(parts) != 2 || c.Kind == sheet.ErrorCell {
		refuse(row, p.field, c, sheet.NotSplit)
		return
	}
	r.reading(row, p).put(&sheet.Cell{Column: c.Column, Text: strings.TrimSpace(parts[0])})
	second := r.reading(row, p)
	second.field = p.second
	second.put(&sheet.Cell{Column: c.Column, Text: strings.TrimSpace(parts[1])})
}
