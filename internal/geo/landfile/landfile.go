// Package landfile reads the files in which programs and devices store plots of land (Shapefile in
// a zip, KML, KMZ, GPX, GeoJSON) and converts them to GeoJSON for package geo. Everything is
// bounded, and an error says what is wrong and what to do.
package landfile

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"rastro/internal/geo"
)

// Limits on a file. A plot with the maximum number of positions for geo takes a third of them.
const (
	MaxBytes    = 8 << 20
	maxUnpacked = 24 << 20 // of all files in a zip that are read
	maxEntries  = 1_000    // files in a zip
	maxDepth    = 64       // nesting of XML
)

// Memory is the maximum memory for reading a file: the file, its unpacked content, the positions,
// and the GeoJSON.
const Memory = 64 << 20

// The first bytes by which files are recognised.
var (
	zipMark   = []byte("PK\x03\x04")
	shapeMark = []byte{0, 0, 0x27, 0x0a}
	byteOrder = []byte("\ufeff")
)

// Read converts a file to GeoJSON: a Feature, or a FeatureCollection if it has several shapes. The
// type is determined from the bytes. GeoJSON stays unchanged. The error is an *Error.
func Read(file []byte) ([]byte, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(file, byteOrder))
	switch {
	case len(file) > MaxBytes:
		return nil, failed(TooLarge, "8 MiB")
	case len(text) == 0:
		return nil, failed(Empty, "")
	case bytes.HasPrefix(file, zipMark):
		return readZip(file)
	case bytes.HasPrefix(file, shapeMark):
		return nil, failed(BareShape, "")
	case text[0] == '<':
		return readXML(file)
	case text[0] == '{' || text[0] == '[':
		if !utf8.Valid(text) || !json.Valid(text) {
			return nil, failed(BadJSON, "")
		}
		return text, nil
	}
	return nil, failed(NotLand, "")
}

// position is a place: two JSON numbers.
type position struct{ lon, lat string }

// feature is a plot in a file.
type feature struct {
	properties []property
	polygons   [][][]position // the exterior ring of each, then its holes
	points     []position
}

// property is a file's statement about a plot. The value is JSON.
type property struct {
	name  string
	value []byte
}

// gather collects the plots of a file, up to the limit of geo.
type gather struct {
	features  []feature
	positions int
	to        convert
}

// count notes that positions were read.
func (g *gather) count(n int) error {
	if g.positions += n; g.positions > geo.MaxNumbers/2 {
		return failed(TooManyPositions, "")
	}
	return nil
}

// add adds a plot; one without a position is left out.
func (g *gather) add(f feature) error {
	if len(f.polygons)+len(f.points) == 0 {
		return nil
	}
	if len(g.features) == geo.MaxFeatures {
		return failed(TooManyFeatures, "")
	}
	g.features = append(g.features, f)
	return nil
}
