package storetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rastro/internal/trace"
)

// orders returns the orders that a caller can request, and their comparison functions.
func orders() []trace.Order {
	var all []trace.Order
	for _, f := range trace.SortFields {
		for _, desc := range []bool{false, true} {
			all = append(all, trace.NewOrder([]trace.Term{{Field: f.Field, Desc: desc}}))
			for _, g := range trace.SortFields {
				all = append(all, trace.NewOrder([]trace.Term{{Field: f.Field, Desc: desc}, {Field: g.Field, Desc: !desc}}))
			}
		}
	}
	return all
}

func compare(o trace.Order, a, b trace.Record) int {
	for _, t := range o {
		var c int
		switch t.Field {
		case trace.ByID:
			c = strings.Compare(string(a.ID[:]), string(b.ID[:]))
		case trace.ByCreated:
			c = a.CreatedAt().Compare(b.CreatedAt())
		case trace.ByUpdated:
			c = a.UpdatedAt.Compare(b.UpdatedAt)
		case trace.ByHarvest:
			c = strings.Compare(a.HarvestID, b.HarvestID)
		case trace.ByHarvestCode:
			c = strings.Compare(a.HarvestCode, b.HarvestCode)
		}
		if t.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func position(o trace.Order, r trace.Record) trace.Position {
	var p trace.Position
	for _, t := range o {
		p = append(p, map[trace.SortField]any{
			trace.ByID: r.ID, trace.ByCreated: r.CreatedAt().UnixMilli(), trace.ByUpdated: r.UpdatedAt.UnixMilli(),
			trace.ByHarvest: r.HarvestID, trace.ByHarvestCode: r.HarvestCode,
		}[t.Field])
	}
	return p
}

// mixed writes records of two kinds in several harvests, some of them created
// in the same millisecond, some updated, some deleted; it returns the live ones
// of the planting kind.
func mixed(t *testing.T, s trace.Store) []trace.Record {
	var all, live []trace.Record
	for i := range 40 {
		k := planting
		if i%5 == 4 {
			k = receipt
		}
		r := record(t, k, []string{"S-b", "S-a", "s-A", "Ç", "S-a/1"}[i%3+i%2], i/4)
		r.HarvestCode = []string{"2024/25", "", "2025"}[i%3]
		all = append(all, r)
	}
	write(t, s, all...)
	for i, r := range all {
		switch i % 6 {
		case 1:
			r = next(r, trace.Updated)
			write(t, s, r)
		case 2:
			write(t, s, next(r, trace.Deleted))
			continue
		}
		if r.Kind == planting {
			live = append(live, r)
		}
	}
	return live
}

func ids(records []trace.Record) []string {
	out := make([]string, len(records))
	for i, r := range records {
		out[i] = r.ID.String()
	}
	return out
}

var listCases = []namedCase{
	{"every order, whole and page by page", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		live := mixed(t, s)
		for _, o := range orders() {
			want := slices.Clone(live)
			slices.SortFunc(want, func(a, b trace.Record) int { return compare(o, a, b) })
			whole, err := s.Records(ctx, trace.Query{Kind: planting, Order: o, Limit: 1000})
			if err != nil {
				t.Fatalf("order %s: %v", o, err)
			}
			if d := diff(ids(want), ids(whole)); d != "" {
				t.Fatalf("order %s: -want +got:\n%s", o, d)
			}
			q := trace.Query{Kind: planting, Order: o, Limit: 3}
			var walked []trace.Record
			for range len(live) {
				page, err := s.Records(ctx, q)
				if err != nil {
					t.Fatalf("order %s: %v", o, err)
				}
				walked = append(walked, page...)
				if len(page) < q.Limit {
					break
				}
				q.After = position(o, page[len(page)-1])
			}
			if d := diff(ids(want), ids(walked)); d != "" {
				t.Errorf("order %s by keyset: -want +got:\n%s", o, d)
			}
		}
	}},
	{"by harvest, by several, by offset", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		live := mixed(t, s)
		for _, harvests := range [][]string{{"S-a"}, {"s-A"}, {"S-a", "S-b", "none"}, {"none"}, {"S-a/1"}} {
			want := slices.DeleteFunc(slices.Clone(live), func(r trace.Record) bool { return !slices.Contains(harvests, r.HarvestID) })
			slices.SortFunc(want, func(a, b trace.Record) int { return compare(trace.OldestFirst, a, b) })
			q := trace.Query{Kind: planting, Reach: trace.Only(harvests...), Order: trace.OldestFirst, Limit: 1000}
			got, err := s.Records(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff(ids(want), ids(got)); d != "" {
				t.Errorf("harvests %q: -want +got:\n%s", harvests, d)
			}
			if n, err := s.Count(ctx, q); int(n) != len(want) || err != nil {
				t.Errorf("harvests %q: Count = %d, %v; want %d", harvests, n, err, len(want))
			}
			if len(want) > 2 {
				q.Offset, q.Limit = 1, 1
				if got, err := s.Records(ctx, q); err != nil || len(got) != 1 || got[0].ID != want[1].ID {
					t.Errorf("harvests %q, offset 1: %v, %v", harvests, got, err)
				}
			}
		}
	}},
	{"the tally of a kind is exact", func(t *testing.T, s trace.Store) {
		live := mixed(t, s)
		if n, err := s.Count(context.Background(), trace.Query{Kind: planting}); int(n) != len(live) || err != nil {
			t.Errorf("Count = %d, %v; want %d", n, err, len(live))
		}
	}},
	{"a walk is stable under inserts", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		for i := range 10 {
			write(t, s, record(t, planting, "S", i))
		}
		q := trace.Query{Kind: planting, Order: trace.NewestFirst, Limit: 4}
		seen := map[trace.ID]bool{}
		for i := 0; ; i++ {
			page, err := s.Records(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range page {
				if seen[r.ID] {
					t.Fatalf("%s came twice", r.ID)
				}
				seen[r.ID] = true
			}
			if len(page) < q.Limit {
				break
			}
			q.After = position(q.Order, page[len(page)-1])
			write(t, s, record(t, planting, "S", 100+i))
		}
		if len(seen) != 10 {
			t.Errorf("walked %d records, want the 10 that were there", len(seen))
		}
	}},
}
