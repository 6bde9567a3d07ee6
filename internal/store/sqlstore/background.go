package sqlstore

import "sync"

// Background runs what nobody waits for until the store is closed.
type Background struct {
	mu     sync.Mutex
	closed bool
	runs   sync.WaitGroup
}

// Go runs fn in a goroutine of its own, unless the store is closed.
func (b *Background) Go(fn func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.runs.Go(fn)
	}
}

// Close waits for what runs. Nothing begins after it.
func (b *Background) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.runs.Wait()
}
