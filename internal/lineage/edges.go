package lineage

import (
	"strings"

	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// edgesOf shows the edges that a row of a lot makes.
func (t *tracing) edgesOf(step *lot.Step, r *lot.Row, way lot.Direction, tell, again bool) error {
	if t.depth >= 0 && step.Depth == t.depth && len(step.Leads(r)) > 0 {
		t.cut = true
	}
	if foreign(r) {
		return t.foreignStep(step, r, way, tell, again)
	}
	here := lotKey(step.Lot)
	switch r.Role {
	case lot.Identified, lot.Produced:
		if way != lot.Back {
			return nil
		}
		if t.isRival(r) {
			return t.rivalClaim(here, r, tell)
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

// ways shows what a lot was made from or what it became. At the edge of the trace it shows nothing,
// since that would lead to nodes that are not shown.
func (t *tracing) ways(step *lot.Step, r *lot.Row, way lot.Direction, tell bool) error {
	if step.Depth == t.depth || !tell {
		return nil
	}
	here := lotKey(step.Lot)
	for _, o := range step.Leads(r) {
		e := newEdge(r)
		e.Kg, e.Share = o.Kg, o.Share
		switch {
		case way == lot.Back:
			e.From, e.To, e.OutKg = lotKey(o.Lot), here, knownKg(r.Kg, r.Among)
		case t.followed.Has(o.Lot): // shown on the way back
			continue
		default:
			e.From, e.To = here, lotKey(o.Lot)
		}
		if !t.turn(tell) {
			continue
		}
		if err := t.edge(&e); err != nil {
			return err
		}
	}
	return nil
}

// fromHarvest shows that a lot came out of a harvest.
func (t *tracing) fromHarvest(here string, r *lot.Row, tell bool) error {
	tell = t.turn(tell)
	if t.more {
		return nil
	}
	if t.harvests.Add(r.HarvestID) && tell {
		t.fresh = append(t.fresh, strings.Clone(r.HarvestID))
	}
	if !tell {
		return nil
	}
	e := newEdge(r)
	e.From, e.To, e.Kg = harvestKey(r.HarvestID), here, knownKg(r.Kg, r.Among)
	return t.sink.Edge(&e)
}

// take adds the facts of a row about a lot on the path. A rival's claim does not show where the lot
// came from.
func (t *tracing) take(node *Node, r *lot.Row) {
	switch {
	case t.isRival(r):
		node.Disputed = true
		return
	case foreign(r):
		node.Known = node.Known || ownership.Claims(r.Role)
		return
	}
	node.take(r)
}

// rivalClaim shows, once, that a harvest claims a lot that another one owns, regardless of what
// else its records say about the lot's origin.
func (t *tracing) rivalClaim(here string, r *lot.Row, tell bool) error {
	if len(t.rivalsHere.List) == MaxFacts || !t.rivalsHere.Add(r.HarvestID) {
		return nil
	}
	tell = t.turn(tell)
	if t.more {
		t.after = lot.RowKey{} // the next page must visit this row again
		return nil
	}
	if t.rivalHarvests.Add(r.HarvestID) && tell {
		t.freshRivals = append(t.freshRivals, strings.Clone(r.HarvestID))
	}
	if !tell {
		return nil
	}
	e := newEdge(r)
	e.From, e.To, e.Third = harvestKey(r.HarvestID), here, true
	return t.sink.Edge(&e)
}

// shipment shows where a lot went.
func (t *tracing) shipment(here string, r *lot.Row, tell bool) error {
	tell = t.turn(tell)
	id := trace.ID(r.ID).String()
	fresh := !t.more && t.shipments.Add(id)
	if !tell {
		return nil
	}
	if fresh {
		n := Node{Type: ShipmentNode, Code: id, Name: r.Carrier, Destination: r.Destination, Holder: r.By, On: r.On, HarvestIDs: []string{r.HarvestID}}
		if err := t.sink.Node(&n); err != nil {
			return err
		}
	}
	e := newEdge(r)
	e.From, e.To, e.Kg = here, string(ShipmentNode)+":"+id, knownKg(r.Kg, r.Among)
	return t.sink.Edge(&e)
}

// place shows where a lot was received or processed.
func (t *tracing) place(here string, r *lot.Row, tell bool) error {
	name := r.Place
	if name == "" {
		name = r.By
	}
	tell = t.turn(tell)
	fresh := !t.more && t.places.Add(name)
	if !tell {
		return nil
	}
	if fresh {
		if err := t.sink.Node(&Node{Type: PlaceNode, Code: name, Holder: r.By}); err != nil {
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
