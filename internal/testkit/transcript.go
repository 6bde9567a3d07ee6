package testkit

import (
	"bytes"
	"sync"
	"testing"
	"time"
)

// Transcript is a program's output so far. The zero value is ready for use, as the program's
// output.
type Transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	grew chan struct{} // closed at the next write, if someone waits for it
}

func (t *Transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.grew != nil {
		close(t.grew)
		t.grew = nil
	}
	return t.text.Write(p)
}

func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// more returns a channel that is closed at the next write.
func (t *Transcript) more() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.grew == nil {
		t.grew = make(chan struct{})
	}
	return t.grew
}

// Await waits until the output satisfies a condition. ended is closed when the program has
// ended; nil if the test does not end it.
func (t *Transcript) Await(tb testing.TB, what string, ended <-chan struct{}, holds func(said string) bool) {
	tb.Helper()
	for late := time.After(Patience); ; {
		more := t.more() // before it is read
		if holds(t.String()) {
			return
		}
		select {
		case <-more:
		case <-ended:
			if holds(t.String()) {
				return
			}
			tb.Fatalf("%s: the program ended: %s", what, t)
		case <-late:
			tb.Fatalf("%s: not within %s: %s", what, Patience, t)
		}
	}
}
