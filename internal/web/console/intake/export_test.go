package intake

import (
	"context"
	"path"

	"rastro/internal/intake"
	"rastro/internal/trace"
)

// What the tests of the pages look at.
const (
	JobLifetime      = jobLifetime
	JobPause         = jobPause
	MaxJobs          = maxJobs
	MaxJobsOfKey     = maxJobsOfKey
	MaxJobsOfSession = maxJobsOfSession
)

type ImportJob = importJob

var (
	ImportJobTexts = importJobTexts
	ImportTexts    = importTexts
	NewTurns       = newTurns
	WaitFor        = waitFor
)

// At returns the job that a page shows; nil if there is none.
func (j *Jobs) At(page string) *ImportJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.jobs[path.Base(page)]
}

// Kept returns the number of stored files, and that of one key.
func (j *Jobs) Kept(key string) (all, ofKey int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, job := range j.jobs {
		if job.key == key {
			ofKey++
		}
	}
	return len(j.jobs), ofKey
}

// Closing is closed when the jobs are told to stop.
func (j *Jobs) Closing() <-chan struct{} { return j.ctx.Done() }

// TakeTurn takes one of the slots for running jobs.
func (j *Jobs) TakeTurn(ctx context.Context, key string) (done func(), err error) {
	return j.turns.take(ctx, key)
}

// Begin writes what was checked, as long as still returns true.
func (j *Jobs) Begin(job *ImportJob, service Importer, by *trace.Key, still func() error) bool {
	job.mode = intake.ImportValid
	return j.start(job, jobChecked, jobWriting, 0, func(ctx context.Context) { job.write(ctx, &Controller{service: service}, by, still) })
}

func (t *turns) Take(ctx context.Context, key string) (done func(), err error) {
	return t.take(ctx, key)
}

func (job *ImportJob) Busy() bool               { return job.busy() }
func (job *ImportJob) Resting() <-chan struct{} { return job.resting() }
func (job *ImportJob) Stopped() bool            { return job.state == jobStopped }
func (job *ImportJob) Err() error               { return job.err }

// SetTotal sets the number of rows that the file appears to have.
func (job *ImportJob) SetTotal(rows int64) {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.checked.Total = rows
}
