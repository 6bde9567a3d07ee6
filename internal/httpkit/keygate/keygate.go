// Package keygate checks who a caller is. It finds the key that an access key and a
// secret open, slows down callers that keep sending wrong secrets, and applies the
// rate limits for keys and for networks without a key. The API, the console and
// the public pages share one gate.
package keygate

import (
	"hash/maphash"
	"math"
	"sync/atomic"
	"time"

	"rastro/internal/quota"
	"rastro/internal/regular"
	"rastro/internal/remote"
	"rastro/internal/trace"
)

// How fast wrong secrets may come: a few for one access key, for typing mistakes, and a few
// dozen for a whole network, for those who try names. Guessing is
// hopeless at any speed; this keeps a misconfigured client from filling the log.
var (
	wrongForKey     = quota.Rate{PerSecond: 1.0 / 3, Burst: 10}
	wrongForNetwork = quota.Rate{PerSecond: 1, Burst: 60}
)

// The maximum lengths of access keys and secrets. Nothing longer is hashed.
const (
	maxAccess = 100
	maxSecret = 200
)

// regularShare is how many times more a network with regular users may request than a stranger: an
// office has many people behind one address.
const regularShare = 10

// Limits are the rate limits of callers. The zero value limits nothing.
type Limits struct {
	PerKey     float64 // requests a second with one key
	PerVisitor float64 // requests a second without a key from one network
}

// Service is the port of a gate.
type Service interface {
	// Authenticate finds the key that a pair opens.
	Authenticate(access, secret string) (*trace.Key, error)
	Now() time.Time
}

// Gate admits callers. It is safe for concurrent use.
type Gate struct {
	service  Service
	regulars *regular.Memory

	seed     maphash.Seed
	failed   atomic.Bool // whether anyone ever presented a wrong secret
	forKey   *quota.Buckets[attempt]
	networks *quota.Buckets[remote.Network]

	keys     *quota.Buckets[string]
	visitors *quota.Buckets[remote.Network]
	offices  *quota.Buckets[remote.Network]
}

// attempt is a network and the access key that it tries. The key is a digest, so that a long
// one takes no more memory than a short one.
type attempt struct {
	from   remote.Network
	access uint64
}

// New returns a gate to the keys of a service. regulars may be nil.
func New(service Service, limits Limits, regulars *regular.Memory) (*Gate, error) {
	g := &Gate{service: service, regulars: regulars, seed: maphash.MakeSeed()}
	var err error
	for _, b := range []struct {
		buckets **quota.Buckets[remote.Network]
		rate    quota.Rate
	}{
		{&g.networks, wrongForNetwork},
		{&g.visitors, visits(limits.PerVisitor)},
		{&g.offices, visits(limits.PerVisitor * regularShare)},
	} {
		if *b.buckets, err = quota.New[remote.Network](b.rate, service.Now); err != nil {
			return nil, err
		}
	}
	if g.forKey, err = quota.New[attempt](wrongForKey, service.Now); err != nil {
		return nil, err
	}
	g.keys, err = quota.New[string](quota.Rate{PerSecond: limits.PerKey, Burst: atLeastOne(limits.PerKey)}, service.Now)
	return g, err
}

// visits returns the rate of callers without a key. It is high, because a page and everything that
// it loads are requested at once, and so are the tiles of a log.
func visits(perSecond float64) quota.Rate {
	return quota.Rate{PerSecond: perSecond, Burst: atLeastOne(10 * perSecond)}
}

func atLeastOne(n float64) int { return int(math.Max(1, math.Ceil(n))) }

// Open finds the key that a pair opens for a caller.
//
// The right secret always opens its key, however often others fail next to it. The error
// for a wrong one depends on how often its sender was wrong before:
// CodeUnauthenticated, or with CodeTooManyFailures and how long to wait. Whether
// the access key exists, expired or was ever used makes no difference.
func (g *Gate) Open(from remote.Network, access, secret string) (key *trace.Key, wait time.Duration, err error) {
	tried := attempt{from, 0}
	if g.failed.Load() {
		tried.access = maphash.String(g.seed, access)
		wait = max(g.forKey.Wait(tried), g.networks.Wait(from))
	}
	err = trace.Fail(trace.CodeUnauthenticated)
	if len(access) <= maxAccess && len(secret) <= maxSecret {
		if key, err = g.service.Authenticate(access, secret); err == nil {
			g.regulars.Note(from)
			return key, 0, nil
		}
	}
	if wait == 0 {
		wait = g.count(from, access)
	}
	if wait > 0 {
		return nil, wait, trace.Fail(trace.CodeTooManyFailures)
	}
	return nil, 0, err
}

// Try lets a caller try a password for a log-in. A password can be guessed, so, unlike a key's
// secret, it is not even compared while its sender must wait. Every attempt is charged before the
// comparison, so that simultaneous guesses do not share one allowance; a right password is
// refunded. known means that the log-in was used in this browser before. Then only failures in this
// browser count, so that nobody can lock a person out by failing in their name.
func (g *Gate) Try(from remote.Network, login string, known bool, check func() error) (wait time.Duration, err error) {
	tried := attempt{from, maphash.String(g.seed, login)}
	if known {
		tried.from = remote.Network{}
	} else if _, wait = g.networks.Take(from); wait > 0 {
		return wait, trace.Fail(trace.CodeTooManyPasswords)
	}
	if _, wait = g.forKey.Take(tried); wait > 0 {
		if !known {
			g.networks.Spend(from, -1)
		}
		return wait, trace.Fail(trace.CodeTooManyPasswords)
	}
	err = check()
	if trace.Is(err, trace.CodeWrongPassword) {
		g.failed.Store(true)
		return 0, err
	}
	g.forKey.Spend(tried, -1)
	if !known {
		g.networks.Spend(from, -1)
	}
	if err == nil {
		g.regulars.Note(from)
	}
	return 0, err
}

// count subtracts a wrong secret from its sender's allowance. For a network whose allowance is used
// up, new names take no more memory.
func (g *Gate) count(from remote.Network, access string) time.Duration {
	g.failed.Store(true)
	if _, wait := g.networks.Take(from); wait > 0 {
		return wait
	}
	_, wait := g.forKey.Take(attempt{from, maphash.String(g.seed, access)})
	return wait
}

// Visit counts a request without a key. It returns how long the caller has to
// wait, 0 if it is admitted.
func (g *Gate) Visit(from remote.Network) time.Duration {
	_, wait := g.visitors.Take(from)
	if wait > 0 && g.regulars.Knows(from) {
		_, wait = g.offices.Take(from)
	}
	return wait
}

// Allowance is a key's remaining number of requests.
type Allowance struct {
	Limited bool
	Rate    quota.Rate
	Left    int
	Wait    time.Duration // 0: the request is admitted
}

// Use counts a request of a key.
func (g *Gate) Use(key *trace.Key) Allowance {
	if g.keys == nil {
		return Allowance{}
	}
	left, wait := g.keys.Take(key.AccessKey)
	return Allowance{Limited: true, Rate: g.keys.Rate(), Left: left, Wait: wait}
}
