package lineage

import (
	"context"
	"time"

	"rastro/internal/admit"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// TraceMemory is the memory for following a lot: the visited lots, one level of the graph, and the
// answer if it is kept until it is complete.
const TraceMemory = 16 << 20

// A trace of a million lots takes a hundred pages. A page can walk from the start to the end of the
// previous one, and does so after a restart, on another server, or when the pages come too slowly.
// Otherwise the walk waits here for its next page.

// parkedFor is how long a trace waits for its next page.
const parkedFor = 30 * time.Second

// tracingOf returns the trace that a query begins or continues with.
func (s *Tracer) tracingOf(ctx context.Context, r Reader, by *trace.Key, q Query, scope string) (*tracing, error) {
	p := page{limit: min(max(q.Limit, 1), MaxTraceLots)}
	p.mostEdges = max(s.lots.Edges, edgesALot*p.limit)
	at, erasures := q.At, int64(-1)
	if q.Cursor != "" || p.limit > DefaultTraceLots {
		var err error
		if erasures, err = r.Erasures(ctx); err != nil {
			return nil, err
		}
	}
	if q.Cursor != "" {
		place, err := s.decodeTraceCursor(ctx, r, scope, q.Cursor)
		if err != nil {
			return nil, err
		}
		p.skip, p.skipEdges, at = place.skip, place.edges, place.at
		t, ok := s.parked.Take(by.AccessKey, q.Cursor)
		if ok && t.erasures == erasures && t.walked == p.skip {
			t.ctx, t.r, t.page = ctx, r, p
			t.seenBy(by)
			return t, nil
		}
	}
	t := &tracing{
		LotView: s.NewLotView(ctx, r, by, at, lot.Validated, rivalsShown), depth: q.Depth, direction: q.Direction, erasures: erasures, page: p,
		places: lot.NewSeen(), shipments: lot.NewSeen(), harvests: lot.NewSeen(), rivalHarvests: lot.NewSeen(), back: lot.NewSeen(), followed: lot.NewSeen(),
	}
	t.crosses()
	if q.Direction != ToDestination {
		t.toGo = append(t.toGo, lot.Back)
	}
	if q.Direction != ToOrigin {
		t.toGo = append(t.toGo, lot.Forward)
	}
	var err error
	t.from, err = t.start(q)
	return t, err
}

// park keeps a trace for its next page. The walk may have read a record that is erased before that
// page is requested. So it also stores how many erasures it knows of: those before it read anything
// or, with one snapshot, those in the snapshot.
func (s *Tracer) park(t *tracing, cursor string, at time.Time) (err error) {
	if t.erasures < 0 {
		if t.erasures, err = t.r.Erasures(t.ctx); err != nil {
			return err
		}
	}
	bytes := t.holds()
	giveBack := admit.From(t.ctx).Lend(int64(bytes))
	if giveBack == nil {
		return nil
	}
	name := t.by.AccessKey
	t.ctx, t.r, t.by, t.page, t.at = nil, nil, nil, page{}, at
	s.parked.Put(name, cursor, bytes, t, giveBack)
	return nil
}

// holds returns roughly how many bytes the trace keeps between pages.
func (t *tracing) holds() int {
	bytes := 4096 + t.on.Bytes()
	for _, set := range []*lot.Seen{t.places, t.shipments, t.harvests, t.rivalHarvests, t.back, t.followed} {
		bytes += lot.SeenBytes * set.Len()
	}
	for _, code := range t.from {
		bytes += len(code) + 16
	}
	return bytes
}
