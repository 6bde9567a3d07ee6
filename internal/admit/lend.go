package admit

import "sync"

// Lend takes memory that outlives the request, for the next page of its result. All lent memory
// together is at most an eighth of the budget, so that the largest claim still fits next to it;
// Lend never waits. It returns a function with which the caller gives the memory back; nil if there
// is no room.
func (c *Claim) Lend(bytes int64) (giveBack func()) {
	if c == nil {
		return func() {}
	}
	b := c.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lent+bytes > b.total/8 || !b.room(bytes, false) || len(b.turns) > 0 {
		return nil
	}
	b.lent += bytes
	b.held += bytes
	return sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.lent -= bytes
		b.held -= bytes
		b.serve()
	})
}
