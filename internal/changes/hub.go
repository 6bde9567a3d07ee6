package changes

import (
	"context"
	"sync"
	"time"
)

// hub keeps the newest entries in memory for all who wait for them: the log is read once, however
// many readers there are. A reader that is further behind reads the store. Nothing is kept while
// nobody waits.
type hub struct {
	mu      sync.Mutex
	waiting int
	size    int64 // of the log, when it was last looked at; -1 is unknown
	// rewritten is how often versions were rewritten until then.
	rewritten int64
	ring      []entry // those before size
	grown     chan struct{}
	over      chan struct{} // closed: the server stops
	once      sync.Once
}

// join counts somebody who waits. leave MUST be called.
func (h *hub) join() (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting++; h.waiting == 1 {
		h.size, h.ring = -1, nil
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.waiting--; h.waiting == 0 {
			h.size, h.ring = -1, nil
		}
	}
}

// look returns what the hub knows, and a channel that is closed when it knows more.
func (h *hub) look() (wanted bool, size int64, grown <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.waiting > 0, h.size, h.grown
}

// since returns the entries starting at a position; ok is false if the store has to be queried. The
// caller must not change them.
func (h *hub) since(from int64) (found []entry, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	start := h.size - int64(len(h.ring))
	if h.size < 0 || from < start {
		return nil, false
	}
	return h.ring[min(from-start, int64(len(h.ring))):], true
}

// put adds what comes after size; most is how many entries are kept. Events from before a version
// was rewritten are dropped.
func (h *hub) put(from int64, added []entry, rewritten int64, most int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == 0 {
		return
	}
	if from != h.size || rewritten != h.rewritten {
		h.ring = nil
	}
	h.ring, h.size, h.rewritten = append(h.ring, added...), from+int64(len(added)), rewritten
	h.ring = h.ring[max(0, len(h.ring)-most):]
	close(h.grown)
	h.grown = make(chan struct{})
}

// forgets reports whether earlier events are no longer valid.
func (h *hub) forgets(rewritten int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rewritten != rewritten && len(h.ring) > 0
}

// Look reads what was added to the log since the last look, and wakes those who wait. If nobody
// does, it only looks whether what is in memory is still valid.
func (f *Feed) Look(ctx context.Context) error {
	wanted, from, _ := f.hub.look()
	if !wanted {
		return f.dropRewritten(ctx)
	}
	var added []entry
	var v view
	var start int64
	changed := false
	err := f.store.View(ctx, func(r Reader) (err error) {
		state, err := f.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		v = f.view(r, &state)
		f.blocks.newest(v.rewritten)
		if changed = v.size != from || f.hub.forgets(v.rewritten); !changed {
			return nil
		}
		switch start = from; {
		case from < 0:
			start = v.size // a new waiter reads the store first
		case from > v.size || v.size-from > int64(f.limits.Ring):
			start = max(0, v.size-int64(f.limits.Ring))
		}
		added, err = f.added(ctx, &v, start)
		return err
	})
	if err == nil && changed {
		f.hub.put(start, added, v.rewritten, f.limits.Ring)
	}
	return err
}

// dropRewritten drops what is in memory if something was rewritten since: erased content must not
// stay there until the next reader comes. It drops everything if it cannot know.
func (f *Feed) dropRewritten(ctx context.Context) error {
	if f.blocks.kept.EstimatedSize() == 0 {
		return nil
	}
	state, err := f.log.NewestState(ctx)
	if err != nil {
		f.blocks.kept.InvalidateAll()
		return err
	}
	f.blocks.newest(state.Rewritten)
	return nil
}

// added returns the entries from a place to the end of the log, for all readers.
func (f *Feed) added(ctx context.Context, v *view, from int64) (all []entry, err error) {
	for place := from; place < v.size; place = from + int64(len(all)) {
		some, err := v.from(ctx, place, MaxSize)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if len(all) == 0 {
		return nil, nil
	}
	found, err := v.signed(ctx, from, v.size)
	if found.json != nil {
		all[found.size-1-from].signed = found.json
	}
	return all, err
}

// Run looks at the log until the context ends.
func (f *Feed) Run(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := f.Look(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// Close ends the streams and those who wait: the server stops.
func (f *Feed) Close() { f.hub.once.Do(func() { close(f.hub.over) }) }
