package ownership

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

// Standing computes the owner and the claimants of a code. Feed it the code's events in the order
// of the log, each after At.
//
// The journal does not always determine one owner. Two overlapping transactions may be in the log
// in a different order than they took effect, because the database lets the first to reach the code
// through. And an erased version no longer shows which codes it claimed. So a Standing follows
// every possible owner: see Explains.
type Standing struct {
	code   Code
	erased *Erasures
	taken  int // the number of steps of erased that it has processed
	// options are the possible owners of the code. The first owns it if nothing overlapped and
	// nothing was erased.
	options  []Owner
	harvests map[string]*claims
	parties  map[Party]*claims
}

// Party is a harvest and an author: the store keeps one holder for each.
type Party struct{ HarvestID, Author string }

// claims are the claims of a harvest or a party on one code.
type claims struct {
	first        Claim
	live         int64
	gained, lost int64 // when it last gained or lost a claim, in Unix milliseconds
}

// Overlap is the maximum time, in milliseconds, between the writes of two concurrent transactions.
// It is as long as the log waits for a slow one.
const Overlap = 60_000

// never is an instant far from all others.
const never = math.MinInt64 / 2

// near reports whether two transactions may have run at the same time.
func near(a, b int64) bool { return max(a, b)-min(a, b) <= Overlap }

// NewStanding returns the standing of a code without claims, in a journal with some erasures.
func NewStanding(code Code, erased *Erasures) *Standing {
	return &Standing{code: code, erased: erased, harvests: map[string]*claims{}, parties: map[Party]*claims{}}
}

// At adds what was erased before a place in the log. Versions without a place share one, and come
// in order of time.
//
// A harvest with an erased version may own what it claims. An erased record may have owned the
// code, which then passed to the first claimant at that time. The code has no other events in
// between, so erasures are not applied one by one: see maybeFirsts.
func (s *Standing) At(place, at int64) {
	from := s.taken
	if s.taken = s.erased.upTo(from, place, at); len(s.harvests) < 2 || s.taken == from {
		return // a code that only one harvest claims belongs to it
	}
	for harvestID, held := range s.harvests {
		if held.gained != 0 && s.erased.of(harvestID, from, s.taken) {
			s.maybe(s.owner(&held.first))
		}
	}
	s.maybeFirsts(from, s.taken)
}

// End adds everything that was erased.
func (s *Standing) End() {
	s.At(math.MaxInt64, math.MaxInt64)
	s.taken = len(s.erased.steps)
}

// Gain adds a record's claim on the code.
func (s *Standing) Gain(c *Claim) {
	claimed := s.owner(c)
	if len(s.options) == 0 {
		s.options = []Owner{claimed}
	}
	for i, o := range slices.Clone(s.options) {
		held := s.harvests[o.HarvestID]
		switch {
		case o.HarvestID == c.HarvestID, o.Settled != 0:
		case held == nil || held.live <= 0:
			s.options[i] = claimed
			if held != nil && near(c.Since, held.lost) { // the loss may have come after the claim
				s.options = append(s.options, o)
			}
		case near(c.Since, o.Since), s.erased.freed(o.Since, c.Since, s.taken):
			s.options = append(s.options, claimed)
		}
	}
	s.options = distinct(s.options)
	for _, held := range s.of(c) {
		if held.gained == 0 {
			held.first = *c
			held.first.Code = s.code
		}
		held.live++
		held.gained = max(held.gained, c.Since)
	}
	if s.erased.of(c.HarvestID, 0, s.taken) {
		s.maybe(claimed) // an erased version of this harvest may have come first
	}
}

// Lose removes a record's claim on the code.
func (s *Standing) Lose(c *Claim) {
	for _, held := range s.of(c) {
		held.live--
		held.lost = max(held.lost, c.Since)
	}
	if s.erased.near(c.Since, s.taken) {
		s.maybeFirst(c.Since) // the erasure may have come after the loss
	}
	owned := slices.ContainsFunc(s.options, func(o Owner) bool { return o.HarvestID == c.HarvestID && o.Settled == 0 })
	if !owned || s.harvests[c.HarvestID].live > 0 {
		return
	}
	for harvestID, held := range s.harvests {
		if harvestID != c.HarvestID && held.live > 0 && near(c.Since, held.gained) { // so may a claim
			s.maybe(s.owner(&held.first))
		}
	}
}

