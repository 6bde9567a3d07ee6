package geo

import (
	"encoding/binary"
	"errors"
	"math"
)

// Land is the areas of a layer with which plots are compared: rings, independent of how anybody
// sent them. Those around an area run counter-clockwise and those of holes clockwise, so together
// they enclose the points with a winding number other than zero. It is immutable.
type Land struct{ plot Plot }

// LandRing is a ring of an area: lon, lat, lon, lat … in degrees.
type LandRing struct {
	Hole bool
	At   []float64
}

// LandFault says why rings are not an area.
type LandFault string

// The faults.
const (
	LandNumber    LandFault = "NUMERO"            // a position is not a number
	LandOutside   LandFault = "FORA_DO_MUNDO"     // beyond ±180 or ±90
	LandAcross    LandFault = "ANTIMERIDIANO"     // a side goes more than half way round the world
	LandWithout   LandFault = "SEM_AREA"          // fewer than three places, or all on one line
	LandTooLarge  LandFault = "VERTICES"          // more than MaxLandVertices
	landClosed              = LandFault("")       // none
	landHalfGlobe           = 180 * int64(degree) // a longer side goes round the other way
)

// MaxLandVertices bounds one area of a layer. The largest of Brazil's protected areas
// has a fifth of it.
const MaxLandVertices = 1_000_000

// NewLand returns an area from rings. oriented means that their direction already says which are
// holes: a clockwise ring is not one, as in a Shapefile.
func NewLand(rings []LandRing, oriented bool) (*Land, LandFault) {
	n := 0
	for i := range rings {
		if n += len(rings[i].At) / 2; n > MaxLandVertices {
			return nil, LandTooLarge
		}
	}
	l := &Land{}
	for i := range rings {
		pts, fault := landRing(rings[i].At)
		if fault != landClosed {
			return nil, fault
		}
		twice := doubleArea(pts)
		if len(pts) < 3 || twice == 0 {
			continue
		}
		clockwise := rings[i].Hole
		if oriented {
			clockwise = twice > 0 // in a Shapefile, rings run the other way round
		}
		l.add(pts, clockwise != (twice < 0))
	}
	if l.settle() < 0 { // written by a program that ignores directions
		turned := &Land{}
		for i := range l.plot.spans {
			turned.add(l.plot.outline(l.plot.parts[0], i, nil), true)
		}
		l = turned
		l.settle()
	}
	if l.plot.AreaHa <= 0 {
		return nil, LandWithout
	}
	return l, landClosed
}

// landRing puts positions on the grid, each different from the one before and the last from
// the first.
func landRing(at []float64) (pts []pt, fault LandFault) {
	pts = make([]pt, 0, len(at)/2)
	for i := 0; i+1 < len(at); i += 2 {
		lon, lat := at[i], at[i+1]
		if math.IsNaN(lon) || math.IsNaN(lat) {
			return nil, LandNumber
		}
		if !(math.Abs(lon) <= 180 && math.Abs(lat) <= 90) {
			return nil, LandOutside
		}
		here := pt{int64(math.Round(lon * degree)), int64(math.Round(lat * degree))}
		if n := len(pts); n > 0 {
			if pts[n-1] == here {
				continue
			}
			if d := pts[n-1].x - here.x; d > landHalfGlobe || d < -landHalfGlobe {
				return nil, LandAcross
			}
		}
		pts = append(pts, here)
	}
	if n := len(pts); n > 1 && pts[n-1] == pts[0] {
		pts = pts[:n-1]
	} else if n > 1 {
		if d := pts[n-1].x - pts[0].x; d > landHalfGlobe || d < -landHalfGlobe {
			return nil, LandAcross
		}
	}
	return pts, landClosed
}

// doubleArea is twice the area in a ring, in square steps: positive counter-clockwise.
func doubleArea(pts []pt) (twice float64) {
	for i := 1; i+1 < len(pts); i++ {
		a, b := pts[i], pts[i+1]
		twice += float64(a.x-pts[0].x)*float64(b.y-pts[0].y) - float64(b.x-pts[0].x)*float64(a.y-pts[0].y)
	}
	return twice
}

