package lineage

import (
	"fmt"
	"testing"

	"rastro/internal/lot"
)

// If not all facts fit, those of the harvest that named the lot first come before those of other
// claimants, and these before those of harvests that validated it.
func TestPickFacts(t *testing.T) {
	var facts []lot.Row
	add := func(role lot.Role, harvest string) {
		r := lot.Row{Role: role}
		r.ID[15], r.HarvestID = byte(len(facts)), harvest
		facts = append(facts, r)
	}
	for range 4 {
		add(lot.Documented, "FLOOD")
		add(lot.Documented, "RIVAL")
	}
	add(lot.Documented, "OWN")
	add(lot.Documented, "BUYER")
	add(lot.Validated, "BUYER")
	for most, want := range map[int]string{
		20: "map[BUYER:2 FLOOD:4 OWN:1 RIVAL:4]", 11: "map[BUYER:2 FLOOD:4 OWN:1 RIVAL:4]", 8: "map[BUYER:2 FLOOD:1 OWN:1 RIVAL:4]",
		7: "map[BUYER:2 OWN:1 RIVAL:4]", 5: "map[OWN:1 RIVAL:4]", 1: "map[OWN:1]",
	} {
		kept, left := pickFacts(facts, []string{"OWN", "RIVAL"}, most)
		of := map[string]int{}
		for i := range kept {
			of[kept[i].HarvestID]++
			if i > 0 && compareFacts(kept[i-1], kept[i]) > 0 {
				t.Errorf("of %d: not in order", most)
			}
		}
		if got := fmt.Sprint(of); got != want || left != (most < len(facts)) {
			t.Errorf("of %d: %s, left %v, want %s", most, got, left, want)
		}
	}
}
