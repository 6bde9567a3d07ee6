package lot

import "slices"

// account adds up the rows of a lot.
func account(step *Step, storage int16, year int) Account {
	a := Account{
		Lot: step.Lot, Depth: step.Depth, Produced: Unknown, Received: Unknown, Stored: Unknown, Available: Unknown, Left: Unknown,
		Complete: true, Custody: -1, Derived: -1,
	}
	var shipped [Modes]float64
	made, came := NoDay, NoDay
	for i := range step.Rows {
		r := &step.Rows[i]
		mass := kg(r.Kg)
		if r.Among > 1 {
			mass = Unknown
		}
		add := func(to *float64) {
			switch {
			case mass == mass:
				*to = known(*to) + mass
			default:
				a.Complete = false
			}
		}
		switch r.Role {
		case Produced:
			if r.Custody > a.Custody {
				a.Custody = r.Custody
			}
			if r.Kg.State == Unsaid && merged(r) {
				continue // an analysis tells of it, without masses
			}
			add(&a.Produced)
			made = max(made, r.On.To)
		case Processed:
			if r.Custody > a.Custody {
				a.Custody = r.Custody
			}
			if in, out := kg(r.In), kg(r.Out); in == in && out == out && r.Among <= 1 {
				a.Lost += in - out
			} else {
				a.Complete = false
			}
		case Consumed:
			if r.Kg.State == Unsaid && merged(r) {
				continue
			}
			add(&a.Consumed)
		case Shipped:
			add(&shipped[ModeOf(r.Carrier, year)])
		case Received:
			if came == NoDay || r.On.Known() && r.On.From < came {
				came = r.On.From
			}
			if r.Kind == storage {
				add(&a.Stored)
			} else {
				add(&a.Received)
			}
		}
	}
	a.Shipped = slices.Max(shipped[:])
	a.balance(made != NoDay && came != NoDay && made > came)
	return a
}

// merged tells a row that an analysis made, which weighs nothing.
func merged(r *Row) bool { return r.In.State == Unsaid && r.Out.State == Unsaid && r.Share == 0 }

// balance works out what there was and what is left. onTop says that the lot was
// made after it was received: then there is the one and the other.
func (a *Account) balance(onTop bool) {
	came := a.Received
	if came != came { // what is stored was received before
		came = a.Stored
	}
	switch {
	case came != came:
		a.Available = a.Produced
	case a.Produced != a.Produced:
		a.Available = came
	case onTop:
		a.Available = came + a.Produced
	default:
		a.Available = max(came, a.Produced)
	}
	if a.Available == a.Available {
		a.Left = a.Available - a.Lost - a.Consumed - a.Shipped
	}
}

// check holds what was taken of a lot against what there was.
func (a *Account) check(shipments int) {
	add := func(rule *ViolationRule, args map[string]float64) {
		a.Violations = append(a.Violations, Violation{Rule: rule, Lot: a.Lot, Args: args})
	}
	if a.Available == a.Available {
		rest := max(a.Available-a.Lost, 0)
		switch {
		case over(a.Consumed, rest, massSlack):
			add(ConsumedOver, map[string]float64{"disponivel": rest, "consumido": a.Consumed})
		case over(a.Consumed+a.Shipped, rest, massSlack) && (shipments > 1 || a.Consumed > 0):
			add(SoldTwice, map[string]float64{"disponivel": rest, "consumido": a.Consumed, "embarcado": a.Shipped})
		case over(a.Consumed+a.Shipped, rest, massSlack):
			add(ShippedOver, map[string]float64{"disponivel": rest, "embarcado": a.Shipped})
		}
	}
	if a.Custody >= 0 && a.Derived > a.Custody {
		a.Violations = append(a.Violations, Violation{Rule: CustodyOver, Lot: a.Lot, Claimed: string(custodyRanks[a.Custody]), Derived: string(custodyRanks[a.Derived])})
	}
}

func shipments(step *Step) (rows []*Row) {
	for i := range step.Rows {
		if step.Rows[i].Role == Shipped {
			rows = append(rows, &step.Rows[i])
		}
	}
	return rows
}

// Custody names a rank of a model of custody, "" for none.
func Custody(rank int8) string {
	if rank < 0 || int(rank) >= len(custodyRanks) {
		return ""
	}
	return string(custodyRanks[rank])
}

// derive gives every lot the loosest model of what it was made of. The farthest
// come last, so one pass backwards does for all but circles.
func (b *Balance) derive(steps []Step) {
	place := make(map[string]int, len(steps))
	for i := range b.Accounts {
		place[b.Accounts[i].Lot] = i
		b.Accounts[i].Derived = b.Accounts[i].Custody
		b.Accounts[i].Traced = b.Accounts[i].Custody >= 0
	}
	for changed, passes := true, 0; changed && passes < len(custodyRanks)+2; passes++ {
		changed = false
		for i := len(steps) - 1; i >= 0; i-- {
			a := &b.Accounts[i]
			for r := range steps[i].Rows {
				for _, o := range steps[i].Rows[r].Leads(Back) {
					k, ok := place[o.Lot]
					if !ok {
						continue
					}
					if from := &b.Accounts[k]; from.Derived > a.Derived {
						a.Derived, changed = from.Derived, true
					}
					if from := &b.Accounts[k]; !from.Traced && a.Traced {
						a.Traced, changed = false, true
					}
				}
			}
		}
	}
}
