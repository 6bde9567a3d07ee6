package intake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"rastro/internal/admit"
	"rastro/internal/intake"
	"rastro/internal/trace"
)

// Jobs are the imports of a console: uploaded files, the results of checking them, and running
// writes. They end with the process.
type Jobs struct {
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	turns   *turns        // limits how many run at once
	memory  *admit.Budget // shared with all other requests; nil: not counted

	mu   sync.Mutex
	jobs map[string]*importJob
}

// Limits of the jobs. A file of each is kept, so all of them may take 1 GiB of the temporary
// folder. A key runs one at a time, however many sessions it has, so that others get a turn.
const (
	maxJobs          = 32
	maxJobsOfKey     = 8
	maxJobsOfSession = 4
	jobsAtOnce       = 2
	// jobLifetime is how long a file waits for someone to decide.
	jobLifetime = time.Hour
)

// errJobsFull means that there is no room for another file.
var errJobsFull = errors.New("console: no room for another import")

// NewJobs makes room for imports, within the memory that requests share. Close ends
// them.
func NewJobs(memory *admit.Budget) *Jobs {
	j := &Jobs{turns: newTurns(jobsAtOnce), memory: memory, jobs: map[string]*importJob{}}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Close stops what runs, waits until it has stopped, and forgets every file. What
// was written stays, and the same file continues from there.
func (j *Jobs) Close() {
	j.cancel()
	j.running.Wait()
	j.mu.Lock()
	defer j.mu.Unlock()
	for id := range j.jobs {
		j.drop(id)
	}
}

// drop forgets a job and its files. The caller holds the lock; the job must not be running.
func (j *Jobs) drop(id string) {
	job := j.jobs[id]
	delete(j.jobs, id)
	job.timer.Stop()
	forget(job.file)
	job.findings.close()
}

// add adds a job. If its session has too many, the oldest idle one is dropped. A key's limit
// applies to all its sessions together. If all slots are taken, the key with the most jobs loses
// one to a key with fewer.
func (j *Jobs) add(job *importJob, now time.Time) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sweep(now)
	ofSession, ofKey := 0, map[string]int{}
	for _, other := range j.jobs {
		ofKey[other.key]++
		if other.owner == job.owner {
			ofSession++
		}
	}
	var room bool
	switch most := mostOf(ofKey); {
	case j.ctx.Err() != nil:
	case ofSession >= maxJobsOfSession, ofKey[job.key] >= maxJobsOfKey:
		room = j.dropOldest(func(other *importJob) bool { return other.owner == job.owner })
	case len(j.jobs) < maxJobs:
		room = true
	case ofKey[most] > ofKey[job.key]+1:
		room = j.dropOldest(func(other *importJob) bool { return other.key == most })
	}
	if !room {
		return errJobsFull
	}
	j.jobs[job.id] = job
	job.timer = time.AfterFunc(jobLifetime, func() { j.expire(job.id) }) // even if nobody asks again
	return nil
}

// mostOf returns the key with the most files.
func mostOf(ofKey map[string]int) (most string) {
	for key, n := range ofKey {
		if n > ofKey[most] || n == ofKey[most] && key < most {
			most = key
		}
	}
	return most
}

// dropOldest forgets the oldest idle job of the given ones, and reports whether there was one. The
// caller holds the lock.
func (j *Jobs) dropOldest(of func(*importJob) bool) bool {
	var oldest *importJob
	for _, job := range j.jobs {
		if of(job) && !job.busy() && (oldest == nil || job.begun.Before(oldest.begun)) {
			oldest = job
		}
	}
	if oldest == nil {
		return false
	}
	j.drop(oldest.id)
	return true
}

// sweep forgets finished jobs. The caller holds the lock.
func (j *Jobs) sweep(now time.Time) {
	for id, job := range j.jobs {
		if !job.busy() && !now.Before(job.begun.Add(jobLifetime)) {
			j.drop(id)
		}
	}
}

