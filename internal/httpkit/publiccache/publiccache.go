// Package publiccache caches the public view of validations, so that a scan costs the same whatever
// the size of the harvest. An entry is valid until something is written in its harvest. The name of
// who validated is read again whenever an organisation changed, which costs little; the rest of the
// entry stays. Entries are checked again regularly to detect changes made in the database itself;
// see Get and docs/decisions.md#validation-state.
package publiccache

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/admit"
	"rastro/internal/bounded"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/public"
	"rastro/internal/trace"
)

// Source is the source of validations. app.App implements it.
type Source interface {
	answercache.Written
	Now() time.Time
	// PublicValidation reads the whole harvest and checks it.
	PublicValidation(ctx context.Context, code string) (public.Page, error)
	// PublicLog reads none of the harvest's records.
	PublicLog(ctx context.Context, code string) (public.LogAddress, int, error)
	// PublicIdentity does not read them either.
	PublicIdentity(ctx context.Context, code string) (public.Beside, error)
}

// Facts is the public view of a validation at its last check. Facts never change: the same pointer
// means the same answer.
type Facts struct {
	public.Page
	at answercache.Moment
	// named is the moment as of which Page.By and Page.Statements are known.
	named *atomic.Uint64
	until time.Time
}

// Validations keeps facts. It is safe for concurrent use.
type Validations struct {
	from    Source
	follows *answercache.Follower
	kept    bounded.Cache[string, *Facts]

	mu     sync.Mutex
	checks map[string]*check
	// Checking a large harvest takes a second of processor time, and anyone may request it. So only
	// a few checks run at once, small ones never wait for large ones, and the queue is limited.
	small, large, idle chan struct{}
	waiting            int
}

// check is a running check of a validation, shared by all who wait for it.
type check struct {
	at    answercache.Moment // before it began
	done  chan struct{}
	facts *Facts
	err   error
}

const (
	// CheckAfter is how old a check may be before the next scan starts another
	// in the background, CheckAgain how old before a scan waits for one.
	CheckAfter = time.Minute
	CheckAgain = 2 * time.Minute

	keptMemory = 32 << 20
	// A check keeps the list that the validation froze, with one line per record, and reads the
	// records one by one.
	checkMemory  = 1 << 20
	recordMemory = 256
	checkTimeout = time.Minute
	// smallHarvest is how many records are checked in some ten milliseconds.
	smallHarvest = 1000
	maxWaiting   = 256
)

var errPanicked = errors.New("the validation could not be checked")

// New returns a memory without validations.
func New(from Source) (*Validations, error) {
	kept, err := bounded.ByWeight(keptMemory, func(code string, f *Facts) uint32 {
		return uint32(4096 + len(code) + 200*(len(f.Lots)+len(f.LotsOfOthers)+len(f.Chain)+len(f.Place.Plots)+len(f.Phases)*10))
	})
	if err != nil {
		return nil, fmt.Errorf("the memory of validations: %w", err)
	}
	n := runtime.GOMAXPROCS(0)
	return &Validations{
		from: from, follows: answercache.NewFollower(from), kept: kept, checks: map[string]*check{},
		small: make(chan struct{}, n), large: make(chan struct{}, max(1, n/2)), idle: make(chan struct{}, 1),
	}, nil
}

