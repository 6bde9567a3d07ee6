package ownerbook

import (
	"fmt"
	"slices"
	"testing"

	"rastro/internal/admit"
	"rastro/internal/trace"
)

// Naming a lot in validations of many harvests does not make the owner's pages keep all of them in
// memory.
func TestCitedLotsAreBounded(t *testing.T) {
	limited := &trace.Key{Harvests: []string{"R-0500", "R-0400"}}
	first := make([]string, MaxRivalsNamed+1)
	for i := range first {
		first[i] = fmt.Sprintf("R-%04d", i)
	}
	for _, c := range []struct {
		name string
		by   *trace.Key
		want []string
	}{
		{"everybody", &trace.Key{}, first},
		{"a limited key", limited, []string{"R-0400", "R-0500"}},
		{"a key of none of them", &trace.Key{Harvests: []string{"X"}}, []string{"R-0999"}},
		{"nobody", nil, []string{"R-0999"}},
	} {
		claim := admit.New(16<<20, admit.Patience).Claim()
		claim.For("a")
		found := CitedLots{}
		for i := range 1000 {
			for range 2 {
				for _, code := range []string{"L-1", "L-2"} {
					if err := found.take(claim, code, fmt.Sprintf("R-%04d", 999-i), c.by); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if len(found) != 2 || !slices.Equal(found["L-1"], c.want) || !slices.Equal(found["L-2"], c.want) {
			t.Errorf("%s: %v, want %v of each lot", c.name, found, c.want)
		}
		if held := claim.Reserved(); held == 0 || held > 2*(1+MaxRivalsNamed+1)*(citationBytes+16) {
			t.Errorf("%s: %d bytes claimed", c.name, held)
		}
	}
}
