package landfile

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"strings"
)

// What package layerfile, which reads files that do not fit in memory, needs for the file types
// that both packages read.

// Entries returns the files of an archive with an extension, without those that macOS adds.
func Entries(archive *zip.Reader, ending string) []*zip.File { return entries(archive, ending) }

// Beside returns the file next to another that has its name and another ending; nil if there is none.
func Beside(archive *zip.Reader, shape *zip.File, ending string) *zip.File {
	return beside(archive, shape, ending)
}

// Degrees reports whether a coordinate system, as a .prj describes it, uses degrees of WGS 84 or
// SIRGAS 2000, and what it is called.
func Degrees(wkt string) (name string, ok bool) {
	if root := systemRoot.FindStringSubmatch(wkt); root != nil {
		name = plain(root[2])
	}
	to, err := readSystem(wkt)
	return name, err == nil && to == nil
}

// Rows reads a .dbf file row by row. An unreadable one has no columns, because only the shapes
// matter.
type Rows struct {
	in    io.Reader
	table *table
	row   []byte
}

// NewRows reads the head of a .dbf file.
func NewRows(in io.Reader) *Rows {
	r := &Rows{in: in}
	head := make([]byte, tableHeader)
	if _, err := io.ReadFull(in, head); err != nil {
		return r
	}
	rest := int(binary.LittleEndian.Uint16(head[8:])) - tableHeader
	if rest < 0 {
		return r
	}
	columns := make([]byte, rest)
	if _, err := io.ReadFull(in, columns); err != nil {
		return r
	}
	r.table = readTable(append(head, columns...))
	return r
}

// Next reads the next row.
func (r *Rows) Next() {
	if r == nil || r.table == nil {
		return
	}
	if r.row == nil {
		r.row = make([]byte, r.table.width)
	}
	if _, err := io.ReadFull(r.in, r.row); err != nil {
		r.table = nil
	}
}

// Text returns the row's text in a column; "" if there is none. Case does not matter.
func (r *Rows) Text(column string) string {
	if r == nil || r.table == nil {
		return ""
	}
	for _, c := range r.table.columns {
		if strings.EqualFold(c.name, column) {
			return plain(string(r.row[c.from:c.to]))
		}
	}
	return ""
}
