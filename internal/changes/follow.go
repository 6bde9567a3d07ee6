package changes

import (
	"context"

	"rastro/internal/trace"
)

// Join keeps the newest events in memory until leave is called. leave MUST be called.
func (f *Feed) Join() (leave func()) { return f.hub.join() }

// Places returns where a start is in the log, and the log's length; CodeLogShorter if it is beyond.
func (f *Feed) Places(ctx context.Context, s Start) (from, size int64, err error) {
	err = f.store.View(ctx, func(r Reader) error {
		state, err := f.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		size = state.Tree.Size
		from, err = s.resolve(ctx, r, size)
		return err
	})
	return from, size, err
}

// Follow is Page that uses what is in memory if that is enough, so that many readers who keep up
// read the log once. The page has no checkpoint.
func (f *Feed) Follow(ctx context.Context, by *trace.Key, q Query) (Page, error) {
	joined, _, _ := f.hub.look()
	found, ok := f.hub.since(q.From)
	if !joined || !ok || q.Full || q.Gaps {
		return f.Page(ctx, by, q)
	}
	if err := q.Need(by); err != nil {
		return Page{}, err
	}
	page := Page{Next: q.From, Size: q.From + int64(len(found))}
	for i := range found {
		if page.Len() >= q.Size || page.bytes >= maxBytes {
			break
		}
		e := &found[i]
		if q.picks(e) && e.seen(by) {
			page.addFor(e, by)
		}
		if e.signed != nil && q.checkpoints() {
			page.add((&signed{e.place + 1, e.signed}).entry())
		}
		page.Next = e.place + 1
	}
	return page, by.ReachErr()
}

// At returns the event at a place, as a caller sees it now, or the signed state that ends there; ok
// is false if the query does not select one that the caller may read.
func (f *Feed) At(ctx context.Context, by *trace.Key, q Query, place int64, signed bool) (found Event, ok bool, err error) {
	q.Start, q.Size, q.places = Start{From: place}, 1, 1
	page, err := f.Page(ctx, by, q)
	if err != nil {
		return found, false, err
	}
	for e := range page.Events {
		if e.Place == place && (e.Type == CheckpointSigned) == signed {
			return e, true, nil
		}
	}
	return found, false, nil
}
