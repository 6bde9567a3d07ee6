package plotfile

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/geo"
	"rastro/internal/geo/euproperty"
)

// The text around the features of a file.
const (
	fileHead = `{"type":"FeatureCollection","features":[` + "\n"
	fileTail = "\n]}\n"
	between  = ",\n"
)

// appendFeatures appends a plot, or the parts that it was cut into because of its holes:
// one Feature each, since parts of a MultiPolygon may not share a side.
func appendFeatures(dst []byte, p *plot, cut *geo.Plot, geometry []byte) []byte {
	if p.pieces == nil {
		return appendFeature(dst, p, p.id, "", cut, geometry)
	}
	for i, piece := range p.pieces {
		if i > 0 {
			dst = append(dst, between...)
		}
		number := strconv.Itoa(i + 1)
		dst = appendFeature(dst, p, p.id+"#/corte/"+number, number+"/"+strconv.Itoa(len(p.pieces)), piece, piece.GeoJSON())
	}
	return dst
}

// propertyCut names the property of a Feature that says which part of a cut plot it is: "1/2".
const propertyCut = "CutFromHoles"

// appendFeature appends a plot in the form of the EU's description.
func appendFeature(dst []byte, p *plot, id, piece string, cut *geo.Plot, geometry []byte) []byte {
	dst = append(dst, `{"type":"Feature","id":`...)
	dst = canon.AppendString(dst, id)
	dst = append(dst, `,"properties":{"`+euproperty.Producer+`":`...)
	dst = canon.AppendString(dst, p.producer.Name)
	dst = append(dst, `,"`+euproperty.Country+`":`...)
	dst = canon.AppendString(dst, p.producer.Country)
	if p.producer.Place != "" {
		dst = append(dst, `,"`+euproperty.Place+`":`...)
		dst = canon.AppendString(dst, p.producer.Place)
	}
	if ha := p.stated.area; cut.Interpretation == geo.Point && ha >= minPointHa {
		dst = append(dst, `,"`+euproperty.Area+`":`...)
		dst = strconv.AppendFloat(dst, min(math.Round(ha*10_000)/10_000, maxPointHa), 'f', -1, 64)
	}
	if piece != "" {
		dst = append(dst, `,"`+propertyCut+`":"`+piece+`"`...)
	}
	dst = append(dst, `},"geometry":`...)
	dst = append(dst, geometry...)
	return append(dst, '}')
}

// ground is the same for two plots that are the same land, whichever vertex they
// begin at and whichever way round they go.
func ground(cut *geo.Plot) [16]byte {
	var marks [][]byte
	for _, shape := range cut.Polygons() {
		h := sha256.New()
		h.Write([]byte{'p'})
		for _, ring := range shape {
			writeRing(h, ring)
		}
		marks = append(marks, h.Sum(nil))
	}
	for _, at := range cut.Points() {
		h := sha256.New()
		h.Write([]byte{'.'})
		writePosition(h, at)
		marks = append(marks, h.Sum(nil))
	}
	slices.SortFunc(marks, slices.Compare[[]byte])
	all := sha256.New()
	for _, m := range marks {
		all.Write(m)
	}
	return [16]byte(all.Sum(nil)[:16])
}

// writeRing writes a closed ring from its smallest vertex, towards the smaller of its
// neighbours.
func writeRing(h hash.Hash, ring []geo.Position) {
	n := len(ring) - 1 // without the closing one
	if n < 1 {
		return
	}
	least := 0
	for i := 1; i < n; i++ {
		if less(ring[i], ring[least]) {
			least = i
		}
	}
	step := 1
	if less(ring[(least+n-1)%n], ring[(least+1)%n]) {
		step = n - 1
	}
	_ = binary.Write(h, binary.BigEndian, uint32(n)) // a hash takes everything
	for i, at := 0, least; i < n; i, at = i+1, (at+step)%n {
		writePosition(h, ring[at])
	}
}

func less(a, b geo.Position) bool { return a.Lon < b.Lon || a.Lon == b.Lon && a.Lat < b.Lat }

func writePosition(h hash.Hash, at geo.Position) {
	var buf [16]byte
	binary.BigEndian.PutUint64(buf[:8], math.Float64bits(at.Lon))
	binary.BigEndian.PutUint64(buf[8:], math.Float64bits(at.Lat))
	h.Write(buf[:])
}
