package answercache

import (
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/harvests"
)

// A card is returned only for exactly the state that it was made from.
func TestCards(t *testing.T) {
	cards, err := NewCards()
	if err != nil {
		t.Fatal(err)
	}
	made := harvests.State{HarvestID: "S", Target: harvest.EUDR, Versions: 3, Catalogue: 2, Year: 2026}
	card := &harvests.Card{HarvestID: "S", Worst: &finding.Finding{Records: make([]finding.Ref, 20)}}
	cards.Put(made, card)
	if got, ok := cards.Get(made); !ok || got != card {
		t.Errorf("got %v, %t", got, ok)
	}
	for _, other := range []harvests.State{
		{HarvestID: "T", Target: harvest.EUDR, Versions: 3, Catalogue: 2, Year: 2026}, {HarvestID: "S", Versions: 3, Catalogue: 2, Year: 2026},
		{HarvestID: "S", Target: harvest.EUDR, Versions: 4, Catalogue: 2, Year: 2026}, {HarvestID: "S", Target: harvest.EUDR, Versions: 3, Catalogue: 3, Year: 2026},
		{HarvestID: "S", Target: harvest.EUDR, Versions: 3, Catalogue: 2, Year: 2027},
	} {
		if got, ok := cards.Get(other); ok {
			t.Errorf("%+v gives %v", other, got)
		}
	}
}
