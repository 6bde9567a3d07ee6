package lineage

import (
	"slices"

	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// A trace for an organisation may leave the harvests that it reaches: a buyer turns its wheat into
// flour. Such a step is shown, with its record's place in the public log and nothing else.
// docs/decisions.md#restricted-is-the-key says which steps are shown.

// Proof is a record's place in the public log. The log is public, so anyone who has the record
// can prove that it was there, and when, without revealing its content.
type Proof struct {
	Index int64
	Leaf  [32]byte
}

// foreignSteps holds what is needed to judge strangers' records about the current lots.
type foreignSteps struct {
	own     map[string]bool      // the caller reaches the harvest that owns the lot
	named   map[string]bool      // the caller's records refer to it, and do not claim it
	seen    map[string]bool      // the caller's records name it
	claimed map[string]*lot.Seen // the strangers' harvests that claim it
}

// crosses lets a view show the steps that leave the harvests of an organisation. It does nothing
// for a key that is also limited to a list of harvests: those outside the list may belong to the
// same organisation.
func (v *LotView) crosses() {
	if v.by.Member() != nil && len(v.by.Harvests) == 0 {
		v.cross = &foreignSteps{}
	}
}

// foreign reports whether a row is a stranger's step, with everything else removed.
func foreign(r *lot.Row) bool { return r.HarvestID == "" }

// learnCrossings finds out what the caller may know about some lots, from their rows or, if these
// are too many for memory, from the store.
func (v *LotView) learnCrossings(lots []string, rows []lot.Row, whole bool) error {
	c := &foreignSteps{own: map[string]bool{}, named: map[string]bool{}, seen: map[string]bool{}, claimed: map[string]*lot.Seen{}}
	v.cross = c
	claims := map[string]bool{}
	look := func(r *lot.Row) error {
		switch mine := v.sees(r.HarvestID); {
		case mine && ownership.Claims(r.Role):
			c.seen[r.Lot], claims[r.Lot] = true, true
		case mine:
			c.seen[r.Lot], c.named[r.Lot] = true, true
		case ownership.Claims(r.Role):
			if c.claimed[r.Lot] == nil {
				c.claimed[r.Lot] = lot.NewSeen()
			}
			c.claimed[r.Lot].Add(r.HarvestID)
		}
		return nil
	}
	if whole {
		for i := range rows {
			_ = look(&rows[i])
		}
	} else if err := v.lookUp(lots, look); err != nil {
		return err
	}
	for code := range claims {
		delete(c.named, code)
	}
	codes := slices.Clone(lots)
	for i := range rows {
		if r := &rows[i]; whole && r.Role == lot.Produced && c.named[r.Lot] && !v.sees(r.HarvestID) {
			for _, o := range r.Others {
				codes = append(codes, o.Lot)
			}
		}
	}
	return v.learnOwn(codes)
}

// lookUp looks at the claims on each lot, and at one row with which the caller refers to it.
func (v *LotView) lookUp(lots []string, look func(*lot.Row) error) error {
	for _, code := range lots {
		if err := v.pages(trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Produced, At: v.at, RefsOnly: true}, look); err != nil {
			return err
		}
		one := trace.LotQuery{Lots: []string{code}, From: lot.Produced + 1, To: v.to, At: v.at, Limit: 1, RefsOnly: true, Reach: v.by.Reach()}
		if err := v.r.EachLotRow(v.ctx, one, look); err != nil {
			return err
		}
	}
	return nil
}

// learnOwn finds out which lots belong to harvests that the caller reaches.
func (v *LotView) learnOwn(codes []string) error {
	slices.Sort(codes)
	for some := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
		held, err := v.r.Owners(v.ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		for i := range held {
			v.cross.own[held[i].Text] = v.sees(held[i].HarvestID)
		}
	}
	return nil
}

// crossing judges a stranger's row. If the row is shown, it first removes everything that must not
// be shown.
//
// Forward, the owner of a lot sees what others did with it, unless they claim the lot: then they
// mean another one with the same code. Backward, whoever took a lot over sees that its maker
// recorded it, but not what the maker made it from, unless that is the caller's own again.
func (v *LotView) crossing(r *lot.Row) (seen bool) {
	c := v.cross
	if c == nil || r.Role > lot.Received {
		return false
	}
	others := r.Others
	if ownership.Claims(r.Role) {
		if !c.named[r.Lot] {
			return false
		}
		others = slices.DeleteFunc(slices.Clone(others), func(o lot.Other) bool { return !c.own[o.Lot] })
	} else if claimed := c.claimed[r.Lot]; !c.own[r.Lot] || claimed != nil && claimed.Has(r.HarvestID) {
		return false
	}
	bare := lot.Fact{MoistureIn: lot.Unknown, MoistureOut: lot.Unknown, ImpurityIn: lot.Unknown, ImpurityOut: lot.Unknown, On: lot.NoDays, Custody: -1}
	for _, o := range others {
		bare.Others = append(bare.Others, lot.Other{Lot: o.Lot, Kg: lot.Unknown})
	}
	r.Fact = bare
	return true
}

// foreignStep shows what a stranger did with a lot.
func (t *tracing) foreignStep(step *lot.Step, r *lot.Row, way lot.Direction, tell, again bool) error {
	back := ownership.Claims(r.Role)
	switch r.Role {
	case lot.Identified, lot.Produced:
		if way != lot.Back {
			return nil
		}
	case lot.Consumed, lot.Shipped:
		if way != lot.Forward {
			return nil
		}
	default:
		if again {
			return nil
		}
	}
	if len(step.Leads(r)) > 0 {
		return t.ways(step, r, way, tell)
	}
	tell = t.turn(tell)
	fresh := !t.more && t.places.Add("\x00") // no place has this name
	if !tell {
		return nil
	}
	node := Node{Type: RestrictedNode, Code: string(RestrictedNode), On: lot.NoDays}
	if fresh {
		if err := t.sink.Node(&node); err != nil {
			return err
		}
	}
	e := newEdge(r)
	if e.From, e.To = lotKey(step.Lot), node.Key(); back {
		e.From, e.To = e.To, e.From
	}
	return t.edge(&e)
}

// edge passes an edge to the sink. For a stranger's edge it first looks up the place in the log,
// and removes the record's identity.
func (t *tracing) edge(e *Edge) error {
	if !e.Restricted {
		return t.sink.Edge(e)
	}
	index, err := t.r.LogIndex(t.ctx, e.Record.ID, e.Record.Version)
	switch {
	case trace.Is(err, trace.CodeNotLogged): // it was written a moment ago
	case err != nil:
		return err
	default:
		leaf, err := trace.LeafAt(t.ctx, t.r, index)
		if err != nil {
			return err
		}
		e.Proof = &Proof{index, leaf}
	}
	e.Record = trace.RecordRef{Kind: e.Record.Kind}
	return t.sink.Edge(e)
}
