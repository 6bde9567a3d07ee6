package records

import (
	"strings"
	"time"

	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// Instant reads the instant in the parameter called name: RFC 3339, or a date as people in
// Brazil write it. A date without a time is its first moment. CodeBadParameter if it is
// neither, CodeFutureInstant if it is in the future.
func (s *Recorder) Instant(name, written string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, strings.ReplaceAll(written, " ", "+"))
	if err != nil {
		var reading ptbr.Reading
		if at, reading = ptbr.Date(written); reading != ptbr.Read {
			return time.Time{}, trace.BadParameter(name, "2026-11-15T02:00:00Z")
		}
	}
	if at.After(s.now()) {
		return time.Time{}, trace.Fail(trace.CodeFutureInstant, "em", trace.Clip(strings.ToValidUTF8(written, "")))
	}
	return at.UTC(), nil
}
