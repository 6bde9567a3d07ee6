package audit_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rastro/internal/audit"
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
		var entries []audit.Entry
		for i, r := range h.Registros {
			entries = append(entries, harvestEntry(i, r.Prefixo, h.SafraCodigo, string(r.Dados)))
		}
		c := audit.Harvest(slices.Values(entries), confYear, audit.HarvestOptions{Mandatory: mandatoryKinds(), OtherLots: h.OutrosLotes})
		sound(t, entries, c)
		if got := conferredRules(c); got != h.Espera {
			t.Errorf("%s: %q, want %q%s", h.Nome, got, h.Espera, toldConference(c))
		}
	}
}
