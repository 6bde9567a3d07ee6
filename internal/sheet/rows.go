package sheet

import (
	"errors"
	"io"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Rows reads the records of a file one after the other.
type Rows struct {
	headings *headings
	limits   Limits
	source   source
	columns  []column
	header   int // the header's line
	total    int
	read     int
	ignored  int
	err      error
}

// Row is a record. If there are problems, its payload lacks the affected values, and must not be
// stored.
type Row struct {
	Line                       int // in the file: a spreadsheet's row, a text's line
	ID, HarvestID, HarvestCode string
	Payload                    []byte // a JSON object; the caller may keep it
	Problems                   []Problem
	Notices                    []Problem // read by a rule, but worth a look
}

// Total returns how many rows the file has below its header, including those that are
// not read because they are marked as examples. In a damaged file it may be wrong.
func (r *Rows) Total() int { return r.total }

// Ignored returns how many rows marked as examples have been skipped so far.
func (r *Rows) Ignored() int { return r.ignored }

// Problems reports columns with unknown headers. Their content is not read, and a row with a value
// there has the same problem.
func (r *Rows) Problems() []Problem {
	var all []Problem
	for i := range r.columns {
		if c := &r.columns[i]; c.field == nil && c.header != "" {
			all = append(all, c.problem(i, r.header))
		}
	}
	return all
}

// Assumed returns the header of a column that was read as the harvest's identifier although it may
// mean the code; "" if there is none.
func (r *Rows) Assumed() string {
	for i := range r.columns {
		if r.columns[i].bare {
			return r.columns[i].header
		}
	}
	return ""
}

// Close closes the file.
func (r *Rows) Close() error {
	if r.source == nil {
		return nil
	}
	return r.source.close()
}

// begin reads a source whose first row is the header.
func (r *Rows) begin(s source, line int, header []Cell) error {
	columns, err := r.headings.columns(header, r.limits.Columns)
	if err != nil {
		return err
	}
	r.source, r.columns, r.header = s, columns, line
	for i := range columns {
		if columns[i].header == "" {
			columns[i].near = r.headings.names(8)
		}
	}
	return nil
}

// Next returns the next record, io.EOF after the last. Any other error ends the
// reading, and is an *Error when the file is at fault.
func (r *Rows) Next() (Row, error) {
	for r.err == nil {
		line, cells, err := r.source.next()
		if err != nil {
			r.err = err
			break
		}
		if r.isExample(cells) {
			r.ignored++
			continue
		}
		if blank(cells) {
			continue
		}
		if r.read++; r.read > r.limits.Rows {
			r.err = tooManyRows(r.limits.Rows)
			break
		}
		return r.row(line, cells), nil
	}
	return Row{}, r.err
}

func blank(cells []Cell) bool {
	return !slices.ContainsFunc(cells, func(c Cell) bool { return !c.IsEmpty() })
}

// marks begin the first cell of a template's rows that are not records.
var marks = []lang.Text{labelMark, helpMark, exampleMark}

var (
	labelMark   = lang.Text{PT: "#rótulo", EN: "#label", ES: "#etiqueta"}
	helpMark    = lang.Text{PT: "#ajuda", EN: "#help", ES: "#ayuda"}
	exampleMark = lang.Text{PT: "#exemplo", EN: "#example", ES: "#ejemplo"}
)

func (r *Rows) isExample(cells []Cell) bool {
	return len(cells) > 0 && cells[0].Column == 0 && cells[0].Kind == TextCell && isMarked(cells[0].Text)
}

// isMarked reports whether a text begins with a template's mark, as a word.
func isMarked(s string) bool {
	if s = strings.TrimSpace(s); !strings.HasPrefix(s, "#") {
		return false
	}
	word, _, _ := strings.Cut(lang.Fold(lang.Clip(s, maxShown)), " ")
	word = strings.TrimRight(word, ":")
	return slices.ContainsFunc(marks, func(m lang.Text) bool {
		return slices.ContainsFunc(lang.All, func(l lang.Lang) bool { return word == lang.Fold(m.In(l)) })
	})
}

const maxProblems = 20 // of one row: enough to fix, bounded to send

func (row *Row) problem(p Problem) {
	if len(row.Problems) < maxProblems {
		row.Problems = append(row.Problems, p)
	}
}

// row makes a record of a row's cells.
func (r *Rows) row(line int, cells []Cell) Row {
	row := Row{Line: line, Payload: []byte{'{'}}
	var more *Cell
	for i := range cells {
		c := &cells[i]
		if c.IsEmpty() {
			continue
		}
		if c.Column >= len(r.columns) || r.columns[c.Column].field == nil {
			unknown := column{near: r.headings.names(8)}
			if c.Column < len(r.columns) {
				unknown = r.columns[c.Column]
			}
			row.problem(unknown.problem(c.Column, line))
			continue
		}
		field := r.columns[c.Column].field
		if field.Name == extras {
			more = c
			continue
		}
		if v, ok := row.take(field, c); ok {
			row.set(field, v, c)
		}
	}
	if more != nil {
		row.extras(r.headings.exact, more)
	}
	row.Payload = append(row.Payload, '}')
	return row
}

// take reads a cell and notes its problems.
func (row *Row) take(f *kind.Field, c *Cell) ([]byte, bool) {
	v := read(f, c)
	at := Address(c.Column, row.Line)
	if v.reason != "" {
		row.problem(Problem{at, f.Name, v.reason, v.args})
	}
	if v.notice != "" && len(row.Notices) < maxProblems {
		row.Notices = append(row.Notices, Problem{at, f.Name, v.notice, v.args})
	}
	return v.json, v.json != nil
}

// set stores a value according to its column.
func (row *Row) set(f *kind.Field, v []byte, c *Cell) {
	var text *string
	switch f.Name {
	case harvestID:
		text = &row.HarvestID
	case season:
		text = &row.HarvestCode
	case recordID:
		text = &row.ID
	case authorID, author:
		return
	default:
		row.member(f.Name, v)
		return
	}
	s, ok := canon.String(v)
	if !ok {
		row.problem(Problem{Cell: Address(c.Column, row.Line), Field: f.Name, Reason: BadJSON})
		return
	}
	*text = strings.TrimSpace(s)
}

func (row *Row) member(name string, v []byte) {
	if len(row.Payload) > 1 {
		row.Payload = append(row.Payload, ',')
	}
	row.Payload = canon.AppendString(row.Payload, name)
	row.Payload = append(append(row.Payload, ':'), v...)
}

// extras adds the members that have no column.
func (row *Row) extras(columns map[string]*kind.Field, c *Cell) {
	at := Address(c.Column, row.Line)
	text := strings.TrimPrefix(c.Text, literal)
	if c.Kind != TextCell || canon.Validate([]byte(text)) != nil {
		row.problem(Problem{at, extras, BadJSON, nil})
		return
	}
	err := canon.Members([]byte(text), func(name string, v canon.Value) error {
		if f := columns[name]; f != nil && !isEnvelope(f.Name) {
			row.problem(Problem{at, extras, DoubledMember, lang.Args{"campo": name}})
			return nil
		}
		row.member(name, v)
		return nil
	})
	if err != nil {
		row.problem(Problem{at, extras, BadJSON, nil})
	}
}

// isEnvelope reports whether a column is not a member of a payload; a payload may
// well have members of these names.
func isEnvelope(name string) bool {
	return name == harvestID || name == season || name == recordID || name == extras || name == authorID || name == author
}

// first reads up to the first row with something in it.
func first(s source) (int, []Cell, error) {
	for {
		line, cells, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil, &Error{Reason: NoHeader}
		case err != nil || !blank(cells):
			return line, cells, err
		}
	}
}
