package intake

import (
	"context"
	"slices"
	"sync"
)

// turns shares the slots for imports that run at once between keys: one at a time for each, and in
// turn if several wait.
type turns struct {
	mu      sync.Mutex
	free    int
	running map[string]bool
	waiting []*turn // the key whose turn is next first
}

type turn struct {
	key   string
	ready chan struct{}
}

func newTurns(places int) *turns { return &turns{free: places, running: map[string]bool{}} }

// take waits for the key's turn. Its holder calls done at the end.
func (t *turns) take(ctx context.Context, key string) (done func(), err error) {
	mine := &turn{key: key, ready: make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, mine)
	t.serve()
	t.mu.Unlock()
	select {
	case <-mine.ready:
		return func() { t.end(key) }, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(t.waiting, mine); at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
		return nil, ctx.Err()
	}
	t.finish(key) // its turn came at that very moment
	return nil, ctx.Err()
}

func (t *turns) end(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.finish(key)
}

// finish returns a slot. The key's other waiting jobs go behind all others. The caller holds the
// lock.
func (t *turns) finish(key string) {
	t.free++
	delete(t.running, key)
	slices.SortStableFunc(t.waiting, func(a, b *turn) int {
		switch {
		case a.key != key && b.key == key:
			return -1
		case a.key == key && b.key != key:
			return 1
		}
		return 0
	})
	t.serve()
}

// serve gives free slots to the first waiting jobs that may have one. The caller holds the lock.
func (t *turns) serve() {
	for i := 0; i < len(t.waiting) && t.free > 0; {
		next := t.waiting[i]
		if t.running[next.key] {
			i++
			continue
		}
		t.waiting = slices.Delete(t.waiting, i, i+1)
		t.free--
		t.running[next.key] = true
		close(next.ready)
	}
}
