package facts

import (
	"time"

	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// Day is a day of the calendar, wherever it was: days since 1970.
type Day int32

const NoDay = Day(lot.NoDay)

func DayOf(t time.Time) Day { return Day(lot.DayOf(t)) }

func Date(y int, m time.Month, d int) Day { return Day(lot.Date(y, m, d)) }

func (d Day) Time() time.Time { return lot.Day(d).Time() }

// Text writes a day as each language does, so that day and month cannot be confused.
func (d Day) Text() lang.Text {
	t := d.Time()
	return lang.Text{PT: t.Format("02/01/2006"), EN: t.Format("2006-01-02"), ES: t.Format("02/01/2006")}
}

// Days is a day, or several from the first to the last.
type Days struct{ From, To Day }

var UnknownDays = Days{NoDay, NoDay}

func (s Days) Known() bool { return s.From != NoDay }

// readDays reads the day from a field for dates.
func readDays(text string) Days { return daysOf(lot.ReadDays(text)) }

// past returns a span of something that happened. One that the record's own findings
// already doubt, because it is in the future or too long ago, is unknown: nothing is concluded
// from a typing mistake.
func (b *Book) past(s Days, oldest int) Days {
	if s.Known() && s.To > Date(b.year+1, time.January, 1) {
		return UnknownDays
	}
	return planned(s, oldest)
}

// planned is the same for something that may lie in the future.
func planned(s Days, oldest int) Days {
	if s.Known() && s.From < Date(oldest, time.January, 1) {
		return UnknownDays
	}
	return s
}

// inOrder returns the spans of a start and an end. If the end comes first, which the record's own
// findings report, neither is known.
func inOrder(from, to Days) (Days, Days) {
	if from.Known() && to.Known() && to.To < from.From {
		return UnknownDays, UnknownDays
	}
	return from, to
}

// spanOf makes a span of one day or of two.
func spanOf(moments []ptbr.Moment) Days { return daysOf(lot.SpanOf(moments)) }

func daysOf(d lot.Days) Days { return Days{Day(d.From), Day(d.To)} }
