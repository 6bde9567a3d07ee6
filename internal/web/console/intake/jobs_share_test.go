package intake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/access"
	"rastro/internal/admit"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/intake"
)

// A key has a limited number of files, however many sessions it has, and others still find room.
func TestOneKeyDoesNotFillTheImports(t *testing.T) {
	s := consoletest.NewSite(t)
	file := []byte("safraId;dose\nS;1\n")
	greedy := s.Key(access.Request{Name: "greedy"})
	var sessions []*consoletest.Browser
	for range 9 {
		b := s.As(greedy)
		sessions = append(sessions, b)
		for range intake.MaxJobsOfSession {
			b.Upload(consoletest.Inputs, "a.csv", file)
		}
	}
	if _, n := s.Jobs.Kept(greedy.AccessKey); n != intake.MaxJobsOfKey {
		t.Errorf("one key has %d files", n)
	}
	sessions[8].Upload(consoletest.Inputs, "a.csv", file).Has(503, "muitas importações")
	other := s.As(s.Root)
	other.Upload(consoletest.Inputs, "b.csv", file).Has(200, "<b>1</b> Prontas")

	// All places are taken: the key with the fewest files gets one from the key with the most.
	for i := range 3 {
		key := s.Key(access.Request{Name: fmt.Sprint(i)})
		for range 2 {
			b := s.As(key)
			for range intake.MaxJobsOfSession {
				b.Upload(consoletest.Inputs, "a.csv", file) // the last one finds no place
			}
		}
	}
	if n, _ := s.Jobs.Kept(""); n != intake.MaxJobs {
		t.Errorf("%d files", n)
	}
	late := s.As(s.Key(access.Request{Name: "late"}))
	late.Upload(consoletest.Inputs, "c.csv", file).Has(200, "<b>1</b> Prontas")
	if n, _ := s.Jobs.Kept(""); n != intake.MaxJobs {
		t.Errorf("%d files", n)
	}
	if _, n := s.Jobs.Kept(s.Root.AccessKey); n != 1 {
		t.Errorf("the other's file is gone: %d", n)
	}
}

// Imports take turns by key, one at a time for each.
func TestImportsTakeTurnsByKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := intake.NewTurns(2)
		first, err := places.Take(t.Context(), "greedy")
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 5)
		wait := func(key string) {
			go func() {
				done, err := places.Take(t.Context(), key)
				if err != nil {
					t.Error(err)
					return
				}
				order <- key
				done()
			}()
			synctest.Wait() // until it is in the queue
		}
		for range 3 {
			wait("greedy")
		}
		second, err := places.Take(t.Context(), "modest") // the second slot is free for anyone else
		if err != nil {
			t.Fatal(err)
		}
		wait("modest")
		wait("late")
		first() // the greedy key's remaining jobs go behind the others
		synctest.Wait()
		second()
		synctest.Wait()
		close(order)
		got := slices.Collect(func(yield func(string) bool) {
			for key := range order {
				if !yield(key) {
					return
				}
			}
		})
		if len(got) != 5 || slices.Index(got, "late") > 1 {
			t.Errorf("%v", got)
		}
	})
}

// rounds is a context that ends after a number of checks.
type rounds struct {
	context.Context
	asked int
}

var errTooOften = errors.New("asked too often")

func (r *rounds) Err() error {
	if r.asked++; r.asked > 1000 {
		return errTooOften
	}
	return r.Context.Err()
}

// A job that finds the queue full waits before it asks again, and stops when told to.
func TestAJobRestsWhileTheQueueIsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := admit.New(128<<20, 0) // refuses at once, as a full queue does
		release := consoletest.TakeAll(t, memory)
		began, asking := time.Now(), &rounds{Context: t.Context()}
		time.AfterFunc(10*time.Second, release)
		claim := memory.Claim()
		claim.For("job")
		if err := intake.WaitFor(asking, claim, 90<<20); err != nil || time.Since(began) > 10*time.Second+intake.JobPause {
			t.Errorf("%v after %s, asked %d times", err, time.Since(began), asking.asked)
		}
		ctx, cancel := context.WithTimeout(t.Context(), intake.JobPause/2)
		defer cancel()
		other := memory.Claim()
		other.For("other")
		if err := intake.WaitFor(&rounds{Context: ctx}, other, 90<<20); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}
