package landfile

import (
	"archive/zip"
	"encoding/binary"
	"math"
)

// readShapefile reads the shapes of a Shapefile, if it declares a supported coordinate system, with
// the columns of its table.
func readShapefile(archive *zip.Reader, shape *zip.File, left *int64) ([]byte, error) {
	system := beside(archive, shape, ".prj")
	if system == nil {
		return nil, failed(NoSystem, "")
	}
	wkt, err := unpack(system, left)
	if err != nil {
		return nil, err
	}
	to, err := readSystem(string(wkt))
	if err != nil {
		return nil, err
	}
	shapes, err := unpack(shape, left)
	if err != nil {
		return nil, err
	}
	var rows *table
	if f := beside(archive, shape, ".dbf"); f != nil {
		data, err := unpack(f, left)
		if err != nil {
			return nil, err
		}
		rows = readTable(data)
	}
	return readShapes(shapes, rows, to)
}

// The types of shapes. Types with heights or measures begin with the same positions.
const (
	nullShape  = 0
	pointShape = 1
	lineShape  = 3
	areaShape  = 5
	manyShape  = 8
	heightStep = 10 // 11 is a point with a height, 21 one with a measure
)

const (
	shapeHeader  = 100
	recordHeader = 8
)

// readShapes reads a .shp file.
func readShapes(data []byte, rows *table, to convert) ([]byte, error) {
	if len(data) < shapeHeader || binary.BigEndian.Uint32(data) != 9994 {
		return nil, failed(NotShape, "")
	}
	g := gather{to: to}
	rest := data[shapeHeader:]
	for i := 0; len(rest) >= recordHeader; i++ {
		size := 2 * int64(binary.BigEndian.Uint32(rest[4:])) // it is in words
		if size < 4 || size > int64(len(rest)-recordHeader) {
			return nil, failed(NotShape, "")
		}
		var f feature
		if err := g.shape(&f, rest[recordHeader:recordHeader+size]); err != nil {
			return nil, err
		}
		rows.tell(&f, i)
		if err := g.add(f); err != nil {
			return nil, err
		}
		rest = rest[recordHeader+size:]
	}
	return g.geoJSON()
}

// shape reads one shape.
func (g *gather) shape(f *feature, data []byte) error {
	kind := binary.LittleEndian.Uint32(data)
	if kind > 30 {
		return failed(OddShape, "")
	}
	in := doubles{data: data[4:], to: g.to}
	switch kind % heightStep {
	case nullShape:
		return nil
	case pointShape:
		f.points = in.positions(1)
		return firstOf(in.err, g.count(len(f.points)))
	case manyShape:
		in.skip(32) // the box
		n := in.count(16)
		f.points = in.positions(n)
		return firstOf(in.err, g.count(len(f.points)))
	case areaShape:
		return g.area(f, &in)
	case lineShape:
		return failed(Line, "")
	}
	return failed(OddShape, "")
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// area reads the rings of a polygon: where each begins, then all their positions.
func (g *gather) area(f *feature, in *doubles) error {
	in.skip(32) // the box
	parts, points := in.count(4), in.number()
	starts := make([]int, 0, parts+1)
	for range parts {
		starts = append(starts, in.number())
	}
	starts = append(starts, points)
	if in.err != nil {
		return in.err
	}
	if int64(points)*16 > int64(len(in.data)) {
		return failed(NotShape, "")
	}
	if err := g.count(points); err != nil {
		return err
	}
	var rings []ring
	for i := range parts {
		if starts[i] > starts[i+1] || starts[i] < 0 || starts[0] != 0 {
			return failed(NotShape, "")
		}
		rings = append(rings, in.ring(starts[i+1]-starts[i]))
	}
	if in.err != nil {
		return in.err
	}
	polygons, err := nest(rings)
	f.polygons = polygons
	return err
}

// doubles reads the body of a shape.
type doubles struct {
	data []byte
	to   convert
	err  error
}

func (d *doubles) skip(n int) {
	if len(d.data) < n {
		d.err, d.data = failed(NotShape, ""), nil
		return
	}
	d.data = d.data[n:]
}

// number reads a whole number; 0 if there is none.
func (d *doubles) number() int {
	if len(d.data) < 4 {
		d.err = failed(NotShape, "")
		return 0
	}
	n := int(int32(binary.LittleEndian.Uint32(d.data)))
	d.data = d.data[4:]
	if n < 0 {
		d.err, n = failed(NotShape, ""), 0
	}
	return n
}

// count reads the number of items of some size that follow; 0 if there are not enough bytes.
func (d *doubles) count(size int) int {
	n := d.number()
	if int64(n)*int64(size) > int64(len(d.data)) {
		d.err, n = failed(NotShape, ""), 0
	}
	return n
}

func (d *doubles) pair() (x, y float64) {
	if len(d.data) < 16 {
		d.err = failed(NotShape, "")
		return 0, 0
	}
	x = math.Float64frombits(binary.LittleEndian.Uint64(d.data))
	y = math.Float64frombits(binary.LittleEndian.Uint64(d.data[8:]))
	d.data = d.data[16:]
	if d.to != nil {
		x, y = d.to(x, y)
	}
	return x, y
}

// positions reads points.
func (d *doubles) positions(n int) []position {
	var all []position
	for range n {
		all = append(all, d.position(d.pair()))
	}
	return all
}

func (d *doubles) position(x, y float64) position {
	lon, errX := degreesOf(x)
	lat, errY := degreesOf(y)
	if err := firstOf(d.err, errX, errY); err != nil {
		d.err = err
	}
	return position{lon, lat}
}
