package eudr

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/geo"
)

// What is around the features of a file.
const (
	fileHead = `{"type":"FeatureCollection","features":[` + "\n"
	fileTail = "\n]}\n"
	between  = ",\n"
)

// appendFeature appends a plot as the EU's description has it.
func appendFeature(dst []byte, p *plot, cut *geo.Plot, geometry []byte) []byte {
	dst = append(dst, `{"type":"Feature","id":`...)
	dst = canon.AppendString(dst, p.id)
	dst = append(dst, `,"properties":{"ProducerName":`...)
	dst = canon.AppendString(dst, p.producer.Name)
	dst = append(dst, `,"ProducerCountry":`...)
	dst = canon.AppendString(dst, p.producer.Country)
	if p.producer.Place != "" {
		dst = append(dst, `,"ProductionPlace":`...)
		dst = canon.AppendString(dst, p.producer.Place)
	}
	if ha := p.stated.area; cut.Interpretation == geo.Point && ha >= minPointHa {
		dst = append(dst, `,"Area":`...)
		dst = strconv.AppendFloat(dst, min(math.Round(ha*10_000)/10_000, maxPointHa), 'f', -1, 64)
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
