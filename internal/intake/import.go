package intake

import (
	"context"
	"errors"
	"io"
	"strconv"

	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Mode says what happens to the good rows if there are bad ones.
type Mode uint8

// The modes.
const (
	ImportAll   Mode = iota // all rows or none
	ImportValid             // those that can be
)

// Modes are the modes by name.
var Modes = map[string]Mode{"tudo": ImportAll, "validas": ImportValid}

// Limits of an import.
const (
	// importBatch rows share one transaction in ImportValid: enough that a sync costs each
	// next to nothing, few enough that others do not wait noticeably.
	importBatch      = 1000
	importBatchBytes = 4 << 20
	// MaxImportAll and MaxImportAllBytes bound what is written in one transaction,
	// which all other writers of SQLite wait for.
	MaxImportAll      = 20_000
	MaxImportAllBytes = 32 << 20
	// maxImportProblems limits the listed problems of refused rows.
	maxImportProblems = 200
	// maxImportFaults is how many rows may fail for a reason that is not their own.
	maxImportFaults = 10
)

// Row is a row to import.
type Row struct {
	Line     int64  // in the file, or its number in a list, from 1
	At       string // the row's pointer in its document; "" if the row is the document
	Kind     *kind.Kind
	Envelope trace.Envelope
	// Err is why it could not be read; then the rest may be empty.
	Err error
	// Notices deserve attention, but refuse nothing.
	Notices []trace.Problem
}

// Source gives the rows, one after another: io.EOF after the last. Any
// other error ends the import.
type Source interface{ Next() (Row, error) }

// Options say how to import.
type Options struct {
	Mode Mode
	// DryRun writes nothing, and reports for each row what a create would do.
	DryRun bool
	// SkipRepeated leaves out rows that an earlier import with this option imported.
	SkipRepeated bool
	// SkipLoads leaves out rows about a load that is registered already, in another way: see
	// package load. Rows of the same file are not compared with each other.
	SkipLoads bool
	// SkipTwice leaves out rows that say exactly what an earlier row of the same file says.
	SkipTwice bool
	// Source says in the list of imports where this one came from, and Mapping how its file was
	// read; without a source it is not listed, and cannot be undone.
	Source, Mapping string
	// Once makes a repeated ImportAll take effect only once. Encode renders the answer that is kept
	// for it, which MUST NOT quote anything from the records, because an erasure does not reach it.
	Once   *trace.Idempotency
	Encode func([]Result, Count) []byte
	// Progress is called after every batch with the rows processed so far; it may be nil. In
	// ImportAll these are the rows that were checked.
	Progress func(Count)
}

// Outcome is what happened to a row, as the wire names it.
type Outcome string

// The outcomes.
const (
	RowCreated  Outcome = "criado"
	RowValid    Outcome = "valido" // of a dry run: would be created
	RowExisting Outcome = "existente"
	RowRefused  Outcome = "recusado"
)

// Result is what happened to one row.
type Result struct {
	Line    int64
	At      string
	Outcome Outcome
	// Record is what was created, or would be; for an existing record only the ID is set.
	Record *trace.Record
	ID     trace.ID
	// Load: the row is about the same load as the existing record, but differs from it.
	Load bool
	// MaybeSameLoad: it may be about the same load, and a person has to decide. Until then the row is
	// left out.
	MaybeSameLoad bool
	// Twice is the line of this file that says exactly the same; 0 if none does.
	Twice   int64
	Err     error
	Notices []trace.Problem // of the row
}

// Count counts rows. In a dry run Created are those that would be.
type Count struct {
	Total, Created, Existing, Refused int64
	DryRun                            bool
	// Loads counts those of Existing whose load was registered in another way.
	Loads int64
	// Twice counts those of Existing that an earlier row of the same file says.
	Twice int64
	// Run is the id under which the import is listed; zero if it wrote nothing.
	Run trace.ID
}

func (c *Count) add(r *Result) {
	c.Total++
	switch r.Outcome {
	case RowExisting:
		if c.Existing++; r.Load {
			c.Loads++
		}
		if r.Twice != 0 {
			c.Twice++
		}
	case RowRefused:
		c.Refused++
	default:
		c.Created++
	}
}

// Import creates many records, each exactly as Create would. It calls each with the result of every
// row, in order, when it is durable; if each fails, the import ends. It keeps one batch in memory
// at a time; ImportAll keeps all rows.
//
// ImportValid refuses rows one by one. What was reported is stored, however it ends. ImportAll
// writes everything in one transaction, or nothing: it fails with CodeImportRefused, which lists
// the first problems, or with CodeImportTooLarge. If an answer was kept under the same Once, it is
// returned, and nothing else happens.
func (s *Importer) Import(ctx context.Context, by *trace.Key, rows Source, o Options, each func(*Result) error) (Count, *trace.Reply, error) {
	run := &importRun{Importer: s, by: by, o: o, each: each, count: Count{DryRun: o.DryRun}}
	if err := by.Need(trace.Write); err != nil {
		return run.count, nil, err
	}
	if err := personal.Need(by); err != nil { // which rows already exist reveals what a mask hides
		return run.count, nil, err
	}
	if o.Source != "" && !o.DryRun {
		run.noted = runs.Begin(s.journal, by, o.Source, o.Mapping)
	}
	if o.SkipRepeated || o.SkipTwice {
		seed, err := trace.ImportSeed(ctx, s.store.Direct())
		if err != nil {
			return run.count, nil, err
		}
		run.marker = trace.NewMarker(seed)
	}
	if o.Mode == ImportAll && !o.DryRun {
		reply, err := run.all(ctx, rows)
		return run.count, reply, err
	}
	err := run.batches(ctx, rows, func(batch []*importItem) error {
		if err := run.settle(ctx, batch); err != nil {
			return err
		}
		return run.tell(batch)
	})
	return run.count, nil, err
}

// importRun is a running import.
type importRun struct {
	*Importer
	by     *trace.Key
	o      Options
	each   func(*Result) error
	marker *trace.Marker    // nil: repeated rows are created
	first  map[uint64]int64 // the lines of the rows so far, by the first bytes of their digests
	noted  *runs.Run        // nil: the import is not listed
	count  Count
	faults int
	loads  loads
}

// batches reads and checks the rows and passes them on, a batch at a time, including those read
// before an error of the source.
func (run *importRun) batches(ctx context.Context, rows Source, fn func([]*importItem) error) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch, ended := run.read(rows)
		if len(batch) > 0 {
			if err := run.prepare(ctx, batch); err != nil {
				return err
			}
			if err := fn(batch); err != nil {
				return err
			}
			if run.o.Progress != nil {
				run.o.Progress(run.count)
			}
		}
		switch {
		case errors.Is(ended, io.EOF):
			return nil
		case ended != nil:
			return ended
		}
	}
}

