package console_test

import (
	"os"
	"regexp"
	"testing"
)

// Every page has the frame, so the frame must read its fields in the cheap way.
func TestFrameReadsItself(t *testing.T) {
	text, err := os.ReadFile("templates/frame.html")
	if err != nil {
		t.Fatal(err)
	}
	slow := regexp.MustCompile(`(^|[^\w.])\$?\.(T|Root|Files|Holds|Nav|Who|Shortcuts|Languages|Switches|Lang|Title)\b`)
	for _, action := range regexp.MustCompile(`\{\{[^/].*?\}\}`).FindAll(text, -1) {
		if slow.Match(action) {
			t.Errorf("%s: begin with $frame", action)
		}
	}
}
