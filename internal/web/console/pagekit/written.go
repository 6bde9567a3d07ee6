package pagekit

import (
	"time"

	"rastro/internal/lang"
	"rastro/internal/zone"
)

// How pages write numbers, days and instants. A day without a time is the same everywhere;
// an instant is said in the deployment's time zone.

// CountText formats a whole number with separated thousands.
func CountText(n int64, l lang.Lang) string { return NumberText(float64(n), 0, l) }

// NumberText returns a number as the language writes it, with at most that many decimals; "" if
// unknown.
func NumberText(v float64, decimals int, l lang.Lang) string { return l.Number(v, decimals) }

// DayText formats a day as people write it; "" for none.
func DayText(day time.Time, l lang.Lang) string { return zone.DayText(day, l) }

// Moment returns an instant to the minute in the deployment's time zone, "" for none. The frame
// names the zone.
func (on *Call) Moment(at time.Time) string { return on.Zone.Minute(at, on.Lang) }

// DayOf returns the day of an instant in the deployment's time zone, "" for none.
func (on *Call) DayOf(at time.Time) string { return on.Zone.Day(at, on.Lang) }
