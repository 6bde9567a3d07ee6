package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"rastro/internal/kind"
)

// File is a spreadsheet without assigned columns: its sheets, as cells.
type File struct {
	in        io.ReaderAt
	size      int64
	limits    Limits
	book      *book // nil for a text
	looked    lookedAt
	delimiter rune
}

// OpenFile opens a file for its cells. The error is an *Error when the file is at fault.
func OpenFile(r io.ReaderAt, size int64, limits Limits) (*File, error) {
	f := &File{in: r, size: size, limits: limits.orDefault()}
	how, err := sniff(r, size, f.limits)
	switch {
	case err != nil:
		return nil, err
	case how == XLSX:
		a, err := openArchive(r, size, f.limits.Expanded)
		if err != nil {
			return nil, err
		}
		if a.parts["mimetype"] != nil && a.parts[odsPart] != nil {
			f.book, err = openODS(a)
		} else {
			f.book, err = openBook(a)
		}
		if err != nil {
			return nil, err
		}
		if len(f.book.sheets) == 0 {
			return nil, &Error{Reason: NoSheet}
		}
		return f, nil
	}
	if f.looked, err = look(r, size); err != nil {
		return nil, err
	}
	if f.looked.markup {
		return nil, &Error{Reason: NotSpreadsheet}
	}
	f.delimiter, err = f.divide()
	return f, err
}

// Sheets returns the names of the visible sheets. A text is a single sheet without a name.
func (f *File) Sheets() []string {
	if f.book == nil {
		return []string{""}
	}
	return f.book.names
}

// Counts1904 reports whether the workbook counts its days from 1904.
func (f *File) Counts1904() bool { return f.book != nil && f.book.count1904 }

// Cells opens a sheet. The caller closes it.
func (f *File) Cells(sheet int) (*Cells, error) {
	if f.book == nil {
		s := f.text(f.delimiter)
		s.keep = true
		return &Cells{source: f.limits.meter(s), limits: f.limits}, nil
	}
	if f.book.document {
		s, err := f.book.odsRows(sheet, f.limits.Columns)
		if err != nil {
			return nil, err
		}
		return &Cells{source: f.limits.meter(s), limits: f.limits}, nil
	}
	s, err := f.book.rows(f.book.sheets[sheet])
	if err != nil {
		return nil, err
	}
	return &Cells{source: f.limits.meter(s), limits: f.limits}, nil
}

// Sheet opens a sheet, and lists the ranges near its top that are shown as one cell. The caller
// closes the cells.
func (f *File) Sheet(at int) (*Cells, []Merge, error) {
	merged, err := f.Merged(at)
	if err != nil {
		return nil, nil, err
	}
	cells, err := f.Cells(at)
	return cells, merged, err
}

// Cells yields the non-empty rows of a sheet.
type Cells struct {
	source source
	limits Limits
	rows   int
}

// aside is how many rows a sheet may have in addition to its records: titles, totals, notes.
const aside = 1000

// Next returns the next row, io.EOF after the last. The cells are good until the next call.
func (c *Cells) Next() (line int, cells []Cell, err error) {
	for {
		line, cells, err = c.source.next()
		if err != nil {
			return 0, nil, err
		}
		if blank(cells) {
			continue
		}
		if c.rows++; c.rows > c.limits.Rows+aside {
			return 0, nil, tooManyRows(c.limits.Rows)
		}
		for i := len(cells) - 1; i >= 0 && cells[i].Column >= c.limits.Columns; i-- {
			if !cells[i].IsEmpty() {
				return 0, nil, tooManyColumns(c.limits.Columns)
			}
			cells = cells[:i]
		}
		return line, cells, nil
	}
}

// Close closes the sheet.
func (c *Cells) Close() error { return c.source.close() }

func (f *File) text(delimiter rune) *csvSource {
	s := newCSVSource(io.NewSectionReader(f.in, f.looked.start, f.size-f.looked.start), f.looked.latin, delimiter)
	s.skipped = f.looked.lines
	return s
}

// divided is how many rows are read to determine the delimiter.
const divided = 60

// divide finds what divides the cells of a text: the mark by which most rows have the same
// number of cells. Decimal commas also divide rows evenly, so the others count for more.
func (f *File) divide() (rune, error) {
	var (
		best    rune
		most    float64
		trouble error
	)
	for _, delimiter := range delimiters {
		if f.looked.delimiter != 0 && delimiter != f.looked.delimiter {
			continue
		}
		even, err := f.evenness(delimiter)
		if err != nil && trouble == nil {
			trouble = err
		}
		if delimiter != ',' {
			even *= 2
		}
		if err == nil && (best == 0 || even > most) {
			best, most = delimiter, even
		}
	}
	if best == 0 {
		return 0, trouble
	}
	return best, nil
}

// evenness returns how many cells are in the first rows that have the usual number of them.
func (f *File) evenness(delimiter rune) (float64, error) {
	s := f.text(delimiter)
	widths := map[int]int{}
	for range divided {
		_, cells, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if !blank(cells) {
			widths[s.width]++
		}
	}
	most := 0
	for width, rows := range widths {
		if width > 1 {
			most = max(most, (width-1)*rows)
		}
	}
	return float64(most), nil
}

// Merge is a range of cells that are shown as one; the first has the value.
type Merge struct{ FirstColumn, LastColumn, FirstLine, LastLine int }

// Limits on the ranges that are searched: those of a header.
const (
	maxMerges     = 2000
	maxMergedLine = 200
)

// Merged lists the merged ranges near the top of a sheet. A text has none.
func (f *File) Merged(sheet int) ([]Merge, error) {
	if f.book == nil || f.book.document {
		return nil, nil // a header over several columns is read as in a text
	}
	part := f.book.sheets[sheet]
	if has, err := f.book.mentions(part, []byte("mergeCell")); err != nil || !has {
		return nil, err
	}
	var all []Merge
	err := f.book.each(part, func(e *xml.StartElement, _ string) error {
		if e.Name.Local != "mergeCell" || len(all) >= maxMerges {
			return nil
		}
		from, to, _ := strings.Cut(attribute(e, "ref"), ":")
		m := Merge{FirstColumn: columnOf(from), LastColumn: columnOf(to), FirstLine: lineOf(from), LastLine: lineOf(to)}
		if m.FirstColumn >= 0 && m.LastColumn >= m.FirstColumn && m.FirstLine > 0 && m.LastLine >= m.FirstLine && m.FirstLine <= maxMergedLine {
			all = append(all, m)
		}
		return nil
	})
	return all, err
}

// mentions reports whether a part has a text in it, without parsing the part.
func (a *archive) mentions(part string, text []byte) (bool, error) {
	in, err := a.open(part)
	if err != nil {
		return false, err
	}
	defer in.Close()
	var (
		buf = make([]byte, 64<<10)
		had = 0
	)
	for {
		n, err := in.Read(buf[had:])
		if bytes.Contains(buf[:had+n], text) {
			return true, nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, damaged(err)
		}
		keep := min(len(text)-1, had+n)
		copy(buf, buf[had+n-keep:had+n])
		had = keep
	}
}

// lineOf returns the line in a cell's name; 0 if it has none.
func lineOf(ref string) int {
	n, err := strconv.Atoi(strings.TrimLeft(strings.ToUpper(ref), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if err != nil {
		return 0
	}
	return n
}

// Fields returns what a column can contain: the harvest, the kind's fields, and the additional
// ones.
func Fields(k *kind.Kind) []kind.Field {
	all := templateFields(k)
	for i := range k.Beside {
		if k.Beside[i].SameAs == "" {
			all = append(all, k.Beside[i])
		}
	}
	return all
}
