package storetest

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"

	"rastro/internal/trace"
)

// benchHarvests is how many harvests the benchmarks write into.
const benchHarvests = 5000

// benchPayload is about 400 bytes, as a real record has.
const benchPayload = `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%%","impureza":"0,9%%","tipoCafe":"não se aplica","observacao":"%0150d"}`

func benchEnvelope(n int) trace.Envelope {
	return trace.Envelope{
		SafraID: "S-2025-" + strconv.Itoa(n%benchHarvests), SafraCodigo: "2024/25", Dados: fmt.Appendf(nil, benchPayload, n),
	}
}

// Bench measures an engine through the service: what a caller pays for.
func Bench(b *testing.B, open Open) {
	ctx := context.Background()
	b.Run("create/64 writers", func(b *testing.B) {
		svc := benchService(b, open(b))
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
	})
	store := open(b)
	svc := benchService(b, store)
	ids := fill(b, svc, 10_000)
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
}

func benchService(b *testing.B, s trace.Store) *trace.Service {
	b.Helper()
	svc, err := newService(s)
	if err != nil {
		b.Fatal(err)
	}
	return svc
}

// fill writes n records and returns their ids.
func fill(b *testing.B, svc *trace.Service, n int) []string {
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
