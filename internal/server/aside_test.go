package server

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"rastro/internal/api"
)

// The cause of an error after the caller left is in the access log as information.
func TestCauseAfterTheCallerLeftIsInformation(t *testing.T) {
	for left, want := range map[bool]string{true: "level=INFO", false: "level=ERROR"} {
		var told bytes.Buffer
		log := accessLog{log: slog.New(slog.NewTextHandler(&told, nil))}
		log.write(&accessEntry{Outcome: api.Outcome{Cause: errors.New("disk full"), Left: left}})
		if said := told.String(); !strings.Contains(said, want) || !strings.Contains(said, `cause="disk full"`) {
			t.Errorf("left %t: %q", left, said)
		}
	}
}