// Settle records that an administrator gave the code to a harvest. That applies until an
// administrator decides again. An erasure rewrites a decision, so decisions may come late: their
// time shows which is the last.
func (s *Standing) Settle(c *Claim) {
	settled := s.owner(c)
	settled.Settled = c.Since
	options := []Owner{settled}
	for _, o := range s.options {
		switch {
		case o.Settled == 0:
		case near(o.Settled, c.Since):
			options = append(options, o)
		case o.Settled > c.Since:
			return
		}
	}
	s.options = distinct(options)
}

// Upgrade records that the store began to keep owners. At that time it gave every code to its first
// claimant.
func (s *Standing) Upgrade() { s.maybeFirst(never) }

// of returns the claims to which a claim counts: its harvest's and its party's.
func (s *Standing) of(c *Claim) [2]*claims {
	party := Party{c.HarvestID, c.Author}
	if s.harvests[c.HarvestID] == nil {
		s.harvests[c.HarvestID] = &claims{}
	}
	if s.parties[party] == nil {
		s.parties[party] = &claims{}
	}
	return [2]*claims{s.harvests[c.HarvestID], s.parties[party]}
}

func (s *Standing) owner(c *Claim) Owner {
	return Owner{Code: s.code, HarvestID: c.HarvestID, ID: c.ID, Since: c.Since}
}

// maybe adds a possible owner. A settled owner stays until an administrator decides again.
func (s *Standing) maybe(o Owner) {
	if o.Settled != 0 || slices.ContainsFunc(s.options, func(o Owner) bool { return o.Settled == 0 }) {
		s.options = distinct(append(s.options, o))
	}
}

// maybeFirst adds the first of those who claimed the code at an instant, as the store would choose
// it, and those who claimed it at the same time.
func (s *Standing) maybeFirst(at int64) {
	var all []*Claim
	for _, held := range s.parties {
		if held.gained != 0 && (held.live > 0 || near(held.lost, at)) {
			all = append(all, &held.first)
		}
	}
	slices.SortFunc(all, func(a, b *Claim) int {
		return cmp.Or(cmp.Compare(a.Since, b.Since), bytes.Compare(a.ID[:], b.ID[:]))
	})
	for _, c := range all {
		if near(c.Since, all[0].Since) {
			s.maybe(s.owner(c))
		}
	}
}

// maybeFirsts does what maybeFirst does for the instant of every erasure among the steps
// of a range. Who is the first depends only on who gave the code up around that instant, so
// one instant of each kind is enough.
func (s *Standing) maybeFirsts(from, to int) {
	times := &s.erased.times
	from, to = times.before(from), times.before(to)
	if from == to {
		return
	}
	var turns []int64 // the instants at which a claimant starts or stops counting
	for _, held := range s.parties {
		if held.gained != 0 && held.live <= 0 {
			turns = append(turns, held.lost-Overlap, held.lost+Overlap+1)
		}
	}
	if to-from <= len(turns) {
		for _, b := range times.rows[0][from:to] {
			s.erased.looked++
			s.maybeFirst(b.first)
		}
		return
	}
	slices.Sort(turns)
	first := int64(math.MinInt64)
	for _, turn := range append(slices.Compact(turns), math.MaxInt64) {
		if times.within(from, to, first, turn-1, &s.erased.looked) {
			s.maybeFirst(max(first, never))
		}
		first = turn
	}
}

func (o *Owner) same(other Owner) bool {
	return o.HarvestID == other.HarvestID && (o.Settled != 0) == (other.Settled != 0)
}

// distinct keeps only the first of several equal owners.
func distinct(all []Owner) []Owner {
	kept := all[:0:0]
	for _, o := range all {
		if !slices.ContainsFunc(kept, o.same) {
			kept = append(kept, o)
		}
	}
	return kept
}
