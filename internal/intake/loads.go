package intake

import (
	"context"

	"rastro/internal/load"
	"rastro/internal/trace"
)

// heldLoads is how many loads of other records an import keeps in memory.
const heldLoads = 2 * load.MaxLoads

// loads are the loads that an import compares its rows with.
type loads struct {
	books map[string]*load.Book // by harvest
	held  int
	// own are the records that rows of this file became, now or in an earlier import: a file may
	// say the same of two loads.
	own map[trace.ID]bool
}

// compareLoads finds the rows about loads that are registered already. It looks before the
// transaction that writes them: if two callers write a load at once, neither can see the other's.
func (run *importRun) compareLoads(ctx context.Context, batch []*importItem) error {
	if !run.o.SkipLoads {
		return nil
	}
	for _, item := range batch {
		harvestID := item.row.Envelope.HarvestID
		if item.err != nil || item.twice != 0 || !load.Is(item.row.Kind) || !run.by.Reads(harvestID) {
			continue
		}
		book, err := run.bookOf(ctx, harvestID)
		if err != nil {
			return err
		}
		if match, ok := book.Repeats(&item.record); ok {
			item.repeats, item.perhaps = match.ID, !match.Sure
			book.Take(match.ID)
		}
	}
	return nil
}

// bookOf returns the loads of a harvest, as they were when a row first asked for them.
func (run *importRun) bookOf(ctx context.Context, harvestID string) (*load.Book, error) {
	of := &run.loads
	if book := of.books[harvestID]; book != nil {
		return book, nil
	}
	book, err := load.Read(ctx, run.store.Direct(), harvestID)
	if err != nil {
		return nil, err
	}
	if of.books == nil || of.held > heldLoads {
		of.books, of.held = map[string]*load.Book{}, 0
	}
	of.books[harvestID] = book
	of.held += book.Len() + 1
	return book, nil
}

// sort separates repeated loads that other files contain.
func (l *loads) sort(good []*importItem) {
	if l.books == nil {
		return
	}
	if l.own == nil {
		l.own = map[trace.ID]bool{}
	}
	for _, item := range good {
		if item.existing != (trace.ID{}) {
			l.own[item.existing] = true
		}
		if l.own[item.repeats] {
			item.repeats = trace.ID{}
		}
		if load.Is(item.row.Kind) {
			l.own[item.record.ID] = true
		}
	}
}
