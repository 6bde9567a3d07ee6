package evidence

import (
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// OwnershipReplay computes from the journal who owns which code. Give it every version
// in the order of the log; see EachLogged.
type OwnershipReplay struct {
	*ownership.Replay
	Claims map[trace.ID][2][]string // of each record that claims something, by realm
}

// NewOwnershipReplay returns an empty replay.
func NewOwnershipReplay() *OwnershipReplay {
	return &OwnershipReplay{ownership.NewReplay(), map[trace.ID][2][]string{}}
}

// Add adds the next version.
func (p *OwnershipReplay) Add(r *trace.Record) {
	e := &ownership.Event{Claim: ownership.Claim{HarvestID: r.HarvestID, Author: r.CreatedBy, ID: r.ID, Since: r.UpdatedAt.UnixMilli()}}
	if code, harvestID, ok := r.Settled(); ok {
		e.HarvestID, e.Settles, e.Since = harvestID, code, r.CreatedAt().UnixMilli()
		p.Replay.Add(e)
		return
	}
	if !r.MayClaim() {
		return
	}
	e.Erases = r.Operation == trace.Erased
	e.Hidden = !e.Erases && r.Gone()
	before := p.Claims[r.ID]
	var now [2][]string
	for i, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		now[i] = r.Claimed(realm)
		gained, lost := ownership.Change(realm, before[i], now[i])
		e.Gained, e.Lost = append(e.Gained, gained...), append(e.Lost, lost...)
	}
	if len(e.Gained)+len(e.Lost) > 0 || e.Hidden || e.Erases {
		p.Replay.Add(e)
	}
	if len(now[0])+len(now[1]) == 0 {
		delete(p.Claims, r.ID)
	} else {
		p.Claims[r.ID] = now
	}
}
