// Package parked keeps the unfinished work of one request for a short time, so
// that the next request can continue it. It is bounded and only a shortcut: a
// request that finds nothing starts over.
package parked

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// perOwner is how many things an owner may park: two clients with the same key that page through
// two lists, and as many abandoned ones.
const perOwner = 4

// Place keeps things. It is safe for concurrent use.
type Place[T any] struct {
	most int
	keep time.Duration

	mu    sync.Mutex
	held  int
	space map[string]*spot[T]
	count uint64
}

type spot[T any] struct {
	owner string
	order uint64 // of its arrival
	bytes int
	value T
	timer *time.Timer
	gone  func()
}

// New returns a place with room for that many bytes, where each thing is kept for a time.
func New[T any](most int, keep time.Duration) *Place[T] {
	return &Place[T]{most: most, keep: keep, space: map[string]*spot[T]{}}
}

// Put parks a thing under a name, and reports whether it did. It calls gone once, when the thing is
// taken or dropped, or at once if it is not parked. An owner has at most half of the space; its
// newer things displace its own older ones, but never those of another owner.
func (p *Place[T]) Put(owner, name string, bytes int, value T, gone func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(name, p.space[name])
	for {
		n, held, oldest := 0, 0, ""
		for at, s := range p.space {
			if s.owner != owner {
				continue
			}
			n, held = n+1, held+s.bytes
			if oldest == "" || s.order < p.space[oldest].order {
				oldest = at
			}
		}
		if n < perOwner && held+bytes <= p.most/2 && p.held+bytes <= p.most {
			break
		}
		if n == 0 {
			gone()
			return false
		}
		p.drop(oldest, p.space[oldest])
	}
	p.count++
	s := &spot[T]{owner: owner, order: p.count, bytes: bytes, value: value, gone: gone}
	s.timer = time.AfterFunc(p.keep, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.drop(name, s)
	})
	p.space[name] = s
	p.held += bytes
	return true
}

// Take returns what an owner parked under a name, and removes it.
func (p *Place[T]) Take(owner, name string) (value T, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.space[name]
	if s == nil || s.owner != owner {
		return value, false
	}
	p.drop(name, s)
	return s.value, true
}

// See returns what an owner parked under a name, and keeps it.
func (p *Place[T]) See(owner, name string) (value T, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.space[name]
	if s == nil || s.owner != owner {
		return value, false
	}
	return s.value, true
}

// Of returns what an owner parked, the oldest first.
func (p *Place[T]) Of(owner string) (list []T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var own []*spot[T]
	for _, s := range p.space {
		if s.owner == owner {
			own = append(own, s)
		}
	}
	slices.SortFunc(own, func(a, b *spot[T]) int { return cmp.Compare(a.order, b.order) })
	for _, s := range own {
		list = append(list, s.value)
	}
	return list
}

// Bytes returns how much is parked.
func (p *Place[T]) Bytes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held
}

// drop removes a thing, if it is the one with that name. The caller holds the lock.
func (p *Place[T]) drop(name string, s *spot[T]) {
	if s == nil || p.space[name] != s {
		return
	}
	s.timer.Stop()
	delete(p.space, name)
	p.held -= s.bytes
	s.gone()
}
