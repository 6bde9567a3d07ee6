package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// counting is a sink that counts.
type counting struct{ nodes, edges int }

func (c *counting) Node(*lineage.Node) error { c.nodes++; return nil }
func (c *counting) Edge(*lineage.Edge) error { c.edges++; return nil }

// BenchLots measures traces in a world of lots of a size: one of about two
// hundred nodes, its hundredth slowest, and, where the world is large enough, one
// of a hundred thousand with the memory it takes.
func BenchLots(b *testing.B, store trace.Store, lots int) {
	ctx := context.Background()
	svc := benchService(b, store)
	world := LotWorld{Lots: lots}
	fillWorld(b, store, world)
	follow := func(b *testing.B, code string, limit int) *counting {
		out := &counting{}
		_, err := svc.Trace(ctx, everybody, lineage.Query{Lot: code, Direction: lineage.ToOrigin, Depth: -1, Limit: limit}, func(lineage.Head) (lineage.Sink, error) { return out, nil })
		if err != nil {
			b.Fatal(err)
		}
		return out
	}
	b.Run(fmt.Sprintf("%d lots/trace of 200", lots), func(b *testing.B) {
		var took []time.Duration
		nodes, busy := 0, processorTime(b)
		for i := 0; b.Loop(); i++ {
			began := time.Now()
			nodes = follow(b, world.Blend(i*7919%world.Blends()), lineage.DefaultTraceLots).nodes
			took = append(took, time.Since(began))
		}
		b.ReportMetric(float64((processorTime(b)-busy).Microseconds())/1000/float64(len(took)), "cpu-ms")
		slices.Sort(took)
		b.ReportMetric(float64(nodes), "nodes")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	})
	b.Run(fmt.Sprintf("%d lots/origin of 200", lots), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := svc.OriginOf(ctx, everybody, world.Blend(i*7919%world.Blends()), time.Time{}, func(*lineage.OriginPlot) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(fmt.Sprintf("%d lots/facts of 1000 documents", lots), func(b *testing.B) {
		var papers []trace.Record
		for i := range 1000 {
			papers = append(papers, light(b, cargo, i, "PAPEL-1"))
		}
		write(b, store, papers...)
		for b.Loop() {
			if n := follow(b, "PAPEL-1", lineage.DefaultTraceLots).nodes; n != 1 {
				b.Fatalf("%d nodes", n)
			}
		}
	})
	if world.Whole() == "" {
		return
	}
	b.Run(fmt.Sprintf("%d lots/trace of 100000", lots), func(b *testing.B) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		peak := uint64(0)
		done := make(chan struct{})
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for {
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
					runtime.ReadMemStats(&after)
					peak = max(peak, after.HeapInuse)
				}
			}
		}()
		nodes := 0
		for b.Loop() {
			nodes = follow(b, world.Whole(), lineage.MaxTraceLots).nodes
		}
		close(done)
		<-watched
		b.ReportMetric(float64(nodes), "nodes")
		b.ReportMetric(float64(int64(peak)-int64(before.HeapInuse))/(1<<20), "more-MiB")
	})
}

// fillWorld writes a world of lots, a thousand records at a time.
func fillWorld(b *testing.B, store trace.Store, world LotWorld) {
	b.Helper()
	ctx := context.Background()
	at := start
	var batch []trace.Record
	flush := func() error {
		err := store.Update(ctx, func(w trace.Writer) error {
			for i := range batch {
				if err := w.Append(ctx, batch[i]); err != nil {
					return err
				}
			}
			return nil
		})
		batch = batch[:0]
		return err
	}
	err := world.Each(func(d demo.Record) error {
		at = at.Add(time.Millisecond)
		id, err := trace.NewID(at, d.HarvestID, rand.Reader)
		if err != nil {
			return err
		}
		batch = append(batch, trace.Record{ID: id, Kind: kind.ByPrefix(d.Prefix), HarvestID: d.HarvestID, Payload: d.Payload, Version: 1, Operation: trace.Created, UpdatedAt: at, CreatedBy: "suite", UpdatedBy: "suite"})
		if len(batch) < 1000 {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		b.Fatal(err)
	}
}

// processorTime returns the processor time of this process. On a shared machine it is more reliable
// than wall-clock time.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// WorldSize returns how many lots a benchmark makes: RASTRO_BENCH_LOTS, or ten thousand (fewer with
// -short), since a million take minutes.
func WorldSize(b *testing.B) int {
	b.Helper()
	written := os.Getenv("RASTRO_BENCH_LOTS")
	if written == "" {
		return testkit.Sized(b, 10_000)
	}
	n, err := strconv.Atoi(written)
	if err != nil {
		b.Fatalf("RASTRO_BENCH_LOTS: %v", err)
	}
	return n
}
