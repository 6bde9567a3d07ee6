package sqlstore

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/trace"
	"rastro/internal/vital"
)

// ErrConflict is an engine's error for two transactions that got in each other's way: the
// work is correct, and is done again.
var ErrConflict = errors.New("conflicting transaction")

// ErrUncertain is an engine's error for a commit whose answer was lost. The work may or may not be
// durable, so it must not simply be repeated.
var ErrUncertain = errors.New("the outcome of the commit is not known")

// Limits of the committer.
const (
	maxQueued   = 4096             // more writers than this wait for a place in the queue
	maxBatch    = 256              // writers sharing one transaction
	maxYields   = 8                // times that a group lets others run before it begins
	maxAttempts = 100              // tries of one writer against others
	txTimeout   = 60 * time.Second // one writer, from asking to its answer: a busy disk may take that long to sync
	stuck       = 5 * time.Second  // a commit that takes longer counts as one that fails
)

// Committer runs writers in group commits. A lane takes all waiting writers, runs them one after
// another in one transaction, commits once, and only then answers them. The next group forms during
// the sync, so each write costs fewer syncs as more writers arrive.
//
// If a writer fails after it wrote something, the transaction is rolled back and the others run
// again without it. They do not notice.
type Committer struct {
	dialect *Dialect
	begin   func(ctx context.Context) (Tx, error)
	queue   chan *job
	lanes   sync.WaitGroup

	closing chan struct{} // closed first: no more writers
	closed  sync.Once
	stopped chan struct{} // closed last: the lanes are gone

	commits *vital.Commits // of all committers of a store
	last    vital.Outcome  // of this one
}

// Work returns what the store's committers have done, and how many jobs wait for this one.
func (c *Committer) Work() vital.Work { return c.commits.Work(len(c.queue)) }

// WritesFail is vital.Commits.Fail for the store's committers.
func (c *Committer) WritesFail() bool { return c.commits.Fail() }

// commit commits what some writers wrote, and notes if that hangs.
func (c *Committer) commit(ctx context.Context, tx Tx, writers int) error {
	defer c.commits.Watch(stuck)()
	err := tx.Commit(ctx)
	c.commits.Ended(writers, err)
	return err
}

// tell records the outcome of a transaction.
func (c *Committer) tell(wrote bool, err error) {
	failed := false
	if e, ok := errors.AsType[*trace.Error](err); ok {
		failed = e.Class() == trace.Unavailable
	}
	if failed || wrote && err == nil {
		c.commits.Tell(&c.last, failed)
	}
}

// Failed reports whether the last transaction of this committer that wrote failed because of the store.
func (c *Committer) Failed() bool { return c.last.Failed() }

// Forget clears the outcome of the last transaction, when nothing more is to be written here.
func (c *Committer) Forget() { c.commits.Tell(&c.last, false) }

// NewCommitter starts a committer with a number of lanes, each of which has at
// most one transaction open.
func NewCommitter(lanes int, d *Dialect, begin func(context.Context) (Tx, error)) *Committer {
	return (&Committer{dialect: d, commits: &vital.Commits{}}).Beside(lanes, begin)
}

// Beside starts another committer of the same store, for transactions that it begins elsewhere.
func (c *Committer) Beside(lanes int, begin func(context.Context) (Tx, error)) *Committer {
	c = &Committer{dialect: c.dialect, commits: c.commits, begin: begin, queue: make(chan *job, maxQueued), closing: make(chan struct{}), stopped: make(chan struct{})}
	for range lanes {
		shard := rand.N(c.dialect.TallyShards)
		c.lanes.Go(func() { c.lane(shard) })
	}
	return c
}

// job is one writer's work. The goroutine that moves state away from waiting owns the job: a
// lane to run it, or its caller to give up on it.
type job struct {
	fn    func(trace.Writer) error
	state atomic.Int32
	done  chan outcome
	bound context.Context // ends when its caller must have an answer
}

const (
	waiting int32 = iota
	claimed
	abandoned
)

type outcome struct {
	err      error
	panicked any
}

