package plotfile

import (
	"runtime"
	"testing"

	"rastro/internal/lineage"
)

// However much land is behind a lot, only one part of the file is in memory at a time.
func TestMemoryIsThatOfOnePart(t *testing.T) {
	var base, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&base)
	limits := EU
	limits.Bytes = 500_000 // to save time
	c := NewCollector(limits, 2)
	most := uint64(0)
	for i := range 200 {
		if err := c.Add(planned(i+1, "geojson", roundPlot(i, 1_000), ana)); err != nil {
			t.Fatal(err)
		}
		if i%20 == 19 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
		}
	}
	r := c.Finish(&lineage.Origin{})
	total := 0
	for _, p := range r.Parts {
		total += p.Bytes
		if p.Bytes > limits.Bytes {
			t.Errorf("%+v", p)
		}
	}
	grown := int64(most) - int64(base.HeapAlloc)
	if len(r.Parts) < 9 || r.Parts[1].Statement != 2 || len(r.File) != r.Parts[1].Bytes || grown > 5*int64(limits.Bytes) {
		t.Errorf("%d parts of %d bytes in %d", len(r.Parts), total, grown)
	}
	t.Logf("%d kB in %d parts, %d kB held", total/1e3, len(r.Parts), grown/1e3)
}
