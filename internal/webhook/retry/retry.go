// Package retry says when to try a failed delivery again.
package retry

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// waits are the times between attempts, as Standard Webhooks proposes them: ten attempts over
// three days.
var waits = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// Attempts is the number of attempts for a delivery.
var Attempts = len(waits) + 1

const (
	// jitter is how far a wait is varied in either direction, so that simultaneous failures are not
	// repeated simultaneously.
	jitter = 0.2
	// longest limits the wait that a receiver may ask for.
	longest = 24 * time.Hour
)

// Next returns when to try again after a number of attempts: chance is a number from 0 to 1, and
// asked is what the receiver asked for, 0 for nothing. ok is false after the last attempt.
func Next(attempts int, chance float64, asked time.Duration) (wait time.Duration, ok bool) {
	if attempts < 1 || attempts > len(waits) {
		return 0, false
	}
	base := waits[attempts-1]
	wait = base + time.Duration(float64(base)*jitter*(2*chance-1))
	return max(wait, min(asked, longest)), true
}

// After reads a Retry-After header: seconds or a date. An unreadable one counts as none.
func After(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseInt(header, 10, 32); err == nil {
		return min(max(0, time.Duration(seconds)*time.Second), longest)
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(0, at.Sub(now)), longest)
	}
	return 0
}
