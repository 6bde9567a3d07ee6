package lot

import (
	"math"
	"time"

	"rastro/internal/ptbr"
)

// Day is a day of the calendar, wherever it was: days since 1970.
type Day int32

// NoDay is an unknown day.
const NoDay Day = math.MinInt32

// The years that a record can be of. Any other year is a typing error, and nothing can be concluded
// from it.
const firstYear, lastYear = 1900, 2100

// DayOf returns the day that an instant's own calendar shows.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	if y < firstYear || y > lastYear {
		return NoDay
	}
	return Date(y, m, d)
}

// Date returns a day by its date.
func Date(y int, m time.Month, d int) Day {
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// Time returns the first moment of the day in UTC.
func (d Day) Time() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// Days is a day, or several from the first to the last.
type Days struct{ From, To Day }

// NoDays are unknown days.
var NoDays = Days{NoDay, NoDay}

// Known reports whether the days are known.
func (s Days) Known() bool { return s.From != NoDay }

// ReadDays reads the day from a field for dates. "08 a 12/02/2025" is a span. A text without exact
// days gives NoDays.
func ReadDays(text string) Days {
	t, reading := ptbr.Date(text)
	switch reading {
	case ptbr.Read:
		d := DayOf(t)
		return Days{d, d}
	case ptbr.Unreadable:
		return SpanOf(ptbr.Dates(text))
	}
	return NoDays
}

// SpanOf makes a span of one day or of two.
func SpanOf(moments []ptbr.Moment) Days {
	if len(moments) == 0 || len(moments) > 2 {
		return NoDays
	}
	s := NoDays
	for _, m := range moments {
		d := DayOf(m.At)
		if m.Reading != ptbr.Read || m.Precision < ptbr.ToTheDay || d == NoDay {
			return NoDays
		}
		if !s.Known() || d < s.From {
			s.From = d
		}
		s.To = max(s.To, d)
	}
	return s
}
