package attach

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/trace"
)

// A sender over its share waits a while and is refused; others are not held up.
func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience = 5 * time.Second
		p := newSlots(3)
		a, b := share{"a", 2}, share{"b", 2}
		take := func(of share) (func(), error) { return p.take(t.Context(), patience, of) }
		first, err := take(a)
		if err != nil {
			t.Fatal(err)
		}
		second, err := take(a)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := take(a); !trace.Is(err, trace.CodeTooManyUploads) || time.Since(began) != patience {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		began = time.Now()
		third, err := take(b)
		if err != nil || time.Since(began) != 0 {
			t.Errorf("another holder: %v after %s", err, time.Since(began))
		}
		if _, err := take(b); !trace.Is(err, trace.CodeTooManyUploads) {
			t.Errorf("all are taken: %v", err)
		}
		gone, hangUp := context.WithCancel(t.Context())
		hangUp()
		if _, err := p.take(gone, patience, b); err != context.Canceled {
			t.Errorf("who hung up: %v", err)
		}
		time.AfterFunc(time.Second, first)
		began = time.Now()
		fourth, err := take(a)
		if err != nil || time.Since(began) != time.Second {
			t.Errorf("one that is given back: %v after %s", err, time.Since(began))
		}
		for _, give := range []func(){second, third, fourth} {
			give()
		}
		if p.taken != 0 || len(p.of) != 0 {
			t.Errorf("%d are left, of %v", p.taken, p.of)
		}
	})
}
