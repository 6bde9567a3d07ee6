package landfile

import (
	"bytes"
	"encoding/binary"
)

// table is a .dbf file: rows of fixed width.
type table struct {
	columns []column
	rows    []byte
	width   int
}

type column struct {
	name     string
	from, to int // in a row
	number   bool
}

const (
	tableHeader  = 32
	columnHeader = 32
	columnsEnd   = 0x0d
)

// readTable reads a .dbf file; nil if it is not one. The shapes are what matters, so problems with
// their table are not reported.
func readTable(data []byte) *table {
	if len(data) < tableHeader {
		return nil
	}
	start, width := int(binary.LittleEndian.Uint16(data[8:])), int(binary.LittleEndian.Uint16(data[10:]))
	if start > len(data) || width == 0 {
		return nil
	}
	t := &table{rows: data[start:], width: width}
	from := 1 // after the deletion mark of the row
	for at := tableHeader; at+columnHeader <= start && data[at] != columnsEnd; at += columnHeader {
		field := data[at : at+columnHeader]
		name, _, _ := bytes.Cut(field[:11], []byte{0})
		to := from + int(field[16])
		if to > width {
			return nil
		}
		t.columns = append(t.columns, column{string(name), from, to, field[11] == 'N' || field[11] == 'F'})
		from = to
	}
	return t
}

// tell notes the content of a row.
func (t *table) tell(f *feature, i int) {
	if t == nil || (i+1)*t.width > len(t.rows) {
		return
	}
	row := t.rows[i*t.width : (i+1)*t.width]
	for _, c := range t.columns {
		f.say(c.name, string(row[c.from:c.to]), c.number)
	}
}
