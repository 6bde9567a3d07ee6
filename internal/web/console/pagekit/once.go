package pagekit

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"rastro/internal/trace"
)

// Once makes a form count once: by its name and by its content, so that going back and
// changing it makes another. What is kept of the answer is encrypted with the session's token,
// which the store does not have.
func (on *Call) Once(name string, body []byte) *trace.Idempotency {
	if name == "" {
		return nil
	}
	digest := sha256.Sum256([]byte(on.Request.URL.Path + "\n" + name + "\n" + string(body)))
	return &trace.Idempotency{Name: "console " + hex.EncodeToString(digest[:]), Request: digest, Lang: on.Lang, Secret: on.Session}
}

// Lines returns the non-empty lines of a text.
func Lines(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// ReplayErased tells a person that the record that this form made was erased since. The
// receipt of the erasure is for programs.
func ReplayErased(err error) error {
	if trace.Is(err, trace.CodeErased) {
		return trace.Fail(trace.CodeReplayErased)
	}
	return err
}
