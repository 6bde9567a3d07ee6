package console

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"
)

// Jobs are the imports that a console has in hand: files that were sent, what was
// found in them, and what is being written of them. They live with the process.
type Jobs struct {
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	places  chan struct{} // for those that run at once

	mu   sync.Mutex
	jobs map[string]*importJob
}

// Limits of the jobs. A file of each is kept, so all may take 1 GiB of the
// temporary folder.
const (
	maxJobs          = 32
	maxJobsOfSession = 4
	jobsAtOnce       = 2
	// jobLifetime is how long a file waits for somebody to decide.
	jobLifetime = time.Hour
)

// errJobsFull is that there is no room for another file.
var errJobsFull = errors.New("console: no room for another import")

// NewJobs makes room for imports. Close ends them.
func NewJobs() *Jobs {
	j := &Jobs{places: make(chan struct{}, jobsAtOnce), jobs: map[string]*importJob{}}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Close stops what runs, waits until it has stopped, and forgets every file. What
// was written stays, and the same file goes on from there.
func (j *Jobs) Close() {
	j.cancel()
	j.running.Wait()
	j.mu.Lock()
	defer j.mu.Unlock()
	for id := range j.jobs {
		j.drop(id)
	}
}

// drop forgets a job and its files. The caller holds the lock; the job must not run.
func (j *Jobs) drop(id string) {
	job := j.jobs[id]
	delete(j.jobs, id)
	job.timer.Stop()
	forget(job.file)
	job.findings.close()
}

// add takes a job in. For one who has several the oldest that rests makes room.
func (j *Jobs) add(job *importJob, now time.Time) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sweep(now)
	var oldest *importJob
	own := 0
	for _, other := range j.jobs {
		if other.owner != job.owner {
			continue
		}
		own++
		if !other.busy() && (oldest == nil || other.begun.Before(oldest.begun)) {
			oldest = other
		}
	}
	if own >= maxJobsOfSession {
		if oldest == nil {
			return errJobsFull
		}
		j.drop(oldest.id)
	}
	if len(j.jobs) >= maxJobs || j.ctx.Err() != nil {
		return errJobsFull
	}
	j.jobs[job.id] = job
	job.timer = time.AfterFunc(jobLifetime, func() { j.expire(job.id) }) // also where nobody asks again
	return nil
}

// sweep forgets what is over. The caller holds the lock.
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

// find is a session's job, nil where it has none of the name.
func (j *Jobs) find(id string, owner [32]byte, now time.Time) *importJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sweep(now)
	if job := j.jobs[id]; job != nil && job.owner == owner {
		return job
	}
	return nil
}

// of are a session's jobs.
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

// start runs a step of a job, when there is a place for it. Of two who start one
// the second starts nothing.
func (j *Jobs) start(job *importJob, from, to jobState, step func(ctx context.Context)) bool {
	// While it is not busy somebody may drop it: then its files are gone.
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
		select {
		case j.places <- struct{}{}:
			defer func() { <-j.places }()
			step(ctx)
		case <-ctx.Done():
			job.fail(ctx.Err())
		}
	})
	return true
}

// discard stops a job and forgets it once it has stopped.
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

// newScratch makes a file that has no name: nothing of it is left behind, however
// the process ends. Where a system does not let go of a name that is in use, forget
// does.
func newScratch() (*os.File, error) {
	file, err := os.CreateTemp("", "rastro-import-")
	if err == nil {
		_ = os.Remove(file.Name())
	}
	return file, err
}

func forget(file *os.File) {
	if file != nil {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}
}
