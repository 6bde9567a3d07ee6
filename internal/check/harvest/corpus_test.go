package harvest_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
)

// Harvests as people write them, with what an auditor would say of them.
func TestRealisticHarvests(t *testing.T) {
	text, err := os.ReadFile("testdata/harvest_realistic.json")
	if err != nil {
		t.Fatal(err)
	}
	var harvests []struct {
		Nome        string           `json:"nome"`
		SafraCodigo string           `json:"safraCodigo"`
		OutrosLotes []string         `json:"outrosLotes"`
		Espera      string           `json:"espera"`
		Registros   []harvestExample `json:"registros"`
	}
	if err := json.Unmarshal(text, &harvests); err != nil {
		t.Fatal(err)
	}
	for _, h := range harvests {
		var entries []facts.Entry
		for i, r := range h.Registros {
			entries = append(entries, harvestEntry(i, r.Prefixo, h.SafraCodigo, string(r.Dados)))
		}
		c := checkEntries(slices.Values(entries), reviewYear, harvest.Options{Mandatory: mandatoryKinds(), OtherLots: h.OutrosLotes})
		sound(t, entries, c)
		if got := rulesOf(c); got != h.Espera {
			t.Errorf("%s: %q, want %q%s", h.Nome, got, h.Espera, toldReview(c))
		}
	}
}
