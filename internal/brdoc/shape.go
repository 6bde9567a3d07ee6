package brdoc

import (
	"strconv"
	"strings"
)

// maxShape is the most parts a shape has: a CAR whose hash is in eight groups.
const maxShape = 10

// shape is a notation of a type, read from the table.
type shape struct {
	t        Type
	clear    bool // what does not check is reported even without a label
	labelled bool // counts only after a label
	n        int
	lo, hi   [maxShape]uint8
	sep      [maxShape]byte // before the part
}

// book is the table's shapes by the length of their first part, those that open
// with a digit apart from those that open with a letter: most words are
// dismissed by that alone.
type book [maxChars + 1]struct {
	bare   Set // types that need no label
	any    Set
	shapes []shape
}

var byDigit, byLetter = readBook(withDigit), readBook(withLetter)

func readBook(with opening) *book {
	var b book
	for t := Type(1); t < typeCount; t++ {
		row := &rows[t]
		if row.shapes == "" || row.opens != with && row.opens != withEither {
			continue
		}
		for text := range strings.SplitSeq(row.shapes, "|") {
			s := readShape(text)
			s.t = t
			s.labelled = s.labelled || row.needs
			for size := s.lo[0]; size <= s.hi[0]; size++ {
				page := &b[size]
				page.any |= 1 << t
				if !s.labelled {
					page.bare |= 1 << t
				}
				page.shapes = append(page.shapes, s)
			}
		}
	}
	return &b
}

func readShape(text string) shape {
	var s shape
	text, s.clear = strings.CutPrefix(text, "!")
	text, s.labelled = strings.CutPrefix(text, "?")
	for {
		s.lo[s.n], text = readSize(text)
		s.hi[s.n] = s.lo[s.n]
		if more, ok := strings.CutPrefix(text, ".."); ok {
			s.hi[s.n], text = readSize(more)
		}
		s.n++
		if text == "" {
			return s
		}
		s.sep[s.n], text = text[0], text[1:]
	}
}

func readSize(text string) (size uint8, rest string) {
	end := 0
	for end < len(text) && class[text[end]] == digit {
		end++
	}
	n, err := strconv.ParseUint(text[:end], 10, 8)
	if err != nil || n == 0 || n > maxChars {
		panic("brdoc: bad shape near " + strconv.Quote(text)) // a mistake in the table: no program starts with it
	}
	return uint8(n), text[end:]
}

// joins reports whether the text contains what a shape requires.
func joins(want, got byte) bool {
	switch want {
	case '~':
		return got == '-' || got == spacedHyphen
	case '/':
		return got == '/' || got == spacedSlash
	}
	return want == got
}

// forms are the shapes that Value is written in.
var forms = readForms()

func readForms() (all [typeCount]shape) {
	for t := Type(1); t < typeCount; t++ {
		if rows[t].form != "" {
			all[t] = readShape(rows[t].form)
		}
	}
	return all
}

// written returns a value in its form. Characters that do not fill the form are
// written as they are.
func written(t Type, v *chars) chars {
	form := &forms[t]
	need := 0
	for _, size := range form.lo[:form.n] {
		need += int(size)
	}
	if need != v.n || form.n < 2 {
		return *v
	}
	var w chars
	at := 0
	for i, size := range form.lo[:form.n] {
		if i > 0 {
			w.add(form.sep[i])
		}
		for range size {
			w.add(v.b[at])
			at++
		}
	}
	return w
}
