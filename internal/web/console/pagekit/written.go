package pagekit

import (
	"time"

	"rastro/internal/lang"
)

// How pages write numbers, days and instants. Instants are said in UTC: the
// server does not know where its reader is.

// CountText is a whole number, its thousands apart.
func CountText(n int64, l lang.Lang) string { return NumberText(float64(n), 0, l) }

// NumberText is a number as the language writes it, with at most that many decimals; "" if
// unknown.
func NumberText(v float64, decimals int, l lang.Lang) string { return l.Number(v, decimals) }

// DayText is a day, "" for none.
func DayText(at time.Time, l lang.Lang) string {
	switch {
	case at.IsZero():
		return ""
	case l == lang.EN:
		return at.Format("2 Jan 2006")
	}
	return at.Format("02/01/2006")
}

// MomentText is an instant to the minute, "" for none.
func MomentText(at time.Time, l lang.Lang) string {
	if at.IsZero() {
		return ""
	}
	return DayText(at.UTC(), l) + at.UTC().Format(", 15:04 UTC")
}
