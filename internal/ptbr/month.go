package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// months are the months by their folded names; the short names are also words of their own, and
// count only next to a year.
var months = map[string]int{
	"janeiro": 1, "fevereiro": 2, "marco": 3, "abril": 4, "maio": 5, "junho": 6,
	"julho": 7, "agosto": 8, "setembro": 9, "outubro": 10, "novembro": 11, "dezembro": 12,
	"jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6,
	"jul": 7, "ago": 8, "set": 9, "out": 10, "nov": 11, "dez": 12,
}

// dayWords reads the rest of a date whose month is a word: 8 de fevereiro de
// 2025, 1º de março de 2025, 08/fev/25, 08 fev 2025.
func (d *dateParser) dayWords(day, i int) bool {
	mark := d.byteAt(i)
	at, _ := d.join(i)
	if at == i || !d.monthYear(at) {
		return false
	}
	d.dd, d.mark, d.precision = day, mark, ToTheDay
	return true
}

// monthYear reads a month's name at i and the year after it. Two digits are a
// year only after a mark or "de".
func (d *dateParser) monthYear(i int) bool {
	if i >= len(d.text) || letters.Plain[d.text[i]] < 'a' {
		return false
	}
	var w letters.Word
	w.Read(d.text, i)
	month := months[string(w.Text())]
	if month == 0 {
		return false
	}
	at, strong := d.join(w.End)
	year, n := d.digits(at, 5)
	switch {
	case at == w.End:
		return false
	case n == 4 && recorded(year):
	case n == 2 && (strong || d.whole):
		year += 2000
	default:
		return false
	}
	d.year, d.month, d.dd, d.at, d.precision = year, month, 1, at+n, ToTheMonth
	return true
}

// join skips what joins the pieces of a date in words: a mark, spaces, "de". It is strong if it is
// more than spaces.
func (d *dateParser) join(i int) (next int, strong bool) {
	from, dot := i, false
	for i < len(d.text) && i-from < letters.MaxGap {
		b := d.text[i]
		if (b == '/' || b == '-' || b == '.') && !strong {
			strong, dot = true, b == '.'
			i++
			continue
		}
		if n := letters.SpaceAt(d.text, i); n > 0 && b != '\n' {
			i += n
			continue
		}
		if i > from && (b|0x20 == 'd') && (!strong || dot) && (d.byteAt(i+1)|0x20 == 'e' || d.byteAt(i+1)|0x20 == 'o') && letters.IsSpace(d.text, i+2) {
			strong, dot = true, false // 8 de fev. de 2025
			i += 2
			continue
		}
		break
	}
	return i, strong
}
