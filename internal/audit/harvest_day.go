package audit

import (
	"fmt"
	"math"
	"time"

	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// dayNumber is a day of the calendar, wherever it was: days since 1970.
type dayNumber int32

const noDay = dayNumber(lot.NoDay)

func dayOf(t time.Time) dayNumber { return dayNumber(lot.DayOf(t)) }

func day(y int, m time.Month, d int) dayNumber { return dayNumber(lot.Date(y, m, d)) }

func (d dayNumber) date() time.Time { return lot.Day(d).Time() }

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

// readDays reads a day out of a field that should say one.
func readDays(text string) daySpan { return daysOf(lot.ReadDays(text)) }

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
func spanOf(moments []ptbr.Moment) daySpan { return daysOf(lot.SpanOf(moments)) }

func daysOf(d lot.Days) daySpan { return daySpan{dayNumber(d.From), dayNumber(d.To)} }

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
