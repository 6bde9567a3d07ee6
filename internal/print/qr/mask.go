package qr

// bestMask returns the mask under which the data has the lowest penalty, the
// first of those where several tie. masked is scratch. The symbol is judged
// whole, with the format bits that name the mask, because a reader sees it so.
func (l *layout) bestMask(data, masked *square) int {
	masked.reset(l.size)
	best, lowest := 0, 0
	for m := range l.masks {
		masked.xor(&l.masks[m], data)
		if p := penalty(masked); m == 0 || p < lowest {
			best, lowest = m, p
		}
	}
	return best
}
