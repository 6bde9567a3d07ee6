package answercache

import (
	"testing"

	"rastro/internal/audit"
	"rastro/internal/trace"
)

// A card is had under the very state that it was made of, and no other.
func TestCards(t *testing.T) {
	cards, err := NewCards()
	if err != nil {
		t.Fatal(err)
	}
	made := trace.HarvestState{SafraID: "S", Target: audit.EUDR, Versions: 3, Catalogue: 2, Year: 2026}
	card := &trace.HarvestCard{SafraID: "S", Worst: &audit.HarvestFinding{Records: make([]audit.Ref, 20)}}
	cards.Remember(made, card)
	if got, ok := cards.Recall(made); !ok || got != card {
		t.Errorf("got %v, %t", got, ok)
	}
	for _, other := range []trace.HarvestState{
		{SafraID: "T", Target: audit.EUDR, Versions: 3, Catalogue: 2, Year: 2026}, {SafraID: "S", Versions: 3, Catalogue: 2, Year: 2026},
		{SafraID: "S", Target: audit.EUDR, Versions: 4, Catalogue: 2, Year: 2026}, {SafraID: "S", Target: audit.EUDR, Versions: 3, Catalogue: 3, Year: 2026},
		{SafraID: "S", Target: audit.EUDR, Versions: 3, Catalogue: 2, Year: 2027},
	} {
		if got, ok := cards.Recall(other); ok {
			t.Errorf("%+v gives %v", other, got)
		}
	}
}
