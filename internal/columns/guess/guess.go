// Package guess proposes what the columns of an unknown spreadsheet mean: which kind of record its
// rows are, where its header is, and which field each column contains, by the names in the kind
// table, by the values, and by earlier choices. It asks if the file does not show how to read a
// value.
package guess

import (
	"errors"
	"io"
	"slices"
	"sync"

	"rastro/internal/columns"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// Why is the basis of a guess.
type Why string

// The reasons.
const (
	ByName    Why = "nome"
	ByValues  Why = "valores"
	ByEarlier Why = "anterior"
	ByNothing Why = "nada"
)

// Choice is a person's earlier decision about a column.
type Choice struct {
	Kind  string // prefix
	Use   columns.Use
	Field string
}

// Memory has earlier choices. Nil means none.
type Memory interface {
	// Mapping returns the mapping that was last used for a layout.
	Mapping(signature string) (*columns.Mapping, bool)
	// Choices lists what columns with this header, folded, were used as, the latest first.
	Choices(header string) []Choice
}

// Column is the guess for a column with its certainty.
type Column struct {
	Confidence float64  `json:"confianca"`
	Why        Why      `json:"por"`
	Others     []string `json:"outros,omitzero"` // other possible fields, the likeliest first
	Empty      bool     `json:"vazia,omitzero"`  // no row has a value in it
	Example    string   `json:"exemplo"`
}

// Guess is the likely meaning of a file.
type Guess struct {
	Mapping    columns.Mapping
	Columns    []Column // of the mapping's columns, in the same order
	Confidence float64  // in the kind
	Kinds      []string // other possible prefixes
	Questions  []Question
	Known      bool // the mapping was used before for this layout
	Rows       int  // below the header, whatever they are
}

// Options are what is already known. The zero value means nothing.
type Options struct {
	Kind   *kind.Kind
	Memory Memory
	// Sheet is the name of the sheet, if Named, Header the line of its header, and HeaderRows how
	// many lines that has; 0 for a guess.
	Sheet              string
	Named              bool
	Header, HeaderRows int
	// Bare: the table has no header, and begins in the line Header. MayBeBare: a sheet may be read
	// as one without a header if its first row has values; a person has to check that.
	Bare, MayBeBare bool
	// Chosen is what a person said about columns.
	Chosen map[int]Choice
}

// book returns the book of the possible kinds of a file.
func (o *Options) book() *book {
	if o.Kind != nil {
		return newBook([]*kind.Kind{o.Kind})
	}
	return books()
}

// maxSheets is how many sheets are searched.
const maxSheets = 12

// File guesses what a file means. It reads the sheet that looks like a table of records to its
// end. The error is an *sheet.Error when the file is at fault.
func File(f *sheet.File, o Options) (*Guess, error) {
	t, err := Look(f, o)
	if err != nil {
		return nil, err
	}
	return t.Guess(o), nil
}

// Look reads the sheet of a file that looks like a table of records to its end.
func Look(f *sheet.File, o Options) (*Table, error) {
	var best *Table
	for i, name := range f.Sheets()[:min(len(f.Sheets()), maxSheets)] {
		if o.Named && name != o.Sheet {
			continue
		}
		t, err := look(f, i, name, &o)
		if err != nil {
			return nil, err
		}
		if t != nil && (best == nil || t.score > best.score) {
			best = t
		}
	}
	if best == nil {
		return nil, &sheet.Error{Reason: sheet.NoHeader}
	}
	return best, best.read(f)
}

// Guess guesses what a table means.
func (t *Table) Guess(o Options) *Guess {
	if o.Memory != nil && o.Chosen == nil && !t.bare {
		if m, ok := o.Memory.Mapping(columns.Signature(t.headers)); ok && m.Check() == nil && (o.Kind == nil || m.Kind == o.Kind.Prefix) {
			return t.known(m)
		}
	}
	return t.guess(o.book(), o)
}

// book is the possible kinds of a file, with the names of their fields.
type book struct {
	kinds []*kind.Kind
	names [][]named
	words map[string]bool // of all names
}

// books is the book of all kinds.
var books = sync.OnceValue(func() *book { return newBook(kind.All) })

func newBook(kinds []*kind.Kind) *book {
	b := &book{kinds: kinds, words: map[string]bool{}}
	learn := func(names []phrase) {
		for _, name := range names {
			for _, w := range name.words {
				b.words[w] = true
			}
		}
	}
	for _, k := range b.kinds {
		names := namesOf(k)
		for i := range names {
			learn(names[i].names)
		}
		b.names = append(b.names, names)
	}
	learn(others)
	return b
}

// knows says how well any field, or any other known column, fits a header.
func (b *book) knows(h *heading) float64 {
	best := h.fits(others)
	for _, names := range b.names {
		for i := range names {
			best = max(best, h.fits(names[i].names))
		}
	}
	return best
}

// Table is a sheet with a header, and the content of its columns. Its memory does not grow with the
// file.
type Table struct {
	sheet    int
	name     string
	above    []string // texts of the title
	lines    []columns.Line
	headers  []string
	headings []heading
	score    float64
	named    int  // header cells that do not look like values
	bare     bool // lines is the first of its records
	profiles []profile
	rows     int
}

// look finds the header of a sheet; nil if it has none.
func look(f *sheet.File, at int, name string, o *Options) (*Table, error) {
	cells, merged, err := f.Sheet(at)
	if err != nil {
		return nil, err
	}
	defer cells.Close()
	var lines []columns.Line
	for range columns.Looked {
		line, row, err := cells.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, columns.Line{Number: line, Cells: slices.Clone(row)})
	}
	s := search{book: o.book(), merged: merged, lines: lines, seen: map[string]float64{}}
	t := s.best()
	switch {
	case o.Bare || t == nil && o.MayBeBare && o.Header == 0:
		t = s.bare(o)
	case o.Header > 0:
		t = s.at(o.Header, max(1, o.HeaderRows))
	}
	if t != nil {
		t.sheet, t.name = at, name
	}
	return t, nil
}

