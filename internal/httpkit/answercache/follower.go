package answercache

import (
	"context"
	"hash/maphash"

	"rastro/internal/trace"
)

// Written lists the harvests that were written in. app.App implements it.
type Written interface {
	Stamp(ctx context.Context) (trace.Stamp, error)
	Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error)
}

// Follower knows in which harvests any server or program has written since some moment. It asks the
// store for versions newer than its last query. The cost depends on their number and is shared by
// all callers; a create pays nothing.
type Follower struct {
	from Written
	seed maphash.Seed
	turn chan struct{} // held during a query of the store

	stamp trace.Stamp
	place trace.Place
	at    Moment
	// all is when something last changed that may concern any harvest. touched is when a harvest
	// was last written in; harvests that share a slot are treated as one, which only makes an
	// answer look older than it is.
	all Moment
	// organizations is when an organisation, or what one may do in a harvest, last changed.
	organizations Moment
	touched       [1 << 16]Moment
}

// Moment counts the changes that a Follower has seen.
type Moment uint64

// maxTouched is how many versions a Follower reads to find their harvests. If more were written
// since its last query, any harvest may have changed.
const maxTouched = 20_000

// NewFollower returns a Follower that begins now.
func NewFollower(from Written) *Follower {
	return &Follower{from: from, seed: maphash.MakeSeed(), turn: make(chan struct{}, 1)}
}

// Now returns the present moment: every change that was committed before the call is
// before it or at it.
func (f *Follower) Now(ctx context.Context) (Moment, error) {
	stamp, err := f.from.Stamp(ctx)
	if err != nil {
		return 0, err
	}
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if f.place != "" && stamp == f.stamp {
		return f.at, nil
	}
	found, err := f.from.Touched(ctx, f.place, maxTouched)
	if err != nil {
		return 0, err
	}
	f.stamp, f.place = stamp, found.Next
	if found.All || found.Catalogue || found.Organizations || len(found.Harvests) > 0 {
		f.at++
	}
	if found.All || found.Organizations {
		f.organizations = f.at
	}
	if found.All || found.Catalogue {
		f.all = f.at
	}
	for _, harvest := range found.Harvests {
		f.touched[f.slot(harvest)] = f.at
	}
	return f.at, nil
}

// Unchanged reports whether, as far as Now has seen, a harvest has not changed since a moment.
func (f *Follower) Unchanged(harvest string, since Moment) bool {
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	return f.all <= since && f.touched[f.slot(harvest)] <= since
}

// OrganizationsUnchanged is Unchanged for organisations and what they may do in harvests.
func (f *Follower) OrganizationsUnchanged(since Moment) bool {
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	return f.organizations <= since
}

func (f *Follower) slot(harvest string) uint16 {
	return uint16(maphash.String(f.seed, harvest))
}
