// Package tracefile writes traces, balances and recall reports in the formats that
// people download: JSON, CSV, GeoJSON and diagrams. The API and the console serve
// the same bytes.
package tracefile

import (
	"io"

	"rastro/internal/lineage"
)

// Format is a form of a trace.
type Format struct {
	Name  string // as on the wire
	Media string
	Ext   string // of a file
	open  func(io.Writer, lineage.Head) Writer
}

// The media types.
const (
	JSON     = "application/json"
	Mermaid  = "text/vnd.mermaid"
	Graphviz = "text/vnd.graphviz"
	CSV      = "text/csv"
	GeoJSON  = "application/geo+json"
)

// Formats are all formats, JSON first.
var Formats = []Format{
	{"json", JSON, ".json", func(out io.Writer, head lineage.Head) Writer { return newJSON(out, head) }},
	{"mermaid", Mermaid, ".mmd", func(out io.Writer, _ lineage.Head) Writer { return newMermaid(out) }},
	{"graphviz", Graphviz, ".dot", func(out io.Writer, _ lineage.Head) Writer { return newGraphviz(out) }},
	{"csv", CSV, ".csv", func(out io.Writer, _ lineage.Head) Writer { return newCSV(out) }},
	{"geojson", GeoJSON, ".geojson", func(out io.Writer, _ lineage.Head) Writer { return newGeoJSON(out) }},
}

// Writer writes a trace in one form. Nothing is whole before its End.
type Writer interface {
	lineage.Sink
	End(lineage.End) error
}

// Open begins a trace.
func (f *Format) Open(out io.Writer, head lineage.Head) Writer { return f.open(out, head) }

// FileName returns the file name for something about a lot or a harvest: its letters and digits,
// with a hyphen for what a file system might not accept.
func FileName(stem, code, ext string) string {
	name := []byte(stem + "-")
	for _, c := range []byte(code) {
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-' {
			name = append(name, c)
		} else {
			name = append(name, '-')
		}
	}
	return string(name) + ext
}
