package sheet

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
)

// NewRow begins a row that is built cell by cell. End ends it.
func NewRow(line int) *Row { return &Row{Line: line, Payload: []byte{'{'}} }

// Put reads a cell by the shape of its field into the row.
func (row *Row) Put(f *kind.Field, c *Cell) {
	if v, ok := row.take(f, c); ok {
		row.set(f, v, c)
	}
}

// PutExtra adds a member that the kind does not have: a number where the file has one, and a
// text where it has a text.
func (row *Row) PutExtra(name string, c *Cell) {
	if c.Kind == NumberCell && !rounded(c) {
		row.member(name, number(c.Number))
		return
	}
	if v, ok := row.take(&kind.Field{Name: name, Shape: kind.Text}, c); ok {
		row.member(name, v)
	}
}

// Kept sets which members are columns that somebody chose to keep: pairs of the name and the
// header.
func (row *Row) Kept(columns [][2]string) {
	value := []byte{'{'}
	for i, c := range columns {
		if i > 0 {
			value = append(value, ',')
		}
		value = append(canon.AppendString(value, c[0]), ':')
		value = canon.AppendString(value, c[1])
	}
	row.member(kind.KeptColumns, append(value, '}'))
}

// PutText adds a member that is a text beyond doubt.
func (row *Row) PutText(f *kind.Field, text string) {
	row.set(f, canon.AppendString(nil, text), &Cell{Text: text})
}

// Refuse notes a mistake in a cell. The row must not be stored then.
func (row *Row) Refuse(p Problem) { row.problem(p) }

// Blank reports whether nothing filled a field, and nothing was refused.
func (row *Row) Blank() bool { return string(row.Payload) == "{" && len(row.Problems) == 0 }

// Note notes something that deserves attention.
func (row *Row) Note(p Problem) {
	if len(row.Notices) < maxProblems {
		row.Notices = append(row.Notices, p)
	}
}

// End closes the payload.
func (row *Row) End() Row {
	row.Payload = append(row.Payload, '}')
	return *row
}
