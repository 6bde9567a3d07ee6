package harvest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
)

// manyRecords returns a harvest of n records: the golden ones over and over, each
// time with lots of their own.
func manyRecords(t testing.TB, harvestID string, n int) []facts.Entry {
	base := goldenHarvest(t, harvestID)
	entries := make([]facts.Entry, 0, n)
	for round := 0; len(entries) < n; round++ {
		for _, e := range base {
			if len(entries) == n {
				break
			}
			payload := strings.ReplaceAll(string(e.Payload), "MT25-S-", fmt.Sprintf("MT25-%d-", round))
			payload = strings.ReplaceAll(payload, "MG25-C-", fmt.Sprintf("MG25-%d-", round))
			entries = append(entries, harvestEntry(len(entries), e.Kind.Prefix, e.HarvestCode, payload))
		}
	}
	return entries
}

func BenchmarkHarvest(b *testing.B) {
	for _, id := range []string{soyDemo, coffeeDemo} {
		entries := manyRecords(b, id, 10_000)
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c := checkEntries(slices.Values(entries), reviewYear, harvest.Options{Mandatory: mandatoryKinds()})
				if c.Crop == "" {
					b.Fatal("no crop")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(entries)), "µs/record")
		})
	}
}

func BenchmarkHarvestAdd(b *testing.B) {
	entries := manyRecords(b, soyDemo, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		book := facts.NewBook(reviewYear)
		for _, e := range entries {
			book.Add(e)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(entries)), "µs/record")
}