// Do runs fn in a group's transaction and returns once it is durable or has failed. If the context
// ends, fn leaves the queue if it has not started; if it is running, Do waits for it, because its
// outcome matters. fn also leaves the queue after half of its time has passed: the other half is
// for running it.
func (c *Committer) Do(ctx context.Context, fn func(trace.Writer) error) error {
	bound, cancel := context.WithTimeout(context.Background(), txTimeout)
	defer cancel()
	late := time.NewTimer(txTimeout / 2)
	defer late.Stop()
	j := &job{fn: fn, done: make(chan outcome, 1), bound: bound}
	select {
	case <-c.closing:
		return trace.Fail(trace.CodeUnavailable)
	default:
	}
	select {
	case c.queue <- j:
	case <-late.C:
		return trace.Fail(trace.CodeUnavailable)
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closing:
		return trace.Fail(trace.CodeUnavailable)
	}
	select {
	case out := <-j.done:
		return out.result()
	case <-ctx.Done():
		return j.leave(ctx.Err())
	case <-late.C:
		return j.leave(trace.Fail(trace.CodeUnavailable))
	case <-c.stopped: // it may have entered the queue after the last look of the last lane
		return j.leave(trace.Fail(trace.CodeUnavailable))
	}
}

// leave gives up on a job that waits, for a reason. One that runs is waited for.
func (j *job) leave(why error) error {
	if j.state.CompareAndSwap(waiting, abandoned) {
		return why
	}
	return (<-j.done).result()
}

func (o outcome) result() error {
	if o.panicked != nil {
		panic(o.panicked) // panic in the caller's goroutine
	}
	return o.err
}

// Close lets waiting writers finish and stops the lanes.
func (c *Committer) Close() {
	c.closed.Do(func() {
		close(c.closing)
		c.lanes.Wait()
		close(c.stopped)
	})
}

func (c *Committer) lane(shard int) {
	for {
		select {
		case first := <-c.queue:
			c.run(shard, c.gather(first))
		case <-c.closing:
			for {
				select {
				case last := <-c.queue:
					c.run(shard, c.gather(last))
				default:
					return
				}
			}
		}
	}
}

// gather claims the writers that wait. It does not wait for more, but first lets other
// goroutines run: a writer whose request is being read then comes in time, which makes groups
// several times as large on a busy machine. On an idle machine it returns at once.
func (c *Committer) gather(first *job) []*job {
	group := c.claimWaiting(c.claim(nil, first))
	for range maxYields {
		before := len(group)
		runtime.Gosched()
		if group = c.claimWaiting(group); len(group) == before {
			break
		}
	}
	return group
}

// claimWaiting claims everyone who waits now, up to a full group.
func (c *Committer) claimWaiting(group []*job) []*job {
	for len(group) < maxBatch {
		select {
		case j := <-c.queue:
			group = c.claim(group, j)
		default:
			return group
		}
	}
	return group
}

// claim adds a job to a group, unless its caller gave up.
func (c *Committer) claim(group []*job, j *job) []*job {
	if j.state.CompareAndSwap(waiting, claimed) {
		return append(group, j)
	}
	return group
}

// run answers every job of a group, with as few transactions as the group's conflicts allow: a job
// that spoils the common one runs alone, and if it is unknown which one did, each half is tried
// separately.
func (c *Committer) run(shard int, group []*job) {
	for {
		if group = unexpired(group); len(group) < 2 {
			break
		}
		spoiler, answered := c.together(shard, group)
		switch {
		case answered:
			return
		case spoiler != nil:
			group = slices.DeleteFunc(group, func(j *job) bool { return j == spoiler })
			c.alone(shard, spoiler)
		default:
			half := len(group) / 2
			c.run(shard, group[:half:half])
			group = group[half:]
		}
	}
	for _, j := range group {
		c.alone(shard, j)
	}
}

// unexpired answers the jobs of a group whose time is over, and returns the others.
func unexpired(group []*job) []*job {
	return slices.DeleteFunc(group, func(j *job) bool {
		over := j.bound.Err() != nil
		if over {
			j.done <- outcome{err: &trace.Error{Code: trace.CodeUnavailable, Cause: j.bound.Err()}}
		}
		return over
	})
}

