// Package replica says which requests a replica of the database may answer. The store decides
// whether a replica does: it must have everything acknowledged before the request.
package replica

import (
	"context"
	"sync"
)

// Read is shared by the reads of one request.
type Read struct {
	mu       sync.Mutex
	leader   bool // it alone answers from now on
	failed   bool
	asked    bool
	position any
}

type key struct{}

// May lets replicas answer the reads of a request.
func May(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, &Read{}) }

// Never makes the leader alone answer, for example for cached data that others will read.
func Never(ctx context.Context) context.Context {
	if Of(ctx) == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, (*Read)(nil))
}

// Of returns what the reads under a context share; nil if only the leader may answer them.
func Of(ctx context.Context) *Read {
	r, _ := ctx.Value(key{}).(*Read)
	return r
}

// Failed reports whether a replica went away in the middle of a read. The request is then made
// again: see Never.
func Failed(ctx context.Context) bool {
	r := Of(ctx)
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

// Fail reports that a replica went away in the middle of a read.
func (r *Read) Fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leader, r.failed = true, true
}

// Insist makes the leader answer from now on: replicas are behind, or the request has written.
func (r *Read) Insist() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leader = true
}

// Position returns the position that a replica must have reached, looked up once. It is nil if the
// leader must answer, or does not know its position.
func (r *Read) Position(ask func() any) any {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.leader {
		return nil
	}
	if !r.asked {
		r.asked, r.position = true, ask()
	}
	return r.position
}
