package trace

import (
	"cmp"
	"math"

	"rastro/internal/lot"
)

// RecallHolder is who received affected lots.
type RecallHolder struct {
	Nome  string   `json:"nome"`
	Lotes []string `json:"lotes"`
	// Registros counts the records, each once, however many of the lots it names.
	Registros int `json:"registros"`
	// RecebidoKg adds up the masses that are known; null where none is.
	RecebidoKg *float64 `json:"recebidoKg"`
	// RecebidoParcial: not all that was received is in RecebidoKg. A record says no
	// mass, or one mass for several lots of which only some are affected.
	RecebidoParcial bool `json:"recebidoParcial,omitzero"`
	// Expurgado: what it said came of a record that was erased since.
	Expurgado bool `json:"expurgado,omitzero"`
}

func (h *RecallHolder) receive(kg float64) {
	if h.RecebidoKg != nil {
		kg += *h.RecebidoKg
	}
	h.RecebidoKg = &kg
}

// giveBack takes off what a record received, to the gram.
func (h *RecallHolder) giveBack(kg float64) {
	if h.RecebidoKg == nil {
		return
	}
	left := math.Max(0, math.Round((*h.RecebidoKg-kg)*1000)/1000)
	h.RecebidoKg = &left
	if left == 0 && h.RecebidoParcial { // what is left has no known mass
		h.RecebidoKg = nil
	}
}

// recallFormat is the form of the reports that are made now. Those without it count a
// record in Registros once for each of its lots, and know no mass of several lots.
const recallFormat = 2

// heldLoad is a record of several lots, some of which the recall has come to.
type heldLoad struct {
	holder, lots int
	weighed      bool // its mass is known
}

// heldLoadBytes is about what a heldLoad takes in its map.
const heldLoadBytes = 96

// isHeld reports whether a row tells who has a lot.
func isHeld(row *lot.Row) bool { return row.Role == lot.Received || row.Role == lot.Processed }

// holderOf is who has the lot, by a row that tells it.
func holderOf(row *lot.Row) string { return cmp.Or(row.Place, row.By) }

// hold takes a row that tells who has a lot. The mass of several lots counts once all
// of them were seen: how much of it is one of them nobody knows.
func (c *recalling) hold(code string, row *lot.Row) error {
	name := holderOf(row)
	at, ok := c.holders[name]
	if !ok {
		at = len(c.Detentores)
		c.holders[name] = at
		c.Detentores = append(c.Detentores, RecallHolder{Nome: name})
		if err := c.weigh(holderWeight + len(name)); err != nil {
			return err
		}
	}
	h := &c.Detentores[at]
	first, whole, err := c.load(at, row)
	if err != nil {
		return err
	}
	if first {
		h.Registros++
	}
	if row.Role == lot.Received {
		switch {
		case !row.Kg.Known():
			h.RecebidoParcial = true
		case whole:
			h.receive(row.Kg.Value)
		}
	}
	if n := len(h.Lotes); n > 0 && h.Lotes[n-1] == code { // lots come one after another
		return nil
	}
	h.Lotes = append(h.Lotes, code)
	return c.weigh(len(code) + textWeight)
}

// load counts the lots of a record. first reports whether this is the first of them,
// whole whether all of them were seen.
func (c *recalling) load(holder int, row *lot.Row) (first, whole bool, err error) {
	if row.Among <= 1 {
		return true, true, nil
	}
	id := ID(row.ID)
	l, ok := c.loads[id]
	if !ok {
		if err := c.claim.Grow(heldLoadBytes); err != nil {
			return false, false, err
		}
		l = heldLoad{holder: holder, weighed: row.Role == lot.Received && row.Kg.Known()}
	}
	l.lots++
	if whole = l.lots >= row.Among; whole {
		delete(c.loads, id)
	} else {
		c.loads[id] = l
	}
	return !ok, whole, nil
}

// endLoads marks who received loads of which only some lots are affected.
func (c *recalling) endLoads() {
	for _, l := range c.loads {
		if l.weighed {
			c.Detentores[l.holder].RecebidoParcial = true
		}
	}
	clear(c.loads)
}