// add adds a ring.
func (l *Land) add(pts []pt, reversed bool) {
	p := &l.plot
	from := int32(len(p.at) / 2)
	for i := range pts {
		at := pts[i]
		if reversed {
			at = pts[len(pts)-1-i]
		}
		p.at = append(p.at, at.x, at.y)
	}
	p.spans = append(p.spans, span{from: from, to: int32(len(p.at) / 2)})
}

// settle computes what follows from the rings, and returns the enclosed area: negative if they run
// in the wrong direction.
func (l *Land) settle() (ha float64) {
	p := &l.plot
	p.Interpretation, p.Order = MultiPolygon, LonLat
	p.parts = []shape{{kind: woundPart, to: int32(len(p.spans))}}
	p.AreaHa = 0
	if len(p.at) == 0 {
		return 0
	}
	p.box = boxOf(p.at)
	var pts []pt
	for i, s := range p.spans {
		one := hectares(p.ringArea(s))
		if pts = p.outline(p.parts[0], i, pts[:0]); doubleArea(pts) < 0 {
			one = -one
		}
		ha += one
	}
	p.AreaHa = math.Abs(ha)
	return ha
}

// AreaHa returns its area in hectares.
func (l *Land) AreaHa() float64 { return l.plot.AreaHa }

// Extent returns the rectangle around it.
func (l *Land) Extent() Extent { return l.plot.Extent() }

// Vertices returns how many it has.
func (l *Land) Vertices() int { return len(l.plot.at) / 2 }

// AppendBinary appends the stored form: for each ring its number of vertices, then the distance of
// each from the previous one.
func (l *Land) AppendBinary(dst []byte) []byte {
	var last pt
	for _, s := range l.plot.spans {
		dst = binary.AppendUvarint(dst, uint64(s.to-s.from))
		for i := s.from; i < s.to; i++ {
			at := l.plot.pt(i)
			dst = binary.AppendVarint(dst, at.x-last.x)
			dst = binary.AppendVarint(dst, at.y-last.y)
			last = at
		}
	}
	return dst
}

var errNoLand = errors.New("the stored shape of an area is damaged")

// ReadLand reads what AppendBinary wrote.
func ReadLand(src []byte) (*Land, error) {
	l := &Land{}
	p := &l.plot
	var last pt
	number := func() (int64, bool) {
		v, n := binary.Varint(src)
		if n <= 0 {
			return 0, false
		}
		src = src[n:]
		return v, true
	}
	for len(src) > 0 {
		count, n := binary.Uvarint(src)
		if n <= 0 || count < 3 || count > uint64(len(src)) {
			return nil, errNoLand
		}
		src = src[n:]
		from := int32(len(p.at) / 2)
		for range count {
			x, okX := number()
			y, okY := number()
			last = pt{last.x + x, last.y + y}
			if !okX || !okY || !inWorld(last.x, last.y) {
				return nil, errNoLand
			}
			p.at = append(p.at, last.x, last.y)
		}
		p.spans = append(p.spans, span{from: from, to: int32(len(p.at) / 2)})
	}
	if l.settle(); p.AreaHa <= 0 {
		return nil, errNoLand
	}
	return l, nil
}

// SharedWith returns how many hectares of a plot lie in any of some areas, counting land in several
// of them once. ok is false if that would take too long.
func (p *Plot) SharedWith(lands []*Land) (ha float64, ok bool) {
	all := &Land{}
	for _, l := range lands {
		from := int32(len(all.plot.at) / 2)
		all.plot.at = append(all.plot.at, l.plot.at...)
		for _, s := range l.plot.spans {
			all.plot.spans = append(all.plot.spans, span{from: s.from + from, to: s.to + from})
		}
		all.plot.AreaHa += l.plot.AreaHa
	}
	if len(all.plot.at) == 0 {
		return 0, true
	}
	q := &all.plot
	q.Interpretation, q.parts, q.box = MultiPolygon, []shape{{kind: woundPart, to: int32(len(q.spans))}}, boxOf(q.at)
	steps := overlapSteps
	ha, _, ok = overlap(p, q, &steps)
	return min(ha, p.AreaHa), ok
}

