package api

import (
	"fmt"
	"math"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"rastro/internal/trace"
)

// maxCounted bounds how many addresses or keys are counted at once; the ones
// longest unused are forgotten first.
const maxCounted = 20_000

// How fast log-ins may fail: a handful at once for a mistyped key, then slowly.
// With 256 random bits a secret is not guessed at any speed; this keeps a
// misconfigured client from flooding the log and the server.
const (
	failureBurst    = 10
	failureInterval = 3 * time.Second
	failureMemory   = 10 * time.Minute
	openedMemory    = time.Hour
)

// failures slows down who keeps presenting wrong keys. It counts per address
// and access key, so that one broken client does not lock out the others behind
// the same address; access keys that do not exist count as one.
//
// Who opened a key from an address lately goes on to: otherwise anybody behind
// the same proxy could lock a working client out by failing in its name.
type failures struct {
	limiters *otter.Cache[caller, *rate.Limiter]
	opened   *otter.Cache[caller, struct{}]

	// The way of nearly every request: nobody failed, and the caller is the one
	// that came last.
	any  atomic.Bool
	last atomic.Pointer[caller]
}

// caller is who presents a key, and which.
type caller struct{ network, access string }

func newFailures() (*failures, error) {
	cache, err := otter.New(&otter.Options[caller, *rate.Limiter]{
		MaximumSize: maxCounted, ExpiryCalculator: otter.ExpiryAccessing[caller, *rate.Limiter](failureMemory),
	})
	if err != nil {
		return nil, fmt.Errorf("failed log-ins: %w", err)
	}
	opened, err := otter.New(&otter.Options[caller, struct{}]{
		MaximumSize: maxCounted, ExpiryCalculator: otter.ExpiryAccessing[caller, struct{}](openedMemory),
	})
	if err != nil {
		return nil, fmt.Errorf("log-ins: %w", err)
	}
	return &failures{limiters: cache, opened: opened}, nil
}

// network is the part of an address one household shares: all of an IPv4
// address, the first 64 bits of an IPv6 one.
func network(remote string) string {
	if port := strings.LastIndexByte(remote, ':'); port > 0 && remote[0] != '[' {
		return remote[:port] // IPv4, as the listener writes it
	}
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if addr = addr.Unmap(); addr.Is6() {
		if prefix, err := addr.WithZone("").Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return addr.String()
}

// wait is how long this address must wait before it may try an access key
// again; 0: not at all.
func (f *failures) wait(remote, access string) time.Duration {
	if !f.any.Load() {
		return 0
	}
	limiter, ok := f.limiters.GetIfPresent(caller{network(remote), access})
	if !ok {
		return 0
	}
	return time.Duration(max(0, 1-limiter.Tokens()) * float64(failureInterval))
}

// note counts a failure.
func (f *failures) note(remote, access string) {
	f.any.Store(true)
	limiter, ok := f.limiters.ComputeIfAbsent(caller{network(remote), access}, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Every(failureInterval), failureBurst), false
	})
	if ok {
		limiter.Allow()
	}
}

// trusts tells whether an address opened a key lately.
func (f *failures) trusts(remote, access string) bool {
	_, ok := f.opened.GetIfPresent(caller{network(remote), access})
	return ok
}

// open notes that an address opened a key. It runs on every request and writes
// only when there is something new.
func (f *failures) open(remote, access string) {
	now := caller{network(remote), access}
	if last := f.last.Load(); last != nil && *last == now && !f.any.Load() {
		return
	}
	if _, known := f.opened.GetIfPresent(now); !known {
		f.opened.Set(now, struct{}{})
	}
	f.last.Store(&now)
}

// rates bounds how many requests a key may make. nil bounds nothing.
type rates struct {
	perSecond float64
	limiters  *otter.Cache[string, *rate.Limiter]
}

func newRates(perSecond float64) (*rates, error) {
	if perSecond <= 0 {
		return nil, nil
	}
	cache, err := otter.New(&otter.Options[string, *rate.Limiter]{MaximumSize: maxCounted})
	if err != nil {
		return nil, fmt.Errorf("rate limit: %w", err)
	}
	return &rates{perSecond, cache}, nil
}

// take counts a request against its key and says in the headers what is left.
func (l *rates) take(c *call) error {
	if l == nil {
		return nil
	}
	burst := int(math.Max(1, math.Ceil(l.perSecond)))
	limiter, ok := l.limiters.ComputeIfAbsent(c.key.AccessKey, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(l.perSecond), burst), false
	})
	if !ok {
		return nil
	}
	allowed := limiter.Allow()
	left := max(0, limiter.Tokens())
	h := c.w.Header()
	window := max(1, int(math.Round(float64(burst)/l.perSecond))) // seconds in which the whole burst comes back
	h.Set("RateLimit-Policy", fmt.Sprintf(`"chave";q=%d;w=%d`, burst, window))
	h.Set("RateLimit", fmt.Sprintf(`"chave";r=%d;t=%d`, int(left), window))
	if !allowed {
		retryAfter(c.w, time.Duration(math.Max(0, 1-left)/l.perSecond*float64(time.Second)))
		return trace.Fail(trace.CodeRateLimited)
	}
	return nil
}
