// Package ptbr reads quantities and dates out of what people in Brazil write
// in free text. It never guesses: what it cannot read it says it cannot read.
package ptbr

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Reading tells what came of reading a text.
type Reading uint8

// The outcomes of a reading.
const (
	Absent     Reading = iota // empty, or a word that says there is nothing
	Read                      // read
	Impossible                // the form of a date, but no such day: 31/02/2025
	Unreadable                // not the form of a date
)

// Brasilia is the offset of a time that names none (no daylight saving since 2019).
var Brasilia = time.FixedZone("-03", -3*60*60)

var (
	isoDate = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$`)
	brDate  = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[ T,]+(?:às )?(\d{1,2})[:h](\d{2})(?::(\d{2}))?)?$`)
)

// Date reads a text that should be one date, with or without a time of day:
// 2025-02-10, 2025-02-10T14:20:00-04:00, 10/02/2025 14:20, 10-02-2025, 10/02/25.
// Day comes before month, always. The instant is meaningful only for Read.
func Date(text string) (time.Time, Reading) {
	text = strings.TrimSpace(text)
	if IsAbsent(text) {
		return time.Time{}, Absent
	}
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return build(m[1], m[2], m[3], m[4], m[5], m[6], m[7])
	}
	if m := brDate.FindStringSubmatch(text); m != nil {
		year := m[3]
		if len(year) == 2 {
			year = "20" + year
		}
		return build(year, m[2], m[1], m[4], m[5], m[6], "")
	}
	return time.Time{}, Unreadable
}

func build(year, month, day, hour, minute, second, offset string) (time.Time, Reading) {
	y, mo, d := number(year), number(month), number(day)
	h, mi, s := number(hour), number(minute), number(second)
	zone := Brasilia
	if offset == "Z" {
		zone = time.UTC
	} else if offset != "" {
		hours, minutes := number(offset[1:3]), number(strings.TrimLeft(offset[3:], ":"))
		seconds := hours*3600 + minutes*60
		if offset[0] == '-' {
			seconds = -seconds
		}
		if hours > 14 || minutes > 59 {
			return time.Time{}, Impossible
		}
		zone = time.FixedZone(offset, seconds)
	}
	if h > 23 || mi > 59 || s > 59 {
		return time.Time{}, Impossible
	}
	at := time.Date(y, time.Month(mo), d, h, mi, s, 0, zone)
	if at.Day() != d || int(at.Month()) != mo || d == 0 {
		return time.Time{}, Impossible
	}
	return at, Read
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// absent are the words people write for "nothing here".
var absent = []string{"", "-", "--", "n/a", "na", "não se aplica", "nao se aplica", "não aplicável", "nao aplicavel", "isento", "sem", "não houve", "nao houve"}

// IsAbsent tells whether a text says that there is nothing to say.
func IsAbsent(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, word := range absent {
		if text == word {
			return true
		}
	}
	return false
}
