package pagekit

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"rastro/internal/trace"
)

// Once makes a form count only once. A form is identified by its name and its content, so going
// back and changing it makes a new one. What is kept of the answer is encrypted with the session's
// token, which the store does not have.
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

// ReplayErased tells a person that the record made by this form has since been erased. The receipt
// of the erasure is for programs.
func ReplayErased(err error) error {
	if trace.Is(err, trace.CodeErased) {
		return trace.Fail(trace.CodeReplayErased)
	}
	return err
}
