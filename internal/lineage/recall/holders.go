package recall

import (
	"cmp"
	"math"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Holder is who received affected lots.
type Holder struct {
	Name string   `json:"nome"`
	Lots []string `json:"lotes"`
	// Records counts each record once, even if it names several of the lots.
	Records int `json:"registros"`
	// ReceivedKg adds up the masses that are known; null if none is.
	ReceivedKg *float64 `json:"recebidoKg"`
	// ReceivedPartial: not all that was received is in ReceivedKg. A record has no mass,
	// or one mass for several lots of which only some are affected.
	ReceivedPartial bool `json:"recebidoParcial,omitzero"`
	// Erased: it came from a record that was erased since.
	Erased bool `json:"expurgado,omitzero"`
}

// giveBack subtracts what a record received, to the gram.
func (h *Holder) giveBack(kg float64) {
	if h.ReceivedKg == nil {
		return
	}
	left := math.Max(0, math.Round((*h.ReceivedKg-kg)*1000)/1000)
	h.ReceivedKg = &left
	if left == 0 && h.ReceivedPartial { // the rest has no known mass
		h.ReceivedKg = nil
	}
}

// recallFormat is the form of the reports that are made now.
const recallFormat = sharedMasses

// The forms in which reports changed. Those before recordsOnce count a record in
// Records once for each of its lots, and have no mass of several lots. Those before
// sharedMasses add up masses that other lots share, and do not say if the sum leaves a
// shipment out.
const (
	recordsOnce  = 2
	sharedMasses = 3
)

// heldLoad is a record of several lots, some of which the recall has visited.
type heldLoad struct {
	holder, lots, among int
	mass                lot.Mass
	received            bool // its mass is what the holder received
}

// heldLoadBytes is about what a heldLoad takes in its map.
const heldLoadBytes = 144

// isHeld reports whether a row says who has a lot.
func isHeld(row *lot.Row) bool { return row.Role == lot.Received || row.Role == lot.Processed }

// holderOf is who has the lot, by a row that says so.
func holderOf(row *lot.Row) string { return cmp.Or(row.Place, row.By) }

// hold takes a row that says who has a lot. The mass of several lots counts once all
// of them were seen: the share of each is unknown.
func (c *recalling) hold(code string, row *lot.Row) error {
	name := holderOf(row)
	at, ok := c.holders[name]
	if !ok {
		at = len(c.Holders)
		c.holders[name] = at
		c.Holders, c.received = append(c.Holders, Holder{Name: name}), append(c.received, lot.Sum{})
		if err := c.weigh(holderWeight + len(name)); err != nil {
			return err
		}
	}
	h := &c.Holders[at]
	first, err := c.load(at, row)
	if err != nil {
		return err
	}
	if first {
		h.Records++
	}
	if n := len(h.Lots); n > 0 && h.Lots[n-1] == code { // lots come one after another
		return nil
	}
	h.Lots = append(h.Lots, code)
	return c.weigh(len(code) + textWeight)
}

// load counts the lots of a record and reports whether this is the first of them. It adds
// the record's mass once all of them were seen.
func (c *recalling) load(holder int, row *lot.Row) (first bool, err error) {
	id := trace.ID(row.ID)
	l, ok := c.loads[id]
	if !ok {
		l = heldLoad{holder: holder, among: max(row.Among, 1), mass: row.Kg, received: row.Role == lot.Received}
	}
	l.lots++
	if l.lots >= l.among {
		delete(c.loads, id)
		c.receive(&l)
		return !ok, nil
	}
	if !ok {
		err = c.claim.Grow(heldLoadBytes)
	}
	c.loads[id] = l
	return !ok, err
}

// receive adds the mass of a load to what its holder received.
func (c *recalling) receive(l *heldLoad) {
	if l.received {
		c.received[l.holder].Add(l.mass, l.lots, l.among)
	}
}

// endLoads adds the loads of which only some lots are affected, and reports what each
// holder received.
func (c *recalling) endLoads() {
	for _, l := range c.loads {
		c.receive(&l)
	}
	clear(c.loads)
	for i := range c.Holders {
		h, sum := &c.Holders[i], &c.received[i]
		h.ReceivedKg, h.ReceivedPartial = toldKg(sum.Kg(lot.Unknown)), sum.Partial()
	}
}
