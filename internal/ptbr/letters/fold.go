// Package letters reads letters, words, spaces and marks of Brazilian text, ignoring case and
// accents, and finds the phrases of a table in it. Its functions take a text and an offset in
// bytes, copy nothing, and look only a few characters ahead.
package letters

import (
	"unicode"
	"unicode/utf8"
)

// Letters are folded one by one while a text is read, so that reading copies nothing and offsets
// stay those of the text. For the words in the tables the result equals that of lang.Fold.

const (
	Joint   = 0x01 // a combining accent: part of a word, not a separate letter
	foreign = 0xff // a letter that no word in the tables contains

	maxWord = 24 // bytes of the longest word of any table
)

// Plain folds single bytes: letters to lower case, digits to themselves, the
// rest to zero.
var Plain = func() (table [256]byte) {
	for b := byte('a'); b <= 'z'; b++ {
		table[b], table[b-'a'+'A'] = b, b
	}
	for b := byte('0'); b <= '9'; b++ {
		table[b] = b
	}
	return table
}()

// accented folds U+00C0 to U+00FF by the low six bits; 0 means that it is not a letter.
const accented = "aaaaaa\xffceeeeiiii\xffnooooo\x00ouuuuy\xff\xff" + "aaaaaa\xffceeeeiiii\xffnooooo\x00ouuuuy\xffy"

// FoldAt folds the letter or digit at i, and returns its length in bytes: zero if there is no
// letter or digit. The ordinals º and ª and the degree sign, which people type for one another, are
// the letters o and a.
func FoldAt(s string, i int) (folded byte, size int) {
	b := s[i]
	if b < utf8.RuneSelf {
		if Plain[b] == 0 {
			return 0, 0
		}
		return Plain[b], 1
	}
	if i+1 < len(s) {
		switch next := s[i+1]; {
		case next&0xc0 != 0x80:
		case b == 0xc3:
			if f := accented[next&0x3f]; f != 0 {
				return f, 2
			}
			return 0, 0
		case b == 0xc2:
			switch next {
			case 0xaa:
				return 'a', 2
			case 0xba, 0xb0:
				return 'o', 2
			case 0xb2, 0xb3:
				return next - 0xb2 + '2', 2
			case 0xb9:
				return '1', 2
			}
			return 0, 0
		case b == 0xcc, b == 0xcd && next < 0xb0:
			return Joint, 2
		}
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == '⁻':
		return '-', size // of ha⁻¹
	case r != utf8.RuneError && unicode.IsLetter(r):
		return foreign, size
	}
	return 0, 0
}

// Word is a run of letters and digits, folded.
type Word struct {
	N      int // bytes of buf; 0 for a word that no table can contain
	End    int // where it ends in the text
	Accent bool
	hash   uint32
	Buf    [maxWord]byte
}

// Read folds the word that starts at i.
func (w *Word) Read(s string, i int) {
	n, hash, accent, known := 0, hashSeed, false, true
	for i < len(s) {
		b, size := Plain[s[i]], 1
		if b == 0 {
			if s[i] < utf8.RuneSelf {
				break
			}
			if b, size = FoldAt(s, i); size == 0 {
				break
			}
			accent = true
		}
		i += size
		switch {
		case b == Joint:
		case b == foreign || n == maxWord:
			known = false
		default:
			w.Buf[n] = b
			n++
			hash = hashByte(hash, b)
		}
	}
	w.N, w.End, w.Accent, w.hash = n, i, accent, hash
	if !known {
		w.N = 0
	}
}

// Text returns the folded word.
func (w *Word) Text() []byte { return w.Buf[:w.N] }

// The hash of a word is FNV-1a: folding and hashing take one pass.
const hashSeed uint32 = 2166136261

func hashByte(hash uint32, b byte) uint32 { return (hash ^ uint32(b)) * 16777619 }

// ReadBefore folds the word that ends before i, within a few spaces or marks.
func (w *Word) ReadBefore(s string, i int) {
	w.N = 0
	end := i
	for end > 0 && i-end < MaxGap && !LetterBefore(s, end) {
		end = before(s, end)
	}
	start := end
	for start > 0 && end-start < maxWord && LetterBefore(s, start) {
		start = before(s, start)
	}
	if start < end && end < i {
		w.Read(s[:end], start)
	}
}
