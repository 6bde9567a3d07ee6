package storetest

import (
	"context"
	"fmt"
	"testing"

	"rastro/internal/trace"
)

// Read is one read of a store.
type Read struct {
	Name string
	Run  func(trace.Reader) error
}

// BoundedReads fills a store with a few hundred records and returns the reads
// whose cost MUST NOT grow with it: an engine holds their plans to its indexes.
func BoundedReads(tb testing.TB, s trace.Store) []Read {
	tb.Helper()
	const records, harvests = 600, 150
	batch := make([]trace.Record, records)
	for i := range batch {
		k := planting
		if i%3 == 0 {
			k = receipt
		}
		batch[i] = record(tb, k, fmt.Sprintf("S-%03d", i%harvests), i)
	}
	write(tb, s, batch...)
	middle := batch[records/2+1]
	ctx := context.Background()

	page := func(name string, q trace.Query, after bool) Read {
		q.Kind, q.Limit = middle.Kind, 21
		if after {
			q.After = position(q.Order, middle)
		}
		return Read{name, func(r trace.Reader) error { _, err := r.Records(ctx, q); return err }}
	}
	harvest := []string{middle.SafraID}
	return []Read{
		{"by id", func(r trace.Reader) error { _, err := r.Record(ctx, middle.ID); return err }},
		page("list, default order", trace.Query{Order: trace.NewestFirst}, false),
		page("list, default order, by cursor", trace.Query{Order: trace.NewestFirst}, true),
		page("list, oldest first, by cursor", trace.Query{Order: trace.OldestFirst}, true),
		page("by harvest", trace.Query{SafraIDs: harvest, Order: trace.OldestFirst}, false),
		page("by harvest, by cursor", trace.Query{SafraIDs: harvest, Order: trace.OldestFirst}, true),
		page("by harvest, newest first, by cursor", trace.Query{SafraIDs: harvest, Order: trace.NewestFirst}, true),
		{"a whole harvest, kind by kind, by cursor", func(r trace.Reader) error {
			_, err := r.Records(ctx, trace.Query{
				SafraIDs: harvest, Order: trace.Order{{Field: trace.ByKind}, {Field: trace.ByID}},
				After: trace.Position{int64(middle.Kind.Code), middle.ID}, Limit: 21,
			})
			return err
		}},
		{"count of a harvest", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind, SafraIDs: harvest})
			return err
		}},
		{"count of some harvests", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind, SafraIDs: []string{"S-001", "S-002"}})
			return err
		}},
		{"count of a kind", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind})
			return err
		}},
		{"by code", func(r trace.Reader) error {
			_, err := r.Validation(ctx, "NONE")
			return ignoring(err, trace.CodeCodeNotFound)
		}},
		{"validations of an item", func(r trace.Reader) error {
			_, err := r.NamedBy(ctx, trace.TradeItem{GTIN: "07891234567895", Lot: "L"}, 20)
			return err
		}},
		{"kept answer", func(r trace.Reader) error {
			_, err := r.Reply(ctx, "rk_none", "none")
			return ignoring(err, trace.CodeRecordNotFound)
		}},
	}
}

func ignoring(err error, code trace.Code) error {
	if trace.Is(err, code) {
		return nil
	}
	return err
}
