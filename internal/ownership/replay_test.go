package ownership_test

import (
	"testing"

	"rastro/internal/ownership"
)

var lotL = ownership.Code{Realm: ownership.Lots, Text: "L"}

func claim(safra string, at int64, gained ...ownership.Code) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{SafraID: safra, Since: at, ID: [16]byte{byte(at)}}, Gained: gained}
}

func give(safra string, at int64) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{SafraID: safra, Since: at}, Settles: lotL}
}

func lose(safra string, at int64) *ownership.Event {
	return &ownership.Event{Claim: ownership.Claim{SafraID: safra, Since: at}, Lost: []ownership.Code{lotL}}
}

func TestReplay(t *testing.T) {
	const later = ownership.Overlap + 10
	for _, tc := range []struct {
		name   string
		events []*ownership.Event
		owner  string
		also   string // may be stored as well
		never  string
	}{
		{"the first claim", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL)}, "A", "", "B"},
		{"claims that overlap", []*ownership.Event{claim("A", 1, lotL), claim("B", 5, lotL)}, "A", "B", "C"},
		{"a corrected mistake", []*ownership.Event{claim("A", 1, lotL), lose("A", 2), claim("B", later, lotL)}, "B", "", "A"},
		{"a deletion beside a rival", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL), lose("A", 3*later), claim("A", 3*later+2, lotL)}, "A", "", "B"},
		{"a deletion that overlaps a claim", []*ownership.Event{claim("A", 1, lotL), lose("A", later), claim("B", later+1, lotL)}, "B", "A", "C"},
		{"a claim that overlaps a deletion", []*ownership.Event{claim("A", 1, lotL), claim("B", later, lotL), lose("A", later+1)}, "A", "B", "C"},
		{"a settlement", []*ownership.Event{claim("A", 1, lotL), claim("B", 2, lotL), give("B", later)}, "B", "", "A"},
		{"a settled code is not free", []*ownership.Event{claim("A", 1, lotL), give("A", 2), lose("A", 3), claim("B", later, lotL)}, "A", "", "B"},
	} {
		p := ownership.NewReplay()
		for _, e := range tc.events {
			p.Add(e)
		}
		o, ok := p.Owner(lotL)
		if !ok || o.SafraID != tc.owner || !p.Explains(o) {
			t.Errorf("%s: %+v, %t; want %s", tc.name, o, ok, tc.owner)
		}
		if o.SafraID = tc.also; tc.also != "" && !p.Explains(o) {
			t.Errorf("%s: %s came at the same time, and is not explained", tc.name, tc.also)
		}
		if o.SafraID = tc.never; p.Explains(o) {
			t.Errorf("%s: %s is explained", tc.name, tc.never)
		}
	}
}

// A harvest whose records were erased may own what it still claims, whoever claimed
// it before.
func TestStandingAfterAnErasure(t *testing.T) {
	const later = ownership.Overlap + 10
	step := func(safra string, at int64) *ownership.Claim { return &claim(safra, at).Claim }
	stored := func(safra string, settled int64) ownership.Owner {
		return ownership.Owner{Code: lotL, SafraID: safra, Settled: settled}
	}
	for _, erased := range []bool{false, true} {
		s := ownership.NewStanding(lotL, func(safra string) bool { return erased && safra == "A" })
		s.Gain(step("B", 1))
		s.Gain(step("A", later))
		if o, _ := s.Owner(); o.SafraID != "B" || s.Explains(stored("A", 0)) != erased {
			t.Errorf("erased %t: %+v owns it, A is explained: %t", erased, o, !erased)
		}
		s.Settle(step("A", 3*later))
		if !s.Explains(stored("A", 1)) || s.Explains(stored("A", 0)) != erased || s.Explains(stored("B", 0)) != erased {
			t.Errorf("erased %t: a settled owner and those before it are told apart wrongly", erased)
		}
		s.Lose(step("A", 4*later))
		s.Lose(step("B", 5*later))
		if s.Needs() == erased {
			t.Errorf("erased %t: a settled code that nobody claims needs an owner: %t", erased, erased)
		}
	}
}
