package evidence

import (
	"slices"
	"strings"
	"sync"
	"time"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// divergences are the questions that were refused with CodeLotsDiffer and not answered
// since. The server's log says what differs.
type divergences struct {
	mu      sync.Mutex
	refused map[string]bool
	last    time.Time
}

// maxRefusals bounds the questions remembered. With more than that, something differs anyway.
const maxRefusals = 100

// note records the outcome of a question: refused, or answered after a comparison. "No such lot",
// which UnknownLotsError returns, is an answer too.
func (d *divergences) note(question string, err error, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err == nil, trace.Is(err, trace.CodeLotNotFound):
		delete(d.refused, question)
	case trace.Is(err, trace.CodeLotsDiffer):
		d.last = now
		if d.refused == nil {
			d.refused = map[string]bool{}
		}
		if len(d.refused) < maxRefusals {
			d.refused[question] = true
		}
	}
}

// Diverged returns when a recall or a file for the EU was last refused with
// CodeLotsDiffer; zero if every one that was refused has been answered since.
func (s *Checker) Diverged() time.Time {
	s.diverged.mu.Lock()
	defer s.diverged.mu.Unlock()
	if len(s.diverged.refused) == 0 {
		return time.Time{}
	}
	return s.diverged.last
}

// Question returns a question about lots, with its limits.
func Question(by *trace.Key, what string, lots []string) string {
	parts := []string{what, by.Limits(), ""}
	for _, code := range lots {
		parts = append(parts, lot.Fold(code))
	}
	slices.Sort(parts[len(parts)-len(lots):])
	return strings.Join(parts, "\x00")
}
