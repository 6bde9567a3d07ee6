package storetest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"rastro/internal/trace"
)

var itemCases = []namedCase{
	{"an item leads to the validations of a harvest that name it, newest first", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		const gtin, other = "07891234567895", "17891234567892"
		first, second, third := record(t, validationKind(), "S", 1), record(t, validationKind(), "S", 2), record(t, validationKind(), "S", 3)
		write(t, s, first, second, third)
		named := func(when string, item trace.TradeItem, limit int, want ...trace.ID) {
			t.Helper()
			if got, err := s.NamedBy(ctx, item, "S", limit); err != nil || !slices.Equal(got, want) {
				t.Errorf("NamedBy(%v) %s = %v, %v; want %v", item, when, got, err, want)
			}
		}
		named("before", trace.TradeItem{GTIN: gtin}, 20)
		update(t, s, func(w trace.Writer) error {
			return errors.Join(
				w.PutItems(ctx, first.ID, "S", []trace.TradeItem{{GTIN: gtin}, {GTIN: gtin, Lot: "A"}, {GTIN: gtin, Lot: "b"}}),
				w.PutItems(ctx, second.ID, "S", []trace.TradeItem{{GTIN: gtin}, {GTIN: gtin, Lot: "A"}}),
				w.PutItems(ctx, third.ID, "S", []trace.TradeItem{{GTIN: other}, {GTIN: other, Lot: "A"}}),
			)
		})
		named("of any lot", trace.TradeItem{GTIN: gtin}, 20, second.ID, first.ID)
		named("of a lot", trace.TradeItem{GTIN: gtin, Lot: "A"}, 20, second.ID, first.ID)
		named("at most one", trace.TradeItem{GTIN: gtin, Lot: "A"}, 1, second.ID)
		named("of another lot", trace.TradeItem{GTIN: gtin, Lot: "b"}, 20, first.ID)
		named("in another case", trace.TradeItem{GTIN: gtin, Lot: "B"}, 20)
		named("of another number", trace.TradeItem{GTIN: other, Lot: "A"}, 20, third.ID)

		update(t, s, func(w trace.Writer) error {
			if err := w.PutItems(ctx, first.ID, "S", []trace.TradeItem{{GTIN: other}}); err != nil {
				return err
			}
			ids, err := w.NamedBy(ctx, trace.TradeItem{GTIN: other}, "S", 20)
			if !slices.Equal(ids, []trace.ID{third.ID, first.ID}) {
				t.Errorf("inside the transaction: %v, %v", ids, err)
			}
			return err
		})
		named("after it was replaced", trace.TradeItem{GTIN: gtin, Lot: "b"}, 20)
		named("after it was replaced", trace.TradeItem{GTIN: other}, 20, third.ID, first.ID)
		elsewhere := record(t, validationKind(), "T", 4)
		write(t, s, elsewhere)
		update(t, s, func(w trace.Writer) error {
			return w.PutItems(ctx, elsewhere.ID, "T", []trace.TradeItem{{GTIN: other}})
		})
		named("next to another harvest", trace.TradeItem{GTIN: other}, 1, third.ID)
		update(t, s, func(w trace.Writer) error { return w.PutItems(ctx, first.ID, "S", nil) })
		named("after it names none", trace.TradeItem{GTIN: other}, 20, third.ID)
	}},
	{"an erasure forgets them, and a transaction that fails keeps nothing", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		item := trace.TradeItem{GTIN: "07891234567895", Lot: "A"}
		v, kept := record(t, validationKind(), "S", 1), record(t, validationKind(), "S", 2)
		write(t, s, v, kept)
		err := s.Update(ctx, func(w trace.Writer) error {
			return errors.Join(w.PutItems(ctx, v.ID, "S", []trace.TradeItem{item}), errOwn)
		})
		if ids, read := s.NamedBy(ctx, item, "S", 20); err == nil || read != nil || len(ids) != 0 {
			t.Errorf("after a failure (%v): %v, %v", err, ids, read)
		}
		update(t, s, func(w trace.Writer) error {
			return errors.Join(w.PutItems(ctx, v.ID, "S", []trace.TradeItem{item}), w.PutItems(ctx, kept.ID, "S", []trace.TradeItem{item}))
		})
		erase(t, s, v, false)
		if ids, err := s.NamedBy(ctx, item, "S", 20); err != nil || !slices.Equal(ids, []trace.ID{kept.ID}) {
			t.Errorf("after the erasure: %v, %v; want %v", ids, err, kept.ID)
		}
	}},
}
