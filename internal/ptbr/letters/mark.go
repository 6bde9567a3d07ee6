package letters

import "unicode/utf8"

// Marks beyond ASCII, each by the byte that represents it and similar ones.
const (
	PlusMinus   = 'p'
	TimesMark   = 'x'
	UnknownMark = '?'
)

// MarkAt reads the mark at i: an ASCII byte, or the byte for the mark that it resembles.
func MarkAt(s string, i int) (mark byte, size int) {
	if s[i] < utf8.RuneSelf {
		return s[i], 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch r {
	case '–', '—', '−', '‐', '‑':
		return '-', size
	case '×', '✕':
		return TimesMark, size
	case '±':
		return PlusMinus, size
	case '≤':
		return '<', size
	case '≥':
		return '>', size
	case '≈':
		return '~', size
	case '“', '”', '‘', '’', '«', '»':
		return '"', size
	case '•', '·', '▪', '●':
		return ';', size
	case '…':
		return '.', size
	}
	return UnknownMark, size
}
