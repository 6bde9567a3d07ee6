package audit

import (
	"fmt"
	"math"
	"time"

	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// dayNumber is a day of the calendar, wherever it was: days since 1970.
type dayNumber int32

const noDay dayNumber = math.MinInt32

// The years a record can be of. Another is a slip of the pen, and nothing can be
// concluded from it.
const firstBookYear, lastBookYear = 1900, 2100

func dayOf(t time.Time) dayNumber {
	y, m, d := t.Date()
	if y < firstBookYear || y > lastBookYear {
		return noDay
	}
	return day(y, m, d)
}

func day(y int, m time.Month, d int) dayNumber {
	return dayNumber(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

func (d dayNumber) date() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// text writes a day as each language does, and so that nobody takes the day for
// the month.
func (d dayNumber) text() lang.Text {
	t := d.date()
	return lang.Text{PT: t.Format("02/01/2006"), EN: t.Format("2006-01-02"), ES: t.Format("02/01/2006")}
}

// months between two days, as the trade counts them: thirty days each.
func monthsBetween(from, to dayNumber) float64 { return float64(to-from) / 30 }

// daySpan is a day, or several from the first to the last.
type daySpan struct{ from, to dayNumber }

var unknownSpan = daySpan{noDay, noDay}

func (s daySpan) known() bool { return s.from != noDay }

// readDays reads a day out of a field that should say one. "08 a 12/02/2025" is
// a span. What does not say its days exactly is not known.
func readDays(text string) daySpan {
	t, reading := ptbr.Date(text)
	switch reading {
	case ptbr.Read:
		d := dayOf(t)
		return daySpan{d, d}
	case ptbr.Unreadable:
		return spanOf(ptbr.Dates(text))
	}
	return unknownSpan
}

// past is a span of something that happened. One that the record's own findings
// already doubt, being in the future or too long ago, is not known: nothing is
// concluded from a slip of the pen.
func (b *Book) past(s daySpan, oldest int) daySpan {
	if s.known() && s.to > day(b.year+1, time.January, 1) {
		return unknownSpan
	}
	return planned(s, oldest)
}

// planned is the same of something that may lie ahead.
func planned(s daySpan, oldest int) daySpan {
	if s.known() && s.from < day(oldest, time.January, 1) {
		return unknownSpan
	}
	return s
}

// inOrder are the spans of a start and an end. Where the end comes first, as the
// record's own findings say, neither is known.
func inOrder(from, to daySpan) (daySpan, daySpan) {
	if from.known() && to.known() && to.to < from.from {
		return unknownSpan, unknownSpan
	}
	return from, to
}

// spanOf makes a span of one day or of two.
func spanOf(moments []ptbr.Moment) daySpan {
	if len(moments) == 0 || len(moments) > 2 {
		return unknownSpan
	}
	s := unknownSpan
	for _, m := range moments {
		d := dayOf(m.At)
		if m.Reading != ptbr.Read || m.Precision < ptbr.ToTheDay || d == noDay {
			return unknownSpan
		}
		if !s.known() || d < s.from {
			s.from = d
		}
		s.to = max(s.to, d)
	}
	return s
}

// grouped writes a number for people: thousands set apart, and no more decimals
// than asked for.
func grouped(v float64, decimals int) lang.Text {
	scale := math.Pow10(decimals)
	if math.Abs(v) < 1e12 {
		v = math.Round(v*scale) / scale
	}
	whole, part := math.Modf(math.Abs(v))
	digits := fmt.Sprintf("%.0f", whole)
	sign := ""
	if v < 0 {
		sign = "-"
	}
	decimal := ""
	if decimals > 0 && part > 0 {
		decimal = fmt.Sprintf("%.*f", decimals, part)[2:]
		for decimal != "" && decimal[len(decimal)-1] == '0' {
			decimal = decimal[:len(decimal)-1]
		}
	}
	write := func(thousands, point string) string {
		s := digits
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + thousands + s[i:]
		}
		if decimal != "" {
			s += point + decimal
		}
		return sign + s
	}
	comma := write(".", ",")
	return lang.Text{PT: comma, EN: write(",", "."), ES: comma}
}
