package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/trace"
)

var (
	errOwn  = errors.New("the job's own error")
	errDisk = errors.New("the disk is on fire")
)

func lines(n int) (texts []string, jobs []func(trace.Writer) error) {
	for i := range n {
		texts = append(texts, strconv.Itoa(i))
		jobs = append(jobs, line(texts[i]))
	}
	return texts, jobs
}

func TestGroupOfOne(t *testing.T) { synctest.Test(t, testGroupOfOne) }

func testGroupOfOne(t *testing.T) {
	e := &engine{}
	c := newCommitter(t, 1, e)
	for i := range 3 {
		text := strconv.Itoa(i)
		if err := c.Do(context.Background(), line(text)); err != nil {
			t.Fatal(err)
		}
		if got := e.committed(); len(got) != i+1 || got[i] != text {
			t.Errorf("after Do of %s: committed %q", text, got)
		}
	}
	if got := e.transactions(); got != 3 {
		t.Errorf("%d transactions, want 3", got)
	}
}

func TestGroupOfMany(t *testing.T) { synctest.Test(t, testGroupOfMany) }

func testGroupOfMany(t *testing.T) {
	for _, c := range []struct{ jobs, transactions int }{
		{2, 1}, {maxBatch, 1}, {maxBatch + 1, 2}, {2*maxBatch + 10, 3},
	} {
		e := &engine{}
		committer := newCommitter(t, 1, e)
		texts, jobs := lines(c.jobs)
		for i, err := range grouped(t, committer, jobs...) {
			if err != nil {
				t.Errorf("job %d of %d: %v", i, c.jobs, err)
			}
		}
		if got := e.committed(); !slices.Equal(got, texts) {
			t.Errorf("%d jobs: committed %q, want all in the order of arrival", c.jobs, got)
		}
		if got := e.transactions() - 1; got != c.transactions { // one occupied the lane
			t.Errorf("%d jobs took %d transactions, want %d", c.jobs, got, c.transactions)
		}
	}
}

// TestSpoiler: whatever one job does, the others of its group are written once, and do not notice.
func TestSpoiler(t *testing.T) { synctest.Test(t, testSpoiler) }

func testSpoiler(t *testing.T) {
	after := func(err error) func(trace.Writer) error {
		return func(w trace.Writer) error { return errors.Join(line("spoiled")(w), err) }
	}
	decision := trace.Fail(trace.CodeStale)
	for _, c := range []struct {
		name         string
		job          func(trace.Writer) error
		want         error
		transactions int
	}{
		{"a decision before writing needs no other transaction", func(trace.Writer) error { return decision }, decision, 1},
		{"a decision after writing", after(decision), decision, 3},
		{"an error before writing", func(trace.Writer) error { return errOwn }, errOwn, 3},
		{"an error after writing", after(errOwn), errOwn, 3},
		{"the store out of reach", after(trace.Fail(trace.CodeUnavailable)), trace.Fail(trace.CodeUnavailable), 3},
	} {
		for place := range 5 {
			e := &engine{}
			texts, jobs := lines(4)
			jobs = slices.Insert(jobs, place, c.job)
			errs := grouped(t, newCommitter(t, 1, e), jobs...)
			for i, err := range errs {
				if i != place && err != nil {
					t.Errorf("%s, at %d: job %d: %v", c.name, place, i, err)
				}
			}
			if err := errs[place]; err == nil || trace.AsError(err).Code != trace.AsError(c.want).Code {
				t.Errorf("%s, at %d: got %v, want %v", c.name, place, err, c.want)
			}
			if got := e.committed(); !slices.Equal(got, texts) {
				t.Errorf("%s, at %d: committed %q, want %q", c.name, place, got, texts)
			}
			if got := e.transactions() - 1; got != c.transactions {
				t.Errorf("%s, at %d: %d transactions, want %d", c.name, place, got, c.transactions)
			}
		}
	}
}

func TestPanic(t *testing.T) { synctest.Test(t, testPanic) }

func testPanic(t *testing.T) {
	e := &engine{}
	c := newCommitter(t, 1, e)
	texts, jobs := lines(4)
	release := occupy(t, c)
	var wg sync.WaitGroup
	for i, fn := range slices.Insert(jobs, 2, func(w trace.Writer) error {
		_ = line("spoiled")(w)
		panic("boom")
	}) {
		wg.Go(func() {
			defer func() {
				if p := recover(); (p == "boom") != (i == 2) {
					t.Errorf("job %d recovered %v", i, p)
				}
			}()
			if err := c.Do(context.Background(), fn); err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		})
		within(t, "a job waits", func() bool { return len(c.queue) == i+1 })
	}
	release()
	wg.Wait()
	if got := e.committed(); !slices.Equal(got, texts) {
		t.Errorf("committed %q, want %q", got, texts)
	}
}

