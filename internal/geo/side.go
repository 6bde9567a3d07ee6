package geo

import (
	"cmp"
	"math/bits"
)

// compare orders positions as a line sweeping from west to east meets them, from south to north if
// it meets several at once.
func (at pt) compare(other pt) int {
	if at.x != other.x {
		return cmp.Compare(at.x, other.x)
	}
	return cmp.Compare(at.y, other.y)
}

func (at pt) before(other pt) bool {
	return at.x < other.x || at.x == other.x && at.y < other.y
}

// side returns 1 if c is left of the path from a to b, -1 if it is right of it, and 0 if the three
// are on one line. It is exact for every position in the world.
func side(a, b, c pt) int {
	dx1, dy1 := b.x-a.x, b.y-a.y
	dx2, dy2 := c.x-a.x, c.y-a.y
	if small(dx1) && small(dy1) && small(dx2) && small(dy2) {
		return cmp.Compare(dx1*dy2, dy1*dx2)
	}
	return compareProducts(dx1, dy2, dy1, dx2)
}

// small reports whether products of two such numbers, and differences of such products, fit into 64
// bits.
func small(n int64) bool { return -1<<31 < n && n < 1<<31 }

// compareProducts compares a×b with c×d in 128 bits.
func compareProducts(a, b, c, d int64) int {
	sign, other := signOf(a)*signOf(b), signOf(c)*signOf(d)
	if sign != other || sign == 0 {
		return cmp.Compare(sign, other)
	}
	hi1, lo1 := bits.Mul64(magnitude(a), magnitude(b))
	hi2, lo2 := bits.Mul64(magnitude(c), magnitude(d))
	if hi1 != hi2 {
		return sign * cmp.Compare(hi1, hi2)
	}
	return sign * cmp.Compare(lo1, lo2)
}

func signOf(n int64) int { return cmp.Compare(n, 0) }

func magnitude(n int64) uint64 {
	if n < 0 {
		n = -n
	}
	return uint64(n)
}

// within reports whether a position on the line through a and b lies strictly between them.
func within(a, b, at pt) bool {
	return a.before(at) && at.before(b) || b.before(at) && at.before(a)
}

// ringTurn returns 1 for a counter-clockwise ring, -1 for a clockwise one, and 0 for one that is
// neither or equally both. It is exact, so that a reversed ring always has the opposite direction.
func (p *Plot) ringTurn(s span) int8 {
	if s.from == s.to {
		return 0
	}
	origin := p.pt(s.from)
	var twice wide
	var lastX, lastY int64
	for i := s.from + 1; i < s.to; i++ {
		x, y := p.at[2*i]-origin.x, p.at[2*i+1]-origin.y
		twice.add(lastX, y)
		twice.add(-x, lastY)
		lastX, lastY = x, y
	}
	switch {
	case twice.hi < 0:
		return -1
	case twice.hi > 0 || twice.lo > 0:
		return 1
	}
	return 0
}

// wide is a whole number of 128 bits.
type wide struct {
	hi int64
	lo uint64
}

// add adds a×b.
func (w *wide) add(a, b int64) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	var carry uint64
	if (a < 0) != (b < 0) {
		lo, carry = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, carry)
	}
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	sum, _ := bits.Add64(uint64(w.hi), hi, carry)
	w.hi = int64(sum)
}
