package reach

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Lookup answers single questions on its own connections. A use case calls it in the middle of a
// snapshot or a transaction, which already holds a connection. If it waited for one of the same
// pool, enough such callers would wait for each other forever.
type Lookup interface {
	// HarvestLevel returns an organisation's right in a harvest.
	HarvestLevel(ctx context.Context, organization ID, harvestID string) (Level, error)
	// HarvestClaim reports whether a harvest is still free.
	HarvestClaim(ctx context.Context, harvestID string) (Claim, error)
	// Shares returns the revision of shares.
	Shares(ctx context.Context) (int64, error)
}

const (
	// remembered is how long an answer counts. A caller lives as long as one request; an
	// import may run for minutes, and must notice a revoked share.
	remembered = time.Second
	// maxRemembered bounds the answers that are remembered.
	maxRemembered = 10_000
	// lookupTimeout bounds one look-up.
	lookupTimeout = 5 * time.Second
)

// Member is an organisation as its callers need it.
type Member struct {
	ID    ID
	Names []string // current and former ones, folded
	Name  string   // the current one
}

// Caller is a caller of an organisation, for one request. It is safe for concurrent use.
//
// Its methods return no error: a failed look-up answers None, and Err keeps the failure. Code
// that answers the request, or commits its writes, MUST ask Err before.
type Caller struct {
	Member
	lookup Lookup
	now    func() time.Time

	mu     sync.Mutex
	known  map[string]answer
	free   map[string]time.Time // until when it counts as free
	claims map[string]time.Time // until when each is believed without asking
	shares struct {             // the revision, while it counts
		revision int64
		until    time.Time
	}
	watched *int64 // the revision when Watch was called
	failed  error
}

type answer struct {
	level Level
	until time.Time
}

// NewCaller returns a caller.
func NewCaller(m Member, lookup Lookup, now func() time.Time) *Caller {
	return &Caller{Member: m, lookup: lookup, now: now}
}

// Fresh returns the same caller, for another request.
func (c *Caller) Fresh() *Caller { return NewCaller(c.Member, c.lookup, c.now) }

// Named reports whether the organisation has or had a folded name.
func (m *Member) Named(folded string) bool { return slices.Contains(m.Names, folded) }

// Err is the first look-up that failed.
func (c *Caller) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

func (c *Caller) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
}

// Level returns the caller's right in a harvest. In a request that claimed the harvest it is Owner,
// even before the commit.
func (c *Caller) Level(harvestID string) Level {
	if c.claimed(harvestID) {
		return Owner
	}
	return c.Stored(harvestID)
}

// claimed reports whether a transaction of this request claimed a harvest, and nothing in it is
// committed. After a commit, the store knows the owner: the transaction may have been undone, and
// another may have been first.
func (c *Caller) claimed(harvestID string) bool {
	now := c.now()
	c.mu.Lock()
	until, ok := c.claims[harvestID]
	c.mu.Unlock()
	if !ok || now.Before(until) {
		return ok
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	found, err := c.lookup.HarvestClaim(ctx, harvestID)
	if err != nil {
		c.fail(err)
		return false
	}
	if found.Owned || found.Author != "" {
		c.Unclaimed(harvestID)
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.claims[harvestID] = now.Add(remembered)
	return true
}

// Claimed notes that the transaction of this request makes the organisation the owner of a
// harvest.
func (c *Caller) Claimed(harvestID string) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claims == nil {
		c.claims = map[string]time.Time{}
	}
	c.claims[harvestID] = now.Add(remembered)
}

// Unclaimed forgets a claim, and what was cached about the harvest before it.
func (c *Caller) Unclaimed(harvestID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.claims, harvestID)
	delete(c.known, harvestID)
	delete(c.free, harvestID)
}

// Stored returns the committed Level.
func (c *Caller) Stored(harvestID string) Level {
	now := c.now()
	c.mu.Lock()
	found, ok := c.known[harvestID]
	c.mu.Unlock()
	if ok && now.Before(found.until) {
		return found.level
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	level, err := c.lookup.HarvestLevel(ctx, c.ID, harvestID)
	if err != nil {
		c.fail(err)
		return None
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxRemembered {
		c.known = map[string]answer{}
	}
	c.known[harvestID] = answer{level, now.Add(remembered)}
	return level
}

// Free reports whether the caller may claim a harvest that it does not reach: nobody owns it, and
// either nothing was written in it or the organisation itself began it before it was registered.
// fold folds a name.
func (c *Caller) Free(harvestID string, fold func(string) string) bool {
	now := c.now()
	c.mu.Lock()
	known := now.Before(c.free[harvestID])
	c.mu.Unlock()
	if known { // an import has many rows of one harvest
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	found, err := c.lookup.HarvestClaim(ctx, harvestID)
	if err != nil {
		c.fail(err)
		return false
	}
	if !c.MayClaim(found, fold) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.free == nil || len(c.free) >= maxRemembered {
		c.free = map[string]time.Time{}
	}
	c.free[harvestID] = now.Add(remembered)
	return true
}

// MayClaim is the rule of Free.
func (m *Member) MayClaim(found Claim, fold func(string) string) bool {
	return !found.Owned && (found.Author == "" || m.Named(fold(found.Author)))
}

// Watch begins to watch whether shares change: see Changed.
func (c *Caller) Watch() {
	revision := c.revision()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watched = &revision
}

// Changed reports whether shares changed since Watch. If so, a snapshot from between and Level
// may contradict each other without an error.
func (c *Caller) Changed() bool {
	c.mu.Lock()
	watched := c.watched
	c.mu.Unlock()
	return watched != nil && *watched != c.revision()
}

// Shares returns the revision of shares, remembered as levels are; 0 if it cannot be read.
func (c *Caller) Shares() int64 {
	now := c.now()
	c.mu.Lock()
	known := c.shares
	c.mu.Unlock()
	if now.Before(known.until) {
		return known.revision
	}
	revision := c.revision()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.shares.revision, c.shares.until = revision, now.Add(remembered)
	}
	return revision
}

func (c *Caller) revision() int64 {
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	revision, err := c.lookup.Shares(ctx)
	if err != nil {
		c.fail(err)
		return 0
	}
	return revision
}
