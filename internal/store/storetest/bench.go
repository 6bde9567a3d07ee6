package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/intake"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// benchHarvests is how many harvests the benchmarks write into.
const benchHarvests = 5000

// benchPayload is about 400 bytes, as a real record has.
const benchPayload = `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%%","impureza":"0,9%%","tipoCafe":"não se aplica","observacao":"%0150d"}`

func benchEnvelope(n int) trace.Envelope {
	return trace.Envelope{
		HarvestID: "S-2025-" + strconv.Itoa(n%benchHarvests), HarvestCode: "2024/25", Payload: fmt.Appendf(nil, benchPayload, n),
	}
}

// Bench measures an engine through the service, as callers see it.
func Bench(b *testing.B, open Open) {
	ctx := context.Background()
	// The difference between the two is the log's cost per create.
	b.Run("create/64 writers", func(b *testing.B) { benchCreate(b, open(b), false) })
	b.Run("create/64 writers, into the log", func(b *testing.B) { benchCreate(b, open(b), true) })
	for _, mode := range []struct {
		name    string
		options intake.Options
	}{
		{"import, valid rows", intake.Options{Mode: intake.ImportValid}},
		{"import, valid rows, once", intake.Options{Mode: intake.ImportValid, SkipRepeated: true}},
		{"import, all or nothing, once", intake.Options{Mode: intake.ImportAll, SkipRepeated: true}},
	} {
		b.Run(mode.name, func(b *testing.B) { benchImport(b, open(b), mode.options) })
	}
	store := open(b)
	svc := benchService(b, store)
	ids := fill(b, svc, testkit.Sized(b, 10_000))
	b.Run("read by id", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := svc.Get(ctx, everybody, receipt, ids[i*7919%len(ids)]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read by harvest", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := svc.ByHarvest(ctx, everybody, receipt, "S-2025-"+strconv.Itoa(i%benchHarvests), trace.OldestFirst, trace.Paging{Size: 20, Total: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("list, first page", func(b *testing.B) {
		for b.Loop() {
			if _, err := svc.List(ctx, everybody, receipt, trace.NewestFirst, trace.Paging{Size: 20, Total: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, of := range []struct{ harvests, records int }{{50, 20}, {testkit.Sized(b, benchHarvests), 20}, {50, testkit.Sized(b, 400)}} {
		name := fmt.Sprintf("%d harvests of %d records", of.harvests, of.records)
		b.Run(name, func(b *testing.B) { benchHarvestPages(b, open(b), of.harvests, of.records) })
	}
	for _, size := range []int{1_000, testkit.Sized(b, 30_000)} {
		b.Run(fmt.Sprintf("review among %d plots", size), func(b *testing.B) { benchPlots(b, open(b), size) })
	}
	for _, size := range []int{1_000, testkit.Sized(b, 30_000)} {
		b.Run(fmt.Sprintf("log of %d", size), func(b *testing.B) { benchLog(b, open(b), size) })
	}
}

// benchLog measures what strangers request from a log of a given size. Proofs and tiles must cost
// about the same in a log thirty times as long.
func benchLog(b *testing.B, store trace.Store, size int) {
	ctx := context.Background()
	svc := benchService(b, store)
	if err := svc.StartLog(ctx, origin); err != nil {
		b.Fatal(err)
	}
	ids := fillJournal(b, store, size, benchHarvests)
	drain(b, store, svc, int64(size))
	b.Run("proof", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := svc.Prove(ctx, everybody, receipt, ids[i*7919%len(ids)].String(), 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tile", func(b *testing.B) {
		tiles := size / ledger.TileWidth
		for i := 0; b.Loop(); i++ {
			if _, err := svc.Tile(ctx, ledger.Tile{Level: 0, Index: int64(i * 31 % tiles), Width: ledger.TileWidth}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("one more entry", func(b *testing.B) {
		for b.Loop() {
			fillJournal(b, store, 1, benchHarvests)
			if _, err := svc.Integrate(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if result, err := proof.VerifyStore(ctx, store, nil); err != nil || len(result.Damages) > 0 {
				b.Fatal(result, err)
			}
		}
	})
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			if err := benchService(b, store).StartLog(ctx, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// fillJournal writes n records with their commitments into some harvests, a
// thousand at a time.
func fillJournal(b *testing.B, store trace.Store, n, harvests int) []trace.ID {
	b.Helper()
	ctx := context.Background()
	ids := make([]trace.ID, n)
	for first := 0; first < n; first += 1000 {
		err := store.Update(ctx, func(w trace.Writer) error {
			for i := first; i < min(first+1000, n); i++ {
				env := benchEnvelope(i)
				env.HarvestID = "S-2025-" + strconv.Itoa(i%harvests)
				at := time.Now().UTC().Truncate(time.Millisecond)
				id, err := trace.NewID(at, env.HarvestID, rand.Reader)
				if err != nil {
					return err
				}
				ids[i] = id
				r := trace.Record{ID: id, Kind: receipt, HarvestID: env.HarvestID, Payload: env.Payload, Version: 1, Operation: trace.Created, UpdatedAt: at}
				document, err := r.Document()
				if err != nil {
					return err
				}
				r.Hash = ledger.Commit(r.Salt[:], document)
				if err := w.Append(ctx, r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return ids
}

func benchCreate(b *testing.B, store trace.Store, logged bool) {
	svc := benchService(b, store)
	ctx, stop := context.WithCancel(context.Background())
	var house sync.WaitGroup
	if logged {
		if err := svc.StartLog(ctx, ""); err != nil {
			b.Fatal(err)
		}
		house.Go(func() { svc.Run(ctx) })
	}
	defer house.Wait()
	defer stop()
	var n atomic.Int64
	b.SetParallelism(32) // × 2 cores
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := svc.Create(ctx, everybody, receipt, benchEnvelope(int(n.Add(1))), nil); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.StopTimer()
}

func benchService(b *testing.B, s trace.Store) *app.App {
	b.Helper()
	svc, err := newService(s)
	if err != nil {
		b.Fatal(err)
	}
	return svc
}

// fill writes n records and returns their ids.
func fill(b *testing.B, svc *app.App, n int) []string {
	b.Helper()
	ids := make([]string, n)
	errs := together(64, func(lane int) error {
		for i := lane; i < n; i += 64 {
			written, err := svc.Create(context.Background(), everybody, receipt, benchEnvelope(i), nil)
			if err != nil {
				return err
			}
			ids[i] = written.Record.ID.String()
		}
		return nil
	})
	if got := outcomes(errs); got["ok"] != 64 {
		b.Fatalf("filling the store: %v", got)
	}
	return ids
}
