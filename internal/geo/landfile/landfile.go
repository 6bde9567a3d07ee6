// Package landfile reads the files in which programs and devices keep plots of land
// (Shapefile in a zip, KML, KMZ, GPX, GeoJSON) and makes GeoJSON of them, for geo to
// read. Everything is bounded, and an error says what is wrong and what to do.
package landfile

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"rastro/internal/geo"
)

// Limits on one file. A plot of as many positions as geo takes is a third of them.
const (
	MaxBytes    = 8 << 20
	maxUnpacked = 24 << 20 // of all files in a zip that are read
	maxEntries  = 1_000    // files in a zip
	maxDepth    = 64       // nesting of XML
)

// Memory is what reading one file takes at most: the file, what is unpacked of it, the
// positions, and the GeoJSON.
const Memory = 64 << 20

// The first bytes of files that are told apart.
var (
	zipMark   = []byte("PK\x03\x04")
	shapeMark = []byte{0, 0, 0x27, 0x0a}
	byteOrder = []byte("\ufeff")
)

// Read makes GeoJSON of a file: a Feature, or a FeatureCollection where it has several
// shapes. What it is, its bytes tell. GeoJSON stays as it is. The error is an *Error.
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

// feature is one plot of a file.
type feature struct {
	properties []property
	polygons   [][][]position // the exterior ring of each, then its holes
	points     []position
}

// property is what a file says of a plot. The value is JSON.
type property struct {
	name  string
	value []byte
}

// gather takes up the plots of a file, as many as geo takes.
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

// add takes up a plot; one without a place is left out.
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
