package sqlstore

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/trace"
)

// Every writer has its answer within the time that one may take, also those who wait behind
// commits that hang; and before the first of them has given up, it is known that writes fail.
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
