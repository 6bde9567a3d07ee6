package sqlstore

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/trace"
)

// Every writer gets its answer within its time limit, even behind commits that hang, and the
// failure of writes is known before the first writer gives up.
func TestCommitsThatHang(t *testing.T) { synctest.Test(t, testCommitsThatHang) }

func testCommitsThatHang(t *testing.T) {
	e := &engine{}
	e.hang.Store(true)
	c := newCommitter(t, 1, e)
	began := time.Now()
	var writers sync.WaitGroup
	for _, w := range []struct {
		name   string
		after  time.Duration // of the first
		want   trace.Code
		answer time.Duration // how long it takes
	}{
		{"the first", 0, trace.CodeUncertain, txTimeout},
		{"one behind it", time.Second, trace.CodeUnavailable, txTimeout / 2},
		{"one whose turn comes", txTimeout - txTimeout/4, trace.CodeUncertain, txTimeout},
		{"one of its group", txTimeout - txTimeout/8, trace.CodeUncertain, txTimeout - txTimeout/8},
	} {
		writers.Go(func() {
			time.Sleep(w.after)
			asked := time.Now()
			err := c.Do(context.Background(), line(w.name))
			if took := time.Since(asked); !trace.Is(err, w.want) || took != w.answer {
				t.Errorf("%s: %v after %s, want %s after %s", w.name, err, took, w.want, w.answer)
			}
		})
	}
	time.Sleep(stuck - time.Nanosecond)
	if synctest.Wait(); c.WritesFail() {
		t.Errorf("after %s writes count as failing", time.Since(began))
	}
	time.Sleep(2 * time.Nanosecond)
	if synctest.Wait(); !c.WritesFail() {
		t.Errorf("after %s writes do not count as failing", time.Since(began))
	}
	writers.Wait()
	if e.hang.Store(false); !c.WritesFail() {
		t.Error("a write that was lost does not count as failing")
	}
	if err := c.Do(context.Background(), line("afterwards")); err != nil || c.WritesFail() {
		t.Errorf("afterwards: %v, writes fail: %t", err, c.WritesFail())
	}
}

// The committers of a store report its condition and their work together.
func TestCommittersOfOneStore(t *testing.T) { synctest.Test(t, testCommittersOfOneStore) }

func testCommittersOfOneStore(t *testing.T) {
	one, other := &engine{}, &engine{}
	c := newCommitter(t, 1, one)
	beside := c.Beside(1, other.open)
	t.Cleanup(beside.Close)
	other.hang.Store(true)
	if err := beside.Do(context.Background(), line("lost")); !trace.Is(err, trace.CodeUncertain) || !c.WritesFail() {
		t.Errorf("a write of one is lost: %v, writes of the other fail: %t", err, c.WritesFail())
	}
	if err := c.Do(context.Background(), line("elsewhere")); err != nil || !c.WritesFail() {
		t.Errorf("a write of the other: %v, writes fail: %t; the first one has not written again", err, c.WritesFail())
	}
	if beside.Forget(); c.WritesFail() || beside.Failed() {
		t.Error("a failure counts where nothing more is to be written")
	}
	if err := beside.Do(context.Background(), line("lost")); !trace.Is(err, trace.CodeUncertain) || !c.WritesFail() || c.Failed() || !beside.Failed() {
		t.Errorf("another is lost: %v, writes of the other fail: %t", err, c.WritesFail())
	}
	other.hang.Store(false)
	for _, on := range []*Committer{beside, c} {
		if err := on.Do(context.Background(), line("written")); err != nil || beside.WritesFail() {
			t.Errorf("afterwards: %v, writes fail: %t", err, beside.WritesFail())
		}
	}
	if work := c.Work(); work.Groups != 3 || work.Writes != 3 {
		t.Errorf("%+v, want three groups of one", work)
	}
	if len(one.committed()) != 2 || len(other.committed()) != 1 {
		t.Errorf("committed %q and %q, want two and one", one.committed(), other.committed())
	}
}
