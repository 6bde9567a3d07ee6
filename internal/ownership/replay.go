package ownership

import "slices"

// Event is one version of a record as it bears on ownership, or one settlement.
type Event struct {
	Claim
	// Gained and Lost are the codes that the version claims and the one before it
	// did not, and the other way round.
	Gained, Lost []Code
	// Settles is the code that an administrator gives to SafraID; the zero value
	// for a version.
	Settles Code
}

// Replay works out who owns what from the journal, in the order of the log. Feed
// it every version and settlement once.
//
// Two transactions that overlapped may stand in the log the other way round than
// they took effect: the database let the one through that came first to the code.
// So where the claims that decide lie within Overlap of each other, either of them
// may be the owner: see Explains.
//
// An erased version claims nothing, since nobody can read any more what it said.
type Replay struct {
	codes map[Code]*standing
}

// Overlap is how far apart, in milliseconds, two transactions may be written that
// ran at the same time. It is as long as the log waits for a slow one.
const Overlap = 60_000

type standing struct {
	owner Owner
	live  map[string]int64 // records that claim it, by harvest
	could []Owner          // who else may have come first
}

// NewReplay returns an empty replay.
func NewReplay() *Replay { return &Replay{codes: map[Code]*standing{}} }

// Add takes the next event.
func (p *Replay) Add(e *Event) {
	if e.Settles != (Code{}) {
		s := p.standing(e.Settles)
		s.owner, s.could = e.owner(e.Settles), nil
		s.owner.Settled = e.Since
		return
	}
	for _, c := range e.Lost {
		s := p.standing(c)
		s.live[e.SafraID]--
	}
	for _, c := range e.Gained {
		p.gain(e, c)
	}
}

func (p *Replay) gain(e *Event, c Code) {
	s := p.standing(c)
	claimed := e.owner(c)
	switch {
	case s.owner.Code == Code{}, s.owner.Settled == 0 && s.owner.SafraID != e.SafraID && s.live[s.owner.SafraID] <= 0:
		if s.owner.Code != (Code{}) && e.Since-s.owner.Since <= Overlap {
			s.could = append(s.could, s.owner)
		}
		s.owner = claimed
	case s.owner.Settled == 0 && e.Since-s.owner.Since <= Overlap:
		s.could = append(s.could, claimed)
	}
	s.live[e.SafraID]++
}

func (e *Event) owner(c Code) Owner {
	return Owner{Code: c, SafraID: e.SafraID, ID: e.ID, Since: e.Since}
}

func (p *Replay) standing(c Code) *standing {
	s := p.codes[c]
	if s == nil {
		s = &standing{live: map[string]int64{}}
		p.codes[c] = s
	}
	return s
}

// Owner returns the owner of a code; ok is false where nobody claimed it.
func (p *Replay) Owner(c Code) (o Owner, ok bool) {
	if s := p.codes[c]; s != nil {
		return s.owner, s.owner.Code != Code{}
	}
	return Owner{}, false
}

// Explains reports whether the journal allows a stored owner.
func (p *Replay) Explains(stored Owner) bool {
	s := p.codes[stored.Code]
	if s == nil {
		return false
	}
	same := func(o Owner) bool { return o.SafraID == stored.SafraID && (o.Settled != 0) == (stored.Settled != 0) }
	return same(s.owner) || slices.ContainsFunc(s.could, same)
}

// Each calls fn with every code that was ever claimed or settled, its owner, and
// how many records of each harvest claim it, in no order.
func (p *Replay) Each(fn func(o Owner, live map[string]int64)) {
	for _, s := range p.codes {
		fn(s.owner, s.live)
	}
}
