package ownership

import "slices"

// Owner returns the code's owner if nothing overlapped and nothing was erased; ok is false if
// nobody claimed it.
func (s *Standing) Owner() (o Owner, ok bool) {
	if len(s.options) == 0 {
		return Owner{}, false
	}
	return s.options[0], true
}

// Explains reports whether the journal allows a stored owner.
func (s *Standing) Explains(stored Owner) bool {
	if slices.ContainsFunc(s.options, stored.same) {
		return true
	}
	if len(s.erased.open) == 0 {
		return false
	}
	last := *s // an erasure without a place in the log
	last.options = slices.Clone(s.options)
	last.maybeFirst(never)
	return slices.ContainsFunc(last.options, stored.same)
}

// Needs reports whether an owner must be stored. If nobody claims the code now and nobody settled
// it, the next claimant owns it in any case.
func (s *Standing) Needs() bool {
	for _, held := range s.harvests {
		if held.live > 0 {
			return true
		}
	}
	return len(s.options) > 0 && s.options[0].Settled != 0
}

// Holders calls fn with every party that ever claimed the code, with its first claim
// and how many of its records claim it now. Against is left empty.
func (s *Standing) Holders(fn func(Holder)) {
	for party := range s.parties {
		h, _ := s.Holder(party)
		fn(h)
	}
}

// Holder returns a holder; ok is false if the party never claimed the code.
func (s *Standing) Holder(p Party) (h Holder, ok bool) {
	held := s.parties[p]
	if held == nil {
		return h, false
	}
	return Holder{Code: s.code, HarvestID: p.HarvestID, Author: p.Author, ID: held.first.ID, Since: held.first.Since, Live: held.live}, true
}
