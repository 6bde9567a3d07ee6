// Package zone formats instants for readers in the deployment's time zone. Pages and certificates
// use it; the API, files and the log keep UTC.
package zone

import (
	"errors"
	"fmt"
	"time"
	_ "time/tzdata" // for machines without zone files

	"rastro/internal/lang"
)

// Default is the default zone of a deployment.
const Default = "America/Sao_Paulo"

// Zone is a time zone. The zero value is UTC.
type Zone struct{ place *time.Location }

// errUnknown completes the sentence that a name begins.
var errUnknown = errors.New("is not a time zone; write a name such as America/Sao_Paulo, America/Manaus or UTC")

// Parse finds a zone by its IANA name.
func Parse(name string) (Zone, error) {
	if name == "" || name == "Local" { // the machine's setting says nothing about the readers
		return Zone{}, errUnknown
	}
	place, err := time.LoadLocation(name)
	if err != nil {
		return Zone{}, errUnknown
	}
	return Zone{place}, nil
}

// Equal reports whether two zones are the same.
func (z Zone) Equal(other Zone) bool {
	return z.In(time.Time{}).Location().String() == other.In(time.Time{}).Location().String()
}

// In returns an instant in the zone.
func (z Zone) In(at time.Time) time.Time {
	if z.place == nil {
		return at.UTC()
	}
	return at.In(z.place)
}

// Midnight returns the beginning of a day in the zone; the day is that of an instant in UTC, as
// days without a time are stored.
func (z Zone) Midnight(day time.Time) time.Time {
	place := z.place
	if place == nil {
		place = time.UTC
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, place)
}

// Day returns the day of an instant, "" for none.
func (z Zone) Day(at time.Time, l lang.Lang) string {
	if at.IsZero() {
		return ""
	}
	return DayText(z.In(at), l)
}

// Minute returns an instant to the minute, "" for none. It does not name the zone: a page does
// that once.
func (z Zone) Minute(at time.Time, l lang.Lang) string {
	if at.IsZero() {
		return ""
	}
	return z.Day(at, l) + z.In(at).Format(", 15:04")
}

// DayText returns a day as people write it, without any zone; "" for none.
func DayText(day time.Time, l lang.Lang) string {
	if day.IsZero() {
		return ""
	}
	return l.Day(day)
}

// Offset returns how far the zone is from UTC at an instant: UTC−3, UTC+5:30, UTC.
func (z Zone) Offset(at time.Time) string {
	_, seconds := z.In(at).Zone()
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	switch hours, minutes := seconds/3600, seconds/60%60; {
	case hours == 0 && minutes == 0:
		return "UTC"
	case minutes == 0:
		return fmt.Sprintf("UTC%s%d", sign, hours)
	default:
		return fmt.Sprintf("UTC%s%d:%02d", sign, hours, minutes)
	}
}

// brasilia is the usual name of the zone that most of Brazil uses.
var brasilia = lang.Text{PT: "horário de Brasília", EN: "Brasília time", ES: "hora de Brasilia"}

// Name returns the zone's name, with its offset from UTC at an instant.
func (z Zone) Name(at time.Time, l lang.Lang) string {
	offset := z.Offset(at)
	name := z.In(at).Location().String()
	switch name {
	case Default:
		name = brasilia.In(l)
	case offset:
		return name
	}
	return name + " (" + offset + ")"
}
