package admit

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy means that the memory is in use: try again later.
var ErrBusy = errors.New("admit: the memory for requests is taken")

// ErrTooLarge means that a request needs more than any one request may have.
var ErrTooLarge = errors.New("admit: the request needs more memory than one may have")

// Anyone is the holder that all callers without a key share.
const Anyone = ""

// Patience is how long a request waits for its turn.
const Patience = 30 * time.Second

// Limits of the queue. A waiter holds nothing but its connection.
const (
	maxWaiters      = 1024
	maxWaitersOfOne = 256
)

// Small is how large a claim may grow before it counts as a large one, which
// leaves the last eighth of the budget to others.
const Small = 1 << 20

// Budget is the memory that callers may claim. A nil Budget admits everything.
type Budget struct {
	total    int64
	patience time.Duration

	mu      sync.Mutex
	held    int64
	lent    int64              // part of held that no request holds any more
	onDisk  int64              // of bodies that wait on disk
	holders map[string]*holder // those that hold something or wait
	turns   []*holder          // those that wait, the next first
	waiters int
}

// holder is someone who claims memory.
type holder struct {
	name   string
	held   int64
	onDisk int64
	queue  []*waiter
}

// waiter is a claim that waits. The one that grants it closes ready.
type waiter struct {
	claim *Claim
	bytes int64
	ready chan struct{}
}

// New returns a budget of that many bytes, with the longest time that a request waits for them.
func New(total int64, patience time.Duration) *Budget {
	return &Budget{total: total, patience: patience, holders: map[string]*holder{}}
}

// Share returns the most that a holder, and so any one of its requests, may have:
// three quarters for a key, an eighth for all strangers together.
func (b *Budget) Share(name string) int64 {
	if name == Anyone {
		return b.total / 8
	}
	return b.total / 4 * 3
}

// Usage is the state of a budget.
type Usage struct {
	Total, Held int64
	Waiting     int
}

// Usage returns the state of the budget.
func (b *Budget) Usage() Usage {
	if b == nil {
		return Usage{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return Usage{b.total, b.held, b.waiters}
}

// room reports whether the budget has room for that many bytes. The caller holds the lock.
func (b *Budget) room(bytes int64, small bool) bool {
	if small {
		return b.held+bytes <= b.total
	}
	return b.held+bytes <= b.total-b.total/8
}

// of returns a holder by name. The caller holds the lock.
func (b *Budget) of(name string) *holder {
	h := b.holders[name]
	if h == nil {
		h = &holder{name: name}
		b.holders[name] = h
	}
	return h
}

// grow gives a claim more at once, or reports that it cannot. Large claims do
// not overtake those that wait.
func (b *Budget) grow(c *Claim, bytes int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.of(c.holder)
	small := c.held+bytes <= Small
	if h.held+bytes > b.Share(h.name) || !b.room(bytes, small) || !small && len(b.turns) > 0 {
		b.forget(h)
		return false
	}
	b.take(h, c, bytes)
	return true
}

func (b *Budget) take(h *holder, c *Claim, bytes int64) {
	h.held += bytes
	b.held += bytes
	c.held += bytes
}

// forget drops a holder that neither holds nor waits. The caller holds the lock.
func (b *Budget) forget(h *holder) {
	if h.held == 0 && h.onDisk == 0 && len(h.queue) == 0 {
		delete(b.holders, h.name)
	}
}

// release returns what a claim holds, and serves the waiters.
func (b *Budget) release(c *Claim) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.of(c.holder)
	h.held -= c.held
	b.held -= c.held
	c.held = 0
	b.serve()
	b.forget(h)
}

// wait reserves bytes, in turn, for a claim that holds nothing.
func (b *Budget) wait(ctx context.Context, c *Claim, bytes int64) error {
	if bytes > b.Share(c.holder) {
		return ErrTooLarge
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &waiter{claim: c, bytes: bytes, ready: make(chan struct{})}
	if !b.join(w) {
		return ErrBusy
	}
	timer := time.NewTimer(b.patience)
	defer timer.Stop()
	err := ErrBusy
	select {
	case <-w.ready:
		return nil
	case <-timer.C:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if b.leave(w) {
		return err
	}
	return nil // it was served at that very moment
}

// join puts a waiter into the queue, and serves it if there is room.
func (b *Budget) join(w *waiter) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.of(w.claim.holder)
	if b.waiters >= maxWaiters || len(h.queue) >= maxWaitersOfOne {
		b.forget(h)
		return false
	}
	if len(h.queue) == 0 {
		b.turns = append(b.turns, h)
	}
	h.queue = append(h.queue, w)
	b.waiters++
	b.serve()
	return true
}
