package ptbr

import (
	"time"

	"rastro/internal/ptbr/letters"
)

// Brasilia is the offset of a time without one (no daylight saving since 2019).
var Brasilia = time.FixedZone("-03", -3*60*60)

// Date reads a text that should be one date, with or without a time of day:
// 2025-02-10, 2025-02-10T14:20:00-04:00, 10/02/2025 14:20, 10-02-2025, 10/02/25,
// 10.02.2025, 10 de fevereiro de 2025, 1º/02/2025, 20250210, 10022025. Day comes
// before month, always. The instant is meaningful only for Read.
func Date(text string) (time.Time, Reading) {
	text = letters.Trim(text)
	if text == "" || !letters.IsDigit(text[0]) {
		if IsAbsent(text) {
			return time.Time{}, Absent
		}
		return time.Time{}, Unreadable
	}
	d := dateParser{text: text, whole: true}
	if !d.day(0) {
		return time.Time{}, Unreadable
	}
	if d.clock(); d.at != len(text) {
		return time.Time{}, Unreadable
	}
	return d.instant()
}

// dateParser reads a date piece by piece.
type dateParser struct {
	text  string
	whole bool // the text should only contain the date
	at    int  // the end of what has been read

	year, month, dd      int
	short                bool // the year has two digits
	mark                 byte // after the day or the year, ' ' before a word
	hour, minute, second int
	precision            Precision
	zone                 *time.Location
	badZone              bool
}

// instant makes an instant of the parts, if they give one.
func (d *dateParser) instant() (time.Time, Reading) {
	zone := d.zone
	if zone == nil {
		zone = Brasilia
	}
	if d.badZone || d.hour > 23 || d.minute > 59 || d.second > 59 || d.month < 1 || d.month > 12 || d.dd < 1 || d.dd > lastDay(d.year, d.month) {
		return time.Time{}, Impossible
	}
	return time.Date(d.year, time.Month(d.month), d.dd, d.hour, d.minute, d.second, 0, zone), Read
}

func lastDay(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// digits reads up to max digits at i.
func (d *dateParser) digits(i, most int) (value, n int) {
	for n < most && i+n < len(d.text) && letters.IsDigit(d.text[i+n]) {
		value = value*10 + int(d.text[i+n]-'0')
		n++
	}
	return value, n
}

// byteAt returns the byte at i, zero past the end.
func (d *dateParser) byteAt(i int) byte {
	if i < len(d.text) {
		return d.text[i]
	}
	return 0
}

// day reads a date at i: its year, month and day.
func (d *dateParser) day(i int) bool {
	first, n := d.digits(i, 5)
	switch n {
	case 4:
		return d.yearFirst(first, i+n)
	case 1, 2:
		return d.dayFirst(first, d.ordinal(first, i+n))
	case 5:
		return d.whole && d.compact(i)
	}
	return false
}

// ordinal skips the sign of "1º", which people also type as the letter. Only the first day of a
// month has it.
func (d *dateParser) ordinal(day, i int) int {
	if day != 1 || i >= len(d.text) {
		return i
	}
	if b, size := letters.FoldAt(d.text, i); b == 'o' && (size > 1 || letters.Boundary(d.text, i+1)) {
		return i + size
	}
	return i
}

// compact reads eight digits that can only be a day: 20241005, or 05102024. No eight
// digits are both, because a year begins with 19 or 20.
func (d *dateParser) compact(i int) bool {
	digits, n := d.digits(i, 9)
	if n != 8 {
		return false
	}
	year, month, day := digits/10000, digits/100%100, digits%100
	if !recorded(year) {
		year, month, day = digits%10000, digits/10000%100, digits/1000000
	}
	if !recorded(year) || month < 1 || month > 12 || day < 1 || day > lastDay(year, month) {
		return false // a code
	}
	d.year, d.month, d.dd, d.at, d.precision = year, month, day, i+n, ToTheDay
	return true
}

// yearFirst reads 2025-02-10, and 2025/02/10.
func (d *dateParser) yearFirst(year, i int) bool {
	mark := d.byteAt(i)
	month, n := d.digits(i+1, 3)
	if mark != '-' && mark != '/' && (mark != '.' || !d.whole) || n != 2 || d.byteAt(i+3) != mark {
		return false
	}
	day, n := d.digits(i+4, 3)
	if n != 2 {
		return false
	}
	d.year, d.month, d.dd, d.mark, d.at, d.precision = year, month, day, mark, i+6, ToTheDay
	return true
}

// dayFirst reads 10/02/2025, 10-02-25, 10.02.2025, 10/fev/2025 and
// 10 de fevereiro de 2025.
func (d *dateParser) dayFirst(day, i int) bool {
	mark := d.byteAt(i)
	month, n := d.digits(i+1, 3)
	spaced := d.whole && mark == ' ' && n == 2 && d.byteAt(i+3) == ' ' // 05 10 2024
	if mark != '/' && mark != '-' && mark != '.' && !spaced || n == 0 {
		return d.dayWords(day, i)
	}
	i += 1 + n
	next := d.byteAt(i)
	if n > 2 || next != '/' && next != '-' && next != mark || mark == '.' && next != '.' {
		return false
	}
	year, n := d.digits(i+1, 5)
	if n != 4 && (n != 2 || spaced) || spaced && (month < 1 || month > 12 || day < 1 || day > lastDay(year, month)) {
		return false
	}
	if d.short = n == 2; d.short {
		year += 2000
	}
	d.year, d.month, d.dd, d.mark, d.at, d.precision = year, month, day, mark, i+1+n, ToTheDay
	return true
}
