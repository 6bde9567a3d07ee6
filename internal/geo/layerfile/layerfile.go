// Package layerfile reads the files in which public layers are published, of any size: GeoJSON,
// also with one feature per line, and Shapefile in a zip. It keeps one area in memory at a time. An
// invalid area is passed on with its fault; an unreadable file is an error that says what is wrong
// and what to do.
package layerfile

import (
	"context"
	"errors"
	"io"

	"rastro/internal/geo"
)

// What a feature without an area is.
const (
	NoGeometry  geo.LandFault = "SEM_GEOMETRIA"
	IsPoint     geo.LandFault = "PONTO"
	IsLine      geo.LandFault = "LINHA"
	BadGeometry geo.LandFault = "GEOMETRIA_ILEGIVEL"
)

// maxFeature bounds one feature of a file, in bytes. It has room for as many positions as an
// area may have.
const maxFeature = 64 << 20

// Area is a feature in a file.
type Area struct {
	Number   int64 // in the file, from 1
	Rings    []geo.LandRing
	Oriented bool // see geo.NewLand
	Fault    geo.LandFault
	property func(name string) string
}

// NewArea returns an area whose properties come from a function.
func NewArea(number int64, property func(string) string) *Area {
	return &Area{Number: number, property: property}
}

// Land converts it to land.
func (a *Area) Land() (*geo.Land, geo.LandFault) {
	if a.Fault != "" {
		return nil, a.Fault
	}
	return geo.NewLand(a.Rings, a.Oriented)
}

// Property returns a property as text; "" if there is none of that name. Case does not matter.
func (a *Area) Property(name string) string {
	if a.property == nil || name == "" {
		return ""
	}
	return a.property(name)
}

// Source passes on the areas of a file one by one. fn MUST NOT keep one.
type Source interface {
	Each(ctx context.Context, fn func(*Area) error) error
}

// File is a file that can be read anywhere, and how large it is.
type File interface {
	io.ReaderAt
}

var (
	errEmpty  = errors.New("the file is empty: export the layer again")
	errFormat = errors.New("the file is not GeoJSON, a Shapefile in a zip, or a GeoPackage: export the layer in one of these formats")
	errShape  = errors.New("a .shp alone does not say which system its coordinates are in: put the .shp, the .prj and the .dbf into one zip")
)

// GeoPackageMark begins a file of SQLite, which a GeoPackage is; it is read elsewhere.
const GeoPackageMark = "SQLite format 3\x00"

// Open determines a file's type from its first bytes.
func Open(f File, size int64) (Source, error) {
	head := make([]byte, 512)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	head = head[:n]
	switch {
	case n == 0:
		return nil, errEmpty
	case string(head[:min(n, 4)]) == "PK\x03\x04":
		return openZip(f, size)
	case string(head[:min(n, 4)]) == "\x00\x00\x27\x0a":
		return nil, errShape
	}
	for i, c := range head {
		switch c {
		case ' ', '\t', '\r', '\n', recordSeparator, 0xef, 0xbb, 0xbf:
			continue
		case '{':
			return geoJSON{io.NewSectionReader(f, int64(i), size-int64(i))}, nil
		}
		return nil, errFormat
	}
	return nil, errEmpty
}
