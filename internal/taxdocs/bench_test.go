package taxdocs_test

import (
	"testing"
	"time"

	"rastro/internal/taxdocs"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
)

// benchImport measures imports of many invoices on SQLite, the whole way: reading, signatures,
// look-ups and, unless it is a dry run, files and records on disk.
func benchImport(b *testing.B, o taxdocs.Options) {
	n := testkit.Sized(b, 1000)
	s := newSite(b, stores.SQLite(b))
	s.knows("SOJA-25", "MT25-S-001")
	number := 0
	busy, passed := time.Duration(0), time.Duration(0)
	for b.Loop() {
		texts := make([]string, n)
		for i := range texts {
			number++
			texts[i] = invoice(number)
		}
		used, since := testkit.CPU(), time.Now()
		s.take(s.root, o, texts...)
		busy, passed = busy+testkit.CPU()-used, passed+time.Since(since)
	}
	b.ReportMetric(float64(number)/passed.Seconds(), "documents/s")
	b.ReportMetric(float64(busy.Microseconds())/float64(number), "cpu-µs/document")
}

func BenchmarkDryRun(b *testing.B) { benchImport(b, taxdocs.Options{DryRun: true}) }

func BenchmarkWrite(b *testing.B) { benchImport(b, taxdocs.Options{}) }
