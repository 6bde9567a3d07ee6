package recall

import (
	"cmp"
	"math"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

var storageKind = kind.ByPrefix(kind.Storage)

// Holder is who received affected lots.
type Holder struct {
	Name string   `json:"nome"`
	Lots []string `json:"lotes"`
	// Records counts each record once, even if it names several of the lots.
	Records int `json:"registros"`
	// ReceivedKg is what the holder received, as far as masses are known; null if none is. Each
	// kilogram counts once: see lot.Arrival.
	ReceivedKg *float64 `json:"recebidoKg"`
	// Stages are the masses of each stage, which describe the same goods. Reports from before
	// countedOnce have none.
	Stages *Stages `json:"etapas,omitempty"`
	// ReceivedPartial: ReceivedKg is incomplete, because a record has no mass, or has one mass for
	// several lots of which only some are affected.
	ReceivedPartial bool `json:"recebidoParcial,omitzero"`
	// Erased: the holder is known from a record that was erased since.
	Erased bool `json:"expurgado,omitzero"`
}

// Stages are the sums of the records of reception and of storage; null if none has a mass.
type Stages struct {
	ReceptionKg *float64 `json:"recebimentoKg"`
	StorageKg   *float64 `json:"armazenamentoKg"`
}

// of returns the mass of a stage.
func (s *Stages) of(stage lot.Stage) **float64 {
	if stage == lot.Storage {
		return &s.StorageKg
	}
	return &s.ReceptionKg
}

// giveBack subtracts what a record received at a stage, to the gram. What other records say
// of the same goods stays: the holder received at least that.
func (h *Holder) giveBack(stage lot.Stage, kg float64) {
	if h.ReceivedKg == nil || kg == 0 {
		return
	}
	left := less(*h.ReceivedKg, kg)
	if h.Stages != nil {
		other := *h.Stages.of(lot.Stages - 1 - stage)
		if at := h.Stages.of(stage); *at != nil {
			rest := less(**at, kg)
			left = max(left, rest)
			if *at = &rest; rest == 0 { // no other record of the stage has a mass
				*at = nil
			}
		}
		if other != nil {
			left, h.ReceivedPartial = max(left, *other), true
		}
	}
	h.ReceivedKg = &left
	if left == 0 && h.ReceivedPartial { // the rest has no known mass
		h.ReceivedKg = nil
	}
}

// less subtracts a mass from another, to the gram.
func less(kg, by float64) float64 { return math.Max(0, math.Round((kg-by)*1000)/1000) }

// recallFormat is the current format of reports.
const recallFormat = countedOnce

// Changes in the format of reports. Those before recordsOnce count a record in Records once for
// each of its lots, and have no mass for several lots. Those before sharedMasses add masses that
// other lots share, and do not say if the sum leaves out a shipment. Those before countedOnce add
// storage to reception, and count each leg of a journey.
const (
	recordsOnce  = 2
	sharedMasses = 3
	countedOnce  = 4
)

// heldLoad is a record of several lots, some of which the recall has visited.
type heldLoad struct {
	goods       int // of its first visited lot
	lots, among int
	mass        lot.Mass
	stage       lot.Stage
	received    bool // whether its mass is what the holder received
}

// heldGoods is what a holder received of a lot, or of lots that records weigh together.
type heldGoods struct {
	holder int
	with   int // others that are weighed together with it; itself if it is the first
	lot.Arrival
}

// hereGoods is what a holder received of the current lot.
type hereGoods struct {
	goods int // -1 while no record weighs it together with others
	lot.Arrival
}

// heldLoadBytes and heldGoodsBytes are roughly their sizes.
const (
	heldLoadBytes  = 144
	heldGoodsBytes = 128
)

// isHeld reports whether a row says who holds a lot.
func isHeld(row *lot.Row) bool { return row.Role == lot.Received || row.Role == lot.Processed }

// holderOf returns the holder in a row that names one.
func holderOf(row *lot.Row) string { return cmp.Or(row.Place, row.By) }

// hold processes a row that says who holds a lot. A mass for several lots counts only after all of
// them were seen, because the share of each is unknown.
func (c *recalling) hold(code string, row *lot.Row) error {
	name := holderOf(row)
	at, ok := c.holders[name]
	if !ok {
		at = len(c.Holders)
		c.holders[name] = at
		c.Holders, c.received = append(c.Holders, Holder{Name: name}), append(c.received, holderSum{})
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
	if n := len(h.Lots); n > 0 && h.Lots[n-1] == code { // the rows of a lot come one after another
		return nil
	}
	h.Lots = append(h.Lots, code)
	return c.weigh(len(code) + textWeight)
}

// load counts the lots of a record and reports whether this is the first. It adds the record's mass
// after all of them were seen.
func (c *recalling) load(holder int, row *lot.Row) (first bool, err error) {
	received, stage := row.Role == lot.Received, lot.StageOf(row, storageKind.Code)
	if row.Among <= 1 {
		if received {
			c.hereAt(holder).Add(stage, row.Kg, 1, 1)
		}
		return true, nil
	}
	id := trace.ID(row.ID)
	l, ok := c.loads[id]
	if !ok {
		l = heldLoad{among: row.Among, mass: row.Kg, stage: stage, received: received, goods: -1}
		err = c.claim.Grow(heldLoadBytes)
	}
	if received && err == nil {
		err = c.weighTogether(holder, &l)
	}
	if l.lots++; l.lots < l.among {
		c.loads[id] = l
		return !ok, err
	}
	delete(c.loads, id)
	c.receive(&l)
	return !ok, err
}

// hereAt returns what a holder received of the current lot.
func (c *recalling) hereAt(holder int) *hereGoods {
	one, ok := c.here[holder]
	if !ok {
		one = &hereGoods{goods: -1}
		c.here[holder] = one
	}
	return one
}

// weighTogether notes that a load has the lot that is being visited, and maybe others.
func (c *recalling) weighTogether(holder int, l *heldLoad) error {
	one := c.hereAt(holder)
	if one.goods < 0 {
		one.goods = len(c.goods)
		c.goods = append(c.goods, heldGoods{holder: holder, with: one.goods})
		if err := c.claim.Grow(heldGoodsBytes); err != nil {
			return err
		}
	}
	if l.goods < 0 {
		l.goods = one.goods
		return nil
	}
	a, b := c.first(l.goods), c.first(one.goods)
	c.goods[max(a, b)].with = min(a, b)
	return nil
}

// first returns the first of the goods that are weighed together.
func (c *recalling) first(at int) int {
	for c.goods[at].with != at {
		c.goods[at].with = c.goods[c.goods[at].with].with
		at = c.goods[at].with
	}
	return at
}

// receive adds the mass of a load to what its holder received.
func (c *recalling) receive(l *heldLoad) {
	if l.received && l.goods >= 0 {
		c.goods[l.goods].Add(l.stage, l.mass, l.lots, l.among)
	}
}

// leave ends the visit of a lot. What no record weighs together with others is final.
func (c *recalling) leave() {
	for holder, one := range c.here {
		if one.goods < 0 {
			c.arrived(holder, &one.Arrival)
		} else {
			c.goods[one.goods].Join(&one.Arrival)
		}
	}
	clear(c.here)
}

// arrived adds what a holder received of some goods.
func (c *recalling) arrived(holder int, goods *lot.Arrival) {
	once := goods.Once()
	c.received[holder].once.Join(&once)
	c.received[holder].stages.Join(goods)
}

// endLoads adds the loads of which only some lots are affected, and reports what each
// holder received.
func (c *recalling) endLoads() {
	for _, l := range c.loads {
		c.receive(&l)
	}
	clear(c.loads)
	for i := range c.goods {
		if first := c.first(i); first != i {
			c.goods[first].Join(&c.goods[i].Arrival)
		}
	}
	for i := range c.goods {
		if c.goods[i].with == i {
			c.arrived(c.goods[i].holder, &c.goods[i].Arrival)
		}
	}
	for i := range c.Holders {
		h, sum := &c.Holders[i], &c.received[i]
		h.ReceivedKg, h.ReceivedPartial = toldKg(sum.once.Kg(lot.Unknown)), sum.once.Partial()
		h.Stages = &Stages{toldKg(sum.stages.At(lot.Reception).Kg(lot.Unknown)), toldKg(sum.stages.At(lot.Storage).Kg(lot.Unknown))}
	}
}

// holderSum is what a holder received: each kilogram once, and by stage.
type holderSum struct {
	once   lot.Sum
	stages lot.Arrival
}