// search is the search for a header.
type search struct {
	book   *book
	merged []sheet.Merge
	lines  []columns.Line
	seen   map[string]float64
}

// maxAbove is how many rows may precede a header.
const maxAbove = 30

// maxTried is how many rows are looked at closely.
const maxTried = 6

func (s *search) best() *Table {
	type start struct{ at, known int }
	var all []start
	for i := range s.lines[:min(len(s.lines), maxAbove)] {
		all = append(all, start{i, s.known(&s.lines[i])})
	}
	slices.SortStableFunc(all, func(a, b start) int { return b.known - a.known })
	var best *Table
	for _, one := range all[:min(len(all), maxTried)] {
		// The row may also be the lower of two.
		for _, try := range [][2]int{{one.at, 1}, {one.at, 2}, {one.at - 1, 2}} {
			if try[0] < 0 || try[0]+try[1] >= len(s.lines) {
				continue
			}
			if t := s.try(try[0], try[1]); t != nil && (best == nil || t.score > best.score) {
				best = t
			}
		}
	}
	return best
}

// bare reads a sheet as one without a header. It returns nil if no row begins it, or if its first
// row has no values and no person said that it has no header.
func (s *search) bare(o *Options) *Table {
	for i := range s.lines {
		l := &s.lines[i]
		if l.Number < o.Header || len(l.Cells) < 2 {
			continue
		}
		values := 0
		for j := range l.Cells {
			if isData(&l.Cells[j]) {
				values++
			}
		}
		if !o.Bare && values*3 < len(l.Cells) {
			return nil
		}
		t := &Table{lines: s.lines[i : i+1], bare: true, score: 0.01}
		for len(t.headers) < l.Cells[len(l.Cells)-1].Column+1 {
			t.headers, t.headings = append(t.headers, t.unnamed()), append(t.headings, heading{})
		}
		return t
	}
	return nil
}

// unnamed returns the name of the next column that the header does not name.
func (t *Table) unnamed() string {
	if t.bare {
		return columns.Number(len(t.headers))
	}
	return ""
}

// at takes the lines that a person named for the header, nil if they are not there.
func (s *search) at(line, rows int) *Table {
	for i := range s.lines {
		if s.lines[i].Number == line && i+rows <= len(s.lines) {
			return s.table(i, rows)
		}
	}
	return nil
}

// known counts the cells of a row with a word from any name.
func (s *search) known(l *columns.Line) (n int) {
	for i := range l.Cells {
		c := &l.Cells[i]
		if c.Kind == sheet.TextCell && len(c.Text) <= columns.MaxHeader && slices.ContainsFunc(words(c.Text), func(w string) bool { return s.book.words[w] }) {
			n++
		}
	}
	return n
}

// try takes rows for the header.
func (s *search) try(at, rows int) *Table {
	lines := s.lines[at : at+rows]
	if rows == 2 && !s.stacked(&lines[0], &lines[1]) {
		return nil
	}
	t := s.table(at, rows)
	if t.named < 2 || t.score < 1 {
		return nil
	}
	return t
}

