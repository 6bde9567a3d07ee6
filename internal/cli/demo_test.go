package cli

import (
	"path/filepath"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

func TestDemo(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{} // by the list it is in
	for _, r := range records {
		want[r.Prefix]++
		want[r.Prefix+"/safra/"+r.HarvestID]++
	}
	if len(want) != 3*len(kind.All) {
		t.Fatalf("the demonstration fills %d lists, want every kind in both harvests", len(want))
	}
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	s := serve(t, db, "--demo")
	first := s.keyPair
	for _, start := range []string{"first", "second"} {
		for list, n := range want {
			if got := s.as(first).total(list + "?size=1"); got != n {
				t.Errorf("%s start: GET %s has %d records, want %d", start, list, got, n)
			}
		}
		if start == "first" {
			s.stop()
			s = serve(t, db, "--demo")
		}
	}
}