func (j *Jobs) expire(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	job := j.jobs[id]
	switch {
	case job == nil:
	case job.busy():
		job.timer.Reset(time.Minute)
	default:
		j.drop(id)
	}
}

// find returns a session's job; nil if it has none of that name.
func (j *Jobs) find(id string, owner [32]byte, now time.Time) *importJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sweep(now)
	if job := j.jobs[id]; job != nil && job.owner == owner {
		return job
	}
	return nil
}

// of returns a session's jobs.
func (j *Jobs) of(owner [32]byte, now time.Time) []*importJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sweep(now)
	var own []*importJob
	for _, job := range j.jobs {
		if job.owner == owner {
			own = append(own, job)
		}
	}
	return own
}

// start runs a step of a job when there is a slot and memory for it. If two callers start one, the
// second call does nothing.
func (j *Jobs) start(job *importJob, from, to jobState, memory int64, step func(ctx context.Context)) bool {
	// While it is not busy someone may drop it: then its files are gone.
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.jobs[job.id] != job || j.ctx.Err() != nil || !job.begin(from, to) {
		return false
	}
	ctx, cancel := context.WithCancel(j.ctx)
	job.stop = cancel
	j.running.Go(func() {
		defer cancel()
		defer job.end()
		defer job.recovered()
		if err := j.inTurn(ctx, job.key, memory, step); err != nil {
			job.fail(err)
		}
	})
	return true
}

// inTurn runs a step in its key's turn, when there is memory.
func (j *Jobs) inTurn(ctx context.Context, key string, memory int64, step func(ctx context.Context)) error {
	done, err := j.turns.take(ctx, key)
	if err != nil {
		return err
	}
	defer done()
	claim := j.memory.Claim()
	claim.For(key)
	defer claim.Release()
	if err := waitFor(ctx, claim, memory); err != nil {
		return err
	}
	step(ctx)
	return nil
}

// Run runs a step of another sort of import, such as one of tax documents, among the jobs: in its
// key's turn, when there is memory, whether or not anybody waits for it. It calls failed if the
// step does not complete, and returns false if no more steps are accepted.
func (j *Jobs) Run(key string, memory int64, step func(ctx context.Context), failed func(error)) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ctx.Err() != nil {
		return false
	}
	if j.memory == nil {
		memory = 0
	} else {
		memory = min(memory, j.memory.Share(key))
	}
	j.running.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				failed(&trace.Error{Code: trace.CodeInternal, Cause: fmt.Errorf("panic: %v\n%s", p, debug.Stack())})
			}
		}()
		if err := j.inTurn(j.ctx, key, memory, step); err != nil {
			failed(err)
		}
	})
	return true
}

// needs returns how much memory a step of a job claims.
func (j *Jobs) needs(job *importJob, mode intake.Mode) int64 {
	if j.memory == nil {
		return 0
	}
	return job.memory(mode, j.memory.Share(job.key))
}

// jobPause is how long a job waits before it asks again for memory.
const jobPause = time.Second

// waitFor claims memory for a job, which can afford to wait. If the queue is full, the claim fails
// at once, so the job pauses before it asks again.
func waitFor(ctx context.Context, claim *admit.Claim, bytes int64) error {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-pause.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := claim.Wait(ctx, bytes); !errors.Is(err, admit.ErrBusy) {
			return err
		}
		pause.Reset(jobPause)
	}
}

// discard stops a job and forgets it when it has stopped.
func (j *Jobs) discard(job *importJob) {
	j.mu.Lock()
	if job.stop != nil {
		job.stop()
	}
	j.mu.Unlock()
	<-job.resting()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.jobs[job.id] == job && !job.busy() {
		j.drop(job.id)
	}
}

// forget closes a scratch file. The file has no name, except on systems that keep the name of an
// open file.
func forget(file *os.File) {
	if file != nil {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}
}