// table makes a table of the lines below a header.
func (s *search) table(at, rows int) *Table {
	lines := s.lines[at : at+rows]
	t := &Table{lines: lines, headers: columns.Headers(lines, s.merged)}
	var lower []string
	if rows == 2 {
		lower = columns.Headers(lines[1:], nil)
	}
	for i, text := range t.headers {
		child := ""
		if i < len(lower) && lower[i] != text {
			child = lower[i]
		}
		h := newHeading(text, child)
		t.headings = append(t.headings, h)
		if text != "" && !isData(&sheet.Cell{Text: text}) {
			t.score += s.worth(&h)
		}
	}
	for _, l := range lines {
		for i := range l.Cells {
			if c := &l.Cells[i]; isData(c) {
				t.score -= 0.7
			} else if !c.IsEmpty() {
				t.named++
			}
		}
	}
	for _, l := range s.lines[:at] {
		for i := range l.Cells {
			t.above = append(t.above, l.Cells[i].Shown())
		}
	}
	return t
}

func (s *search) worth(h *heading) float64 {
	worth, ok := s.seen[h.text]
	if !ok {
		if worth = s.book.knows(h); worth < accepted {
			worth = 0.05
		}
		s.seen[h.text] = worth
	}
	return worth
}

// isData reports whether a cell is a value rather than a name.
func isData(c *sheet.Cell) bool {
	if c.IsEmpty() {
		return false
	}
	if c.Kind != sheet.TextCell || c.Share {
		return true
	}
	if _, ok := columns.ReadNumeral(c.Text); ok {
		return true
	}
	_, ok := columns.ReadDay(c.Text)
	return ok || len(c.Text) > 80
}

// stacked reports whether two rows are one header: the upper groups columns of the lower.
func (s *search) stacked(upper, lower *columns.Line) bool {
	if lower.Number != upper.Number+1 || len(upper.Cells) < 2 {
		return false
	}
	known, cells, gaps := 0, 0, 0
	over := map[int]bool{}
	for i := range upper.Cells {
		if isData(&upper.Cells[i]) {
			return false
		}
		over[upper.Cells[i].Column] = !upper.Cells[i].IsEmpty()
	}
	for i := range lower.Cells {
		c := &lower.Cells[i]
		if c.IsEmpty() {
			continue
		}
		if isData(c) {
			return false
		}
		if cells++; !over[c.Column] {
			gaps++
		}
		h := newHeading(c.Text, "")
		if s.worth(&h) >= accepted || h.unit != "" {
			known++
		}
	}
	return cells > 0 && known*2 >= cells && (gaps > 0 || len(s.merged) > 0 && cells < len(upper.Cells) || known == cells)
}

// read profiles the columns of the whole table.
func (t *Table) read(f *sheet.File) error {
	cells, err := f.Cells(t.sheet)
	if err != nil {
		return err
	}
	defer cells.Close()
	t.profiles = make([]profile, len(t.headers))
	last := t.lines[len(t.lines)-1].Number
	if t.bare {
		last--
	}
	for {
		line, row, err := cells.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if line <= last {
			continue
		}
		if t.rows++; columns.IsFoot(row) {
			continue
		}
		for i := range row {
			c := &row[i]
			for len(t.profiles) <= c.Column {
				t.profiles = append(t.profiles, profile{})
				t.headers = append(t.headers, t.unnamed())
				t.headings = append(t.headings, heading{})
			}
			t.profiles[c.Column].add(c)
		}
	}
}

// known returns the guess for a layout that already has a mapping. It asks again if this file's
// values are written differently from the previous file's.
func (t *Table) known(m *columns.Mapping) *Guess {
	g := &Guess{Mapping: *m, Confidence: 1, Known: true, Rows: t.rows}
	for i := range m.Columns {
		c := &m.Columns[i]
		values := &t.profiles[c.At]
		g.Columns = append(g.Columns, Column{Confidence: 1, Why: ByEarlier, Example: values.example})
		if order, ask := values.dates(); c.Dates != columns.OpenDates && !ask && order != columns.OpenDates && order != c.Dates {
			g.Questions = append(g.Questions, Question{c.At, AskDates, values.example})
		}
		if c.Numbers == columns.Brazilian && values.american > 0 || c.Numbers == columns.American && values.brazilian > 0 {
			g.Questions = append(g.Questions, Question{c.At, AskNumbers, values.example})
		}
	}
	return g
}
