package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"rastro/internal/trace"
)

// engine keeps lines in memory, with the transactions of a real engine: after the commit all that a
// transaction wrote is there, otherwise nothing. Unlike a real engine, it can be told when to fail.
type engine struct {
	mu      sync.Mutex
	lines   []string // committed
	begun   int
	begin   func() error               // before a transaction, where set
	commit  func(lines []string) error // replaces the commit, so that it can fail
	hang    atomic.Bool                // commits wait until their time is over
	running int
	most    int // transactions that were open at once
}

type engineTx struct {
	engine *engine
	lines  []string
}

func (e *engine) open(context.Context) (Tx, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begun++
	if e.begin != nil {
		if err := e.begin(); err != nil {
			return nil, err
		}
	}
	e.running++
	e.most = max(e.most, e.running)
	return &engineTx{engine: e}, nil
}

func (t *engineTx) Later(_ context.Context, _ int64, _ string, args ...any) error {
	t.lines = append(t.lines, string(args[len(args)-1].([]byte)))
	return nil
}

func (t *engineTx) Query(context.Context, string, ...any) (Rows, error) {
	return nil, errors.New("the engine of lines answers no query")
}

func (t *engineTx) Exec(context.Context, string, ...any) (int64, error) {
	return 0, errors.New("the engine of lines runs no statement")
}

func (t *engineTx) Commit(ctx context.Context) error {
	e := t.engine
	if e.hang.Load() {
		<-ctx.Done()
		return &trace.Error{Code: trace.CodeUncertain, Cause: fmt.Errorf("%w: %w", ErrUncertain, ctx.Err())}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.commit != nil {
		if err := e.commit(t.lines); err != nil {
			return err
		}
	}
	e.lines = append(e.lines, t.lines...)
	e.running--
	return nil
}

func (t *engineTx) Rollback(context.Context) {
	t.engine.mu.Lock()
	defer t.engine.mu.Unlock()
	t.engine.running--
}

func (e *engine) committed() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.lines)
}

func (e *engine) transactions() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.begun
}

func newCommitter(t *testing.T, lanes int, e *engine) *Committer {
	t.Helper()
	c := NewCommitter(lanes, &Dialect{ID: func(id trace.ID) any { return id }, TallyShards: 1}, e.open)
	t.Cleanup(c.Close)
	return c
}

// line makes a job that writes a line.
func line(text string) func(trace.Writer) error {
	return func(w trace.Writer) error { return w.PutCover(context.Background(), trace.ID{}, []byte(text)) }
}

// within waits until every goroutine of the test is blocked, and then checks a condition.
func within(t *testing.T, what string, holds func() bool) {
	t.Helper()
	if synctest.Wait(); !holds() {
		t.Fatalf("%s: it does not", what)
	}
}

// grouped runs jobs as one group: it keeps the only lane busy until all wait, in order. Each job's
// error is returned at its index.
func grouped(t *testing.T, c *Committer, jobs ...func(trace.Writer) error) []error {
	t.Helper()
	release := occupy(t, c)
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	for i, fn := range jobs {
		wg.Go(func() { errs[i] = c.Do(context.Background(), fn) })
		within(t, "a job waits", func() bool { return len(c.queue) == i+1 })
	}
	release()
	wg.Wait()
	return errs
}

// occupy keeps a lane busy until it is released. It takes one transaction.
func occupy(t *testing.T, c *Committer) (release func()) {
	t.Helper()
	started, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		err := c.Do(context.Background(), func(trace.Writer) error {
			close(started)
			<-end
			return nil
		})
		if err != nil {
			t.Errorf("occupying a lane: %v", err)
		}
	}()
	<-started
	return sync.OnceFunc(func() {
		close(end)
		<-ended
	})
}
