package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// moment reads the date at i of a sentence.
func (d *dateParser) moment(i int) (Moment, bool) {
	if !(d.day(i) && d.closes()) && !d.monthOfYear(i) {
		return Moment{}, false
	}
	if d.precision == ToTheDay {
		d.clock()
	}
	at, reading := d.instant()
	switch {
	case !recorded(d.year) || reading == Impossible && (d.short || d.dd > 31 || d.month > 31):
		return Moment{}, false // a code
	case d.short && !dated(d.text, i):
		if d.mark != '/' {
			return Moment{}, false // 04-14-08, 10.10.10
		}
		if i > 0 || d.precision == ToTheDay && !d.ends() {
			reading = Ambiguous
		}
	}
	return Moment{at, d.precision, reading, i, d.at}, true
}

// recorded reports whether a date in a sentence may have a certain year. Records cover a few
// decades; other numbers that look like dates are codes.
func recorded(year int) bool { return year >= 1900 && year <= 2100 }

// monthOfYear reads 02/2025 if a word says that it is a date: elsewhere it may be the number of a
// document.
func (d *dateParser) monthOfYear(i int) bool {
	month, n := d.digits(i, 3)
	if n == 0 || n > 2 || month < 1 || month > 12 || d.byteAt(i+n) != '/' {
		return false
	}
	year, m := d.digits(i+n+1, 5)
	whole := i == 0 && i+n+1+m == len(d.text)
	if m != 4 || !recorded(year) || !whole && !dated(d.text, i) {
		return false
	}
	d.year, d.month, d.dd, d.short, d.precision, d.at = year, month, 1, false, ToTheMonth, i+n+1+m
	return d.closes()
}

// early reads the first day of "08 a 12/02/2025" or "08/02 a 12/02/2025", which takes its year, and
// maybe its month, from the last.
func (d *dateParser) early(i int) (Moment, bool) {
	day, n := d.digits(i, 3)
	if n == 0 || n > 2 {
		return Moment{}, false
	}
	end := d.ordinal(day, i+n)
	month, m := 0, 0
	if d.byteAt(end) == '/' {
		if month, m = d.digits(end+1, 3); m == 0 || m > 2 {
			return Moment{}, false
		}
		end += 1 + m
	}
	var w letters.Word
	j := letters.SkipSpaces(d.text, end)
	if j == end || j >= len(d.text) {
		return Moment{}, false
	}
	w.Read(d.text, j)
	if to := string(w.Text()); to != "a" && to != "ate" && (to != "e" || m == 0) {
		return Moment{}, false
	}
	last := dateParser{text: d.text}
	if !last.day(letters.SkipSpaces(d.text, w.End)) || last.mark != '/' || !last.closes() || !recorded(last.year) {
		return Moment{}, false
	}
	until, reading := last.instant()
	if m == 0 {
		month = last.month
	}
	last.dd, last.month = day, month
	at, ok := last.instant()
	if reading != Read || ok != Read || at.After(until) {
		return Moment{}, false
	}
	if last.short && !dated(d.text, i) {
		reading = Ambiguous
	}
	return Moment{at, ToTheDay, reading, i, end}, true
}

// opens reports whether a date may start at i: not in the middle of a code, a
// number or an amount of money.
func opens(s string, i int) bool {
	if i == 0 {
		return true
	}
	switch s[i-1] {
	case '/', '_', '#', '$', '\\', '&':
		return false
	case '-':
		return i == 1 || letters.Boundary(s, i-2)
	case '.', ',', ':':
		return i == 1 || !letters.IsDigit(s[i-2])
	}
	return true
}

// closes reports whether the date ends where a date may end.
func (d *dateParser) closes() bool {
	b, next := d.byteAt(d.at), d.byteAt(d.at+1)
	switch {
	case b == '/' || b == '-' || b == '.':
		return !letters.IsDigit(next)
	case b|0x20 == 't':
		return letters.IsDigit(next)
	}
	return letters.Boundary(d.text, d.at)
}

// ends reports whether the clause ends here.
func (d *dateParser) ends() bool {
	switch d.byteAt(d.at) {
	case 0, ',', ';', ':', ')', '\n':
		return true
	}
	return false
}

// dateWords are words before a date that remove any doubt.
var dateWords = letters.WordSet("em dia data dt desde ate mes apos antes colhido colhida colheita plantio plantado plantada aplicado aplicada " +
	"recebido recebida emitido emitida validade val venc vencimento vence fab fabricacao pago paga competencia")

// dated reports whether such a word precedes i.
func dated(s string, i int) bool {
	var w letters.Word
	w.ReadBefore(s, i)
	return dateWords[string(w.Text())]
}
