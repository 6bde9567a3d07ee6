package record

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// rowField is a suffix to a table's name: the form sends with it which stored row each of its rows
// was.
const rowField = "linha"

// tableRows returns the rows of a stored list of objects; ok is false for a list that a table
// cannot show. Members that are not columns stay with their row.
func tableRows(f *kind.Field, raw string) (rows []rowOf, ok bool) {
	if canon.KindOf(raw) != '[' {
		return nil, false
	}
	for i, object := range itemsOf(raw) {
		if canon.KindOf(object) != '{' || i == maxFormRows {
			return nil, false
		}
		row := rowOf{from: i}
		values, _ := membersOf([]byte(object))
		for c := range f.Columns {
			cell := written(&f.Columns[c], values[f.Columns[c].Name])
			if cell.kept || strings.Contains(cell.text, "\n") {
				return nil, false
			}
			row.cells = append(row.cells, cell.text)
		}
		rows = append(rows, row)
	}
	return rows, true
}

// itemsOf returns the items of a list, as they are in it.
func itemsOf(raw string) (items []string) {
	canon.Each(raw, func(_, value string) bool {
		items = append(items, value)
		return true
	})
	return items
}

// sentRows reads the rows of a submitted table; sent is false if there is no such table. New rows
// without a text are ignored.
func sentRows(f *kind.Field, form url.Values) (rows []rowOf, sent bool) {
	from := form[fieldPrefix+f.Name+"."+rowField]
	seen := map[int]bool{}
	for i := range min(len(from), 2*maxFormRows) {
		row := rowOf{from: -1}
		if n, err := strconv.Atoi(from[i]); err == nil && n >= 0 && !seen[n] {
			row.from, seen[n] = n, true
		}
		for _, c := range f.Columns {
			cell := ""
			if cells := form[fieldPrefix+f.Name+"."+c.Name]; i < len(cells) {
				cell = strings.TrimSpace(cells[i])
			}
			row.cells = append(row.cells, cell)
		}
		if row.from >= 0 || !row.blank() {
			rows = append(rows, row)
		}
	}
	return rows, from != nil
}

func (r rowOf) blank() bool {
	return !slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "" })
}

func (r rowOf) equal(other rowOf) bool {
	return r.from == other.from && slices.Equal(r.cells, other.cells)
}

// readTable turns the rows of a table into a list of objects, where before is the previously stored
// list; nil for none. A row that was not touched keeps its bytes, and a row that was emptied is
// removed.
func readTable(f *kind.Field, rows []rowOf, before string) (raw []byte, wrong string) {
	items, was := itemsOf(before), written(f, before).rows
	list := []byte{'['}
	for _, row := range rows {
		object := "{}"
		old := rowOf{from: -1, cells: make([]string, len(f.Columns))}
		if row.from >= 0 && row.from < len(was) {
			object, old = items[row.from], was[row.from]
		}
		if row.blank() && !old.blank() || row.blank() && old.from < 0 {
			continue
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		if list, wrong = appendRow(list, f, row, old, object); wrong != "" {
			return nil, wrong
		}
	}
	if len(list) == 1 {
		return nil, ""
	}
	return append(list, ']'), ""
}

// appendRow appends an object with the touched cells of a row.
func appendRow(dst []byte, f *kind.Field, row, old rowOf, object string) (_ []byte, wrong string) {
	if row.equal(old) {
		return append(dst, object...), ""
	}
	values, names := membersOf([]byte(object))
	for c := range f.Columns {
		column := &f.Columns[c]
		if row.cells[c] == old.cells[c] {
			continue
		}
		raw, wrong := readField(column, row.cells[c], values[column.Name])
		if wrong != "" {
			return dst, wrong
		}
		if _, there := values[column.Name]; !there {
			names = append(names, column.Name)
		}
		values[column.Name] = string(raw)
	}
	return appendObject(dst, names, values), ""
}

// appendObject appends members in their order, omitting empty ones.
func appendObject(dst []byte, names []string, values map[string]string) []byte {
	start := len(dst)
	dst = append(dst, '{')
	for _, name := range names {
		if values[name] == "" {
			continue
		}
		if len(dst) > start+1 {
			dst = append(dst, ',')
		}
		dst = append(canon.AppendString(dst, name), ':')
		dst = append(dst, values[name]...)
	}
	return append(dst, '}')
}
