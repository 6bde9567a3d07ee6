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

// At returns the job that a page shows, nil if there is none.
func (j *Jobs) At(page string) *ImportJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.jobs[path.Base(page)]
}

// Kept counts the files that are kept, and those of one key.
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

// Closing ends when the jobs are told to stop.
func (j *Jobs) Closing() <-chan struct{} { return j.ctx.Done() }

// TakeTurn takes one of the places in which jobs run.
func (j *Jobs) TakeTurn(ctx context.Context, key string) (done func(), err error) {
	return j.turns.take(ctx, key)
}

// Begin writes what was checked, as long as still says so.
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

// SetTotal pretends that the file has so many rows.
func (job *ImportJob) SetTotal(rows int64) {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.checked.Total = rows
}
