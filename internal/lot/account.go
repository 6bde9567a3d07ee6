package lot

import "rastro/internal/finding"

// accounting adds up the rows of a lot.
type accounting struct {
	Account
	storage                  int16
	produced, lost, consumed Sum
	losses                   []timedLoss
	arrival                  Arrival
	shipped                  *Shipping
	supply                   supply
	shipments                int
	silent                   bool // a plant does not state what it took or gave
}

func newAccounting(step *Step, storage int16, year int) *accounting {
	return &accounting{
		Account: Account{Lot: step.Lot, Depth: step.Depth, Available: Unknown, Left: Unknown, Complete: true, Custody: -1, Derived: -1},
		storage: storage, shipped: NewShipping(year),
	}
}

func (a *accounting) add(r *Row) {
	switch r.Role {
	case Produced:
		a.Custody = max(a.Custody, r.Custody)
		if r.Kg.State == Unsaid && merged(r) {
			return // an analysis mentions it without masses
		}
		a.weigh(&a.produced, r, r.Kg)
		a.supply.make(r)
	case Processed:
		a.Custody = max(a.Custody, r.Custody)
		loss := lossOf(r)
		a.lose(r, loss)
		a.silent = a.silent || r.Kind == processingCode && (!loss.Known() || r.Among > 1)
	case Consumed:
		if r.Kg.State == Unsaid && merged(r) {
			return
		}
		a.weigh(&a.consumed, r, r.Kg)
	case Shipped:
		a.shipments++
		a.shipped.Add(r)
		a.note(r, r.Kg)
	case Received:
		stage := StageOf(r, a.storage)
		a.weigh(a.arrival.At(stage), r, r.Kg)
		a.supply.arrive(stage, r.Kg, r.Among, r.On)
	}
}

// lossOf returns how much mass a processing record removed from its lot.
func lossOf(r *Row) Mass {
	if !r.In.Known() || !r.Out.Known() {
		return Mass{State: Unclear}
	}
	return Mass{Value: r.In.Value - r.Out.Value, State: Exact}
}

// timedLoss is the mass that a record removed from a lot, and when it ended.
type timedLoss struct {
	kg      Mass
	among   int
	ended   Day
	isDryer bool
}

func (a *accounting) lose(r *Row, loss Mass) {
	a.losses = append(a.losses, timedLoss{loss, r.Among, r.On.To, r.Kind == dryingCode})
	a.note(r, loss)
}

// loseAll adds up the losses. What drying removed before the lot arrived is not in the receipts.
func (a *accounting) loseAll() {
	for _, l := range a.losses {
		if !l.isDryer || !a.supply.countsReceipts(l.ended) {
			a.lost.Add(l.kg, 1, l.among)
		}
	}
}

// weigh adds a mass of a row.
func (a *accounting) weigh(to *Sum, r *Row, m Mass) {
	to.Add(m, 1, r.Among)
	a.note(r, m)
}

// note notes whether a mass is known and belongs to this lot alone.
func (a *accounting) note(r *Row, m Mass) {
	if m.Known() && r.Among <= 1 {
		return
	}
	a.Complete = false
	a.Shared = a.Shared || m.Known()
}

// finish completes the account. What left the lot in records without masses of their own is
// unknown, not zero.
func (a *accounting) finish() Account {
	a.loseAll()
	received, stored := a.arrival.At(Reception), a.arrival.At(Storage)
	a.Produced, a.Received, a.Stored = a.produced.Kg(Unknown), received.Kg(Unknown), stored.Kg(Unknown)
	a.Lost, a.Consumed, a.Shipped = a.lost.Kg(0), a.consumed.Kg(0), a.shipped.Kg()
	a.Partial = Partial{
		Produced: a.produced.Partial(), Received: received.Partial(), Stored: stored.Partial(),
		Lost: a.lost.Partial(), Consumed: a.consumed.Partial(), Shipped: a.shipped.Partial(),
	}
	a.Available, a.Weighed = a.supply.available()
	a.Partial.Available = a.supply.unsaid
	if IsKnown(a.Available) { // and unknown if what was taken is unknown
		a.Left = a.Available - a.Lost - a.Consumed - a.Shipped
	}
	if !a.Weighed && a.Left < 0 { // more came in than records say
		a.Left = Unknown
	}
	a.Entered, a.made, a.largest = a.supply.entries > 0, a.supply.total(), a.supply.largest()
	return a.Account
}

// merged reports whether a row is about a merge that another record, such as an analysis, only
// mentions. Such a row has no mass. A plant or a dryer without masses is different: it has a mass,
// but it is unknown.
func merged(r *Row) bool {
	return r.In.State == Unsaid && r.Out.State == Unsaid && r.Share == 0 && r.Kind != dryingCode && r.Kind != processingCode
}

// check compares what was taken from a lot with what there was. It finds no contradiction if some
// incoming mass is not stated, or if a plant ships without stating what it gave (silent).
func (a *Account) check(shipments int, silent bool) {
	add := func(rule *finding.Rule, args map[string]float64) {
		a.Violations = append(a.Violations, Violation{Rule: rule, Lot: a.Lot, Args: args})
	}
	if a.Weighed {
		rest, consumed, shipped := max(a.Available-orZero(a.Lost), 0), orZero(a.Consumed), orZero(a.Shipped)
		switch {
		case over(consumed, rest, massSlack):
			add(ConsumedOver, map[string]float64{"disponivel": rest, "consumido": consumed})
		case silent:
		case over(consumed+shipped, rest, massSlack) && (shipments > 1 || consumed > 0):
			add(SoldTwice, map[string]float64{"disponivel": rest, "consumido": consumed, "embarcado": shipped})
		case over(consumed+shipped, rest, massSlack):
			add(ShippedOver, map[string]float64{"disponivel": rest, "embarcado": shipped})
		}
	}
	if a.Weighed && over(a.largest, a.made, massSlack) && a.made > 0 {
		add(ReceivedOver, map[string]float64{"produzido": a.made, "recebido": a.largest})
	}
	if a.Custody >= 0 && a.Derived > a.Custody {
		a.Violations = append(a.Violations, Violation{Rule: CustodyOver, Lot: a.Lot, Claimed: string(custodyRanks[a.Custody]), Derived: string(custodyRanks[a.Derived])})
	}
}

// Custody returns the name of a custody model's rank; "" for none.
func Custody(rank int8) string {
	if rank < 0 || int(rank) >= len(custodyRanks) {
		return ""
	}
	return string(custodyRanks[rank])
}

// derive gives every lot the loosest model among the lots it was made from. The farthest lots come
// last, so one backward pass is enough except for circles.
func (d *Draft) derive() {
	place := make(map[string]int, len(d.lots))
	for i := range d.lots {
		a := &d.lots[i].Account
		place[a.Lot] = i
		a.Derived, a.Traced = a.Custody, a.Custody >= 0
	}
	for changed, passes := true, 0; changed && passes < len(custodyRanks)+2; passes++ {
		changed = false
		for i := len(d.lots) - 1; i >= 0; i-- {
			a := &d.lots[i]
			for _, code := range a.from {
				k, ok := place[code]
				if !ok {
					continue
				}
				if from := &d.lots[k]; from.Derived > a.Derived {
					a.Derived, changed = from.Derived, true
				}
				if from := &d.lots[k]; !from.Traced && a.Traced {
					a.Traced, changed = false, true
				}
			}
		}
	}
}