// Get returns what the public may know about the validation with a code. The result includes
// everything written in its harvest before the call. A change made behind the server's back is
// included at the latest CheckAgain after the last check. If requests come at least that often, the
// check runs in the background.
func (v *Validations) Get(ctx context.Context, code string) (*Facts, error) {
	code = trace.FoldCode(code)
	now, err := v.follows.Now(ctx)
	if err != nil {
		return nil, err
	}
	if f, ok := v.kept.GetIfPresent(code); ok && v.holds(f) {
		switch age := v.from.Now().Sub(f.CheckedAt); {
		case age < CheckAfter:
			return v.renewed(ctx, code, f, now)
		case age < CheckAgain:
			v.checkInBackground(code, now)
			return v.renewed(ctx, code, f, now)
		}
	}
	for {
		c, mine := v.join(code, now)
		if mine {
			v.run(ctx, code, c, nil)
		}
		select {
		case <-c.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		switch {
		case mine, c.err != nil && c.at >= now:
			return c.facts, c.err
		case c.err != nil:
		case !v.from.Now().Before(c.facts.until): // a day may have ended meanwhile
		case c.at >= now:
			return c.facts, nil
		case v.follows.Unchanged(c.facts.HarvestID, c.at):
			return v.named(ctx, code, c.facts, now)
		}
	}
}

// holds reports whether the facts are still valid: neither the harvest nor the time has changed
// them.
func (v *Validations) holds(f *Facts) bool {
	return v.follows.Unchanged(f.HarvestID, f.at) && v.from.Now().Before(f.until)
}

// renewed returns facts with the parts that change independently of the harvest.
func (v *Validations) renewed(ctx context.Context, code string, f *Facts, now answercache.Moment) (*Facts, error) {
	f, err := v.named(ctx, code, f, now)
	if err != nil {
		return nil, err
	}
	return v.placed(ctx, code, f)
}

// named returns facts with the current names of the organisation that validated, and the current
// filings with the EU. If nothing changed it returns the same facts, so that pages made from them
// stay valid too.
func (v *Validations) named(ctx context.Context, code string, f *Facts, now answercache.Moment) (*Facts, error) {
	if v.follows.OrganizationsUnchanged(answercache.Moment(f.named.Load())) {
		return f, nil
	}
	found, err := v.from.PublicIdentity(ctx, code)
	if err != nil {
		return nil, err
	}
	if f.By.Same(found.By) && f.WithdrawnBy.Same(found.WithdrawnBy) && slices.Equal(f.Statements, found.Statements) {
		f.named.Store(uint64(now))
		return f, nil
	}
	renamed := *f
	renamed.By, renamed.WithdrawnBy, renamed.Statements, renamed.named = found.By, found.WithdrawnBy, found.Statements, newMoment(now)
	v.kept.Set(code, &renamed)
	return &renamed, nil
}

func newMoment(at answercache.Moment) *atomic.Uint64 {
	m := &atomic.Uint64{}
	m.Store(uint64(at))
	return m
}

// placed returns facts that say where the validation is in the log, as soon
// as it has a place there.
func (v *Validations) placed(ctx context.Context, code string, f *Facts) (*Facts, error) {
	if f.Log.Index != nil {
		return f, nil
	}
	log, _, err := v.from.PublicLog(ctx, code)
	if err != nil || log.Index == nil {
		return f, err
	}
	found := *f
	found.Log = log
	v.kept.Set(code, &found)
	return &found, nil
}

// join returns the running check of a code, or starts one.
func (v *Validations) join(code string, now answercache.Moment) (c *check, mine bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if c, ok := v.checks[code]; ok {
		return c, false
	}
	c = &check{at: now, done: make(chan struct{}), err: errPanicked}
	v.checks[code] = c
	return c, true
}

// checkInBackground checks a code again in the background, unless this or another background check is
// running.
func (v *Validations) checkInBackground(code string, now answercache.Moment) {
	select {
	case v.idle <- struct{}{}:
	default:
		return
	}
	c, mine := v.join(code, now)
	if !mine {
		<-v.idle
		return
	}
	// Do not use the caller's context: the memory it claims is released when its request ends.
	go v.run(context.Background(), code, c, v.idle)
}

// run checks a validation and stores the result. It returns the slot that it holds, if any.
func (v *Validations) run(ctx context.Context, code string, c *check, held chan struct{}) {
	defer func() {
		v.mu.Lock()
		delete(v.checks, code)
		v.mu.Unlock()
		close(c.done)
		if held != nil {
			<-held
		}
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	var records int
	if _, records, c.err = v.from.PublicLog(ctx, code); c.err != nil {
		v.kept.Invalidate(code)
		return
	}
	if held == nil {
		lane := v.small
		if records > smallHarvest {
			lane = v.large
		}
		if c.err = v.enter(ctx, lane); c.err != nil {
			return
		}
		defer func() { <-lane }()
		if c.err = admit.From(ctx).WaitUpTo(ctx, checkMemory+recordMemory*int64(records)); c.err != nil {
			return
		}
	}
	page, err := v.from.PublicValidation(ctx, code)
	if err != nil {
		c.err = err
		v.kept.Invalidate(code)
		return
	}
	f := &Facts{Page: page, at: c.at, named: newMoment(c.at), until: page.CheckedAt.Truncate(24 * time.Hour).Add(24 * time.Hour)}
	if !page.Until.IsZero() && page.Until.Before(f.until) {
		f.until = page.Until
	}
	c.facts, c.err = f, nil
	v.kept.Set(code, f)
}

// enter waits for a place in a lane.
func (v *Validations) enter(ctx context.Context, lane chan struct{}) error {
	select {
	case lane <- struct{}{}:
		return nil
	default:
	}
	v.mu.Lock()
	full := v.waiting >= maxWaiting
	if !full {
		v.waiting++
	}
	v.mu.Unlock()
	if full {
		return trace.Fail(trace.CodeCrowded)
	}
	defer func() {
		v.mu.Lock()
		v.waiting--
		v.mu.Unlock()
	}()
	select {
	case lane <- struct{}{}:
		return nil
	case <-ctx.Done():
		return trace.Fail(trace.CodeCrowded)
	}
}
