package httpkit

import (
	"testing"

	"rastro/internal/trace"
)

// Every error has a status.
func TestStatus(t *testing.T) {
	for code, row := range trace.Errors {
		if status := Status(row.Class); status < 400 || status > 599 {
			t.Errorf("%s has the status %d", code, status)
		}
	}
}
