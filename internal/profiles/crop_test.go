package profiles_test

import (
	"testing"

	"rastro/internal/crop"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// The crop of a harvest is that of its profile, else that of its records, and "" for callers who
// may not read the harvest.
func TestHarvestCrop(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		want := func(when string, by *trace.Key, stated, shown crop.Crop) {
			t.Helper()
			got, err := s.app.StatedCrop(t.Context(), by, "S-1")
			if err != nil || got != stated {
				t.Errorf("%s the profile states %q, %v; want %q", when, got, err, stated)
			}
			if got, err = s.app.HarvestCrop(t.Context(), by, "S-1"); err != nil || got != shown {
				t.Errorf("%s the crop is %q, %v; want %q", when, got, err, shown)
			}
		}
		root := &s.root.Key
		want("without records", root, "", "")
		env := trace.Envelope{HarvestID: "S-1", Payload: []byte(`{"cultura":"SOJA"}`)}
		if _, err := s.app.Create(t.Context(), root, kind.ByPrefix(kind.Plan), env, nil); err != nil {
			t.Fatal(err)
		}
		want("with a plan", root, "", "SOJA")
		made := s.want(`{"cultura":"milho"}`, 1, true)
		want("with a profile", root, "MILHO", "MILHO")
		want("to a key of another harvest", &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}, "", "")
		if _, err := s.app.Delete(t.Context(), root, kind.Profile, made.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		want("with a deleted profile", root, "", "SOJA")
	})
}
