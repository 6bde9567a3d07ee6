package ownership

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// walk is At exactly as the rule states it: every erasure, one after another.
func (s *Standing) walk(place, at int64) {
	from := s.taken
	if s.taken = s.erased.upTo(from, place, at); len(s.harvests) < 2 {
		return
	}
	for _, step := range s.erased.steps[from:s.taken] {
		if step.harvestID == "" {
			s.maybeFirst(step.at)
		} else if held := s.harvests[step.harvestID]; held != nil && held.gained != 0 {
			s.maybe(s.owner(&held.first))
		}
	}
}

// TestStandingTakesErasuresTogether compares At with a walk over every erasure, in random journals
// whose clocks occasionally go back.
func TestStandingTakesErasuresTogether(t *testing.T) {
	code := Code{Realm: Lots, Text: "L"}
	several := 0
	for seed := range uint64(3_000) {
		random := rand.New(rand.NewPCG(seed, 7))
		x := NewErasures()
		quick, slow := NewStanding(code, x), NewStanding(code, x)
		now := int64(1_000_000)
		live := map[Party]int{}
		for place := range int64(80) {
			now += random.Int64N(Overlap) - Overlap/5
			c := &Claim{HarvestID: fmt.Sprint("H", random.IntN(4)), Author: fmt.Sprint("a", random.IntN(2)), ID: [16]byte{byte(place)}, Since: now}
			party := Party{c.HarvestID, c.Author}
			switch random.IntN(8) {
			case 0, 1:
				x.Erased(place, c)
			case 2:
				c.ID = [16]byte{byte(place / 4)}
				x.Hidden(place, c)
			case 3, 4:
				quick.At(place, now)
				slow.walk(place, now)
				quick.Gain(c)
				slow.Gain(c)
				live[party]++
			case 5:
				if live[party] > 0 {
					quick.At(place, now)
					slow.walk(place, now)
					quick.Lose(c)
					slow.Lose(c)
					live[party]--
				}
			}
		}
		quick.End()
		slow.walk(1<<40, 1<<60)
		for h := range 5 {
			o := Owner{Code: code, HarvestID: fmt.Sprint("H", h)}
			if quick.Explains(o) != slow.Explains(o) {
				t.Fatalf("seed %d: %s is explained %t, and %t by walking", seed, o.HarvestID, quick.Explains(o), slow.Explains(o))
			}
		}
		if len(quick.options) > 1 {
			several++
		}
	}
	if several < 500 {
		t.Errorf("only %d journals leave more than one owner: the test shows little", several)
	}
}

// The standing of a code that several harvests claim costs about the same however much was erased.
func TestErasuresAreNotWalkedForContestedCodes(t *testing.T) {
	const n, codes = 20_000, 2_000
	x := NewErasures()
	var at int64
	for i := range int64(n) {
		at = i * 7
		if i%50 == 0 {
			at -= Overlap / 2 // clocks go back
		}
		x.Erased(i, &Claim{ID: [16]byte{byte(i), byte(i >> 8)}, Since: at})
	}
	for i := range int64(codes) {
		s := NewStanding(Code{Realm: Lots, Text: "L"}, x)
		for h, harvest := range []string{"A", "B", "C"} {
			place := i + int64(h)*n/4
			s.At(place, place*7)
			s.Gain(&Claim{HarvestID: harvest, Author: harvest, Since: place * 7})
		}
		s.At(n*3/4, n*5)
		s.Lose(&Claim{HarvestID: "A", Author: "A", Since: n * 5})
		s.End()
	}
	if most := codes * 500; x.looked > most {
		t.Errorf("looked at %d steps for %d codes and %d erasures, want at most %d", x.looked, codes, n, most)
	}
	t.Logf("%d looks for each code", x.looked/codes)
}
