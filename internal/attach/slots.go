package attach

import (
	"context"
	"encoding/hex"
	"sync"
	"time"

	"rastro/internal/trace"
)

// slots are a number of things that may happen at once, of which each holder has a share.
type slots struct {
	most int

	mu    sync.Mutex
	taken int
	of    map[string]int // by holder
	freed chan struct{}  // closed when a slot is freed
}

func newSlots(most int) *slots {
	return &slots{most: most, of: map[string]int{}, freed: make(chan struct{})}
}

// share is a holder's maximum number of slots.
type share struct {
	holder string
	most   int
}

// sharesOf returns the shares that a sender's file counts against: one of its key, and one of all keys
// of its organisation.
func sharesOf(by *trace.Key) []share {
	if by == nil {
		return nil
	}
	shares := []share{{"key " + by.AccessKey, maxArrivingOfKey}}
	if m := by.Member(); m != nil {
		shares = append(shares, share{"organization " + hex.EncodeToString(m.ID[:]), maxArrivingOfOrganization})
	}
	return shares
}

// take takes a place that counts against shares, and waits at most patience for one. It returns a
// function that gives it back.
func (p *slots) take(ctx context.Context, patience time.Duration, shares ...share) (release func(), err error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		freed, ok := p.try(shares)
		if ok {
			return func() { p.give(shares) }, nil
		}
		select {
		case <-freed:
		case <-timer.C:
			return nil, trace.Fail(trace.CodeTooManyUploads)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// try takes a slot if there is one, and otherwise returns a channel that is closed when one may be
// free.
func (p *slots) try(shares []share) (freed <-chan struct{}, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= p.most {
		return p.freed, false
	}
	for _, s := range shares {
		if p.of[s.holder] >= s.most {
			return p.freed, false
		}
	}
	p.taken++
	for _, s := range shares {
		p.of[s.holder]++
	}
	return nil, true
}

func (p *slots) give(shares []share) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	for _, s := range shares {
		if p.of[s.holder]--; p.of[s.holder] == 0 {
			delete(p.of, s.holder)
		}
	}
	close(p.freed)
	p.freed = make(chan struct{})
}