func (run *importRun) read(rows Source) (batch []*importItem, ended error) {
	for size := 0; len(batch) < importBatch && size < importBatchBytes; {
		row, err := rows.Next()
		if err != nil {
			return batch, err
		}
		size += len(row.Envelope.Payload)
		batch = append(batch, &importItem{row: row})
	}
	return batch, nil
}

// tell passes on the results of a batch.
func (run *importRun) tell(batch []*importItem) error {
	for _, item := range batch {
		result := item.result(run.o.DryRun)
		run.count.add(&result)
		if err := run.each(&result); err != nil {
			return err
		}
	}
	return nil
}

// all checks every row, and only then writes them, in one transaction.
func (run *importRun) all(ctx context.Context, rows Source) (*trace.Reply, error) {
	var held []*importItem
	var problems []trace.Problem
	size := 0
	err := run.batches(ctx, rows, func(batch []*importItem) error {
		for _, item := range batch {
			run.count.Total++
			size += len(item.row.Envelope.Payload)
			if item.err != nil {
				run.count.Refused++
				problems = appendRowProblems(problems, &item.row, item.err)
				held = nil // nothing of it will be written
			} else if run.count.Refused == 0 {
				held = append(held, item)
			}
			if run.count.Total > MaxImportAll || size > MaxImportAllBytes {
				return trace.Fail(trace.CodeImportTooLarge, "max", strconv.Itoa(MaxImportAll), "mib", strconv.Itoa(MaxImportAllBytes>>20))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if run.count.Refused > 0 {
		return nil, run.refused(problems)
	}
	reply, err := run.together(ctx, held)
	if reply != nil || err != nil {
		return reply, err
	}
	run.count = Count{Run: run.count.Run}
	return nil, run.tell(held)
}

// refused returns the answer to an import of which nothing is written.
func (run *importRun) refused(problems []trace.Problem) error {
	refused := trace.Fail(trace.CodeImportRefused, "recusados", strconv.FormatInt(run.count.Refused, 10), "total", strconv.FormatInt(run.count.Total, 10))
	refused.Problems = problems
	return refused
}

// appendRowProblems appends the problems of a row, up to a limit.
func appendRowProblems(problems []trace.Problem, row *Row, err error) []trace.Problem {
	for _, p := range RowProblems(row.At, err) {
		if len(problems) == maxImportProblems {
			break
		}
		p.Line = row.Line
		problems = append(problems, p)
	}
	return problems
}

// RowProblems returns the problems of a row at a pointer. An error without details is one problem.
func RowProblems(at string, err error) []trace.Problem {
	e := trace.AsError(err)
	if len(e.Problems) == 0 {
		return []trace.Problem{{Pointer: at, Rule: string(e.Code), Message: trace.Errors[e.Code].Text, Args: e.Args}}
	}
	list := make([]trace.Problem, len(e.Problems))
	for i, p := range e.Problems {
		p.Pointer = at + p.Pointer
		list[i] = p
	}
	return list
}
