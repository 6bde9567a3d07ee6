package ownership

import (
	"cmp"
	"sort"
)

// Erasures are the erased versions of a journal, and the erasures themselves. An
// erased version no longer says which codes it claimed: it may have claimed any.
// Feed it in the order of the log.
type Erasures struct {
	steps []erasedStep
	// hidden are the steps of each harvest's erased versions, and times the instants of
	// the erasures themselves.
	hidden map[string][]int
	times  timeline
	// open are the records whose versions are gone and whose erasure has not been seen yet, with
	// the time of their first version.
	open map[[16]byte]int64
	// gaveUp are the erased records with a second version, which may have given up a code. A record
	// that began later than an earlier one is dropped, because it explains nothing more.
	gaveUp []span
	// looked counts the steps, and summaries of steps, that were looked at, as a measure of the
	// cost.
	looked int
}

type erasedStep struct {
	place, at int64
	harvestID string // of an erased version; "" for an erasure
}

type span struct {
	from, to int64
	step     int
}

// NewErasures returns the erasures of an empty journal.
func NewErasures() *Erasures {
	return &Erasures{hidden: map[string][]int{}, open: map[[16]byte]int64{}}
}

// Hidden adds an erased version at a place of the log.
func (x *Erasures) Hidden(place int64, c *Claim) {
	x.hidden[c.HarvestID] = append(x.hidden[c.HarvestID], len(x.steps))
	x.steps = append(x.steps, erasedStep{place, c.Since, c.HarvestID})
	from, again := x.open[c.ID]
	if !again {
		x.open[c.ID] = c.Since
	} else if n := len(x.gaveUp); n == 0 || from < x.gaveUp[n-1].from {
		x.gaveUp = append(x.gaveUp, span{from, c.Since, len(x.steps)})
	}
}

// Erased adds the erasure of a record at a place of the log.
func (x *Erasures) Erased(place int64, c *Claim) {
	delete(x.open, c.ID)
	x.times.add(len(x.steps), c.Since)
	x.steps = append(x.steps, erasedStep{place: place, at: c.Since})
}

// upTo returns how many steps came before a place and a time.
// Every claim on every code needs it, so it does not count them one by one.
func (x *Erasures) upTo(from int, place, at int64) int {
	return from + sort.Search(len(x.steps)-from, func(i int) bool {
		x.looked++
		step := &x.steps[from+i]
		return cmp.Or(cmp.Compare(step.place, place), cmp.Compare(step.at, at)) >= 0
	})
}

// of reports whether a harvest had erased versions in a range of steps.
func (x *Erasures) of(harvestID string, from, to int) bool {
	hidden := x.hidden[harvestID]
	i := sort.SearchInts(hidden, from)
	return i < len(hidden) && hidden[i] < to
}

// near reports whether an erasure among the first steps may have run at the same time
// as a transaction.
func (x *Erasures) near(at int64, steps int) bool {
	return x.times.within(0, x.times.before(steps), at-Overlap, at+Overlap, &x.looked)
}

// freed reports whether an erased record may have owned a code before an owner and given it up
// before a claim, so that the claim took it.
func (x *Erasures) freed(ownedSince, claimed int64, steps int) bool {
	first := sort.Search(len(x.gaveUp), func(i int) bool { return x.gaveUp[i].from <= ownedSince+Overlap })
	for _, s := range x.gaveUp[first:] {
		x.looked++
		if s.step > steps {
			return false
		}
		if s.to <= claimed+Overlap {
			return true
		}
	}
	return false
}
