package lineage

import (
	"context"
	"errors"
	"slices"
	"time"

	"rastro/internal/lot"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Direction is the direction in which lots are followed.
type Direction string

// The directions, as they are on the wire.
const (
	ToOrigin      Direction = "origem"
	ToDestination Direction = "destino"
	BothWays      Direction = "ambos"
)

// Query asks for a trace: of a lot or, if HarvestID is set, of all lots that a harvest's records
// name.
type Query struct {
	Lot       string // as written
	HarvestID string
	Direction Direction
	Depth     int       // the most steps; below 0: all
	At        time.Time // zero: now
	Limit     int       // lots a page, 1 to MaxTraceLots
	Cursor    string
}

// Limits of a trace.
const (
	DefaultTraceLots = 10_000
	MaxTraceLots     = 100_000
	// edgesALot bounds the edges of a page, as Limits.Edges does.
	edgesALot = 4
)

// Head is emitted before the first node.
type Head struct {
	Lot       string // folded; "" for a harvest's
	HarvestID string
	Direction Direction
	At        time.Time
}

// End is emitted after the last.
type End struct {
	Next string // cursor of the next page, "" at the end
	// Truncated: the result is incomplete. There is a next page, the path is longer than requested,
	// or older records are still being indexed.
	Truncated bool
	// Restricted: the key is limited to some harvests, so there may be more in others.
	Restricted bool
}

// Sink receives a trace as it is found. An edge may come before its nodes.
type Sink interface {
	Node(*Node) error
	Edge(*Edge) error
}

// Trace follows lots, and passes each node and each edge, once over all pages, to the sink that
// begin makes. If it fails with CodeLotNotFound, or before it calls begin, it has passed nothing.
// It follows a lot through any number of rows, and fails with CodeTraceTooLarge if a walk cannot
// hold all lots.
//
// A page of up to DefaultTraceLots comes from one snapshot, so the sink MUST accept it without
// waiting: a slow reader must not keep the store from cleaning up. A longer page uses no snapshot.
// Later pages are as of the instant of the first.
func (s *Tracer) Trace(ctx context.Context, by *trace.Key, q Query, begin func(Head) (Sink, error)) (End, error) {
	if err := by.Need(trace.Read); err != nil {
		return End{}, err
	}
	if q.Limit > DefaultTraceLots {
		return s.trace(ctx, s.store.Direct().Reader, by, q, begin)
	}
	var end End
	err := s.store.View(ctx, func(r Readers) error {
		var err error
		end, err = s.trace(ctx, r.Reader, by, q, begin)
		return err
	})
	return end, err
}

func (s *Tracer) trace(ctx context.Context, r Reader, by *trace.Key, q Query, begin func(Head) (Sink, error)) (End, error) {
	scope := "rastreio\x00" + q.Lot + "\x00" + q.HarvestID + "\x00" + string(q.Direction) + "\x00" + itoa(int64(q.Depth)) + "\x00" + by.Limits()
	asked := s.now()
	t, err := s.tracingOf(ctx, r, by, q, scope)
	if err != nil {
		return End{}, err
	}
	head := Head{HarvestID: q.HarvestID, Direction: q.Direction, At: t.at}
	if q.HarvestID == "" {
		head.Lot = t.from[0]
	}
	if head.At.IsZero() {
		head.At = asked
	}
	if t.sink, err = begin(head); err != nil {
		return End{}, err
	}
	if err := t.run(); err != nil {
		return End{}, err
	}
	end := End{Truncated: t.more || t.cut, Restricted: t.Restricted()}
	filled, err := t.r.LotsFilled(ctx)
	if err != nil {
		return End{}, err
	}
	end.Truncated = end.Truncated || !filled
	if t.more {
		end.Next, err = s.encodeTraceCursor(ctx, t.r, scope, traceCursor{t.next, t.nextEdges, head.At})
		if err == nil {
			err = s.park(t, end.Next, head.At)
		}
	}
	return end, err
}

// tracing is a trace in progress. Everything outside page is kept while the trace is parked.
type tracing struct {
	*LotView
	depth     int
	direction Direction
	from      []string        // the lots that it begins at
	toGo      []lot.Direction // directions still to follow, the current one first
	on        *lot.Walking
	erasures  int64 // how many erasures there were before anything was read; -1 if unknown

	page

	walked int
	cut    bool // the path continues beyond the edge of the trace
	amid        // where the page ended in the current lot

	places, shipments, harvests *lot.Seen // emitted on this page or before
	rivalHarvests               *lot.Seen // that claim lots they do not own
	rivalsHere                  OnceList  // of the current lot
	back                        *lot.Seen // lots met on the way back
	followed                    *lot.Seen // of those, the ones that were not at the edge
}

// page is the state of one page of a trace.
type page struct {
	sink Sink

	limit, skip      int
	more             bool // the page is full
	next, nextEdges  int  // where the next page begins: a lot, and how many of its edges were emitted
	edges, mostEdges int
	skipEdges        int // of the first lot: emitted on the previous page
	passed, toldHere int // edges of the current lot: passed over, emitted

	fresh       []string // harvests met on this page
	freshRivals []string
}

// amid is a place among the rows of a lot, for the next page to continue there.
type amid struct {
	row, before lot.RowKey // the current row, and the one before it
	ofRow       int        // edges of the current row that were emitted, on any page
	after       lot.RowKey // where the page ended: after this row, and
	afterEdges  int        // number of edges of the next node
}

// start returns the lots with which a query begins.
func (t *tracing) start(q Query) ([]string, error) {
	if q.HarvestID != "" {
		if err := t.by.NeedHarvest(q.HarvestID); err != nil {
			return nil, err
		}
		return t.s.lotsOfHarvest(t.ctx, t.r, q.HarvestID, t.at)
	}
	code, err := t.s.KnownLot(t.ctx, t.r, t.by, q.Lot, lot.Validated, t.at)
	return []string{code}, err
}

func (t *tracing) run() error {
	for len(t.toGo) > 0 && !t.more {
		way := t.toGo[0]
		if t.on == nil {
			w := t.Walk(way, t.depth)
			if way == lot.Back {
				w.Known = t.back
			}
			on, err := w.Start(t.from)
			if err != nil {
				return tooLarge(err, trace.CodeTraceTooLarge)
			}
			t.on = on
		}
		done, err := t.on.Go(func(s *lot.Step) error { return t.visit(s, way, t.direction) })
		if err != nil {
			return tooLarge(err, trace.CodeTraceTooLarge)
		}
		if done {
			t.toGo, t.on = t.toGo[1:], nil
		}
	}
	return t.tellHarvests()
}

// tooLarge is the domain's error for a walk over its limit.
func tooLarge(err error, code trace.Code) error {
	if errors.Is(err, lot.ErrTooLarge) {
		return trace.Fail(code)
	}
	return err
}

// visit emits a lot and what leads to it or from it.
func (t *tracing) visit(step *lot.Step, way lot.Direction, d Direction) error {
	place := t.walked // among all that were walked over
	t.walked++
	if place >= t.skip+t.limit || t.edges == t.mostEdges {
		t.more, t.next, t.nextEdges, t.walked, t.amid = true, place, 0, place, amid{}
		return lot.ErrStop
	}
	if way == lot.Back && d == BothWays && step.Depth != t.depth {
		t.followed.Add(step.Lot)
	}
	again := way == lot.Forward && d == BothWays && t.back.Has(step.Lot)
	tell := place >= t.skip
	begun := place == t.skip && t.skipEdges > 0 // emitted on the previous page, up to some edge
	t.passed, t.toldHere = 0, 0
	if begun {
		t.passed = t.skipEdges
	}
	after, afterEdges := t.after, t.afterEdges
	if t.amid = (amid{}); step.Held() {
		after = lot.RowKey{} // they are in memory, and quickly skipped
	}
	if after.Role == 0 {
		t.rivalsHere = OnceList{}
	}
	var node *Node
	if tell && !again && !begun {
		node = newLotNode(step)
	}
	var err error
	switch {
	case step.Held():
		err = t.visitHeld(step, node, way, tell, again)
	case after.Role != 0:
		t.before, t.row, t.passed = after, after, afterEdges
		err = t.visitRest(step, after, way, tell, again)
	default:
		err = t.visitPaged(step, node, way, tell, again)
	}
	if err == nil && t.more {
		t.next, t.nextEdges, t.walked = place, t.toldHere, place
		if place == t.skip {
			t.nextEdges += t.skipEdges
		}
		err = lot.ErrStop
	}
	return err
}

// visitHeld emits a lot whose rows are held in the order in which people read it:
// first the lot, then its edges.
func (t *tracing) visitHeld(step *lot.Step, node *Node, way lot.Direction, tell, again bool) error {
	rows := step.Rows(lot.Identified, lot.Received)
	if node != nil {
		for i := range rows {
			t.take(node, &rows[i])
		}
		if err := t.emitLot(step, node); err != nil {
			return err
		}
	}
	for i := range rows {
		if err := t.edgesOf(step, &rows[i], way, tell, again); err != nil {
			return err
		}
	}
	return nil
}

// visitPaged reads the rows of a lot once, so its edges come first. If the page is full before the
// end, the next one continues with the same lot.
func (t *tracing) visitPaged(step *lot.Step, node *Node, way lot.Direction, tell, again bool) error {
	err := step.Each(lot.Identified, lot.Received, func(r *lot.Row) error {
		if t.more && node == nil {
			return lot.ErrStop
		}
		if node != nil {
			t.take(node, r)
		}
		return t.rowOf(step, r, way, tell, again)
	})
	if err != nil && err != lot.ErrStop {
		return err
	}
	if node == nil {
		return nil
	}
	return t.emitLot(step, node)
}

// visitRest continues with a lot where the previous page ended.
func (t *tracing) visitRest(step *lot.Step, after lot.RowKey, way lot.Direction, tell, again bool) error {
	err := step.EachAfter(after, lot.Received, func(r *lot.Row) error {
		if t.more {
			return lot.ErrStop
		}
		return t.rowOf(step, r, way, tell, again)
	})
	if err == lot.ErrStop {
		return nil
	}
	return err
}

// rowOf emits the edges of a row, and notes its place.
func (t *tracing) rowOf(step *lot.Step, r *lot.Row, way lot.Direction, tell, again bool) error {
	t.before, t.row, t.ofRow = t.row, r.Key(), 0
	return t.edgesOf(step, r, way, tell, again)
}

// emitLot emits a lot, with its facts other than the steps of the path.
func (t *tracing) emitLot(step *lot.Step, node *Node) error {
	facts, left, err := t.factsOf(step, lot.FirstLight, node.from.List, MaxFacts)
	if err != nil {
		return err
	}
	node.tell(facts, left)
	node.Disputed = node.Disputed || t.disputed[step.Lot] // show that there is a rival, but not who
	node.Restricted = t.cross != nil && !t.cross.seen[step.Lot]
	return t.sink.Node(node)
}

// turn reports whether the next edge of the current lot belongs on this page: it does not if the
// lot is not shown here, the edge was on an earlier page, or the page is full.
func (t *tracing) turn(tell bool) bool {
	switch {
	case !tell || t.more:
		return false
	case t.passed > 0:
		t.passed--
		t.ofRow++
		return false
	case t.edges == t.mostEdges:
		t.more, t.after, t.afterEdges = true, t.before, t.ofRow
		return false
	}
	t.edges++
	t.toldHere++
	t.ofRow++
	return true
}

// tellHarvests emits the harvests that were met, and their plots.
func (t *tracing) tellHarvests() error {
	slices.Sort(t.fresh)
	papers := map[string][]trace.RecordRef{}
	err := t.s.EachOfHarvests(t.ctx, t.r, trace.ConformityKind, t.fresh, t.at, func(r *trace.Record) error {
		papers[r.HarvestID] = append(papers[r.HarvestID], r.Ref())
		return nil
	})
	if err != nil {
		return err
	}
	for _, harvest := range t.fresh {
		if err := t.sink.Node(&Node{Type: HarvestNode, Code: harvest, Certificates: papers[harvest]}); err != nil {
			return err
		}
	}
	for _, harvest := range t.freshRivals {
		if t.harvests.Has(harvest) { // it is emitted in its relation to another lot
			continue
		}
		if err := t.sink.Node(&Node{Type: HarvestNode, Code: harvest, Third: true}); err != nil {
			return err
		}
	}
	return t.s.eachPlot(t.ctx, t.r, t.fresh, t.at, func(p *OriginPlot) error {
		n := plotNode(p)
		if personal.Hidden(t.by) { // the place where somebody grows reveals who it is
			n = Node{Type: PlotNode, Code: n.Code, On: n.On, Plot: &OriginPlot{Record: p.Record, Producer: Producer{Name: personal.Mask}}}
		}
		if err := t.sink.Node(&n); err != nil {
			return err
		}
		e := Edge{From: n.Key(), To: harvestKey(p.Record.HarvestID), Role: p.Record.Kind.Name, Record: p.Record.Ref(), Kg: lot.Unknown, OutKg: lot.Unknown, On: lot.NoDays}
		return t.sink.Edge(&e)
	})
}
