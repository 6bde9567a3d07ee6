package ptbr

import (
	"time"

	"rastro/internal/ptbr/letters"
)

// Precision is how precise a date is.
type Precision uint8

// The precisions.
const (
	ToTheMonth Precision = iota + 1
	ToTheWeek
	ToTheDay
	ToTheMinute
	ToTheSecond
)

// Moment is a date in a text.
type Moment struct {
	At        time.Time // the first instant of the stated time
	Precision Precision
	// Reading is Read, Impossible for 31/02/2025, or Ambiguous if 20/05/20 may be something else,
	// such as a fertiliser.
	Reading    Reading
	Start, End int // in bytes of the text
}

// Dates finds the dates in a text, in their order: 2025-02-08 07:30, 08/02/2025, 8 de fevereiro de
// 2025, fevereiro de 2025, semana 41 de 2024. Both ends of "08 a 12/02/2025" are found. A day
// without a year does not count as a date.
func Dates(text string) []Moment {
	var found []Moment
	for i := 0; i < len(text); {
		b, size := letters.FoldAt(text, i)
		if size == 0 {
			i++
			continue
		}
		end, m, ok := i, Moment{}, false
		switch {
		case letters.IsDigit(text[i]):
			end, m, ok = digitsAt(text, i)
		case monthLetters[b]:
			if m, ok = monthAt(text, i); !ok && b == 's' {
				m, ok = weekAt(text, i)
			}
		}
		if ok {
			found = append(found, m)
			end = max(end, m.End)
		}
		if i < end {
			i = end
			continue
		}
		for i < len(text) && size > 0 { // past the whole word
			i += size
			if i < len(text) {
				_, size = letters.FoldAt(text, i)
			}
		}
	}
	return found
}

// monthLetters are the first letters of months.
var monthLetters = [256]bool{'j': true, 'f': true, 'm': true, 'a': true, 's': true, 'o': true, 'n': true, 'd': true}

// monthAt reads "fevereiro de 2025" at i.
func monthAt(text string, i int) (Moment, bool) {
	d := dateParser{text: text}
	if !d.monthYear(i) || !d.closes() {
		return Moment{}, false
	}
	at, reading := d.instant()
	return Moment{at, ToTheMonth, reading, i, d.at}, true
}

// digitsAt reads the date that starts with the digits at i, and returns where it or the digits end.
func digitsAt(text string, i int) (end int, m Moment, ok bool) {
	for end = i; end < len(text) && letters.IsDigit(text[end]); {
		end++
	}
	if !opens(text, i) || end-i != 4 && end-i > 2 {
		return end, m, false
	}
	d := dateParser{text: text}
	if m, ok = d.moment(i); ok {
		return end, m, true
	}
	d = dateParser{text: text}
	if m, ok = d.early(i); !ok {
		m, ok = d.ordinalWeek(i)
	}
	if ok {
		end = m.End
	}
	return end, m, ok
}
