package lineage

import (
	"context"
	"errors"
	"time"

	"rastro/internal/admit"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// LotView reads the lot graph as one key sees it, as of an instant. It is the
// lot.Source of every walk.
type LotView struct {
	ctx context.Context
	r   Reader
	by  *trace.Key
	at  time.Time
	to  lot.Role // the last role that the walk requests
	// sees reports whether the key reads a harvest.
	sees func(harvestID string) bool

	s      *Tracer
	rivals Rivalry
	judges map[string]*partyJudge // of the current lots that several harvests claim
	told   []RivalClaim
	cross  *foreignSteps // nil: nothing outside the caller's reach is shown
	// disputed are those of them that the key owns and a rival that it may not see claims.
	disputed map[string]bool
}

// NewLotView reads the lot graph in one snapshot, as a key sees it.
func (s *Tracer) NewLotView(ctx context.Context, r Reader, by *trace.Key, at time.Time, to lot.Role, rivals Rivalry) *LotView {
	v := &LotView{ctx: ctx, r: r, at: at, to: to, s: s, rivals: rivals}
	v.seenBy(by)
	return v
}

// seenBy shows the view to a key. The page of a trace that was parked is another request's.
func (v *LotView) seenBy(by *trace.Key) {
	v.by, v.sees = by, by.Reaches
	if len(by.Harvests) > 0 && by.Member() == nil { // a lot may have a million rows
		mine := make(map[string]bool, len(by.Harvests))
		for _, harvest := range by.Harvests {
			mine[harvest] = true
		}
		v.sees = func(harvestID string) bool { return mine[harvestID] }
	}
}

// Restricted reports whether the key is limited to some harvests, so that there may be more.
// Whether there is depends on what others wrote, so the key does not learn it.
func (v *LotView) Restricted() bool { return v.by.LimitedToHarvests() }

// Judge decides what a row means for a key: whether the key sees it, and which lots to follow
// from it. Traces, balances, origins and recalls all use it.
func (v *LotView) Judge(r *lot.Row, d lot.Direction) (seen bool, leads []lot.Other) {
	if foreign(r) {
		return true, r.Leads(d)
	}
	rival := v.isRival(r)
	if rival && v.rivals == rivalsOut {
		v.noteRival(r)
		return false, nil
	}
	if !v.sees(r.HarvestID) {
		if rival && v.concerns(r) {
			if v.disputed == nil {
				v.disputed = map[string]bool{}
			}
			v.disputed[r.Lot] = true
		}
		if rival || !v.crossing(r) {
			return false, nil
		}
		return true, r.Leads(d)
	}
	if rival {
		return true, nil
	}
	return true, r.Leads(d)
}

// Walk makes a walk over the view, within its own memory limit and the request's.
func (v *LotView) Walk(d lot.Direction, depth int) *lot.Walk {
	return &lot.Walk{Direction: d, Depth: depth, Source: v, Bytes: v.s.lots.Walk, Claim: v.claim}
}

// claim takes memory for the current request.
func (v *LotView) claim(bytes int) error { return admit.From(v.ctx).Grow(int64(bytes)) }

// Chunk implements lot.Source.
func (v *LotView) Chunk(lots []string, fn func(*lot.Row)) (whole bool, err error) {
	q := trace.LotQuery{Lots: lots, From: lot.Identified, To: v.to, At: v.at, Limit: trace.MaxRows}
	n := 0
	if len(lots) == 1 {
		q.Limit++
	}
	var held []lot.Row // judged when the owners of the lots are known
	err = v.r.EachLotRow(v.ctx, q, func(r *lot.Row) error {
		switch n++; {
		case n > trace.MaxRows:
		case v.cross != nil, v.rivals != RivalsCount && ownership.Claims(r.Role):
			held = append(held, *r)
		default:
			fn(r)
		}
		return nil
	})
	if errors.Is(err, trace.ErrManyRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	disputed := lots
	if whole = n <= trace.MaxRows; whole {
		disputed = claimedTwice(held)
	}
	if v.rivals != RivalsCount {
		err = v.learnOwners(disputed)
	}
	if err == nil && v.cross != nil {
		err = v.learnCrossings(lots, held, whole)
	}
	for i := range held {
		fn(&held[i])
	}
	return whole, err
}

// Each implements lot.Source: page by page, so that fn may be slow, and may use the
// reader.
func (v *LotView) Each(code string, from, to lot.Role, after lot.RowKey, bare bool, fn func(*lot.Row) error) error {
	return v.pages(trace.LotQuery{Lots: []string{code}, From: from, To: min(to, v.to), At: v.at, After: after, RefsOnly: bare}, fn)
}

// pages calls fn with the rows of one lot to the last, or until fn stops it with
// lot.ErrStop, which it returns.
func (v *LotView) pages(q trace.LotQuery, fn func(*lot.Row) error) error {
	page := make([]lot.Row, 0, trace.RowPage)
	q.Limit = trace.RowPage
	for {
		page = page[:0]
		err := v.r.EachLotRow(v.ctx, q, func(r *lot.Row) error {
			page = append(page, *r)
			return nil
		})
		if err != nil {
			return err
		}
		for i := range page {
			if err := fn(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < trace.RowPage {
			return nil
		}
		q.After = page[len(page)-1].Key()
	}
}
