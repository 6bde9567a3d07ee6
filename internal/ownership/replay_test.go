package ownership_test

import (
	"testing"

	"rastro/internal/ownership"
)

var lotL = ownership.Code{Realm: ownership.Lots, Text: "L"}

func claim(harvest string, at int64, gained ...ownership.Code) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{HarvestID: harvest, Since: at, ID: [16]byte{byte(at)}}, Gained: gained}
}

func give(harvest string, at int64) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{HarvestID: harvest, Since: at}, Settles: lotL}
}

func lose(harvest string, at int64) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{HarvestID: harvest, Since: at}, Lost: []ownership.Code{lotL}}
}

func TestReplay(t *testing.T) {
	const later = ownership.Overlap + 10
	for _, tc := range []struct {
		name   string
		events []*ownership.Event
		owner  string
		also   string // may be stored instead
		never  string
	}{
		{"the first claim", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL)}, "A", "", "B"},
		{"claims that overlap", []*ownership.Event{claim("A", 1, lotL), claim("B", 5, lotL)}, "A", "B", "C"},
		{"a corrected mistake", []*ownership.Event{claim("A", 1, lotL), lose("A", 2), claim("B", 2*later, lotL)}, "B", "", "A"},
		{"a deletion next to a rival", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL), lose("A", 3*later), claim("A", 3*later+2, lotL)}, "A", "", "B"},
		{"a deletion that overlaps a claim", []*ownership.Event{claim("A", 1, lotL), lose("A", later), claim("B", later+1, lotL)}, "B", "A", "C"},
		{"a claim that overlaps a deletion", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL), lose("A", later+1)}, "A", "B", "C"},
		{"a deletion long before a claim", []*ownership.Event{claim("A", 1, lotL), lose("A", later), claim("B", 3*later, lotL)}, "B", "", "A"},
		{"a correction at once, a claim much later", []*ownership.Event{claim("A", later, lotL), lose("A", later+1), claim("B", 3*later, lotL)}, "B", "", "A"},
		{"a clock that went back", []*ownership.Event{claim("A", 3*later, lotL), claim("B", 1, lotL)}, "A", "", "B"},
		{"a settlement", []*ownership.Event{claim("A", 1, lotL), claim("B", 2, lotL), give("B", later)}, "B", "", "A"},
		{"a settled code is not free", []*ownership.Event{claim("A", 1, lotL), give("A", 2), lose("A", 3), claim("B", later, lotL)}, "A", "", "B"},
	} {
		p := ownership.NewReplay()
		for _, e := range tc.events {
			p.Add(e)
		}
		o, ok := p.Owner(lotL)
		if !ok || o.HarvestID != tc.owner || !p.Explains(o) {
			t.Errorf("%s: %+v, %t; want %s", tc.name, o, ok, tc.owner)
		}
		if o.HarvestID = tc.also; tc.also != "" && !p.Explains(o) {
			t.Errorf("%s: %s came at the same time, and is not explained", tc.name, tc.also)
		}
		if o.HarvestID = tc.never; p.Explains(o) {
			t.Errorf("%s: %s is explained", tc.name, tc.never)
		}
	}
}

// An erased version does not show which codes it claimed. Every owner that the store may have set
// because of it counts as explained, and no other.
func TestReplayAfterAnErasure(t *testing.T) {
	const minutes = ownership.Overlap + 10
	hidden := func(harvest string, id byte, at int64) *ownership.Event {
		return &ownership.Event{Claim: ownership.Claim{HarvestID: harvest, Since: at, ID: [16]byte{id}}, Hidden: true}
	}
	erasure := func(harvest string, id byte, at int64) *ownership.Event {
		e := hidden(harvest, id, at)
		e.Hidden, e.Erases = false, true
		return e
	}
	for _, tc := range []struct {
		name   string
		events []*ownership.Event
		may    string // each letter is a harvest that the journal allows
		not    string
	}{
		{"the owner's first record", []*ownership.Event{hidden("A", 9, 1), claim("B", 3*minutes, lotL), claim("A", 6*minutes, lotL), erasure("A", 9, 9*minutes)}, "AB", "C"},
		{"the owner's first record, unlogged", []*ownership.Event{hidden("A", 9, 1), claim("B", 3*minutes, lotL), claim("A", 6*minutes, lotL)}, "AB", "C"},
		{"the owner's only record", []*ownership.Event{hidden("X", 9, 1), claim("B", 3*minutes, lotL), claim("C", 6*minutes, lotL), erasure("X", 9, 9*minutes)}, "B", "XC"},
		{"an owner while others came and went", []*ownership.Event{
			hidden("X", 9, 1), claim("B", 3*minutes, lotL), lose("B", 6*minutes), claim("C", 9*minutes, lotL), claim("B", 12*minutes, lotL), erasure("X", 9, 15*minutes),
		}, "BC", "X"},
		{"an owner that gave it up", []*ownership.Event{
			hidden("X", 9, 1), claim("B", 3*minutes, lotL), hidden("X", 9, 6*minutes), claim("C", 9*minutes, lotL), erasure("X", 9, 15*minutes),
		}, "BC", "X"},
		{"of somebody who came later", []*ownership.Event{claim("A", 1, lotL), claim("B", 3*minutes, lotL), hidden("X", 9, 6*minutes), erasure("X", 9, 9*minutes)}, "A", "BX"},
	} {
		p := ownership.NewReplay()
		for _, e := range tc.events {
			p.Add(e)
		}
		for _, harvest := range tc.may {
			if !p.Explains(ownership.Owner{Code: lotL, HarvestID: string(harvest)}) {
				t.Errorf("%s: %c is not explained", tc.name, harvest)
			}
		}
		for _, harvest := range tc.not {
			if p.Explains(ownership.Owner{Code: lotL, HarvestID: string(harvest)}) {
				t.Errorf("%s: %c is explained", tc.name, harvest)
			}
		}
	}
}

// A settled code stays with its owner, whatever is erased.
func TestReplayOfASettledCodeAfterAnErasure(t *testing.T) {
	p := ownership.NewReplay()
	erased := ownership.Claim{HarvestID: "D", Since: 1, ID: [16]byte{9}}
	for _, e := range []*ownership.Event{{Claim: erased, Hidden: true}, claim("C", 2, lotL), give("D", 3), {Claim: erased, Erases: true}} {
		p.Add(e)
	}
	if !p.Explains(ownership.Owner{Code: lotL, HarvestID: "D", Settled: 3}) {
		t.Error("the settled owner is not explained")
	}
	for _, o := range []ownership.Owner{{Code: lotL, HarvestID: "C"}, {Code: lotL, HarvestID: "D"}, {Code: lotL, HarvestID: "C", Settled: 3}} {
		if p.Explains(o) {
			t.Errorf("%+v is explained", o)
		}
	}
}
