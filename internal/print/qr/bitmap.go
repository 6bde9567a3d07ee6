package qr

import "math/bits"

// bitmap holds size lines of size modules, one bit each, dark is 1. Module x of a line is bit
// quiet+x of its words, lowest first, and every other bit is 0: the quiet zone is light, so a
// search along a line needs no special case at either end.
type bitmap struct {
	size   int
	stride int // words in a line
	words  []uint64
}

// reset makes the bitmap all light, reusing its memory if it is large enough.
func (b *bitmap) reset(size int) {
	b.size = size
	b.stride = (size + 2*quiet + 63) / 64
	n := size * b.stride
	if cap(b.words) < n {
		b.words = make([]uint64, n)
		return
	}
	b.words = b.words[:n]
	clear(b.words)
}

func (b *bitmap) set(x, y int) {
	x += quiet
	b.words[y*b.stride+x>>6] |= 1 << (x & 63)
}

func (b *bitmap) dark(x, y int) bool {
	if x < 0 || y < 0 || x >= b.size || y >= b.size {
		return false
	}
	x += quiet
	return b.words[y*b.stride+x>>6]>>(x&63)&1 != 0
}

// xor sets b to the difference of two bitmaps of its own size.
func (b *bitmap) xor(p, q *bitmap) {
	for i := range b.words {
		b.words[i] = p.words[i] ^ q.words[i]
	}
}

// line returns the words of line y.
func (b *bitmap) line(y int) []uint64 {
	return b.words[y*b.stride:][:b.stride]
}

// run finds the first run of dark modules in a line at or after bit from, as
// the bits [start, end). Counted in bits, start is the distance from the edge
// of the quiet zone, which is what drawing needs. ok is false after the last.
func run(line []uint64, from int) (start, end int, ok bool) {
	w := from >> 6
	if w >= len(line) {
		return 0, 0, false
	}
	rest := line[w] >> (from & 63) << (from & 63)
	for rest == 0 {
		if w++; w == len(line) {
			return 0, 0, false
		}
		rest = line[w]
	}
	start = w<<6 + bits.TrailingZeros64(rest)
	// The quiet zone ends every line with light bits, so this stops before the end.
	for rest = ^line[w] >> (start & 63) << (start & 63); rest == 0; rest = ^line[w] {
		w++
	}
	return start, w<<6 + bits.TrailingZeros64(rest), true
}

// square is the same modules read along the rows and along the columns. Keeping
// both costs one more xor and lets every rule about lines work on whole words.
type square struct {
	rows, cols bitmap
}

func (s *square) reset(size int) {
	s.rows.reset(size)
	s.cols.reset(size)
}

func (s *square) set(x, y int) {
	s.rows.set(x, y)
	s.cols.set(y, x)
}

func (s *square) xor(p, q *square) {
	s.rows.xor(&p.rows, &q.rows)
	s.cols.xor(&p.cols, &q.cols)
}
