package intake

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"sync"

	"rastro/internal/admit"
	"rastro/internal/parallel"
	"rastro/internal/trace"
)

// importItem is a row being imported.
type importItem struct {
	row    Row
	record trace.Record
	mark   trace.Mark
	err    error
	// existing is the record that the row became in an earlier import.
	existing trace.ID
	// repeats is the record that is already about the load of the row.
	repeats trace.ID
	perhaps bool  // only a person knows whether it is
	twice   int64 // the line of this file that says the same
}

// there returns the existing record for the row, zero if there is none.
func (item *importItem) there() trace.ID {
	if item.existing != (trace.ID{}) {
		return item.existing
	}
	return item.repeats
}

func (item *importItem) result(dry bool) Result {
	result := Result{Line: item.row.Line, At: item.row.At, Record: &item.record, ID: item.record.ID, Outcome: RowCreated, Notices: item.row.Notices}
	switch {
	case item.err != nil:
		result.Outcome, result.Record, result.ID, result.Err = RowRefused, nil, trace.ID{}, item.err
	case item.there() != trace.ID{}:
		result.Outcome, result.Record, result.ID, result.Load = RowExisting, nil, item.there(), item.existing == trace.ID{}
		result.MaybeSameLoad = result.Load && item.perhaps
	case item.twice != 0:
		result.Outcome, result.Record, result.ID, result.Twice = RowExisting, nil, trace.ID{}, item.twice
	case dry:
		result.Outcome, result.ID = RowValid, trace.ID{}
	}
	return result
}

// prepare converts every row to what a create would write, before taking the writer. A problem
// stays with its row.
func (run *importRun) prepare(ctx context.Context, batch []*importItem) error {
	for _, item := range batch {
		row := &item.row
		if item.err = run.admit(row); item.err != nil {
			continue
		}
		var err error
		if item.record, err = run.journal.First(run.by, row.Kind, row.Envelope); err != nil {
			return err // of the randomness
		}
	}
	inOrder(batch)
	workers := runtime.GOMAXPROCS(0)
	bases := make([][32]byte, len(batch))
	var claiming sync.Mutex
	claim := func(bytes int64) error { // many are read at once, and one is written
		claiming.Lock()
		defer claiming.Unlock()
		return admit.From(ctx).Reach(bytes * int64(workers+1))
	}
	parallel.Each(len(batch), workers, func(i int) {
		item := batch[i]
		if item.err != nil {
			return
		}
		if run.compares(item) {
			if bases[i], item.err = run.marker.Base(&item.record); item.err != nil {
				return
			}
		}
		item.err = run.recorder.Finish(&item.record, claim)
		item.record.DropLots() // thousands of rows may each name hundreds
	})
	for _, item := range batch {
		if errors.Is(item.err, admit.ErrBusy) || errors.Is(item.err, admit.ErrTooLarge) {
			return item.err // the server's, not the row's
		}
	}
	for i, item := range batch {
		if item.err == nil && run.compares(item) { // rows that say the same are refused together
			item.mark = run.marker.Mark(bases[i])
			run.findTwice(item, bases[i])
		}
	}
	return run.compareLoads(ctx, batch)
}

// admit reports whether a create of the row would be allowed.
func (run *importRun) admit(row *Row) error {
	switch {
	case row.Err != nil:
		return row.Err
	case row.Kind.IsValidation():
		return trace.Fail(trace.CodeNotImportable)
	}
	return run.by.NeedTrial(row.Kind, row.Envelope.HarvestID)
}

// newHarvest reports whether writing the row would begin its harvest, if nobody has that harvest
// yet.
func (run *importRun) newHarvest(item *importItem) bool {
	return !run.by.Reaches(item.row.Envelope.HarvestID)
}

// inOrder assigns the ids of a batch in the order of its rows, so that a list shows a harvest's
// rows in the order of the file.
func inOrder(batch []*importItem) {
	harvests := map[string][]*importItem{}
	for _, item := range batch {
		if item.err == nil {
			harvests[item.record.HarvestID] = append(harvests[item.record.HarvestID], item)
		}
	}
	for _, items := range harvests {
		ids := make([]trace.ID, len(items))
		for i, item := range items {
			ids[i] = item.record.ID
		}
		slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
		for i, item := range items {
			item.record.ID, item.record.UpdatedAt = ids[i], ids[i].Time()
		}
	}
}

// settle writes the good rows of a batch, or, in a dry run, finds those that are
// there. A row that cannot be written is refused alone.
func (run *importRun) settle(ctx context.Context, batch []*importItem) error {
	good := make([]*importItem, 0, len(batch))
	for _, item := range batch {
		if item.err == nil && !run.o.DryRun {
			item.err = run.by.NeedCreate(item.row.Kind, item.row.Envelope.HarvestID)
		}
		if item.err == nil {
			good = append(good, item)
		}
	}
	if len(good) == 0 {
		return nil
	}
	if run.o.DryRun {
		// The content of a harvest that the key does not reach must not be revealed.
		good = slices.DeleteFunc(good, run.newHarvest)
		// A dry run costs nothing, so it would confirm guesses at an erased record.
		if err := run.findExisting(ctx, run.store.Direct().ImportedUnerased, good); err != nil {
			return err
		}
		run.loads.sort(good)
		return run.restore(ctx, run.store.Direct(), good)
	}
	return run.write(ctx, good)
}

