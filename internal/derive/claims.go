package derive

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// maxClaims bounds the claims that are held at once, about 150 bytes each. Where
// there are more, the journal is walked again for the codes of the next share.
const maxClaims = 1 << 19

// claimEvent is an event of a code.
type claimEvent struct {
	ownership.Claim
	place int64 // in the log
	what  int8
}

// What can happen to a code. A version that loses and gains codes loses first.
const (
	lost int8 = iota
	gained
	settled
)

// hiddenVersion is a version that was erased, or the erasure of its record.
type hiddenVersion struct {
	ownership.Claim
	place  int64
	erases bool
}

// noPlace is the place of a version that has none in the log yet.
const noPlace = math.MaxInt64

// claims collects what happened to codes.
type claims struct {
	// Only codes of one share are collected: those whose digest has this remainder.
	seed         maphash.Seed
	share, among uint64
	most         int

	events []claimEvent
	names  map[string]string // harvests and authors, each stored once
	// erased are the harvests with erased records that may have claimed something; gone are these
	// records.
	erased map[string]bool
	gone   map[trace.ID]bool
	// hidden are the versions of these records and their erasures; history is the same in the order
	// of the log.
	hidden  []hiddenVersion
	history *ownership.Erasures
	// upgraded is the place of the note with which the store began to keep owners.
	upgraded int64

	record trace.ID // the record of the version before, and what that claims
	before [2][]string
}

func newClaims(most int) *claims {
	return &claims{
		seed: maphash.MakeSeed(), among: 1, most: most, names: map[string]string{}, erased: map[string]bool{}, gone: map[trace.ID]bool{}, upgraded: noPlace,
	}
}

// next begins another share of the codes.
func (c *claims) next() {
	c.share++
	c.events, c.record, c.before = c.events[:0], trace.ID{}, [2][]string{}
}

// holds reports whether a code belongs to the share.
func (c *claims) holds(code ownership.Code) bool {
	return c.among == 1 || (maphash.String(c.seed, code.Text)^uint64(code.Realm))%c.among == c.share
}

// take processes the versions of a record, one after the other.
func (c *claims) take(v *Version) {
	e := claimEvent{place: v.Place, Claim: ownership.Claim{ID: v.ID, Since: v.UpdatedAt.UnixMilli()}}
	switch {
	case v.Kind == kind.KeyChange && v.NumbersKey():
		c.upgraded = min(c.upgraded, v.Place)
	case v.Kind == kind.Settlement:
		if code, harvestID, ok := v.Settled(); ok {
			e.what, e.HarvestID, e.Since = settled, c.name(harvestID), v.CreatedAt().UnixMilli()
			c.add(e, code)
		}
	}
	if !v.MayClaim() {
		return
	}
	if c.record != v.ID {
		c.record, c.before = v.ID, [2][]string{}
	}
	e.HarvestID, e.Author = c.name(v.HarvestID), c.name(v.CreatedBy)
	c.takeErased(v, e.Claim)
	for i, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		now := v.Claimed(realm)
		gains, losses := ownership.Change(realm, c.before[i], now)
		c.before[i] = now
		for _, code := range losses {
			e.what = lost
			c.add(e, code)
		}
		for _, code := range gains {
			e.what = gained
			c.add(e, code)
		}
	}
}

// takeErased collects erasures, in the first walk; later walks reuse them.
func (c *claims) takeErased(v *Version, of ownership.Claim) {
	erases := v.Operation == trace.Erased
	if c.share > 0 || c.history != nil || !erases && !v.Gone() {
		return
	}
	if erases {
		c.erased[of.HarvestID], c.gone[v.ID] = true, true
	}
	c.hidden = append(c.hidden, hiddenVersion{of, v.Place, erases})
}

// erasures returns the erasures in the order of the log.
func (c *claims) erasures() *ownership.Erasures {
	if c.history != nil {
		return c.history
	}
	slices.SortStableFunc(c.hidden, func(a, b hiddenVersion) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.Since, b.Since))
	})
	c.history = ownership.NewErasures()
	for i := range c.hidden {
		if h := &c.hidden[i]; h.erases {
			c.history.Erased(h.place, &h.Claim)
		} else {
			c.history.Hidden(h.place, &h.Claim)
		}
	}
	c.hidden = nil
	return c.history
}

func (c *claims) name(text string) string {
	if known, ok := c.names[text]; ok {
		return known
	}
	c.names[text] = text
	return text
}

// add keeps an event of the share. If there are too many, the share is halved; the rest is left to
// a later walk.
func (c *claims) add(e claimEvent, code ownership.Code) {
	if !c.holds(code) {
		return
	}
	e.Code = ownership.Code{Realm: code.Realm, Text: strings.Clone(code.Text)}
	c.events = append(c.events, e)
	for len(c.events) > c.most && c.share == 0 && c.among < maxShares {
		c.among *= 2
		c.events = slices.DeleteFunc(c.events, func(e claimEvent) bool { return !c.holds(e.Code) })
	}
}

// maxShares bounds the walks: one code may have more events than fit.
const maxShares = 1 << 12

// codeEvents are the events of a code, and its stored rows.
type codeEvents struct {
	from, to int
	owner    string // the harvest that holders must be rivals of, "" for none
	stored   bool   // it has an owner
	holders  int    // rows of parties that claim it now
}

// codes puts the events in the order of codes, and of the log within each.
func (c *claims) codes() []codeEvents {
	slices.SortStableFunc(c.events, func(a, b claimEvent) int {
		return cmp.Or(compareCodes(a.Code, b.Code), cmp.Compare(a.place, b.place), cmp.Compare(a.Since, b.Since))
	})
	var all []codeEvents
	for i := range c.events {
		if i == 0 || c.events[i].Code != c.events[i-1].Code {
			all = append(all, codeEvents{from: i})
		}
		all[len(all)-1].to = i + 1
	}
	return all
}

func compareCodes(a, b ownership.Code) int {
	return cmp.Or(cmp.Compare(a.Realm, b.Realm), strings.Compare(a.Text, b.Text))
}

// standing computes who owns a code from its events.
func (c *claims) standing(events []claimEvent) *ownership.Standing {
	s := ownership.NewStanding(events[0].Code, c.erasures())
	upgraded := false
	for i := range events {
		e := &events[i]
		if !upgraded && e.place > c.upgraded {
			s.Upgrade()
			upgraded = true
		}
		s.At(e.place, e.Since)
		switch e.what {
		case lost:
			s.Lose(&e.Claim)
		case gained:
			s.Gain(&e.Claim)
		default:
			s.Settle(&e.Claim)
		}
	}
	if !upgraded {
		s.Upgrade()
	}
	s.End()
	return s
}

// bears reports whether a record claimed the code for a harvest and, if author is not nil, for
// that author, at about a time. An erased record may have. A store of an earlier build noted
// the record's creation. If the claim that a code was settled for is gone, a rebuild names the
// decision instead.
func (c *claims) bears(events []claimEvent, harvestID string, author *string, id trace.ID, since int64) bool {
	for i := range events {
		e := &events[i]
		if e.what == settled && author == nil && e.ID == id && e.HarvestID == harvestID {
			return true
		}
		if e.what == gained && e.ID == id && e.HarvestID == harvestID && (author == nil || e.Author == *author) {
			if since >= id.Time().UnixMilli()-ownership.Overlap && since <= e.Since+ownership.Overlap {
				return true
			}
		}
	}
	return c.erased[harvestID] && c.gone[id]
}
