package geo

import (
	"math"
	"slices"
	"strconv"
)

// Flat returns the plot as the flat list of numbers that clients expect, in the order and with the
// digits that were sent: the list as sent, the exterior ring of a polygon, or the rectangle around
// several shapes or points.
func (p *Plot) Flat() []byte {
	switch {
	case p.form <= pairsForm || len(p.at) == 0:
		return slices.Clone(p.text)
	case len(p.parts) == 1:
		s := p.spans[p.parts[0].from]
		if p.parts[0].kind == areaPart || s.to-s.from == 1 {
			return p.between(s)
		}
	}
	low, high := [2]int{0, 1}, [2]int{0, 1}
	for i := range p.at {
		if p.at[i] < p.at[low[i%2]] {
			low[i%2] = i
		}
		if p.at[i] > p.at[high[i%2]] {
			high[i%2] = i
		}
	}
	corners := [...]int{low[0], low[1], high[0], high[1]}
	if p.swapped {
		corners = [...]int{low[1], low[0], high[1], high[0]}
	}
	out := []byte{'['}
	for _, i := range corners {
		out = append(append(out, p.token(p.sent(i))...), ',')
	}
	out[len(out)-1] = ']'
	return out
}

// between returns the list of a run of positions, as sent.
func (p *Plot) between(s span) []byte {
	out := []byte{'['}
	if s.from < s.to {
		start := uint32(1)
		if s.from > 0 {
			start = p.ends[2*s.from-1] + 1
		}
		out = append(out, p.text[start:p.ends[2*s.to-1]]...)
	}
	return append(out, ']')
}

// sent returns where in the text the number stands that is the lon or lat i of at.
func (p *Plot) sent(i int) int {
	if p.swapped {
		return i ^ 1
	}
	return i
}

// GeoJSON returns the whole shape as a GeoJSON geometry (RFC 7946): lon, lat,
// rings closed, exteriors counter-clockwise and holes clockwise, every digit as
// sent. It is nil for Undetermined.
func (p *Plot) GeoJSON() []byte {
	if p.Interpretation == Undetermined {
		return nil
	}
	w := writer{p: p, out: make([]byte, 0, len(p.text)+4*len(p.at)+128)}
	points, areas := 0, 0
	for _, of := range p.parts {
		if of.kind == pointsPart {
			points += int(p.spans[of.from].to - p.spans[of.from].from)
		} else if w.sound(of) {
			areas++
		}
	}
	switch {
	case areas == 0:
		w.points(points)
	case points == 0:
		w.areas(areas)
	default:
		w.string(`{"type":"GeometryCollection","geometries":[`)
		w.points(points)
		w.string(",")
		w.areas(areas)
		w.string("]}")
	}
	return w.out
}

// Geometry returns the derived facts of a plot, as the API shows them. A member is null if the
// plot does not have it.
func (p *Plot) Geometry() []byte { return p.AppendGeometry(make([]byte, 0, 160)) }

// AppendGeometry appends what Geometry returns.
func (p *Plot) AppendGeometry(out []byte) []byte {
	out = append(out, `{"interpretacao":"`...)
	out = append(append(out, p.Interpretation...), `","areaHa":`...)
	if p.AreaHa > 0 {
		out = appendHa(out, p.AreaHa)
	} else {
		out = append(out, "null"...)
	}
	out = append(out, `,"bbox":`...)
	if p.Interpretation == Undetermined {
		out = append(out, "null"...)
	} else {
		for i, v := range [...]float64{p.BBox.West, p.BBox.South, p.BBox.East, p.BBox.North} {
			out = strconv.AppendFloat(append(out, "[,,,"[i]), v, 'f', -1, 64)
		}
		out = append(out, ']')
	}
	out = append(out, `,"ordem":`...)
	if p.Order == UnknownOrder {
		return append(out, "null}"...)
	}
	return append(append(append(out, '"'), p.Order...), `"}`...)
}

// appendHa writes hectares to the hundredth, and to the square metre below one:
// that is as far as coordinates of six decimals go.
func appendHa(dst []byte, ha float64) []byte {
	scale := 100.0
	if ha < 1 {
		scale = 10_000
	}
	return strconv.AppendFloat(dst, math.Round(ha*scale)/scale, 'f', -1, 64)
}
