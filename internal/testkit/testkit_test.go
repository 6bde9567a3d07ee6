package testkit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// verdict records how a test was ended instead of ending it.
type verdict struct {
	testing.TB
	said string
}

func (v *verdict) Helper() {}

func (v *verdict) Fatalf(format string, args ...any) {
	v.said = fmt.Sprintf(format, args...)
	panic(v)
}

func TestTranscriptAwaits(t *testing.T) {
	var said testkit.Transcript
	go func() {
		for _, word := range []string{"one ", "two ", "three "} {
			fmt.Fprint(&said, word)
		}
	}()
	said.Await(t, "three words", nil, func(text string) bool { return text == "one two three " })
}

func TestTranscriptOfAnEndedProgram(t *testing.T) {
	var said testkit.Transcript
	fmt.Fprint(&said, "the last word")
	ended := make(chan struct{})
	close(ended)
	said.Await(t, "what it said", ended, func(text string) bool { return text == "the last word" })
	v := &verdict{TB: t}
	func() {
		defer func() { _ = recover() }()
		said.Await(v, "a greeting", ended, func(string) bool { return false })
	}()
	if !strings.Contains(v.said, "a greeting: the program ended: the last word") {
		t.Errorf("the failure says %q", v.said)
	}
}

func TestEventually(t *testing.T) {
	asked := 0
	testkit.Eventually(t, "the third time", func() bool { asked++; return asked == 3 })
	if asked != 3 {
		t.Errorf("asked %d times, want 3", asked)
	}
}

func TestClock(t *testing.T) {
	still := testkit.At(testkit.Epoch.Add(time.Hour))
	if first, second := still.Now(), still.Now(); first != second || first != testkit.Epoch.Add(time.Hour) {
		t.Errorf("a clock that stands still: %s, %s", first, second)
	}
	ticking := testkit.Ticking()
	before := ticking.Now()
	ticking.Advance(time.Minute)
	if after := ticking.Now(); after.Sub(before) != time.Minute+time.Millisecond {
		t.Errorf("a minute and a tick later: %s", after.Sub(before))
	}
}

func TestWithout(t *testing.T) {
	environ := []string{"PATH=/bin", "RASTRO_DB=x", "RASTRO_ADDR=y", "HOME=/"}
	if got := testkit.Without(environ, "RASTRO_"); !slices.Equal(got, []string{"PATH=/bin", "HOME=/"}) || environ[1] != "RASTRO_DB=x" {
		t.Errorf("%q of %q", got, environ)
	}
}
