package intake

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"rastro/internal/columns"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// jobState is the progress of an import.
type jobState uint8

// The states. A file is first checked; what is checked may be written. If an all-or-nothing import
// wrote nothing, the file is still checked.
const (
	jobSent jobState = iota
	jobChecking
	jobUnreadable // the file cannot be read
	jobChecked
	jobWriting
	jobWritten
	jobStopped // in the middle
	jobAsking  // a person must say what the columns mean
)

// importJob is a file being imported.
type importJob struct {
	id    string
	owner [32]byte // the session's digest
	key   string   // the access key, of any number of sessions
	kind  *kind.Kind
	name  string // of the file
	size  int64
	file  *os.File
	begun time.Time
	timer *time.Timer
	stop  context.CancelFunc // for the running step; guarded by Jobs
	log   *slog.Logger

	mu       sync.Mutex
	state    jobState
	rest     chan struct{} // closed while nothing runs
	mode     intake.Mode
	decision decision
	total    int // rows in the file, about
	count    intake.Count
	checked  intake.Count // the result of the check
	findings *findings
	columns  []sheet.Problem // unknown headers
	passed   int             // rows that are not records
	layout   layout          // how the file is read, if it is not one of our templates
	run      trace.ID        // under which the import is listed
	sample   sample          // of what will be written
	assumed  string          // one that was read as the identifier of the harvest
	err      error           // why it was stopped, cannot be read, or nothing was written
}

// begin moves the job from one state to another, and reports whether it was in the former.
func (job *importJob) begin(from, to jobState) bool {
	job.mu.Lock()
	defer job.mu.Unlock()
	if job.state != from {
		return false
	}
	job.state, job.err, job.count = to, nil, intake.Count{}
	job.rest = make(chan struct{})
	return true
}

// end marks that nothing runs any more.
func (job *importJob) end() {
	job.mu.Lock()
	defer job.mu.Unlock()
	close(job.rest)
}

// resting returns a channel that is closed when nothing runs.
func (job *importJob) resting() <-chan struct{} {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.rest
}

func (job *importJob) busy() bool {
	select {
	case <-job.resting():
		return false
	default:
		return true
	}
}

func (job *importJob) fail(err error) {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.state, job.err = jobStopped, err
}