// write writes rows in one transaction. If that fails because of one of them, each half is tried
// separately.
func (run *importRun) write(ctx context.Context, good []*importItem) error {
	err := run.store.Update(ctx, func(w Writers) error { return run.append(ctx, w, good) })
	if err == nil {
		run.committed()
		return nil
	}
	class := trace.AsError(err).Class()
	switch {
	case ctx.Err() != nil, class == trace.Unavailable, trace.Is(err, trace.CodeImportUndone):
		return err // no row's fault: the same import can resume
	case len(good) > 1:
		half := len(good) / 2
		if err := run.write(ctx, good[:half]); err != nil {
			return err
		}
		return run.write(ctx, good[half:])
	case class == trace.Internal:
		if run.faults++; run.faults > maxImportFaults {
			return err // it is not the rows
		}
	}
	good[0].err = err
	return nil
}

// append writes rows in a transaction, with their marks.
func (run *importRun) append(ctx context.Context, w Writers, good []*importItem) error {
	if err := run.findExisting(ctx, w.Imported, good); err != nil {
		return err
	}
	run.loads.sort(good)
	if err := run.restore(ctx, w, good); err != nil {
		return err
	}
	var marks []trace.Marked
	var written []*trace.Record
	for _, item := range good {
		if item.there() != (trace.ID{}) || item.twice != 0 {
			continue
		}
		if err := w.Append(ctx, item.record); err != nil {
			return err
		}
		written = append(written, &item.record)
		if run.marks(item) {
			marks = append(marks, trace.Marked{Mark: item.mark, ID: item.record.ID})
		}
	}
	if run.noted != nil { // even if empty: an earlier try may have noted something
		if err := run.noted.Add(ctx, w.Runs, written); err != nil {
			return err
		}
	}
	if marks == nil {
		return nil
	}
	return w.PutImported(ctx, marks)
}

// committed reports that the last write is durable.
func (run *importRun) committed() {
	if run.noted != nil {
		run.noted.Committed()
		run.count.Run, _ = run.noted.ID()
	}
}

// compares reports whether a row is compared with others. A profile is not: its harvest has one.
func (run *importRun) compares(item *importItem) bool {
	return run.marker != nil && !item.row.statesProfile()
}

// marks reports whether a row is marked as imported.
func (run *importRun) marks(item *importItem) bool { return run.o.SkipRepeated && run.compares(item) }

// findTwice finds the earlier row of the file that says the same.
func (run *importRun) findTwice(item *importItem, base [32]byte) {
	if !run.o.SkipTwice {
		return
	}
	if run.first == nil {
		run.first = map[uint64]int64{}
	}
	short := binary.BigEndian.Uint64(base[:8])
	if item.twice = run.first[short]; item.twice == 0 {
		run.first[short] = item.row.Line
	}
}

// findExisting finds the rows that were imported before.
func (run *importRun) findExisting(ctx context.Context, imported func(context.Context, []trace.Mark) ([]trace.Marked, error), good []*importItem) error {
	if !run.o.SkipRepeated {
		return nil
	}
	var marked []*importItem
	for _, item := range good {
		if run.marks(item) {
			marked = append(marked, item)
		}
	}
	for part := range slices.Chunk(marked, trace.MaxMarks) {
		asked := make([]trace.Mark, len(part))
		for i, item := range part {
			asked[i] = item.mark
			item.existing = trace.ID{} // this may not be the first try
		}
		found, err := imported(ctx, asked)
		if err != nil {
			return err
		}
		known := make(map[trace.Mark]trace.ID, len(found))
		for _, m := range found {
			known[m.Mark] = m.ID
		}
		for _, item := range part {
			item.existing = known[item.mark]
		}
	}
	return nil
}

// together writes all rows in one transaction, unless the same request was made before; then it
// returns that answer.
func (run *importRun) together(ctx context.Context, held []*importItem) (reply *trace.Reply, err error) {
	o := &run.o
	taken := run.taken(held)
	err = run.store.Update(ctx, func(w Writers) (err error) {
		now := run.now()
		if reply, err = o.Once.Replay(ctx, w, run.by, now); err != nil || reply != nil && taken == nil {
			return err
		}
		if taken != nil {
			return taken
		}
		if err := run.append(ctx, w, held); err != nil || o.Once == nil {
			return err
		}
		var count Count
		results := make([]Result, len(held))
		for i, item := range held {
			results[i] = item.result(false)
			count.add(&results[i])
		}
		if run.noted != nil {
			count.Run = run.noted.Pending()
		}
		return o.Once.Remember(ctx, w, run.by, now, "", o.Encode(results, count))
	})
	if trace.Is(err, trace.CodeForbiddenHarvest) {
		return nil, run.refuseNewHarvests(held)
	}
	if err == nil && reply == nil {
		run.committed()
	}
	return reply, err
}

// taken returns an error if a row is about a harvest of others.
func (run *importRun) taken(held []*importItem) error {
	for _, item := range held {
		if err := run.by.NeedCreate(item.row.Kind, item.row.Envelope.HarvestID); err != nil {
			return err
		}
	}
	return nil
}

// refuseNewHarvests refuses an import because a harvest in it belongs to others. It names the rows
// of all harvests that the import would begin: the answer costs nothing, so it MUST NOT tell which
// of them somebody has.
func (run *importRun) refuseNewHarvests(held []*importItem) error {
	var problems []trace.Problem
	run.count.Refused = 0
	for _, item := range held {
		if run.newHarvest(item) {
			run.count.Refused++
			problems = appendRowProblems(problems, &item.row, trace.Fail(trace.CodeForbiddenHarvest))
		}
	}
	return run.refused(problems)
}
