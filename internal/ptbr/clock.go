package ptbr

import (
	"time"

	"rastro/internal/ptbr/letters"
)

// clock reads the time of day after a date, if there is one: T14:20:00-04:00, " 14:20", ", às
// 14h20", "14:20h". An hour without minutes counts only after "às", or if nothing else follows: 8h
// may be a duration.
func (d *dateParser) clock() {
	i, said := d.beforeClock()
	hour, n := d.digits(i, 3)
	if i == d.at || n == 0 || n > 2 {
		return
	}
	i += n
	mark := d.byteAt(i)
	minute, n := d.digits(i+1, 3)
	switch {
	case mark != ':' && mark|0x20 != 'h':
		return
	case n != 2 && (n != 0 || mark == ':' || !said && !d.whole):
		return
	}
	i += 1 + n
	second, end := d.seconds(i)
	precision := ToTheMinute
	if end > i {
		precision = ToTheSecond
	}
	end = d.afterClock(end, precision)
	if !letters.Boundary(d.text, end) {
		d.zone, d.badZone = nil, false
		return
	}
	d.hour, d.minute, d.second, d.precision, d.at = hour, minute, second, precision, end
}

// seconds reads :ss and a fraction, which is dropped, and returns where they end.
func (d *dateParser) seconds(i int) (second, end int) {
	second, n := d.digits(i+1, 3)
	if d.byteAt(i) != ':' || n != 2 {
		return 0, i
	}
	i += 3
	if b := d.byteAt(i); b == '.' || b == ',' {
		if _, n := d.digits(i+1, 9); n > 0 {
			i += 1 + n
		}
	}
	return second, i
}

// beforeClock skips what separates a date from its time, and reports whether it contains "às".
func (d *dateParser) beforeClock() (i int, said bool) {
	i = d.at
	if b := d.byteAt(i); b|0x20 == 't' && letters.IsDigit(d.byteAt(i+1)) {
		return i + 1, false
	}
	for i < len(d.text) && i-d.at < letters.MaxGap {
		if b := d.text[i]; b == ',' || b == '-' && i > d.at && d.text[i-1] == ' ' || b == 'T' && i > d.at {
			i++
			continue
		}
		n := letters.SpaceAt(d.text, i)
		if n == 0 || d.text[i] == '\n' {
			break
		}
		i += n
	}
	if i < len(d.text) && i > d.at && !letters.IsDigit(d.text[i]) {
		var w letters.Word
		if w.Read(d.text, i); string(w.Text()) == "as" {
			return letters.SkipSpaces(d.text, w.End), true
		}
	}
	return i, false
}

// afterClock passes over the unit of a time (14h20min, 14:20 h) and reads its
// offset.
func (d *dateParser) afterClock(i int, precision Precision) int {
	from := i
	if i < len(d.text) && d.text[i] == ' ' {
		i++
	}
	if i == len(d.text) {
		return from
	}
	switch b := d.text[i]; {
	case b == 'Z':
		d.zone = time.UTC
		return i + 1
	case b == '+' || b == '-':
		if d.whole || precision == ToTheSecond || d.text[d.at]|0x20 == 't' { // not 07:30-09:00
			return d.offset(from, i)
		}
	case letters.Plain[b] == 'h' || letters.Plain[b] == 'm':
		var w letters.Word
		w.Read(d.text, i)
		switch string(w.Text()) {
		case "h", "hs", "hr", "hrs", "horas", "min":
			return w.End
		}
	}
	return from
}

// offset reads ±hh:mm or ±hhmm.
func (d *dateParser) offset(from, i int) int {
	hours, n := d.digits(i+1, 2)
	if n != 2 {
		return from
	}
	j := i + 3
	if d.byteAt(j) == ':' {
		j++
	}
	minutes, n := d.digits(j, 2)
	if n != 2 || !d.whole && i > from { // a space within a sentence: something else follows
		return from
	}
	seconds := hours*3600 + minutes*60
	if d.text[i] == '-' {
		seconds = -seconds
	}
	d.badZone = hours > 14 || minutes > 59
	d.zone = time.FixedZone("", seconds)
	return j + 2
}