// earliest ends when the first of a group must have an answer.
func earliest(group []*job) (context.Context, context.CancelFunc) {
	first, _ := group[0].bound.Deadline()
	for _, j := range group[1:] {
		if end, _ := j.bound.Deadline(); end.Before(first) {
			first = end
		}
	}
	return context.WithDeadline(context.Background(), first)
}

// together runs a group in one transaction. Unless it answered every job, nothing is written;
// spoiler is the job that was in the way, nil if unknown.
func (c *Committer) together(shard int, group []*job) (spoiler *job, answered bool) {
	ctx, cancel := earliest(group)
	defer cancel()
	tx, err := c.begin(ctx)
	if err != nil {
		c.tell(false, err)
		for _, j := range group {
			j.done <- outcome{err: err}
		}
		return nil, true
	}
	refused := map[*job]error{} // by the domain's decision, without a trace
	counts := tally{}
	written := false
	for _, j := range group {
		out, wrote := c.call(ctx, tx, counts, j)
		written = written || wrote
		if out.panicked != nil || out.err != nil && (wrote || !isDecision(out.err)) {
			tx.Rollback(ctx)
			return j, false
		}
		if out.err != nil {
			refused[j] = out.err
		}
	}
	err = counts.write(ctx, tx, shard)
	if err == nil {
		err = c.commit(ctx, tx, len(group)-len(refused))
	}
	c.tell(written, err)
	if err != nil {
		tx.Rollback(ctx)
		if !errors.Is(err, ErrUncertain) {
			return nil, false
		}
		for _, j := range group {
			j.done <- outcome{err: err} // run again, it might be written twice
		}
		return nil, true
	}
	for _, j := range group {
		j.done <- outcome{err: refused[j]}
	}
	return nil, true
}

// alone runs one job in its own transaction, again while it conflicts.
func (c *Committer) alone(shard int, j *job) {
	var out outcome
	for attempt := range maxAttempts {
		if attempt > 0 && j.bound.Err() != nil {
			break
		}
		out = c.attempt(shard, j)
		if !errors.Is(out.err, ErrConflict) {
			j.done <- out
			return
		}
		// Wait longer each time, so that someone gets through.
		time.Sleep(rand.N(time.Duration(attempt+1) * 200 * time.Microsecond))
	}
	j.done <- outcome{err: &trace.Error{Code: trace.CodeContended, Cause: out.err}}
}

func (c *Committer) attempt(shard int, j *job) outcome {
	ctx := j.bound
	tx, err := c.begin(ctx)
	if err != nil {
		c.tell(false, err)
		return outcome{err: err}
	}
	counts := tally{}
	out, wrote := c.call(ctx, tx, counts, j)
	if out.err == nil && out.panicked == nil {
		out.err = counts.write(ctx, tx, shard)
	}
	if out.err == nil && out.panicked == nil {
		out.err = c.commit(ctx, tx, 1)
	}
	if c.tell(wrote, out.err); out.err != nil || out.panicked != nil {
		tx.Rollback(ctx)
	}
	return out
}

// call runs a job's function and reports whether it wrote anything.
func (c *Committer) call(ctx context.Context, tx Tx, counts tally, j *job) (out outcome, wrote bool) {
	w := &writer{reader: reader{ctx: ctx, conn: tx, dialect: c.dialect}, tx: tx, counts: counts}
	defer func() {
		wrote = w.wrote
		if p := recover(); p != nil {
			out.panicked = p
		}
	}()
	out.err = j.fn(w)
	return out, w.wrote
}

// isDecision reports whether an error is a refusal by the domain, after which the transaction can
// continue, rather than a failure of the store, after which it cannot.
func isDecision(err error) bool {
	e, ok := errors.AsType[*trace.Error](err)
	if !ok || errors.Is(err, ErrConflict) {
		return false
	}
	return e.Class() != trace.Internal && e.Class() != trace.Unavailable
}
