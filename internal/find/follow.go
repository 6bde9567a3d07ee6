package find

import (
	"context"
	"time"

	"rastro/internal/find/term"
	"rastro/internal/trace"
)

const (
	// followInterval is how often the index looks at how much was written.
	followInterval = 500 * time.Millisecond
	// followEvery is the number of looks after which the index takes up what was written, however
	// little.
	followEvery = 10
	// followBatch is how many versions one transaction takes up: their terms, in order, share
	// pages of the index, and others who write wait for them no longer than for a few syncs.
	followBatch = 1024
	// followPause is the pause between two such transactions, so that other writers get their
	// turns.
	followPause = 50 * time.Millisecond
	// While this many versions are written between two looks, the index leaves the processor and
	// the disk to the writers, until maxWaiting versions wait.
	busyVersions = 50
	maxWaiting   = 32 * followBatch
)

// Run brings the index of terms up to date until the context ends. A failure of the store is
// logged, and it tries again.
func (f *Finder) Run(ctx context.Context) {
	var last int64 // the size of the log at the last look
	for look := 0; ; look++ {
		size, behind, err := f.follow(ctx, func(size int64) int64 { return enough(look, last, size) })
		pause := followInterval
		switch {
		case err != nil && ctx.Err() == nil:
			f.log.Warn("the index of the search could not be brought up to date; it will be tried again", "err", err)
			pause = trace.FillRetry
		case behind:
			pause = followPause
			look-- // it is the same look
		default:
			last = size
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// enough returns how many versions must wait before the index takes them up, given the sizes of the
// log at the last look and now.
func enough(look int, last, size int64) int64 {
	switch {
	case look > 0 && size-last >= busyVersions:
		return maxWaiting
	case look%followEvery == 0:
		return 1
	}
	return followBatch
}

// Follow takes up the next versions of the log into the index of terms, and reports whether
// there are more.
func (f *Finder) Follow(ctx context.Context) (behind bool, err error) {
	_, behind, err = f.follow(ctx, func(int64) int64 { return 1 })
	return behind, err
}

// waiting returns how far the index and the log have come.
func waiting(ctx context.Context, r Reader) (from term.Mark, size int64, err error) {
	if from, err = r.TermsIndexed(ctx); err != nil {
		return from, 0, err
	}
	log, err := r.Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) { // it has not begun
		return from, 0, nil
	}
	return from, log.Tree.Size, err
}

// follow is Follow if enough versions wait, given the size of the log, which it returns. The terms
// are read outside the transaction that writes them.
func (f *Finder) follow(ctx context.Context, enough func(size int64) int64) (size int64, behind bool, err error) {
	var from, to term.Mark
	var entries []term.Entry
	var erasures int64
	err = f.store.View(ctx, func(r Reader) (err error) {
		entries, behind = nil, false
		from, size, err = waiting(ctx, r)
		if to = from; err != nil || size == 0 {
			return err
		}
		if from.Reader != term.Version {
			to = term.Mark{Reader: term.Version, Renewed: max(from.Place, from.Renewed)}
			behind = true
			return nil
		}
		least := max(enough(size), 1)
		if size-from.Place < least {
			return nil
		}
		if erasures, err = r.Erasures(ctx); err != nil {
			return err
		}
		entries, to.Place, err = next(ctx, r, from, size)
		behind = size-to.Place >= least && to.Place > from.Place
		return err
	})
	if err != nil || to == from {
		return size, false, err
	}
	err = f.store.Update(ctx, func(w Writer) error {
		put := entries
		// A record that was erased meanwhile must not get its terms back.
		now, err := w.BlockErasures(ctx)
		if err == nil && now != erasures && len(entries) > 0 {
			put, _, err = next(ctx, w, from, to.Place)
		}
		if err != nil {
			return err
		}
		return w.PutTerms(ctx, from, to, put)
	})
	if err == nil {
		f.tail.forget(to.Place)
	}
	return size, behind, err
}

// next returns the entries of the versions from a mark on, of each record the newest, and the place
// after them.
func next(ctx context.Context, r trace.LoggedReader, from term.Mark, size int64) (entries []term.Entry, place int64, err error) {
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