func TestCommitFailureHalves(t *testing.T) { synctest.Test(t, testCommitFailureHalves) }

func testCommitFailureHalves(t *testing.T) {
	for _, c := range []struct {
		name   string
		commit func(lines []string) error
		want   []string // committed, of 0 to 7
		atMost int      // transactions
	}{
		{"one line is refused", func(lines []string) error {
			if slices.Contains(lines, "5") {
				return errDisk
			}
			return nil
		}, []string{"0", "1", "2", "3", "4", "6", "7"}, 7},
		{"two fit", func(lines []string) error {
			if len(lines) > 2 {
				return errDisk
			}
			return nil
		}, []string{"0", "1", "2", "3", "4", "5", "6", "7"}, 7},
		{"none fits", func(lines []string) error {
			if len(lines) > 0 {
				return errDisk
			}
			return nil
		}, nil, 15},
	} {
		e := &engine{commit: c.commit}
		texts, jobs := lines(8)
		for i, err := range grouped(t, newCommitter(t, 1, e), jobs...) {
			if there := slices.Contains(c.want, texts[i]); there != (err == nil) || err != nil && !errors.Is(err, errDisk) {
				t.Errorf("%s: job %d: %v", c.name, i, err)
			}
		}
		got := e.committed()
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: committed %q, want %q", c.name, got, c.want)
		}
		if got := e.transactions() - 1; got > c.atMost {
			t.Errorf("%s: %d transactions, want at most %d", c.name, got, c.atMost)
		}
	}
}

// TestUncertainCommit: a job that may be durable does not run again.
func TestUncertainCommit(t *testing.T) { synctest.Test(t, testUncertainCommit) }

func testUncertainCommit(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		e := &engine{}
		e.commit = func(lines []string) error {
			if len(lines) == 0 {
				return nil // the job that occupied the lane
			}
			e.lines = append(e.lines, lines...)
			return &trace.Error{Code: trace.CodeUnavailable, Cause: ErrUncertain}
		}
		texts, jobs := lines(n)
		for i, err := range grouped(t, newCommitter(t, 1, e), jobs...) {
			if !trace.Is(err, trace.CodeUnavailable) {
				t.Errorf("job %d of %d: %v, want unavailable", i, n, err)
			}
		}
		if got := e.committed(); !slices.Equal(got, texts) {
			t.Errorf("%d jobs: committed %q, want each once", n, got)
		}
	}
}

func TestConflict(t *testing.T) { synctest.Test(t, testConflict) }

func testConflict(t *testing.T) {
	for _, c := range []struct {
		name  string
		fails int
		want  trace.Code
	}{
		{"gives way in the end", 7, ""},
		{"never ends", maxAttempts + 1, trace.CodeContended},
	} {
		e, runs := &engine{}, 0
		err := newCommitter(t, 1, e).Do(context.Background(), func(w trace.Writer) error {
			if runs++; runs <= c.fails {
				return errors.Join(line("early")(w), fmt.Errorf("%w: somebody was faster", ErrConflict))
			}
			return line("done")(w)
		})
		if c.want == "" && (err != nil || !slices.Equal(e.committed(), []string{"done"})) {
			t.Errorf("%s: %v, committed %q", c.name, err, e.committed())
		}
		if c.want != "" && (!trace.Is(err, c.want) || runs != maxAttempts || len(e.committed()) > 0) {
			t.Errorf("%s: %v after %d runs, committed %q; want %s", c.name, err, runs, e.committed(), c.want)
		}
	}
}

func TestBeginFails(t *testing.T) { synctest.Test(t, testBeginFails) }

func testBeginFails(t *testing.T) {
	e := &engine{}
	c := newCommitter(t, 1, e)
	e.begin = func() error {
		if e.begun > 1 {
			return errDisk
		}
		return nil
	}
	_, jobs := lines(3)
	for i, err := range grouped(t, c, jobs...) {
		if !errors.Is(err, errDisk) {
			t.Errorf("job %d: %v, want the engine's error", i, err)
		}
	}
	e.mu.Lock()
	e.begin = nil
	e.mu.Unlock()
	if err := c.Do(context.Background(), line("again")); err != nil {
		t.Errorf("once the engine is back: %v", err)
	}
}

func TestContext(t *testing.T) { synctest.Test(t, testContext) }

