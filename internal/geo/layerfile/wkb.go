package layerfile

import (
	"encoding/binary"
	"math"

	"rastro/internal/geo"
)

// GeoPackage reads a geometry from a GeoPackage: a header, followed by well-known binary.
func (a *Area) GeoPackage(blob []byte) {
	if len(blob) == 0 {
		a.Fault = NoGeometry
		return
	}
	if len(blob) < 8 || blob[0] != 'G' || blob[1] != 'P' || blob[3]&0x20 != 0 {
		a.Fault = BadGeometry
		return
	}
	envelopes := [8]int{0, 32, 48, 48, 64, -1, -1, -1}
	size := envelopes[blob[3]>>1&7]
	switch {
	case blob[3]&0x10 != 0:
		a.Fault = NoGeometry
		return
	case size < 0 || len(blob) < 8+size:
		a.Fault = BadGeometry
		return
	}
	w := wkb{data: blob[8+size:]}
	w.geometry(a, 0)
	switch {
	case w.short:
		a.Fault = BadGeometry
	case len(a.Rings) > 0:
		a.Fault = ""
	case a.Fault == "":
		a.Fault = NoGeometry
	}
}

// wkb is a reader of well-known binary.
type wkb struct {
	data  []byte
	order binary.ByteOrder
	short bool // it is truncated or invalid
}

// take returns the next bytes; nil at the end.
func (w *wkb) take(n int64) []byte {
	if w.short || n > int64(len(w.data)) {
		w.short = true
		return nil
	}
	out := w.data[:n]
	w.data = w.data[n:]
	return out
}

func (w *wkb) number() int64 {
	if b := w.take(4); b != nil {
		return int64(w.order.Uint32(b))
	}
	return 0
}

// geometry reads a geometry and its parts.
func (w *wkb) geometry(a *Area, depth int) {
	first := w.take(1)
	if first == nil || first[0] > 1 || depth > maxNesting {
		w.short = true
		return
	}
	w.order = binary.BigEndian
	if first[0] == 1 {
		w.order = binary.LittleEndian
	}
	code := w.number()
	numbers := int64(2)
	switch code % 10_000 / 1_000 {
	case 1, 2:
		numbers = 3
	case 3:
		numbers = 4
	}
	switch code % 1_000 {
	case 1:
		a.Fault = IsPoint
		w.take(8 * numbers)
	case 2:
		a.Fault = IsLine
		w.take(8 * numbers * w.number())
	case 3:
		w.polygon(a, numbers)
	case 4, 5, 6, 7:
		for range w.number() {
			if w.geometry(a, depth+1); w.short {
				return
			}
		}
	default:
		w.short = true
	}
}

func (w *wkb) polygon(a *Area, numbers int64) {
	for i := range w.number() {
		data := w.take(8 * numbers * w.number())
		if w.short {
			return
		}
		ring := geo.LandRing{Hole: i > 0}
		for at := int64(0); at < int64(len(data)); at += 8 * numbers {
			ring.At = append(ring.At, math.Float64frombits(w.order.Uint64(data[at:])), math.Float64frombits(w.order.Uint64(data[at+8:])))
		}
		a.Rings = append(a.Rings, ring)
	}
}
