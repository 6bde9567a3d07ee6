// Package answercache caches answers only while they are certain to equal what the server would
// compute now: while the store's stamp from before the computation is unchanged, and their time has
// not run out. It never caches errors, and fails rather than return an answer that may be stale.
package answercache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rastro/internal/bounded"
	"rastro/internal/replica"
	"rastro/internal/trace"
)

// Answers keeps answers of one sort. It is safe for concurrent use.
type Answers[K comparable, V any] struct {
	from Source
	kept bounded.Cache[K, kept[V]]

	mu     sync.Mutex
	making map[flight[K]]*made[V]
}

// Source is the data that answers are based on. app.App implements it.
type Source interface {
	Stamp(ctx context.Context) (trace.Stamp, error)
	Now() time.Time
}

type kept[V any] struct {
	value V
	stamp trace.Stamp
	until time.Time
}

// flight is an answer being made: those who ask for the same under the same
// stamp share it.
type flight[K comparable] struct {
	key   K
	stamp trace.Stamp
}

type made[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// maxAge is the longest that an answer is kept. Answers say when they were made, and no one
// should read a time that is long past.
const maxAge = time.Minute

// makeTimeout bounds the making of an answer, which continues for the others if the first
// caller hangs up.
const makeTimeout = time.Minute

// New returns a memory of at most that many bytes; weigh says how many an answer has.
func New[K comparable, V any](from Source, most uint64, weigh func(K, V) uint32) (*Answers[K, V], error) {
	cache, err := bounded.ByWeight(most, func(k K, v kept[V]) uint32 { return weigh(k, v.value) })
	if err != nil {
		return nil, fmt.Errorf("the memory of answers: %w", err)
	}
	return &Answers[K, V]{from: from, kept: cache, making: map[flight[K]]*made[V]{}}, nil
}

// errPanicked is the error for callers that waited for an answer whose making panicked.
var errPanicked = errors.New("the answer could not be made")

// Get returns the answer to a key: a cached one, or one that fn makes. fn also returns the time
// until which the answer stays the same if nothing is written; zero means forever.
func (a *Answers[K, V]) Get(ctx context.Context, key K, fn func(context.Context) (value V, until time.Time, err error)) (V, error) {
	stamp, err := a.from.Stamp(ctx) // before reading anything
	if err != nil {
		var none V
		return none, err
	}
	if k, ok := a.kept.GetIfPresent(key); ok && k.stamp == stamp && a.from.Now().Before(k.until) {
		return k.value, nil
	}
	f := flight[K]{key, stamp}
	a.mu.Lock()
	m, under := a.making[f]
	if !under {
		m = &made[V]{done: make(chan struct{}), err: errPanicked}
		a.making[f] = m
	}
	a.mu.Unlock()
	if !under {
		a.make(ctx, f, m, fn)
		return m.value, m.err
	}
	select {
	case <-m.done:
		return m.value, m.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// make makes an answer and keeps it.
func (a *Answers[K, V]) make(ctx context.Context, f flight[K], m *made[V], fn func(context.Context) (V, time.Time, error)) {
	defer func() {
		a.mu.Lock()
		delete(a.making, f)
		a.mu.Unlock()
		close(m.done)
	}()
	ctx, cancel := context.WithTimeout(replica.Never(context.WithoutCancel(ctx)), makeTimeout) // others will read the cached answer
	defer cancel()
	began := a.from.Now()
	var until time.Time
	if m.value, until, m.err = fn(ctx); m.err != nil {
		return
	}
	if end := began.Add(maxAge); until.IsZero() || until.After(end) {
		until = end
	}
	// The end of a day may change an answer without the answer saying so.
	if midnight := began.Truncate(24 * time.Hour).Add(24 * time.Hour); until.After(midnight) {
		until = midnight
	}
	a.kept.Set(f.key, kept[V]{m.value, f.stamp, until})
}
