package layerfile

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path"

	"rastro/internal/geo"
	"rastro/internal/geo/landfile"
)

// Limits of a zip: the number of files, and the size of a .prj.
const (
	maxEntries = 10_000
	maxSystem  = 64 << 10
)

// shapefile is the .shp in a zip and, if there is one, its .dbf.
type shapefile struct{ shapes, rows *zip.File }

var (
	errZip       = errors.New("the zip is incomplete or damaged: compress the files again")
	errPassword  = errors.New("the zip asks for a password: compress the files again without one")
	errNoShape   = errors.New("the zip has no .shp: compress the .shp, the .prj and the .dbf of the Shapefile; GeoJSON and GeoPackage are read without a zip")
	errNoSystem  = errors.New("the .prj is missing, which says which system the coordinates are in: put it into the zip")
	errShapefile = errors.New("the .shp is not a Shapefile, or is cut short: export the layer again")
)

func openZip(f File, size int64) (Source, error) {
	archive, err := zip.NewReader(f, size)
	if err != nil || len(archive.File) > maxEntries {
		return nil, errZip
	}
	shapes := landfile.Entries(archive, ".shp")
	switch {
	case len(shapes) == 0:
		return nil, errNoShape
	case len(shapes) > 1:
		return nil, fmt.Errorf("the zip has more than one Shapefile (%q and %q): put the one you mean into a zip of its own", path.Base(shapes[0].Name), path.Base(shapes[1].Name))
	}
	system := landfile.Beside(archive, shapes[0], ".prj")
	if system == nil {
		return nil, errNoSystem
	}
	wkt, err := readSmall(system)
	if err != nil {
		return nil, err
	}
	if name, ok := landfile.Degrees(string(wkt)); !ok {
		return nil, OtherSystem(name)
	}
	return shapefile{shapes[0], landfile.Beside(archive, shapes[0], ".dbf")}, nil
}

func open(f *zip.File) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, errPassword
	}
	in, err := f.Open()
	if err != nil {
		return nil, errZip
	}
	return in, nil
}

func readSmall(f *zip.File) ([]byte, error) {
	in, err := open(f)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(in, maxSystem))
	if err != nil {
		return nil, errZip
	}
	return text, nil
}

// Each implements Source.
func (s shapefile) Each(ctx context.Context, fn func(*Area) error) error {
	in, err := open(s.shapes)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	var rows *landfile.Rows
	if s.rows != nil {
		table, err := open(s.rows)
		if err != nil {
			return err
		}
		defer func() { _ = table.Close() }() // as above
		rows = landfile.NewRows(bufio.NewReaderSize(table, 64<<10))
	}
	shapes := bufio.NewReaderSize(in, 256<<10)
	var head [100]byte
	if _, err := io.ReadFull(shapes, head[:]); err != nil || binary.BigEndian.Uint32(head[:]) != 9994 {
		return errShapefile
	}
	var record [8]byte
	var buf []byte
	for n := int64(1); ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch _, err := io.ReadFull(shapes, record[:]); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%w (after %d shapes)", errShapefile, n-1)
		}
		size := 2 * int64(binary.BigEndian.Uint32(record[4:])) // it is in words
		if size > maxFeature {
			return errFeatureSize
		}
		if int64(cap(buf)) < size {
			buf = make([]byte, size)
		}
		if _, err := io.ReadFull(shapes, buf[:size]); err != nil || size < 4 {
			return fmt.Errorf("%w (after %d shapes)", errShapefile, n-1)
		}
		rows.Next()
		a := NewArea(n, rows.Text)
		a.record(buf[:size])
		if err := fn(a); err != nil {
			return err
		}
	}
}

// record reads one shape.
func (a *Area) record(data []byte) {
	kind := binary.LittleEndian.Uint32(data)
	switch {
	case kind == 0:
		a.Fault = NoGeometry
		return
	case kind > 30:
		a.Fault = BadGeometry
		return
	case kind%10 == 1 || kind%10 == 8:
		a.Fault = IsPoint
		return
	case kind%10 == 3:
		a.Fault = IsLine
		return
	case kind%10 != 5 || len(data) < 44:
		a.Fault = BadGeometry
		return
	}
	a.Oriented = true
	parts, points := int64(binary.LittleEndian.Uint32(data[36:])), int64(binary.LittleEndian.Uint32(data[40:]))
	from := 44 + 4*parts
	if parts == 0 || from+16*points > int64(len(data)) {
		a.Fault = BadGeometry
		return
	}
	for i := range parts {
		first, end := int64(binary.LittleEndian.Uint32(data[44+4*i:])), points
		if i+1 < parts {
			end = int64(binary.LittleEndian.Uint32(data[48+4*i:]))
		}
		if first > end || end > points {
			a.Fault = BadGeometry
			return
		}
		a.Rings = append(a.Rings, geo.LandRing{At: doubles(data[from+16*first : from+16*end])})
	}
}

func doubles(data []byte) []float64 {
	all := make([]float64, len(data)/8)
	for i := range all {
		all[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return all
}
