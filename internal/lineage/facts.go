package lineage

import (
	"slices"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// MaxFacts bounds the facts shown of one lot. It must not let one party's rows push out
// another's: see pickFacts.
const MaxFacts = 1000

// factsOf reads up to most facts of a lot, starting at a role, and reports whether some were left
// out. own are the harvests whose records identify or make the lot, with the first one at the
// front.
func (v *LotView) factsOf(step *lot.Step, from lot.Role, own []string, most int) (facts []lot.Row, left bool, err error) {
	if step.Held() {
		facts, left = pickFacts(step.Rows(from, v.to), own, most)
		return facts, left, nil
	}
	return v.readFacts(step, from, own, most)
}

// readFacts is factsOf for a lot whose rows are not in memory.
func (v *LotView) readFacts(step *lot.Step, from lot.Role, own []string, most int) (facts []lot.Row, left bool, err error) {
	// There may be too many to read all of them. Those of the lot's own harvests come first, then
	// the rest in order.
	var validated []string
	err = v.some(step.Lot, lot.Validated, v.by.Reach(), most, func(r *lot.Row) {
		validated = trace.AppendOnce(validated, r.HarvestID)
		facts = append(facts, *r)
	})
	if err != nil {
		return nil, false, err
	}
	take := func(r *lot.Row) { facts = append(facts, *r) }
	for _, of := range [][]string{v.seen(own[:min(len(own), 1)]), v.seen(own), v.seen(validated)} {
		if len(of) > 0 {
			if err := v.some(step.Lot, from, trace.Only(of...), most, take); err != nil {
				return nil, false, err
			}
		}
	}
	if err := v.some(step.Lot, from, v.by.Reach(), most+1, take); err != nil {
		return nil, false, err
	}
	slices.SortFunc(facts, compareFacts)
	facts = slices.CompactFunc(facts, func(a, b lot.Row) bool { return a.Key() == b.Key() })
	facts, left = pickFacts(facts, own, most)
	return facts, left, nil
}

// ownFacts adds all facts of a lot from some harvests to those that are there, up to one
// more than the limit.
func (v *LotView) ownFacts(step *lot.Step, harvests []string, most int, one *OriginLot) error {
	if harvests = v.seen(harvests); len(harvests) == 0 {
		return nil
	}
	others := slices.DeleteFunc(one.Facts, func(r lot.Row) bool { return slices.Contains(harvests, r.HarvestID) })
	var own []lot.Row
	err := v.some(step.Lot, lot.Processed, trace.Only(harvests...), most+1, func(r *lot.Row) { own = append(own, *r) })
	one.Facts = append(own, others...)
	slices.SortFunc(one.Facts, compareFacts)
	return err
}

// some calls fn with up to a number of rows of a lot in some harvests.
func (v *LotView) some(code string, from lot.Role, within trace.Reach, most int, fn func(*lot.Row)) error {
	q := trace.LotQuery{Lots: []string{code}, From: from, To: v.to, At: v.at, Limit: most, Reach: within}
	return v.r.EachLotRow(v.ctx, q, func(r *lot.Row) error {
		if seen, _ := v.Judge(r, lot.Back); seen {
			fn(r)
		}
		return nil
	})
}

// seen returns the harvests that the key may see.
func (v *LotView) seen(harvests []string) []string {
	if !v.Restricted() {
		return harvests
	}
	return slices.DeleteFunc(slices.Clone(harvests), func(harvest string) bool { return !v.sees(harvest) })
}

// pickFacts keeps up to a number of facts: first those of the harvest that was the first to
// identify or make the lot, then those of other harvests that did, then those of harvests that
// validated it, then the rest. So nobody's rows crowd out the important ones. It reports whether
// some were left out.
func pickFacts(facts []lot.Row, own []string, most int) (kept []lot.Row, left bool) {
	if len(facts) <= most {
		return facts, false
	}
	rank := map[string]int{}
	for i := range facts {
		if facts[i].Role == lot.Validated {
			rank[facts[i].HarvestID] = 1
		}
	}
	for i, harvest := range own {
		rank[harvest] = 2
		if i == 0 {
			rank[harvest] = 3
		}
	}
	facts = slices.Clone(facts) // the rows may belong to the walk
	slices.SortStableFunc(facts, func(a, b lot.Row) int { return rank[b.HarvestID] - rank[a.HarvestID] })
	facts = facts[:most]
	slices.SortFunc(facts, compareFacts)
	return facts, true
}

func compareFacts(a, b lot.Row) int {
	if a.Role != b.Role {
		return int(a.Role) - int(b.Role)
	}
	if c := slices.Compare(a.ID[:], b.ID[:]); c != 0 {
		return c
	}
	return int(a.Version - b.Version)
}
