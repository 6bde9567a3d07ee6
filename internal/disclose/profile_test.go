package disclose

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// Of a profile only the municipality, the state and the years of the season are disclosed, and
// only as our own tables write them.
func TestProfileIsDisclosedInPart(t *testing.T) {
	const car = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"
	for _, tc := range []struct{ payload, want string }{
		{`{}`, " [] "},
		{kind.Profile.Example, "MT [Sorriso] 2024/25"},
		{`{"car":"` + car + `"}`, "MT [Sorriso] "},
		{`{"uf":"mt","safra":"safra de 2025"}`, "MT [] 2025"},
		{`{"municipio":"sorriso"}`, "MT [Sorriso] "},
		{`{"pais":"PY","uf":"Ana Lima","municipio":"Ana Lima"}`, " [] "},
		{`{"uf":"Ana Lima","municipio":"Ana Lima","safra":"Ana Lima"}`, " [] "}, // never stored like this
	} {
		o := New(2026, func(string) bool { return true })
		o.Add(kind.Profile, []byte(tc.payload))
		story := o.Tell()
		var towns []string
		for _, m := range story.Municipalities {
			towns = append(towns, m.Name)
		}
		if got := fmt.Sprintf("%s %v %s", story.State, towns, story.Season); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.payload, got, tc.want)
		}
		if all := fmt.Sprintf("%+v", story); len(story.Kinds) != 0 || strings.Contains(all, "Ana") || strings.Contains(all, "0123456789ABCDEF") || strings.Contains(all, "529") || strings.Contains(all, "Boa Vista") {
			t.Errorf("%s discloses %s", tc.payload, all)
		}
	}
}

// The municipality of the profile comes before those that records name.
func TestProfileGoesBeforeRecords(t *testing.T) {
	o := New(2026, func(string) bool { return true })
	for range 3 {
		o.Add(kind.ByPrefix(kind.Plan), []byte(`{"insumos":"CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}`))
	}
	o.Add(kind.Profile, []byte(`{"municipio":"Sinop","uf":"MT"}`))
	if got := o.Tell().Municipalities; len(got) != 2 || got[0].Name != "Sinop" || got[1].Name != "Sorriso" {
		t.Errorf("municipalities %+v", got)
	}
}
