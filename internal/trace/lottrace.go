package trace

import (
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// TraceDirection is which way lots are followed.
type TraceDirection string

// The directions, as they stand on the wire.
const (
	ToOrigin      TraceDirection = "origem"
	ToDestination TraceDirection = "destino"
	BothWays      TraceDirection = "ambos"
)

// TraceQuery asks for a trace: of a lot or, where SafraID is set, of all lots
// that a harvest's records name.
type TraceQuery struct {
	Lot       string // as written
	SafraID   string
	Direction TraceDirection
	Depth     int       // steps at most; below 0 all
	At        time.Time // zero: now
	Limit     int       // lots a page, 1 to MaxTraceLots
	Cursor    string
}

// Bounds of a trace.
const (
	DefaultTraceLots = 10_000
	MaxTraceLots     = 100_000
	// maxWalk bounds the lots that are walked over all pages.
	maxWalk = 2_000_000
	// maxRows bounds the rows of a chunk of lots; a chunk with more is read lot by
	// lot, within maxWays and MaxFacts.
	maxRows = 4096
	maxWays = 20_000
)

// TraceHead is told before the first node.
type TraceHead struct {
	Lot       string // folded; "" for a harvest's
	SafraID   string
	Direction TraceDirection
	At        time.Time
}

// TraceEnd is told after the last.
type TraceEnd struct {
	Next string // cursor of the next page, "" at the end
	// Truncated: this is not all: there is a next page, the way is longer than was
	// asked for or is followed, or older records are still being taken in.
	Truncated bool
	// Restricted: records of harvests that the key may not see name lots of it.
	Restricted bool
}

// TraceSink takes a trace as it is found. An edge may come before its nodes.
type TraceSink interface {
	Node(*TraceNode) error
	Edge(*TraceEdge) error
}

// Trace follows lots, and gives the sink that begin makes each node and each edge
// once, over all pages. Nothing was given where it fails with CodeLotNotFound or
// before begin was called.
//
// A page of up to DefaultTraceLots is made over one snapshot, so the sink MUST take
// it without waiting for anybody: a slow reader must not keep the store from
// cleaning up. A longer one holds none. Pages after the first are of the instant
// of the first.
func (s *Service) Trace(ctx context.Context, by *Key, q TraceQuery, begin func(TraceHead) (TraceSink, error)) (TraceEnd, error) {
	if err := by.Need(Read); err != nil {
		return TraceEnd{}, err
	}
	if q.Limit > DefaultTraceLots {
		return s.trace(ctx, s.store, by, q, begin)
	}
	var end TraceEnd
	err := s.store.View(ctx, func(r Reader) error {
		var err error
		end, err = s.trace(ctx, r, by, q, begin)
		return err
	})
	return end, err
}

func (s *Service) trace(ctx context.Context, r Reader, by *Key, q TraceQuery, begin func(TraceHead) (TraceSink, error)) (TraceEnd, error) {
	t := &tracing{ctx: ctx, s: s, r: r, by: by, at: q.At, limit: min(max(q.Limit, 1), MaxTraceLots), depth: q.Depth}
	scope := "rastreio\x00" + q.Lot + "\x00" + q.SafraID + "\x00" + string(q.Direction) + "\x00" + itoa(int64(q.Depth))
	asked := s.now()
	if q.Cursor != "" {
		place, err := decodeTraceCursor(scope, q.Cursor)
		if err != nil {
			return TraceEnd{}, err
		}
		t.skip, t.at = place.skip, place.at
	}
	start, err := t.start(q)
	if err != nil {
		return TraceEnd{}, err
	}
	head := TraceHead{SafraID: q.SafraID, Direction: q.Direction, At: t.at}
	if q.SafraID == "" {
		head.Lot = start[0]
	}
	if head.At.IsZero() {
		head.At = asked
	}
	if t.sink, err = begin(head); err != nil {
		return TraceEnd{}, err
	}
	if err := t.run(start, q.Direction); err != nil {
		return TraceEnd{}, err
	}
	end := TraceEnd{Truncated: t.more || t.cut, Restricted: t.restricted}
	if t.more {
		end.Next = encodeTraceCursor(scope, traceCursor{t.skip + t.told, head.At})
	}
	filled, err := s.lotsFilled(ctx, t.r)
	end.Truncated = end.Truncated || !filled
	return end, err
}

// tracing is one trace on its way.
type tracing struct {
	ctx   context.Context
	s     *Service
	r     Reader
	by    *Key
	at    time.Time
	depth int
	sink  TraceSink

	limit, skip, told int
	walked            int
	more              bool // the page is full
	cut               bool // the way goes on
	restricted        bool

	places, shipments, harvests *lot.Seen // told on this page or before
	fresh                       []string  // harvests met on this page
	back                        *lot.Seen // lots met on the way back
	followed                    *lot.Seen // those of them that were not at its edge
}

// start are the lots that a query begins at.
func (t *tracing) start(q TraceQuery) ([]string, error) {
	if q.SafraID != "" {
		if err := t.by.needHarvest(q.SafraID); err != nil {
			return nil, err
		}
		return t.s.lotsOfHarvest(t.ctx, t.r, q.SafraID, t.at)
	}
	code, err := t.s.knownLot(t.ctx, t.r, t.by, q.Lot, t.at)
	return []string{code}, err
}

func (t *tracing) run(start []string, d TraceDirection) error {
	t.places, t.shipments, t.harvests, t.back, t.followed = lot.NewSeen(), lot.NewSeen(), lot.NewSeen(), lot.NewSeen(), lot.NewSeen()
	if d != ToDestination {
		w := lot.Walk{Direction: lot.Back, Depth: t.depth, Fetch: t.fetch, Known: t.back}
		if err := w.From(start, func(s *lot.Step) error { return t.visit(s, lot.Back, d) }); err != nil {
			return err
		}
	}
	if d != ToOrigin && !t.more {
		w := lot.Walk{Direction: lot.Forward, Depth: t.depth, Fetch: t.fetch}
		if err := w.From(start, func(s *lot.Step) error { return t.visit(s, lot.Forward, d) }); err != nil {
			return err
		}
	}
	return t.tellHarvests()
}

// fetch reads the rows of lots that the key may see.
func (t *tracing) fetch(lots []string, fn func(*lot.Row)) error {
	n := 0
	var rows []lot.Row
	take := func(r *lot.Row) error {
		n++
		if t.by.needHarvest(r.SafraID) != nil {
			t.restricted = true
			return nil
		}
		rows = append(rows, *r)
		return nil
	}
	read := func(lots []string, from, to lot.Role, limit int) error {
		n = 0
		return t.r.EachLotRow(t.ctx, LotQuery{Lots: lots, From: from, To: to, At: t.at, Limit: limit}, take)
	}
	if err := read(lots, lot.Identified, lot.Validated, maxRows); err != nil {
		return err
	}
	if n == maxRows { // perhaps more: lot by lot, so that what is left out is always the same
		rows = rows[:0]
		for _, code := range lots {
			if err := read([]string{code}, lot.Identified, lot.Consumed, maxWays); err != nil {
				return err
			}
			t.cut = t.cut || n == maxWays
			if err := read([]string{code}, lot.Processed, lot.Validated, MaxFacts+1); err != nil {
				return err
			}
		}
	}
	for i := range rows {
		fn(&rows[i])
	}
	return nil
}

// visit tells of a lot and of what leads to it or from it.
func (t *tracing) visit(step *lot.Step, way lot.Direction, d TraceDirection) error {
	t.walked++
	switch {
	case t.walked > maxWalk:
		t.cut = true
		return lot.ErrStop
	case t.depth >= 0 && step.Depth == t.depth && leadsOn(step, way):
		t.cut = true
	}
	if way == lot.Back && d == BothWays && step.Depth != t.depth {
		t.followed.Add(step.Lot)
	}
	again := way == lot.Forward && d == BothWays && t.back.Has(step.Lot)
	place := t.walked - 1 // among all that were walked over
	if place >= t.skip+t.limit {
		t.more = true
		return lot.ErrStop
	}
	tell := place >= t.skip
	if tell {
		t.told++
	}
	if tell && !again {
		if err := t.sink.Node(lotNode(step)); err != nil {
			return err
		}
	}
	for i := range step.Rows {
		if err := t.row(step, &step.Rows[i], way, tell, again); err != nil {
			return err
		}
	}
	return nil
}

func leadsOn(step *lot.Step, way lot.Direction) bool {
	return slices.ContainsFunc(step.Rows, func(r lot.Row) bool { return len(r.Leads(way)) > 0 })
}

// row tells the edges that a row of a lot makes.
func (t *tracing) row(step *lot.Step, r *lot.Row, way lot.Direction, tell, again bool) error {
	here := lotKey(step.Lot)
	switch r.Role {
	case lot.Identified, lot.Produced:
		if way != lot.Back {
			return nil
		}
		if r.Role == lot.Identified || len(r.Others) == 0 {
			return t.fromHarvest(here, r, tell)
		}
		return t.ways(step, r, way, tell)
	case lot.Consumed:
		if way == lot.Forward {
			return t.ways(step, r, way, tell)
		}
	case lot.Shipped:
		if way == lot.Forward {
			return t.shipment(here, r, tell)
		}
	case lot.Processed, lot.Received:
		if !again {
			return t.place(here, r, tell)
		}
	}
	return nil
}

// ways tells what a lot was made of, or what it became; at the edge of the trace
// nothing, since it would lead to nodes that are not told.
func (t *tracing) ways(step *lot.Step, r *lot.Row, way lot.Direction, tell bool) error {
	if step.Depth == t.depth || !tell {
		return nil
	}
	here := lotKey(step.Lot)
	for _, o := range r.Others {
		e := newEdge(r)
		e.Kg, e.Share = o.Kg, o.Share
		switch {
		case way == lot.Back:
			e.From, e.To, e.OutKg = lotKey(o.Lot), here, knownKg(r.Kg, r.Among)
		case t.followed.Has(o.Lot): // told on the way back
			continue
		default:
			e.From, e.To = here, lotKey(o.Lot)
		}
		if err := t.sink.Edge(&e); err != nil {
			return err
		}
	}
	return nil
}

// fromHarvest tells that a lot came out of a harvest.
func (t *tracing) fromHarvest(here string, r *lot.Row, tell bool) error {
	if t.harvests.Add(r.SafraID) && tell {
		t.fresh = append(t.fresh, strings.Clone(r.SafraID))
	}
	if !tell {
		return nil
	}
	e := newEdge(r)
	e.From, e.To, e.Kg = harvestKey(r.SafraID), here, knownKg(r.Kg, r.Among)
	return t.sink.Edge(&e)
}

// shipment tells where a lot went.
func (t *tracing) shipment(here string, r *lot.Row, tell bool) error {
	id := ID(r.ID).String()
	fresh := t.shipments.Add(id)
	if !tell {
		return nil
	}
	if fresh {
		n := TraceNode{Type: ShipmentNode, Code: id, Name: r.Carrier, Destination: r.Destination, Holder: r.By, On: r.On, SafraIDs: []string{r.SafraID}}
		if err := t.sink.Node(&n); err != nil {
			return err
		}
	}
	e := newEdge(r)
	e.From, e.To, e.Kg = here, string(ShipmentNode)+":"+id, knownKg(r.Kg, r.Among)
	return t.sink.Edge(&e)
}

// place tells where a lot was received or processed.
func (t *tracing) place(here string, r *lot.Row, tell bool) error {
	name := r.Place
	if name == "" {
		name = r.By
	}
	fresh := t.places.Add(name)
	if !tell {
		return nil
	}
	if fresh {
		if err := t.sink.Node(&TraceNode{Type: PlaceNode, Code: name, Holder: r.By}); err != nil {
			return err
		}
	}
	e := newEdge(r)
	e.From, e.To, e.Kg = here, string(PlaceNode)+":"+name, knownKg(r.Kg, r.Among)
	if r.Role == lot.Processed {
		e.OutKg = knownKg(r.Out, r.Among)
	}
	return t.sink.Edge(&e)
}

// tellHarvests tells of the harvests that were met, and of their plots.
func (t *tracing) tellHarvests() error {
	slices.Sort(t.fresh)
	papers := map[string][]RecordRef{}
	err := t.s.eachOfHarvests(t.ctx, t.r, conformityKind, t.fresh, t.at, func(r *Record) error {
		papers[r.SafraID] = append(papers[r.SafraID], r.ref())
		return nil
	})
	if err != nil {
		return err
	}
	for _, safra := range t.fresh {
		if err := t.sink.Node(&TraceNode{Type: HarvestNode, Code: safra, Certificates: papers[safra]}); err != nil {
			return err
		}
	}
	return t.s.eachPlot(t.ctx, t.r, t.fresh, t.at, func(p *OriginPlot) error {
		n := plotNode(p)
		if err := t.sink.Node(&n); err != nil {
			return err
		}
		e := TraceEdge{From: n.Key(), To: harvestKey(p.Record.SafraID), Role: p.Record.Kind.Name, Record: p.Record.ref(), Kg: lot.Unknown, OutKg: lot.Unknown, On: lot.NoDays}
		return t.sink.Edge(&e)
	})
}

var (
	planKind       = kind.ByPrefix("/cadastroPlanejamento/planoCultivo")
	plantingKind   = kind.ByPrefix("/producaoAgricola/plantioManejo")
	conformityKind = kind.ByPrefix("/exportacao/certificadoConformidade")
)
