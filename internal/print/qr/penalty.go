package qr

import "math/bits"

// The weights of ISO/IEC 18004, table 11.
const (
	runWeight     = 3  // N1: five modules of one colour in a line, and 1 for each more
	blockWeight   = 3  // N2: a 2 × 2 block of one colour; blocks may overlap
	finderWeight  = 40 // N3: what a reader could mistake for a finder pattern
	balanceWeight = 10 // N4: each full 5 % that the dark share is off 50 %
)

// maxStride is the words in a line of version 40.
const maxStride = 3

// penalty returns how hard a symbol is to read, by the four rules of the standard.
func penalty(s *square) int {
	return linePenalty(&s.rows) + linePenalty(&s.cols) + blockPenalty(&s.rows) + balancePenalty(&s.rows)
}

// starts marks, word by word, the bits at which a window of width modules lies
// within the symbol.
func starts(size, width int) (valid [maxStride]uint64) {
	for bit := quiet; bit <= quiet+size-width; bit++ {
		valid[bit>>6] |= 1 << (bit & 63)
	}
	return valid
}

// linePenalty is N1 and N3 along the lines of one direction.
//
// A run of n ≥ 5 modules holds n-4 windows of five, which follow one another;
// counting windows once and their first ones twice gives n-2 = N1 + (n-5).
//
// N3 is five runs of 1:1:3:1:1 modules, dark at both ends, with four or more
// light modules before or after. The standard leaves open whether both count
// twice and whether the quiet zone is a light area; here both do, as a reader
// that scans the line meets them. The window of fifteen is the seven modules
// with four on either side; it starts in the quiet zone at the earliest.
func linePenalty(b *bitmap) int {
	fives := starts(b.size, 5)
	windows, first, finders := 0, 0, 0
	for y := range b.size {
		line := b.line(y)
		carry := uint64(0) // whether the last word ended within a run
		for w, x := range line {
			next := uint64(0)
			if w+1 < len(line) {
				next = line[w+1]
			}
			// xk is, at each bit, the module k further on.
			x1, x2, x3 := x>>1|next<<63, x>>2|next<<62, x>>3|next<<61
			x4, x5, x6 := x>>4|next<<60, x>>5|next<<59, x>>6|next<<58

			five := (x&x1&x2&x3&x4 | ^(x | x1 | x2 | x3 | x4)) & fives[w]
			windows += bits.OnesCount64(five)
			first += bits.OnesCount64(five &^ (five<<1 | carry))
			carry = five >> 63

			core := x4 &^ x5 & x6 &^ x3
			if core == 0 {
				continue
			}
			x7, x8, x9 := x>>7|next<<57, x>>8|next<<56, x>>9|next<<55
			x10, x11 := x>>10|next<<54, x>>11|next<<53
			core &= x7 & x8 &^ x9 & x10 &^ x11
			if core == 0 {
				continue
			}
			x12, x13, x14 := x>>12|next<<52, x>>13|next<<51, x>>14|next<<50
			finders += bits.OnesCount64(core&^(x|x1|x2)) + bits.OnesCount64(core&^(x12|x13|x14))
		}
	}
	return windows + (runWeight-1)*first + finderWeight*finders
}

// blockPenalty is N2.
func blockPenalty(b *bitmap) int {
	pairs := starts(b.size, 2)
	blocks := 0
	for y := range b.size - 1 {
		upper, lower := b.line(y), b.line(y+1)
		for w, u := range upper {
			l := lower[w]
			u1, l1 := u>>1, l>>1
			if w+1 < len(upper) {
				u1 |= upper[w+1] << 63
				l1 |= lower[w+1] << 63
			}
			blocks += bits.OnesCount64((u&u1&l&l1 | ^(u | u1 | l | l1)) & pairs[w])
		}
	}
	return blockWeight * blocks
}

// balancePenalty is N4. |dark/total - 1/2| in steps of 1/20, without fractions.
func balancePenalty(b *bitmap) int {
	dark, total := 0, b.size*b.size
	for _, w := range b.words {
		dark += bits.OnesCount64(w)
	}
	off := 2*dark - total
	return balanceWeight * (max(off, -off) * 10 / total)
}
