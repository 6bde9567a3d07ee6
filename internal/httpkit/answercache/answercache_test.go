package answercache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/trace"
)

// world is a source whose stamp and clock the test moves.
type world struct {
	mu    sync.Mutex
	stamp int
	at    time.Time
	err   error
}

func (w *world) Stamp(context.Context) (trace.Stamp, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return trace.Stamp(fmt.Sprint(w.stamp)), w.err
}

func (w *world) Now() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.at }

func (w *world) commit() { w.mu.Lock(); defer w.mu.Unlock(); w.stamp++ }

func (w *world) pass(d time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.at = w.at.Add(d) }

func newAnswers(t *testing.T) (*world, *Answers[string, int]) {
	t.Helper()
	w := &world{at: time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)}
	a, err := New(w, 1<<20, func(string, int) uint32 { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	return w, a
}

func TestAnswersAreKeptWhileTheyAreFresh(t *testing.T) {
	w, a := newAnswers(t)
	made := 0
	ask := func(until time.Time) int {
		t.Helper()
		got, err := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { made++; return made, until, nil })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	never := time.Time{}
	for _, step := range []struct {
		name string
		do   func()
		till time.Time
		want int
	}{
		{"first", func() {}, never, 1},
		{"again", func() {}, never, 1},
		{"something was committed", w.commit, never, 2},
		{"again", func() {}, never, 2},
		{"half a minute later", func() { w.pass(30 * time.Second) }, never, 2},
		{"a minute later", func() { w.pass(30 * time.Second) }, w.at.Add(70 * time.Second), 3},
		{"before it says it ends", func() { w.pass(9 * time.Second) }, never, 3},
		{"when it says it ends", func() { w.pass(time.Second) }, never, 4},
		{"shortly before midnight", func() { w.pass(w.at.Truncate(24 * time.Hour).Add(24*time.Hour - 10*time.Second).Sub(w.at)) }, never, 5},
		{"still the same day", func() { w.pass(9 * time.Second) }, never, 5},
		{"the next day", func() { w.pass(time.Second) }, never, 6},
	} {
		step.do()
		if got := ask(step.till); got != step.want {
			t.Errorf("%s: answer %d, want %d", step.name, got, step.want)
		}
	}
}

// What was read while something was committed is not kept under the new stamp.
func TestACommitWhileItIsMade(t *testing.T) {
	w, a := newAnswers(t)
	first, _ := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { w.commit(); return 1, time.Time{}, nil })
	second, _ := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { return 2, time.Time{}, nil })
	if first != 1 || second != 2 {
		t.Errorf("got %d and %d", first, second)
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	w, a := newAnswers(t)
	failed := errors.New("no")
	if _, err := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { return 0, time.Time{}, failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if got, err := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { return 7, time.Time{}, nil }); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	w.err = failed
	if _, err := a.Get(t.Context(), "k", nil); !errors.Is(err, failed) {
		t.Errorf("without a stamp: %v", err)
	}
}

// Concurrent requests share one computation, and a caller who hangs up spoils it for nobody.
func TestOneMakingForAll(t *testing.T) {
	_, a := newAnswers(t)
	var made atomic.Int32
	gate := make(chan struct{})
	leader, hangUp := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	inside := make(chan struct{})
	ask := func(ctx context.Context) {
		wg.Go(func() {
			got, err := a.Get(ctx, "k", func(ctx context.Context) (int, time.Time, error) {
				made.Add(1)
				close(inside)
				<-gate
				return 9, time.Time{}, ctx.Err()
			})
			if got != 9 || err != nil {
				t.Errorf("%d, %v", got, err)
			}
		})
	}
	ask(leader)
	<-inside
	hangUp()
	for range 20 {
		ask(t.Context())
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Get(impatient, "k", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("who hangs up while it is made: %v", err)
	}
	close(gate)
	wg.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}

// A panic reaches the caller who computes; the others get an error, and the next one tries again.
func TestAPanic(t *testing.T) {
	_, a := newAnswers(t)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_, _ = a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { panic("x") })
	}()
	if got, err := a.Get(t.Context(), "k", func(context.Context) (int, time.Time, error) { return 3, time.Time{}, nil }); got != 3 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}
