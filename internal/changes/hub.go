package changes

import (
	"context"
	"slices"
	"sync"
	"time"

	"rastro/internal/trace"
)

// hub has the newest entries in memory for all who wait for them: the log is read once, however
// many readers there are. Who is further behind reads the store. Nothing is kept while nobody
// waits.
type hub struct {
	mu      sync.Mutex
	waiting int
	size    int64   // of the log, when it was last looked at; -1 is unknown
	ring    []entry // those before size
	grown   chan struct{}
	over    chan struct{} // closed: the server stops
	once    sync.Once
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

// look returns what the hub knows, and what is closed when it knows more.
func (h *hub) look() (wanted bool, size int64, grown <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.waiting > 0, h.size, h.grown
}

// since returns the entries from a position on; ok is false if the store has to be asked. They must
// not be changed.
func (h *hub) since(from int64) (found []entry, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	start := h.size - int64(len(h.ring))
	if h.size < 0 || from < start {
		return nil, false
	}
	return h.ring[min(from-start, int64(len(h.ring))):], true
}

// put takes in what comes after size; most is how many entries are kept. What was told of a record
// that is erased now is forgotten, with all that is older.
func (h *hub) put(from int64, added []entry, most int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == 0 {
		return
	}
	if from != h.size {
		h.ring = nil
	}
	h.ring, h.size = append(h.ring, added...), from+int64(len(added))
	h.ring = h.ring[max(0, len(h.ring)-most):]
	for i := range added {
		if e := &added[i]; e.kind == RecordErased {
			h.forget(e)
		}
	}
	close(h.grown)
	h.grown = make(chan struct{})
}

func (h *hub) forget(erasure *entry) {
	for i, e := range slices.Backward(h.ring) {
		if e.id == erasure.id && e.place < erasure.place {
			h.ring = h.ring[i+1:]
			return
		}
	}
}

// Look takes up what the log has more than when it was last looked at, and wakes those who wait.
// It reads nothing if nobody does.
func (f *Feed) Look(ctx context.Context) error {
	wanted, from, _ := f.hub.look()
	if !wanted {
		return nil
	}
	var added []entry
	var start int64
	changed := false
	err := f.store.View(ctx, func(r Reader) error {
		state, err := f.log.SignedState(ctx, r)
		size := state.Tree.Size
		if changed = err == nil && size != from; !changed {
			return err
		}
		switch start = from; {
		case from < 0:
			start = size // who begins to wait reads the store first
		case from > size || size-from > int64(f.limits.Ring):
			start = max(0, size-int64(f.limits.Ring))
		}
		added, err = f.read(ctx, r, start, int(size-start))
		return err
	})
	if err == nil && changed {
		f.hub.put(start, added, f.limits.Ring)
	}
	return err
}

// read reads entries for all readers.
func (f *Feed) read(ctx context.Context, r Reader, from int64, n int) ([]entry, error) {
	if n == 0 {
		return nil, nil
	}
	source := f.source()
	added := make([]entry, 0, n)
	err := r.EachLogged(ctx, from, n, func(v *trace.Record) error {
		e := entryOf(v, from+int64(len(added)))
		if e.kind != "" {
			e.told = e.tell(nil, source, v, nil)
		}
		added = append(added, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range added {
		if e := &added[i]; e.kind == RecallCreated {
			if e.harvests, err = r.RecallHarvests(ctx, e.id); err != nil {
				return nil, err
			}
		}
	}
	kept, err := f.kept(ctx, r, from, from+int64(len(added)))
	if kept != nil {
		added[kept.Size-1-from].signed = tellCheckpoint(nil, source, kept)
	}
	return added, err
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
