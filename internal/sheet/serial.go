package sheet

import (
	"math"
	"strings"
	"time"
)

// Spreadsheets store a day as a number. The 1900 system has a 29 February that never existed, so
// days before it are off by one; the 1904 system starts later.
const (
	falseLeapDay = 60
	lastDay      = 2958465 // 31 December 9999
	offset1904   = 1462
)

// SerialText returns the day, the time of day, or both, that a number represents, in ISO 8601
// without a zone. It returns false if there is no such day.
func SerialText(v float64, count1904 bool) (string, bool) {
	if math.IsNaN(v) || v < 0 || v >= lastDay+1 {
		return "", false
	}
	days, part := math.Modf(v)
	seconds := math.Round(part * 24 * 60 * 60)
	clock := time.Unix(int64(seconds), 0).UTC()
	if count1904 {
		days += offset1904
	} else {
		switch {
		case days < 1:
			return clock.Format("15:04:05"), true
		case days == falseLeapDay:
			return "", false
		case days < falseLeapDay:
			days++
		}
	}
	day := time.Date(1899, 12, 30, 0, 0, int(seconds), 0, time.UTC).AddDate(0, 0, int(days))
	if seconds == 0 {
		return day.Format(time.DateOnly), true
	}
	return day.Format("2006-01-02T15:04:05"), true
}

// style is what a cell's number format makes of its number.
type style uint8

const (
	plainStyle style = iota
	dateStyle
	percentStyle
)

// builtIn returns the formats that have a number and no code.
func builtIn(id int) style {
	switch {
	case id == 9, id == 10:
		return percentStyle
	case id >= 14 && id <= 22, id >= 27 && id <= 36, id >= 45 && id <= 47, id >= 50 && id <= 58:
		return dateStyle
	}
	return plainStyle
}

// formatStyle reads a format's code: years, days, hours and seconds make a date, a percent sign a
// percentage. What is quoted, escaped or in brackets does not count, except for elapsed times such
// as [h].
func formatStyle(code string) style {
	code = strings.ToLower(code)
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '\\', '_', '*':
			i++
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return plainStyle
			}
			i += end + 1
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return plainStyle
			}
			if inner := code[i+1 : i+end]; inner != "" && strings.Trim(inner, "hms") == "" {
				return dateStyle
			}
			i += end
		case 'g': // General
			if strings.HasPrefix(code[i:], "general") {
				i += len("general") - 1
			}
		case 'y', 'd', 'h', 's', 'm':
			return dateStyle
		case '%':
			return percentStyle
		}
	}
	return plainStyle
}
