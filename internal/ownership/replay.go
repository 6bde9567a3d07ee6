package ownership

// Event is the part of a record's version that matters for ownership, or a settlement.
type Event struct {
	Claim
	// Gained are the codes that the version claims and the previous one did not; Lost are those
	// that only the previous one claimed.
	Gained, Lost []Code
	// Settles is the code that an administrator gives to HarvestID; the zero value for a version.
	Settles Code
	// Hidden: the version was erased. Erases: it is the erasure of its record.
	Hidden, Erases bool
}

// Replay computes all owners from the journal, in the order of the log. Feed it every version
// and settlement once. It has every code; a Standing has one.
type Replay struct {
	codes  map[Code]*Standing
	erased *Erasures
	place  int64 // of the current event
}

// NewReplay returns an empty replay.
func NewReplay() *Replay { return &Replay{codes: map[Code]*Standing{}, erased: NewErasures()} }

// Add adds the next event.
func (p *Replay) Add(e *Event) {
	p.place++
	switch {
	case e.Erases:
		p.erased.Erased(p.place, &e.Claim)
	case e.Hidden:
		p.erased.Hidden(p.place, &e.Claim)
	case e.Settles != Code{}:
		p.standing(e.Settles, e.Since).Settle(&e.Claim)
		return
	}
	for _, c := range e.Lost {
		p.standing(c, e.Since).Lose(&e.Claim)
	}
	for _, c := range e.Gained {
		p.standing(c, e.Since).Gain(&e.Claim)
	}
}

func (p *Replay) standing(c Code, at int64) *Standing {
	s := p.codes[c]
	if s == nil {
		s = NewStanding(c, p.erased)
		p.codes[c] = s
	}
	s.At(p.place, at)
	return s
}

// Explains reports whether the journal allows a stored owner.
func (p *Replay) Explains(stored Owner) bool {
	s := p.codes[stored.Code]
	if s == nil {
		return false
	}
	s.End()
	return s.Explains(stored)
}

// Each calls fn with every code that was ever claimed or settled, its owner if nothing overlapped
// and nothing was erased, and the number of claiming records by harvest, in no particular order.
func (p *Replay) Each(fn func(o Owner, live map[string]int64)) {
	for _, s := range p.codes {
		live := map[string]int64{}
		for harvestID, held := range s.harvests {
			live[harvestID] = held.live
		}
		fn(s.options[0], live)
	}
}

// Needs reports whether an owner of a code must be stored.
func (p *Replay) Needs(c Code) bool {
	s := p.codes[c]
	return s != nil && s.Needs()
}

// Holds reports whether a record of a party claims a code now.
func (p *Replay) Holds(c Code, party Party) bool {
	s := p.codes[c]
	if s == nil {
		return false
	}
	h, ok := s.Holder(party)
	return ok && h.Live > 0
}

// Holding returns how many parties of a harvest claim a code now.
func (p *Replay) Holding(c Code, harvestID string) (n int) {
	s := p.codes[c]
	if s == nil {
		return 0
	}
	s.Holders(func(h Holder) {
		if h.HarvestID == harvestID && h.Live > 0 {
			n++
		}
	})
	return n
}
