// Package quota limits rates with one token bucket per caller and a bound on how
// many callers it tracks.
package quota

import (
	"fmt"
	"math"
	"sync"
	"time"

	"rastro/internal/bounded"
)

// maxCounted bounds how many callers are counted at once. The ones longest
// unused are forgotten first, which can only be to their advantage.
const maxCounted = 20_000

// Rate is how much a caller may take: a number at once, and a number per second after that. Its
// zero value sets no limit.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Window returns the time in which a whole burst is refilled.
func (r Rate) Window() time.Duration {
	return time.Duration(float64(r.Burst) / r.PerSecond * float64(time.Second))
}

// Buckets holds a bucket per caller. A nil Buckets sets no limit.
type Buckets[K comparable] struct {
	rate Rate
	now  func() time.Time
	each bounded.Cache[K, *bucket]
}

// New makes buckets that are all full. It returns nil for the zero Rate.
func New[K comparable](r Rate, now func() time.Time) (*Buckets[K], error) {
	if r.PerSecond <= 0 {
		return nil, nil
	}
	// A bucket that was not used for a window is full again.
	each, err := bounded.ByCount[K, *bucket](maxCounted, max(time.Minute, min(r.Window(), 24*time.Hour)))
	if err != nil {
		return nil, fmt.Errorf("limit: %w", err)
	}
	return &Buckets[K]{r, now, each}, nil
}

// Rate returns what each caller may take.
func (b *Buckets[K]) Rate() Rate { return b.rate }

// Take takes one of a caller's tokens. It returns how many are left and, if there was none, the
// time until there is one.
func (b *Buckets[K]) Take(caller K) (left int, wait time.Duration) {
	if b == nil {
		return math.MaxInt, 0
	}
	now := b.now()
	held, ok := b.each.GetIfPresent(caller)
	if !ok {
		held, _ = b.each.ComputeIfAbsent(caller, func() (*bucket, bool) {
			return &bucket{tokens: float64(b.rate.Burst), at: now}, false
		})
	}
	tokens, taken := held.take(b.rate, now, 1)
	if !taken {
		wait = b.until(tokens)
	}
	return int(tokens), wait
}

// Spend takes n tokens of a caller even if there are fewer: the caller pays the debt by waiting.
// A negative n returns tokens.
func (b *Buckets[K]) Spend(caller K, n float64) {
	if b == nil {
		return
	}
	if held, ok := b.each.GetIfPresent(caller); ok {
		held.spend(b.rate, n)
	}
}

// Wait returns how long a caller has to wait for a token, without taking one.
func (b *Buckets[K]) Wait(caller K) time.Duration {
	if b == nil {
		return 0
	}
	held, ok := b.each.GetIfPresent(caller)
	if !ok {
		return 0
	}
	if tokens, _ := held.take(b.rate, b.now(), 0); tokens < 1 {
		return b.until(tokens)
	}
	return 0
}

// until returns the time from a number of tokens to a whole one, never 0.
func (b *Buckets[K]) until(tokens float64) time.Duration {
	return max(time.Millisecond, time.Duration((1-tokens)/b.rate.PerSecond*float64(time.Second)))
}

// bucket is what a caller has left.
type bucket struct {
	mu     sync.Mutex
	tokens float64
	at     time.Time // when it had them
}

func (b *bucket) spend(r Rate, n float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(float64(r.Burst), b.tokens-n)
}

// take refills the bucket and takes n tokens, if there are that many. If the clock was set back,
// the caller loses that time, and no more: a bucket that waited for the old time would be closed
// for hours.
func (b *bucket) take(r Rate, now time.Time, n float64) (left float64, taken bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.tokens = min(float64(r.Burst), b.tokens+passed*r.PerSecond)
	}
	b.at = now
	if b.tokens < n {
		return b.tokens, false
	}
	b.tokens -= n
	return b.tokens, true
}