// recovered stops a job that panics, which would otherwise end the program, since no request
// handler catches it.
func (job *importJob) recovered() {
	if p := recover(); p != nil {
		err := &trace.Error{Code: trace.CodeInternal, Cause: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		job.log.Error("import stopped", "err", err.Cause)
		job.fail(err)
	}
}

// The memory of an import's steps: a batch of rows and, for all or nothing, all of them, which can
// only be estimated from the packed file.
const (
	batchMemory = 24 << 20
	wholeMemory = 160 << 20
	rowsFactor  = 16
)

// memory returns what a step claims, within what its key may have.
func (job *importJob) memory(mode intake.Mode, share int64) int64 {
	bytes := int64(batchMemory)
	if mode == intake.ImportAll {
		bytes = min(batchMemory+rowsFactor*job.size, wholeMemory)
	}
	return min(bytes, share)
}

// check reads the whole file and determines what a create would answer to each row. It writes
// nothing.
func (job *importJob) check(ctx context.Context, c *Controller, by *trace.Key, still func() error) {
	found := newFindings(job.findings.lang)
	ready, err := job.recognise(ctx, c, by, still)
	if err == nil && !ready {
		return
	}
	var count intake.Count
	var columns []sheet.Problem
	if err == nil {
		count, columns, err = job.pass(ctx, c, by, found, intake.Options{Mode: intake.ImportValid, DryRun: true, SkipRepeated: true, SkipLoads: true, SkipTwice: true}, still)
	}
	job.mu.Lock()
	defer job.mu.Unlock()
	job.columns, job.count = columns, count
	job.adopt(found)
	switch {
	case err == nil:
		job.state, job.checked = jobChecked, count
	case unreadableSheet(err):
		job.state, job.err = jobUnreadable, err
	default:
		job.state, job.err = jobStopped, err
	}
}

// write writes what was checked.
func (job *importJob) write(ctx context.Context, c *Controller, by *trace.Key, still func() error) {
	found := newFindings(job.findings.lang)
	count, _, err := job.pass(ctx, c, by, found, intake.Options{Mode: job.mode, SkipRepeated: true, SkipLoads: !job.decision.Loads, SkipTwice: !job.decision.Twice, Source: "console", Mapping: job.layout.name()}, still)
	var unkept error
	if err == nil {
		unkept = job.keepLayout(ctx, c, by)
	}
	job.mu.Lock()
	defer job.mu.Unlock()
	job.count, job.run, job.layout.unkept = count, count.Run, unkept
	switch {
	case err == nil:
		job.state = jobWritten
		job.adopt(found)
	case trace.Is(err, trace.CodeImportRefused), trace.Is(err, trace.CodeImportTooLarge):
		job.state, job.err = jobChecked, err
		found.close()
	default:
		job.state, job.err = jobStopped, err
		found.close()
	}
}

// adopt stores the results of a pass. The caller holds the lock.
func (job *importJob) adopt(found *findings) {
	job.findings.close()
	job.findings = found
}

// pass reads the file once.
func (job *importJob) pass(ctx context.Context, c *Controller, by *trace.Key, found *findings, o intake.Options, still func() error) (intake.Count, []sheet.Problem, error) {
	if err := still(); err != nil { // it may have waited long
		return intake.Count{}, nil, err
	}
	rows, unknown, err := job.open(ctx)
	if err != nil {
		return intake.Count{}, nil, err
	}
	defer rows.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o.Progress = func(count intake.Count) {
		job.mu.Lock()
		job.count = count
		job.mu.Unlock()
		if err := still(); err != nil { // the key was deactivated meanwhile
			cancel(err)
		}
	}
	found.labels = labelsOf(job.kind, job.layout.mapping)
	read := &bookRows{rowReader: rows, kind: job.kind, found: found}
	count, _, err := c.service.Import(ctx, by, read, o, found.take)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err == nil {
		err = found.flush()
	}
	if err == nil && count.Total == 0 {
		err = &sheet.Error{Reason: sheet.Empty}
	}
	job.mu.Lock()
	job.sample = read.sample
	if mapped, ok := rows.(*columns.Rows); ok {
		job.passed = mapped.Passed()
	}
	job.mu.Unlock()
	return count, unknown, err
}

// rowReader reads the rows of a spreadsheet.
type rowReader interface {
	Next() (sheet.Row, error)
	Close() error
}

// open opens the file as its layout says, or as a template. It also returns the columns that a
// template does not have.
func (job *importJob) open(ctx context.Context) (rowReader, []sheet.Problem, error) {
	if m := job.layout.mapping; m != nil {
		f, err := sheet.OpenFile(job.file, job.size, sheet.Limits{Ended: ctx.Err})
		if err != nil {
			return nil, nil, err
		}
		job.mu.Lock()
		job.total = job.layout.guess.Rows
		job.mu.Unlock()
		rows, err := columns.Open(f, m)
		if err != nil {
			return nil, nil, err
		}
		return rows, nil, nil
	}
	book, err := sheet.Open(job.file, job.size, job.kind, sheet.Limits{Ended: ctx.Err})
	if err != nil {
		return nil, nil, err
	}
	job.mu.Lock()
	defer job.mu.Unlock()
	job.total, job.assumed = book.Total(), book.Assumed()
	return book, book.Problems(), nil
}

// bookRows reads the rows of a spreadsheet for an import.
type bookRows struct {
	rowReader
	kind   *kind.Kind
	found  *findings
	sample sample
}

// Next implements intake.Source.
func (b *bookRows) Next() (intake.Row, error) {
	row, err := b.rowReader.Next()
	if err != nil {
		return intake.Row{}, err
	}
	b.sample.take(row)
	out := intake.SheetRow(b.kind, row)
	b.found.note(out.Line, out.Notices)
	out.Notices = nil // the page takes them from found
	return out, nil
}
