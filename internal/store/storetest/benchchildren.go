package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// BenchChildren measures a lot from which many others were made: a complete trace, page by page,
// and a recall, with the time and the peak memory of each, and the size of the recall's report.
func BenchChildren(b *testing.B, store trace.Store, children int) {
	ctx := context.Background()
	svc := benchService(b, store)
	if err := svc.StartLog(ctx, origin); err != nil {
		b.Fatal(err)
	}
	at := time.Now().UTC().Truncate(time.Millisecond).Add(-time.Hour)
	var batch []trace.Record
	for i := range children {
		id, err := trace.NewID(at.Add(time.Duration(i)*time.Microsecond), "S-M", rand.Reader)
		if err != nil {
			b.Fatal(err)
		}
		batch = append(batch, committed(b, trace.Record{
			ID: id, Kind: drying, HarvestID: "S-M", Payload: fmt.Appendf(nil, `{"loteEntrada":"MAE-1","loteSaida":"F-%d"}`, i),
			Version: 1, Operation: trace.Created, UpdatedAt: at, CreatedBy: "suite", UpdatedBy: "suite",
		}))
		if len(batch) == 1000 || i == children-1 {
			write(b, store, batch...)
			batch = batch[:0]
		}
	}
	b.Run(fmt.Sprintf("%d children/trace", children), func(b *testing.B) {
		out := &counting{}
		for b.Loop() {
			*out = counting{}
			b.ReportMetric(holding(func() {
				q := lineage.Query{Lot: "MAE-1", Direction: lineage.ToDestination, Depth: -1, Limit: lineage.MaxTraceLots}
				for more := true; more; more = q.Cursor != "" {
					end, err := svc.Trace(ctx, everybody, q, func(lineage.Head) (lineage.Sink, error) { return out, nil })
					if err != nil {
						b.Fatal(err)
					}
					q.Cursor = end.Next
				}
			}), "more-MiB")
		}
		b.ReportMetric(float64(out.nodes), "nodes")
		b.ReportMetric(float64(out.edges), "edges")
	})
	b.Run(fmt.Sprintf("%d children/recall", children), func(b *testing.B) {
		for b.Loop() {
			var found *recall.Signed
			b.ReportMetric(holding(func() {
				var err error
				if found, err = svc.Recall(ctx, everybody, recall.Request{Lots: []string{"MAE-1"}}); err != nil {
					b.Fatal(err)
				}
			}), "more-MiB")
			b.ReportMetric(float64(len(found.Lots)), "lots")
			b.ReportMetric(float64(len(found.Document))/(1<<20), "report-MiB")
		}
	})
}

// holding runs something and returns how much more memory the heap had in use at its
// most, in MiB.
func holding(run func()) float64 {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak := before.HeapInuse
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapInuse)
			}
		}
	}()
	run()
	close(done)
	<-watched
	return float64(peak-before.HeapInuse) / (1 << 20)
}

// Children returns how many children a benchmark gives a lot: RASTRO_BENCH_CHILDREN, or twenty
// thousand, since a million take minutes.
func Children(b *testing.B) int {
	b.Helper()
	written := os.Getenv("RASTRO_BENCH_CHILDREN")
	if written == "" {
		return testkit.Sized(b, 20_000)
	}
	n, err := strconv.Atoi(written)
	if err != nil {
		b.Fatalf("RASTRO_BENCH_CHILDREN: %v", err)
	}
	return n
}