// Land returns the areas of a plot, for compact storage; nil if it has none.
func (p *Plot) Land() *Land {
	if p.AreaHa <= 0 || p.Interpretation == Undetermined {
		return nil
	}
	l := &Land{}
	var pts []pt
	for _, of := range p.parts {
		if of.kind == pointsPart {
			continue
		}
		for ring := range p.rings(of) {
			if pts = p.outline(of, ring, pts[:0]); len(pts) >= 3 {
				l.add(pts, (doubleArea(pts) < 0) != (of.kind == areaPart && ring > 0))
			}
		}
	}
	if l.settle(); l.plot.AreaHa <= 0 {
		return nil
	}
	return l
}

// Plot returns the areas as a plot, for comparison with others.
func (l *Land) Plot() *Plot { return &l.plot }

// landPiece is the minimum width of a piece: ten metres. A narrower one is not cut.
const landPiece = degree / 10_000

// Divide cuts an area into pieces that can be indexed like plots. As far as possible none has more
// than most vertices; none is wider than a plot may be; and what lies outside the indexed land is
// left out. Together they cover what the area covers.
func (l *Land) Divide(most int) (pieces []*Land) {
	inside := l
	for _, edge := range []cut{{0, brazilWest, 1}, {0, brazilEast, -1}, {1, brazilSouth, 1}, {1, brazilNorth, -1}} {
		if inside = inside.clip(edge); inside == nil {
			return nil
		}
	}
	return inside.divide(nil, most)
}

func (l *Land) divide(to []*Land, most int) []*Land {
	b := l.plot.box
	wide, high := b.max.x-b.min.x, b.max.y-b.min.y
	longer := max(wide, high)
	if longer <= maxExtent && (l.Vertices() <= most || longer <= landPiece) {
		return append(to, l)
	}
	axis, at := 0, b.min.x+wide/2
	if high > wide {
		axis, at = 1, b.min.y+high/2
	}
	for _, side := range []int64{-1, 1} {
		if half := l.clip(cut{axis, at, side}); half != nil {
			to = half.divide(to, most)
		}
	}
	return to
}

// cut is a line along a meridian (axis 0) or a parallel (axis 1), and the side of it that is kept:
// 1 is east or north of it.
type cut struct {
	axis int
	at   int64
	keep int64
}

// beyond returns how far a position is on the side that is kept.
func (c cut) beyond(p pt) int64 {
	if c.axis == 0 {
		return (p.x - c.at) * c.keep
	}
	return (p.y - c.at) * c.keep
}

// clip returns what lies on one side of a line; nil for nothing. A ring that crosses the line more
// than once keeps sides along the line, in both directions, which enclose nothing.
func (l *Land) clip(c cut) *Land {
	b := l.plot.box
	if c.beyond(b.min) >= 0 && c.beyond(b.max) >= 0 {
		return l
	}
	out := &Land{}
	var pts, kept []pt
	for i := range l.plot.spans {
		pts = l.plot.outline(l.plot.parts[0], i, pts[:0])
		if kept = c.ring(pts, kept[:0]); len(kept) >= 3 && doubleArea(kept) != 0 {
			out.add(kept, false)
		}
	}
	if out.settle(); out.plot.AreaHa <= 0 || out.plot.Extent() == (Extent{}) {
		return nil
	}
	return out
}

// ring appends the remaining part of a ring (Sutherland and Hodgman, 1974).
func (c cut) ring(pts, kept []pt) []pt {
	put := func(at pt) {
		if n := len(kept); n == 0 || kept[n-1] != at {
			kept = append(kept, at)
		}
	}
	last := pts[len(pts)-1]
	for _, here := range pts {
		if (c.beyond(last) >= 0) != (c.beyond(here) >= 0) {
			put(c.meets(last, here))
		}
		if c.beyond(here) >= 0 {
			put(here)
		}
		last = here
	}
	if n := len(kept); n > 1 && kept[0] == kept[n-1] {
		kept = kept[:n-1]
	}
	return kept
}

// meets returns where a side crosses the line, to the nearest step of the grid.
func (c cut) meets(a, b pt) pt {
	if c.axis == 0 {
		part := float64(c.at-a.x) / float64(b.x-a.x)
		return pt{c.at, a.y + int64(math.Round(part*float64(b.y-a.y)))}
	}
	part := float64(c.at-a.y) / float64(b.y-a.y)
	return pt{a.x + int64(math.Round(part*float64(b.x-a.x))), c.at}
}
