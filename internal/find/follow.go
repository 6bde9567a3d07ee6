package find

import (
	"context"
	"time"

	"rastro/internal/find/term"
	"rastro/internal/trace"
)

const (
	// followInterval is how often the index looks for what was written: a record is found
	// within a second.
	followInterval = 500 * time.Millisecond
	// followBatch is how many versions one transaction takes up: others who write wait for no
	// more than a few milliseconds.
	followBatch = 256
)

// Run brings the index of terms up to date until the context ends. A failure of the store is
// logged, and it tries again.
func (f *Finder) Run(ctx context.Context) {
	for {
		behind, err := f.Follow(ctx)
		pause := followInterval
		switch {
		case err != nil && ctx.Err() == nil:
			f.log.Warn("the index of the search could not be brought up to date; it will be tried again", "err", err)
			pause = trace.FillRetry
		case behind:
			pause = trace.FillPause
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// Follow takes up the next versions of the log into the index of terms, and reports whether
// there are more. The terms are read outside the transaction that writes them.
func (f *Finder) Follow(ctx context.Context) (behind bool, err error) {
	var from, to term.Mark
	var entries []term.Entry
	err = f.store.View(ctx, func(r Reader) error {
		entries = nil
		if from, err = r.TermsIndexed(ctx); err != nil {
			return err
		}
		log, err := r.Log(ctx)
		if trace.Is(err, trace.CodeRecordNotFound) { // it has not begun
			to = from
			return nil
		}
		if err != nil {
			return err
		}
		if to = from; from.Reader != term.Version {
			to = term.Mark{Reader: term.Version, Renewed: max(from.Place, from.Renewed)}
			behind = log.Tree.Size > 0
			return nil
		}
		entries, to.Place, err = next(ctx, r, from, log.Tree.Size)
		behind = to.Place < log.Tree.Size && to.Place > from.Place
		return err
	})
	if err != nil || to == from {
		return false, err
	}
	return behind, f.store.Update(ctx, func(w term.Writer) error { return w.PutTerms(ctx, from, to, entries) })
}

// next are the entries of the versions from a mark on, of each record the newest, and the place
// after them.
func next(ctx context.Context, r Reader, from term.Mark, size int64) (entries []term.Entry, place int64, err error) {
	place = from.Place
	limit := min(followBatch, size-place)
	if limit <= 0 {
		return nil, place, nil
	}
	at := map[trace.ID]int{}
	err = r.EachLogged(ctx, place, int(limit), func(v *trace.Record) error {
		here := place
		place++
		if v.Kind.IsChange() {
			return ctx.Err()
		}
		e := term.Entry{ID: v.ID, HarvestID: v.HarvestID, First: v.Version == 1 && here >= from.Renewed, Terms: term.Of(v)}
		if i, ok := at[v.ID]; ok {
			e.First = entries[i].First
			entries[i] = e
			return ctx.Err()
		}
		at[v.ID] = len(entries)
		entries = append(entries, e)
		return ctx.Err()
	})
	return entries, place, err
}
