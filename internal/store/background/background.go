// Package background runs tasks that nobody waits for, until a store is closed.
package background

import "sync"

// Runs are goroutines of one store. The zero value is ready.
type Runs struct {
	mu     sync.Mutex
	closed bool
	runs   sync.WaitGroup
}

// Go runs fn in a goroutine of its own, unless the store is closed.
func (b *Runs) Go(fn func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.runs.Go(fn)
	}
}

// Close waits for the running tasks. None starts after it.
func (b *Runs) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.runs.Wait()
}
