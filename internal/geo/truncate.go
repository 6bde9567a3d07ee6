package geo

import (
	"slices"
	"strconv"
)

// Truncate6 returns the plot in the form for an EU file: every number truncated to six decimals,
// never rounded, and written with six; repeated positions removed from their ring; rings closed. It
// returns a plot without any valid shape unchanged.
func (p *Plot) Truncate6() *Plot {
	if len(p.parts) == 0 || p.Order == UnknownOrder {
		return p
	}
	q := *p
	q.at = make([]int64, 0, len(p.at))
	q.ends = make([]uint32, 0, len(p.ends))
	q.text = append(make([]byte, 0, len(p.text)+len(p.at)), '[')
	q.spans = make([]span, 0, len(p.spans))
	q.parts = slices.Clone(p.parts)
	for k, of := range p.parts {
		q.parts[k].lone = false // a MultiPoint or MultiPolygon of one is written as that one
		for _, s := range p.rings(of) {
			from := int32(len(q.at) / 2)
			q.cut(p.at[2*s.from:2*s.to], of.kind == areaPart)
			q.spans = append(q.spans, span{from: from, to: int32(len(q.at) / 2)})
		}
	}
	q.text[len(q.text)-1] = ']'
	q.Decimals, q.coarsest = 6, 0
	q.precision = [len(q.precision)]uint32{6: uint32(len(q.at))}
	q.conclude()
	return &q
}

// cut keeps the positions of one span of another plot, cut to six decimals.
func (p *Plot) cut(at []int64, ring bool) {
	var first, last pt
	kept := 0
	for i := 0; i+1 < len(at); i += 2 {
		now := pt{at[i] / micro, at[i+1] / micro}
		if ring && kept > 0 && now == last {
			continue
		}
		if kept == 0 {
			first = now
		}
		p.keep6(now)
		last = now
		kept++
	}
	if ring && last != first {
		p.keep6(first)
	}
}

// keep6 keeps a position given in millionths of a degree.
func (p *Plot) keep6(at pt) {
	p.at = append(p.at, at.x*micro, at.y*micro)
	if p.swapped {
		at.x, at.y = at.y, at.x
	}
	for _, n := range [...]int64{at.x, at.y} {
		p.text = append6(p.text, n)
		p.ends = append(p.ends, uint32(len(p.text)))
		p.text = append(p.text, ',')
	}
}

// append6 writes millionths as a number of six decimals.
func append6(dst []byte, millionths int64) []byte {
	if millionths < 0 {
		dst = append(dst, '-')
		millionths = -millionths
	}
	dst = strconv.AppendInt(dst, millionths/1_000_000, 10)
	dst = append(dst, '.')
	for unit := int64(100_000); unit > 0; unit /= 10 {
		dst = append(dst, byte('0'+millionths/unit%10))
	}
	return dst
}
