package httpstatus

import (
	"testing"

	"rastro/internal/trace"
)

// Every error has a status.
func TestOf(t *testing.T) {
	for code, row := range trace.Errors {
		if status := Of(row.Class); status < 400 || status > 599 {
			t.Errorf("%s has the status %d", code, status)
		}
	}
}
