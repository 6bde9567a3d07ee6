package ownership

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
// it every version and settlement once. It holds every code; Standing is one.
//
// An erased version claims nothing, since nobody can read any more what it said.
type Replay struct {
	codes map[Code]*Standing
}

// Overlap is how far apart, in milliseconds, two transactions may be written that
// ran at the same time. It is as long as the log waits for a slow one.
const Overlap = 60_000

// NewReplay returns an empty replay.
func NewReplay() *Replay { return &Replay{codes: map[Code]*Standing{}} }

// Add takes the next event.
func (p *Replay) Add(e *Event) {
	if e.Settles != (Code{}) {
		p.standing(e.Settles).Settle(&e.Claim)
		return
	}
	for _, c := range e.Lost {
		p.standing(c).Lose(&e.Claim)
	}
	for _, c := range e.Gained {
		p.standing(c).Gain(&e.Claim)
	}
}

func (p *Replay) standing(c Code) *Standing {
	s := p.codes[c]
	if s == nil {
		s = NewStanding(c, func(string) bool { return false })
		p.codes[c] = s
	}
	return s
}

// Owner returns the owner of a code; ok is false where nobody claimed it.
func (p *Replay) Owner(c Code) (o Owner, ok bool) {
	if s := p.codes[c]; s != nil {
		return s.Owner()
	}
	return Owner{}, false
}

// Explains reports whether the journal allows a stored owner.
func (p *Replay) Explains(stored Owner) bool {
	s := p.codes[stored.Code]
	return s != nil && s.Explains(stored)
}

// Each calls fn with every code that was ever claimed or settled, its owner, and
// how many records of each harvest claim it, in no order.
func (p *Replay) Each(fn func(o Owner, live map[string]int64)) {
	for _, s := range p.codes {
		live := map[string]int64{}
		for safraID, held := range s.harvests {
			live[safraID] = held.live
		}
		fn(s.options[0], live)
	}
}
