package harvest_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
)

// Harvests as people write them, with the findings of an auditor.
func TestRealisticHarvests(t *testing.T) {
	text, err := os.ReadFile("testdata/harvest_realistic.json")
	if err != nil {
		t.Fatal(err)
	}
	var harvests []struct {
		Name      string           `json:"nome"`
		Season    string           `json:"safraCodigo"`
		OtherLots []string         `json:"outrosLotes"`
		Wait      string           `json:"espera"`
		Records   []harvestExample `json:"registros"`
	}
	if err := json.Unmarshal(text, &harvests); err != nil {
		t.Fatal(err)
	}
	for _, h := range harvests {
		var entries []facts.Entry
		for i, r := range h.Records {
			entries = append(entries, harvestEntry(i, r.Prefix, h.Season, string(r.Payload)))
		}
		c := checkEntries(slices.Values(entries), reviewYear, harvest.Options{Mandatory: mandatoryKinds(), OtherLots: h.OtherLots})
		sound(t, entries, c)
		if got := rulesOf(c); got != h.Wait {
			t.Errorf("%s: %q, want %q%s", h.Name, got, h.Wait, toldReview(c))
		}
	}
}
