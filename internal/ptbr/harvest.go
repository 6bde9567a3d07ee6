package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// The range of years that a harvest can have.
const firstYear, lastYear = 1950, 2099

// Harvest reads the years of a harvest: 2024/25, 2024-2025 and 24/25 mean two years, 2025 and
// "safra 25" one. They may be anywhere in a code: SOJA-MT-2024/25. Two years that are not
// consecutive are Impossible. A text of only two digits is Ambiguous, and so are several harvests,
// of which it returns the first.
func Harvest(text string) (first, last int, reading Reading) {
	text = letters.Trim(text)
	if IsAbsent(text) {
		return 0, 0, Absent
	}
	h := harvestParser{dateParser: dateParser{text: text}, labelled: saysHarvest(text)}
	for i := 0; i < len(text); {
		if !letters.IsDigit(text[i]) {
			i++
			continue
		}
		if _, n := h.digits(i, 5); n != 4 && i > 0 && letters.LetterBefore(text, i) {
			i += n // of a name: FAZ12-2024/25
			continue
		}
		i = h.chain(i)
	}
	switch {
	case h.pairs > 1 || h.pairs == 0 && h.years > 1:
		return h.first, h.last, Ambiguous
	case h.pairs == 1 && h.last != h.first+1:
		return h.first, h.last, Impossible
	case h.pairs == 1:
		return h.first, h.last, Read
	case h.years == 1 && h.doubt:
		return h.first, h.last, Ambiguous
	case h.years == 1:
		return h.first, h.last, Read
	}
	return 0, 0, Unreadable
}

type harvestParser struct {
	dateParser
	labelled     bool // the text contains "safra"
	first, last  int
	pairs, years int
	doubt        bool
}

// chain reads the digits from i on, and those joined to them by a slash or a hyphen, and returns
// where they end.
func (h *harvestParser) chain(i int) int {
	start := i
	var runs [3]struct{ value, digits int }
	n := 0
	var mark byte
	for {
		value, digits := h.digits(i, 5)
		for i += digits; i < len(h.text) && letters.IsDigit(h.text[i]); i++ {
			digits++
		}
		if n < len(runs) {
			runs[n].value, runs[n].digits = value, digits
		}
		n++
		b := h.byteAt(i)
		if b != '/' && b != '-' && b != '.' || !letters.IsDigit(h.byteAt(i+1)) {
			break
		}
		mark = b
		i++
	}
	glued := start > 0 && (letters.LetterBefore(h.text, start) || h.text[start-1] == '/') || !letters.Boundary(h.text, i)
	whole := start == 0 && i == len(h.text)
	switch a, b := runs[0], runs[1]; {
	case n == 1:
		h.single(a.value, a.digits, start, glued, whole)
	case n == 2 && mark != '.':
		h.pair(a.value, a.digits, b.value, b.digits, mark, whole)
	}
	return i
}

// single processes one number.
func (h *harvestParser) single(value, digits, start int, glued, whole bool) {
	if digits == 2 && !glued {
		var w letters.Word
		if w.ReadBefore(h.text, start); !whole && !harvestBefore[string(w.Text())] {
			return
		}
		value, digits = century(value), 4
		glued = whole // 25 alone may be anything
	}
	if digits != 4 || value < firstYear || value > lastYear {
		return
	}
	if h.years++; h.pairs == 0 && h.years == 1 {
		h.first, h.last, h.doubt = value, value, glued
	}
}

// pair processes two numbers with a mark between them.
func (h *harvestParser) pair(a, aDigits, b, bDigits int, mark byte, whole bool) {
	switch {
	case aDigits == 4 && a >= firstYear && a <= lastYear && bDigits == 2:
		b += a - a%100
		if b < a && a%100 == 99 {
			b += 100
		}
	case aDigits == 4 && a >= firstYear && a <= lastYear && bDigits == 4 && b >= firstYear && b <= lastYear+1:
	case aDigits == 2 && bDigits == 2 && (whole || h.labelled):
		a, b = century(a), century(b)
	default:
		return
	}
	if b != a+1 && mark != '/' && !whole && !h.labelled {
		return // SOJA-2024-07 counts something else
	}
	if h.pairs > 0 && h.first == a && h.last == b {
		return
	}
	if h.pairs++; h.pairs == 1 {
		h.first, h.last = a, b
	}
}

// century adds the century to a year of two digits, assuming the time in which records are kept.
func century(yy int) int {
	if yy >= 70 {
		return 1900 + yy
	}
	return 2000 + yy
}

// harvestBefore are the words after which two digits are a harvest.
var harvestBefore = letters.WordSet("safra safrinha colheita")

// harvestWords are how people speak of a harvest.
var harvestWords = letters.NewLexicon(letters.Set("safra|safras|safrinha|colheita|ano safra|ano agricola|crop year|harvest"))

func saysHarvest(text string) bool {
	_, _, ok := harvestWords.Find(text)
	return ok
}
