// Package gate lets callers in: it finds the key that a pair of secrets opens,
// and slows down who keeps presenting wrong ones, whichever door they come by.
package gate

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"rastro/internal/trace"
)

// maxCounted bounds how many addresses are counted at once; the ones longest
// unused are forgotten first.
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

// Gate slows down who keeps presenting wrong keys. It counts per address
// and access key, so that one broken client does not lock out the others behind
// the same address; access keys that do not exist count as one.
//
// Who opened a key from an address lately goes on to: otherwise anybody behind
// the same proxy could lock a working client out by failing in its name.
type Gate struct {
	service  *trace.Service
	limiters *otter.Cache[caller, *rate.Limiter]
	opened   *otter.Cache[caller, struct{}]

	// The way of nearly every request: nobody failed, and the caller is the one
	// that came last.
	any  atomic.Bool
	last atomic.Pointer[caller]
}

// caller is who presents a key, and which.
type caller struct{ network, access string }

// New makes a gate to the keys of a service.
func New(service *trace.Service) (*Gate, error) {
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
	return &Gate{service: service, limiters: cache, opened: opened}, nil
}

// Open finds the key that a pair opens for who comes from an address. Whatever
// is wrong with the pair, the caller is told the same; who has to wait, with
// CodeTooManyFailures, is told for how long.
func (g *Gate) Open(remote, access, secret string) (key *trace.Key, wait time.Duration, err error) {
	counted := access
	if !g.service.KnowsKey(access) {
		counted = "" // made-up names share one allowance
	}
	wait = g.wait(remote, counted)
	if wait > 0 && !g.trusts(remote, access) {
		return nil, wait, trace.Fail(trace.CodeTooManyFailures)
	}
	key, err = g.service.Authenticate(access, secret)
	if err != nil {
		g.note(remote, counted)
		if wait > 0 {
			return nil, wait, trace.Fail(trace.CodeTooManyFailures)
		}
		return nil, 0, err
	}
	g.open(remote, access)
	return key, 0, nil
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
func (g *Gate) wait(remote, access string) time.Duration {
	if !g.any.Load() {
		return 0
	}
	limiter, ok := g.limiters.GetIfPresent(caller{network(remote), access})
	if !ok {
		return 0
	}
	return time.Duration(max(0, 1-limiter.Tokens()) * float64(failureInterval))
}

// note counts a failure.
func (g *Gate) note(remote, access string) {
	g.any.Store(true)
	limiter, ok := g.limiters.ComputeIfAbsent(caller{network(remote), access}, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Every(failureInterval), failureBurst), false
	})
	if ok {
		limiter.Allow()
	}
}

// trusts tells whether an address opened a key lately.
func (g *Gate) trusts(remote, access string) bool {
	_, ok := g.opened.GetIfPresent(caller{network(remote), access})
	return ok
}

// open notes that an address opened a key. It runs on every request and writes
// only when there is something new.
func (g *Gate) open(remote, access string) {
	now := caller{network(remote), access}
	if last := g.last.Load(); last != nil && *last == now && !g.any.Load() {
		return
	}
	if _, known := g.opened.GetIfPresent(now); !known {
		g.opened.Set(now, struct{}{})
	}
	g.last.Store(&now)
}
