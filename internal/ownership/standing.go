package ownership

import (
	"bytes"
	"cmp"
	"slices"
)

// Standing works out who owns one code, and who claims it. Feed it what happened to
// the code in the order of the log.
//
// The journal does not always tell one owner. Two transactions that overlapped may
// stand in the log the other way round than they took effect: the database let
// the one through that came first to the code. A record that was erased says no
// more what it claimed, but its harvest may own a code because of it. So a Standing follows every owner that there may be.
type Standing struct {
	code Code
	// erased reports whether records of a harvest were erased.
	erased func(safraID string) bool
	// options are who may own the code. The first owns it if nothing overlapped and
	// nothing was erased.
	options  []Owner
	harvests map[string]*claims
	parties  map[Party]*claims
}

// Party is a harvest and an author.
type Party struct{ SafraID, Author string }

// claims are what a harvest or a party claims of one code.
type claims struct {
	first        Claim
	live         int64
	gained, lost int64 // when it last did, in Unix milliseconds
}

// NewStanding returns the standing of a code that nobody has claimed yet.
func NewStanding(code Code, erased func(safraID string) bool) *Standing {
	return &Standing{code: code, erased: erased, harvests: map[string]*claims{}, parties: map[Party]*claims{}}
}

// Gain says that a record claims the code from now on.
func (s *Standing) Gain(c *Claim) {
	claimed := s.owner(c)
	if len(s.options) == 0 {
		s.options = []Owner{claimed}
	}
	for i := range s.options {
		o := s.options[i]
		held := s.harvests[o.SafraID]
		free := held == nil || held.live <= 0
		switch {
		case o.SafraID == c.SafraID:
		case o.Settled != 0 && free && s.erased(o.SafraID):
			s.maybe(claimed) // its last claim may have been erased
		case o.Settled != 0:
		case free:
			s.options[i] = claimed
			if held != nil && c.Since-held.lost <= Overlap {
				s.maybe(o)
			}
		case c.Since-o.Since <= Overlap:
			s.maybe(claimed)
		}
	}
	s.options = distinct(s.options)
	if s.erased(c.SafraID) {
		s.maybe(claimed)
	}
	for _, held := range s.of(c) {
		if held.first.Code == (Code{}) {
			held.first = *c
			held.first.Code = s.code
		}
		held.live++
		held.gained = max(held.gained, c.Since)
	}
}

// Lose says that a record claims the code no more.
func (s *Standing) Lose(c *Claim) {
	for _, held := range s.of(c) {
		held.live--
		held.lost = max(held.lost, c.Since)
	}
	if s.harvests[c.SafraID].live > 0 || !slices.ContainsFunc(s.options, func(o Owner) bool { return o.SafraID == c.SafraID && o.Settled == 0 }) {
		return
	}
	if s.erased(c.SafraID) {
		s.maybeFirst()
	}
	for safraID, held := range s.harvests {
		if safraID != c.SafraID && held.live > 0 && c.Since-held.gained <= Overlap {
			s.maybe(s.owner(&held.first))
		}
	}
}

// Settle says that an administrator gave the code to a harvest.
func (s *Standing) Settle(c *Claim) {
	before := s.options
	settled := s.owner(c)
	settled.Settled = c.Since
	s.options = []Owner{settled}
	for _, o := range before {
		if s.erased(c.SafraID) || o.Settled != 0 && c.Since-o.Settled <= Overlap {
			s.maybe(o)
		}
	}
	if s.erased(c.SafraID) {
		s.maybeFirst()
	}
}

// Upgrade says that the store began to keep owners. It then gave every code to the
// first of those who claimed it at the time.
func (s *Standing) Upgrade() { s.maybeFirst() }

// of returns what the claim counts towards: its harvest's and its party's.
func (s *Standing) of(c *Claim) [2]*claims {
	party := Party{c.SafraID, c.Author}
	if s.harvests[c.SafraID] == nil {
		s.harvests[c.SafraID] = &claims{}
	}
	if s.parties[party] == nil {
		s.parties[party] = &claims{}
	}
	return [2]*claims{s.harvests[c.SafraID], s.parties[party]}
}

func (s *Standing) owner(c *Claim) Owner {
	return Owner{Code: s.code, SafraID: c.SafraID, ID: c.ID, Since: c.Since}
}

// maybe adds an owner that there may be.
func (s *Standing) maybe(o Owner) { s.options = distinct(append(s.options, o)) }

// maybeFirst adds the first of those who claim the code now.
func (s *Standing) maybeFirst() {
	var first *claims
	for _, held := range s.harvests {
		if held.live > 0 && (first == nil || earlier(&held.first, &first.first) < 0) {
			first = held
		}
	}
	if first != nil {
		s.maybe(s.owner(&first.first))
	}
}

func earlier(a, b *Claim) int {
	return cmp.Or(cmp.Compare(a.Since, b.Since), bytes.Compare(a.ID[:], b.ID[:]))
}

func (o *Owner) same(other Owner) bool {
	return o.SafraID == other.SafraID && (o.Settled != 0) == (other.Settled != 0)
}

// distinct keeps the first of owners that are the same.
func distinct(all []Owner) []Owner {
	kept := all[:0:0]
	for _, o := range all {
		if !slices.ContainsFunc(kept, o.same) {
			kept = append(kept, o)
		}
	}
	return kept
}

// Owner returns who owns the code; ok is false where nobody claimed it.
func (s *Standing) Owner() (o Owner, ok bool) {
	if len(s.options) == 0 {
		return Owner{}, false
	}
	return s.options[0], true
}

// Explains reports whether the journal allows a stored owner.
func (s *Standing) Explains(stored Owner) bool { return slices.ContainsFunc(s.options, stored.same) }

// Needs reports whether an owner must be stored. Where nobody claims the code now
// and nobody settled it, the next to claim it owns it either way.
func (s *Standing) Needs() bool {
	for _, held := range s.harvests {
		if held.live > 0 {
			return true
		}
	}
	return len(s.options) == 1 && s.options[0].Settled != 0 && !s.erased(s.options[0].SafraID)
}

// Holders calls fn with every party that ever claimed the code, with its first claim
// and how many of its records claim it now. Against is left empty.
func (s *Standing) Holders(fn func(Holder)) {
	for party, held := range s.parties {
		fn(Holder{Code: s.code, SafraID: party.SafraID, Author: party.Author, ID: held.first.ID, Since: held.first.Since, Live: held.live})
	}
}

// Holder returns one of them; ok is false where the party never claimed the code.
func (s *Standing) Holder(p Party) (h Holder, ok bool) {
	held := s.parties[p]
	if held == nil {
		return h, false
	}
	return Holder{Code: s.code, SafraID: p.SafraID, Author: p.Author, ID: held.first.ID, Since: held.first.Since, Live: held.live}, true
}
