package changes_test

import (
	"fmt"
	"testing"

	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
)

// BenchmarkPage reads the largest page of the feed.
func BenchmarkPage(b *testing.B) {
	s := &site{TB: b}
	app, root := stores.Rooted(b, stores.SQLite(b).Store(b), testkit.Ticking().Now)
	s.app, s.root = app, &root.Key
	for i := range testkit.Sized(b, changes.MaxSize) {
		s.create(s.root, kind.Receiving, fmt.Sprintf("S-%d", i%20), `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%","impureza":"0,9%"}`)
	}
	s.log()
	var page changes.Page
	for b.Loop() {
		var err error
		if page, err = s.app.Changes.Page(b.Context(), s.root, changes.Query{Size: changes.MaxSize}); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(page.Bytes()))
	b.ReportMetric(float64(page.Len()), "events")
}
