package admit

import "sync"

// Lend takes memory that outlives the request, for what its next page needs.
// All that is lent together is at most an eighth of the budget, so that the largest
// claim still fits next to it; it never waits. The caller gives it back with the
// function that it returns, nil if there is no room.
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