func testContext(t *testing.T) {
	e := &engine{}
	c := newCommitter(t, 1, e)
	release := occupy(t, c)

	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan error)
	go func() { gone <- c.Do(ctx, line("never")) }()
	within(t, "the job waits", func() bool { return len(c.queue) == 1 })
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it waits: %v", err)
	}
	release()

	ctx, cancel = context.WithCancel(context.Background())
	err := c.Do(ctx, func(w trace.Writer) error {
		cancel()
		return line("done")(w)
	})
	if err != nil {
		t.Errorf("cancelled while it runs: %v, want its outcome", err)
	}
	if got := e.committed(); !slices.Equal(got, []string{"done"}) {
		t.Errorf("committed %q, want the one that ran", got)
	}
}

func TestContextAtTheDoor(t *testing.T) { synctest.Test(t, testContextAtTheDoor) }

func testContextAtTheDoor(t *testing.T) {
	c := newCommitter(t, 0, &engine{})
	for range maxQueued {
		c.queue <- &job{}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := c.Do(ctx, line("never")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no room in the queue: %v, want the context's end", err)
	}
}

func TestCloseDrains(t *testing.T) { synctest.Test(t, testCloseDrains) }

func testCloseDrains(t *testing.T) {
	e := &engine{}
	c := newCommitter(t, 1, e)
	release := occupy(t, c)
	texts, jobs := lines(20)
	var wg sync.WaitGroup
	for i, fn := range jobs {
		wg.Go(func() {
			if err := c.Do(context.Background(), fn); err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		})
		within(t, "a job waits", func() bool { return len(c.queue) == i+1 })
	}
	closed := make(chan struct{})
	go func() {
		c.Close()
		close(closed)
	}()
	<-c.closing
	select {
	case <-closed:
		t.Error("Close returned before the jobs were done")
	default:
	}
	release()
	<-closed
	wg.Wait()
	if got := e.committed(); !slices.Equal(got, texts) {
		t.Errorf("committed %q, want %q", got, texts)
	}
	if err := c.Do(context.Background(), line("late")); !trace.Is(err, trace.CodeUnavailable) {
		t.Errorf("Do after Close: %v, want unavailable", err)
	}
	c.Close() // again is fine
}

// TestCloseBehindTheLanes: a job that came into the queue when no lane was left
// to run it is refused, not forgotten.
func TestCloseBehindTheLanes(t *testing.T) { synctest.Test(t, testCloseBehindTheLanes) }

func testCloseBehindTheLanes(t *testing.T) {
	c := newCommitter(t, 0, &engine{})
	refused := make(chan error)
	go func() { refused <- c.Do(context.Background(), line("never")) }()
	within(t, "the job waits", func() bool { return len(c.queue) == 1 })
	c.Close()
	select {
	case err := <-refused:
		if !trace.Is(err, trace.CodeUnavailable) {
			t.Errorf("Do = %v, want unavailable", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the job still waits 10 s after Close")
	}
}

// TestCloseLeavesNobodyWaiting: a job that arrives while the lanes end is run or
// refused.
func TestCloseLeavesNobodyWaiting(t *testing.T) { synctest.Test(t, testCloseLeavesNobodyWaiting) }

func testCloseLeavesNobodyWaiting(t *testing.T) {
	for range 100 {
		e := &engine{}
		c := newCommitter(t, 2, e)
		var done atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for {
					err := c.Do(context.Background(), line("x"))
					if err != nil {
						if !trace.Is(err, trace.CodeUnavailable) {
							t.Errorf("Do beside Close: %v", err)
						}
						return
					}
					done.Add(1)
				}
			})
		}
		c.Close()
		ended := make(chan struct{})
		go func() {
			wg.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatal("a job still waits 10 s after Close")
		}
		if got := int64(len(e.committed())); got != done.Load() {
			t.Fatalf("%d lines committed, %d jobs told so", got, done.Load())
		}
	}
}

func TestLanes(t *testing.T) { synctest.Test(t, testLanes) }

func testLanes(t *testing.T) {
	const lanes, writers, each = 4, 32, 50
	e := &engine{}
	c := newCommitter(t, lanes, e)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for n := range each {
				if err := c.Do(context.Background(), line(fmt.Sprintf("%d/%d", i, n))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	got := e.committed()
	slices.Sort(got)
	if all := slices.Compact(got); len(got) != writers*each || len(all) != len(got) {
		t.Errorf("%d lines, %d of them different; want %d", len(got), len(all), writers*each)
	}
	if e.most > lanes {
		t.Errorf("%d transactions at once, want at most %d", e.most, lanes)
	}
}
