package demo_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

var seasons = map[string]string{
	"DEMO-SOJA-MT-2024-25": "2024/25",
	"DEMO-CAFE-MG-2025":    "2025",
}

func harvests(t *testing.T) []demo.Record {
	t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func members(t *testing.T, r demo.Record) map[string]jsontext.Value {
	t.Helper()
	var m map[string]jsontext.Value
	if err := json.Unmarshal(r.Payload, &m); err != nil {
		t.Fatalf("%s %s: dados is not a JSON object: %v", r.HarvestID, r.Prefix, err)
	}
	return m
}

func TestHarvestsHoldEveryKind(t *testing.T) {
	seen := map[string]map[string]bool{}
	for _, r := range harvests(t) {
		if want, ok := seasons[r.HarvestID]; !ok || r.Season != want {
			t.Errorf("%s: safra %q has code %q, want %q", r.Prefix, r.HarvestID, r.Season, want)
		}
		if kind.ByPrefix(r.Prefix) == nil {
			t.Errorf("%s: unknown prefix %q", r.HarvestID, r.Prefix)
		}
		if seen[r.HarvestID] == nil {
			seen[r.HarvestID] = map[string]bool{}
		}
		seen[r.HarvestID][r.Prefix] = true
	}
	for _, harvest := range slices.Sorted(maps.Keys(seasons)) {
		for _, k := range kind.All {
			if !seen[harvest][k.Prefix] {
				t.Errorf("%s has no record of %s", harvest, k.Prefix)
			}
		}
	}
}

func TestHarvestsEndWithTheirValidation(t *testing.T) {
	records := harvests(t)
	for i, r := range records {
		last := i == len(records)-1 || records[i+1].HarvestID != r.HarvestID
		if got := r.Prefix == "/validacao"; got != last {
			t.Errorf("record %d of %s: validation %v, last %v", i, r.HarvestID, got, last)
		}
	}
}

func TestHarvestsUseEveryFieldAndNoOther(t *testing.T) {
	used := map[string]map[string]bool{}
	for _, r := range harvests(t) {
		k := kind.ByPrefix(r.Prefix)
		if k == nil {
			continue // TestHarvestsHoldEveryKind names it
		}
		for name := range members(t, r) {
			if _, ok := k.Declared(name); !ok {
				t.Errorf("%s %s: unknown field %q", r.HarvestID, r.Prefix, name)
			}
			if used[r.Prefix] == nil {
				used[r.Prefix] = map[string]bool{}
			}
			used[r.Prefix][name] = true
		}
	}
	for _, k := range kind.All {
		for _, f := range k.Fields {
			if !used[k.Prefix][f.Name] {
				t.Errorf("no harvest fills %s %s", k.Prefix, f.Name)
			}
		}
	}
}

// Six decimals are the precision importers ask for; a decoder that went
// through floats would drop the zeros.
func TestHarvestsKeepNumbersAsWritten(t *testing.T) {
	plan := harvests(t)[0]
	want := []byte("[-55.720000,-12.550000,-55.710000,-12.540000]")
	if got := members(t, plan)["poligono"]; !bytes.Equal(got, want) {
		t.Errorf("poligono of %s = %s, want %s", plan.HarvestID, got, want)
	}
}
