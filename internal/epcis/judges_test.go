package epcis_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/lang"
)

// today is later than every event of the samples.
var today = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// Samples from others are accepted or refused as their authors declare. They are not part of this
// project: RASTRO_JUDGES says where they are, and without it there is nothing to read.
func TestSamplesOfOthers(t *testing.T) {
	folder := os.Getenv("RASTRO_JUDGES")
	if folder == "" {
		t.Log("RASTRO_JUDGES is not set")
		return
	}
	for pattern, want := range map[string]epcis.Verdict{
		"valid/*.json": epcis.Accepted, "hash/*.jsonld": epcis.Accepted, "example-*.json": epcis.Accepted, "invalid/*.json": epcis.Doubtful,
	} {
		names, err := filepath.Glob(filepath.Join(folder, "epcis", pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no samples in %s/%s (%v)", folder, pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r := epcis.Read(data, today)
			// One invalid sample has objects in place of URIs, which cannot be kept.
			if got := r.Verdict(); got != want && (want == epcis.Accepted || got == epcis.Accepted) {
				t.Errorf("%s: verdict %d, want %d", filepath.Base(name), got, want)
			}
			for _, f := range r.All() {
				if want == epcis.Accepted || f.Pointer == "" {
					t.Logf("%s: %s %s: %s", filepath.Base(name), f.Pointer, f.Rule.ID, f.Message(lang.EN))
				}
				if f.Pointer == "" {
					t.Errorf("%s: %s has no pointer", filepath.Base(name), f.Rule.ID)
				}
			}
		}
	}
}
