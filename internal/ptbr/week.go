package ptbr

import (
	"time"

	"rastro/internal/ptbr/letters"
)

// weekAt reads "semana 41 de 2024" and "sem. 41/2024" at i.
func weekAt(text string, i int) (Moment, bool) {
	var w letters.Word
	w.Read(text, i)
	word := string(w.Text())
	if word != "semana" && word != "sem" {
		return Moment{}, false
	}
	d := dateParser{text: text, at: w.End}
	if d.byteAt(d.at) == '.' {
		d.at++
	}
	at := letters.SkipSpaces(text, d.at)
	week, n := d.digits(at, 3)
	if at == w.End || n == 0 || n > 2 || word == "sem" && week <= 2 { // sem. 1/2024 is half a year
		return Moment{}, false
	}
	return d.weekOf(week, i, at+n)
}

// ordinalWeek reads "41ª semana de 2024" at i.
func (d *dateParser) ordinalWeek(i int) (Moment, bool) {
	week, n := d.digits(i, 3)
	if n == 0 || n > 2 || i+n >= len(d.text) {
		return Moment{}, false
	}
	sign, size := letters.FoldAt(d.text, i+n)
	at := letters.SkipSpaces(d.text, i+n+size)
	if sign != 'a' || at == i+n+size || at >= len(d.text) {
		return Moment{}, false
	}
	var w letters.Word
	if w.Read(d.text, at); string(w.Text()) != "semana" {
		return Moment{}, false
	}
	return d.weekOf(week, i, w.End)
}

// weekOf reads the year of a week at i. Weeks are those of ISO 8601, the first of which has the
// year's first Thursday. Two digits are a year only after a mark.
func (d *dateParser) weekOf(week, start, i int) (Moment, bool) {
	at, strong := d.join(i)
	year, n := d.digits(at, 5)
	switch {
	case at == i:
		return Moment{}, false
	case n == 4 && recorded(year):
	case n == 2 && strong:
		year += 2000
	default:
		return Moment{}, false
	}
	monday := firstMonday(year).AddDate(0, 0, 7*(week-1))
	d.at = at + n
	if of, same := monday.AddDate(0, 0, 3).ISOWeek(); week < 1 || of != year || same != week || !d.closes() {
		return Moment{}, false
	}
	return Moment{monday, ToTheWeek, Read, start, d.at}, true
}

// firstMonday returns the Monday of a year's first week, which always has January 4th.
func firstMonday(year int) time.Time {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, Brasilia)
	return fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
}

// yearWords may precede a year that is all a text says about a day: "plantada em 2011".
var yearWords = letters.WordSet("ano anos em desde de do plantio plantado plantada plantados implantado implantada implantacao lavoura cafezal cafe formado formada formacao")

// Year reads a text with only a year: 2011, ano 2011, plantada em 2011. People often know no
// more about when a coffee plantation was planted.
func Year(text string) (int, Reading) {
	text = letters.Trim(text)
	if IsAbsent(text) {
		return 0, Absent
	}
	i := 0
	var w letters.Word
	for i < len(text) && !letters.IsDigit(text[i]) {
		if _, size := letters.FoldAt(text, i); size == 0 {
			if letters.SpaceAt(text, i) == 0 && text[i] != ':' {
				return 0, Unreadable
			}
			i += max(letters.SpaceAt(text, i), 1)
			continue
		}
		if w.Read(text, i); !yearWords[string(w.Text())] {
			return 0, Unreadable
		}
		i = w.End
	}
	d := dateParser{text: text}
	year, n := d.digits(i, 5)
	if n != 4 || i+n != len(text) || !recorded(year) {
		return 0, Unreadable
	}
	return year, Read
}
