package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// pastOf returns the model of reading as of an instant: of every record the newest
// version not after it, unless that one is an end.
func pastOf(journal []trace.Record, at time.Time, pick func(*trace.Record) bool) []trace.Record {
	newest := map[trace.ID]trace.Record{}
	for _, r := range journal { // in the order of writing
		if !r.UpdatedAt.After(at) {
			newest[r.ID] = r
		}
	}
	var live []trace.Record
	for _, r := range newest {
		if !r.Operation.Ends() && pick(&r) {
			live = append(live, r)
		}
	}
	return live
}

// story writes records of two kinds in several harvests, step by step: some
// updated once or twice, some deleted, some all of it in one millisecond. It
// returns every version in the order of writing.
func story(t *testing.T, s trace.Store) []trace.Record {
	var journal []trace.Record
	add := func(r trace.Record) { journal = append(journal, r) }
	later := func(r trace.Record, op trace.Operation, after time.Duration) trace.Record {
		at := r.UpdatedAt.Add(after)
		r = next(r, op)
		r.UpdatedAt = at
		return r
	}
	for i := range 30 {
		r := record(t, []*kind.Kind{planting, planting, receipt}[i%3], []string{"S-a", "S-b", "s-A", "Ç"}[i%4], i/3)
		r.HarvestCode = []string{"2024/25", "", "2025"}[i/2%3]
		add(r)
		gap := time.Duration(i%4) * time.Second // every fourth at once
		switch i % 5 {
		case 1:
			add(later(r, trace.Updated, gap))
		case 2:
			add(later(r, trace.Deleted, gap))
		case 3:
			v2 := later(r, trace.Updated, gap)
			v2.HarvestCode = "2030"
			add(v2)
			add(later(v2, trace.Deleted, gap))
		case 4:
			v2 := later(r, trace.Updated, 0)
			add(v2)
			add(later(v2, trace.Updated, gap))
		}
	}
	write(t, s, journal...)
	return journal
}

// instants returns every moment of a write, and the moments just before and after it.
func instants(journal []trace.Record) []time.Time {
	var all []time.Time
	for _, r := range journal {
		all = append(all, r.UpdatedAt.Add(-time.Millisecond), r.UpdatedAt, r.UpdatedAt.Add(time.Millisecond))
	}
	slices.SortFunc(all, time.Time.Compare)
	return append(slices.Compact(all), start.Add(-time.Hour), start.Add(time.Hour))
}

func stamps(records []trace.Record) []string {
	out := make([]string, len(records))
	for i, r := range records {
		out[i] = r.ID.String() + " v" + string('0'+rune(r.Version))
	}
	return out
}

// walk reads a query page by page.
func walk(t *testing.T, s trace.Store, q trace.Query) []trace.Record {
	t.Helper()
	var all []trace.Record
	for {
		page, err := s.Records(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page...)
		if len(page) < q.Limit {
			return all
		}
		q.After = position(q.Order, page[len(page)-1])
	}
}

var pastCases = []namedCase{
	{"every instant, by kind and by harvest", func(t *testing.T, s trace.Store) {
		journal := story(t, s)
		for _, at := range instants(journal) {
			for _, harvests := range [][]string{nil, {"S-a"}, {"S-b", "s-A", "none"}} {
				want := pastOf(journal, at, func(r *trace.Record) bool {
					return r.Kind == planting && (harvests == nil || slices.Contains(harvests, r.HarvestID))
				})
				slices.SortFunc(want, func(a, b trace.Record) int { return compare(trace.OldestFirst, a, b) })
				got, err := s.Records(context.Background(), trace.Query{Kind: planting, Reach: trace.Only(harvests...), At: at, Order: trace.OldestFirst, Limit: 100})
				if err != nil {
					t.Fatal(err)
				}
				if d := diff(stamps(want), stamps(got)); d != "" {
					t.Errorf("at %v in %q: -want +got:\n%s", at.Sub(start), harvests, d)
				}
			}
		}
	}},
	{"every order, whole, by pages and by offset", func(t *testing.T, s trace.Store) {
		journal := story(t, s)
		at := start.Add(9 * time.Second)
		live := pastOf(journal, at, func(r *trace.Record) bool { return r.Kind == planting })
		for _, o := range orders() {
			slices.SortFunc(live, func(a, b trace.Record) int { return compare(o, a, b) })
			q := trace.Query{Kind: planting, At: at, Order: o, Limit: 5}
			if d := diff(stamps(live), stamps(walk(t, s, q))); d != "" {
				t.Errorf("order %s: -want +got:\n%s", o, d)
			}
		}
		slices.SortFunc(live, func(a, b trace.Record) int { return compare(trace.NewestFirst, a, b) })
		for _, offset := range []int{0, 3, len(live) - 1, len(live), len(live) + 5} {
			q := trace.Query{Kind: planting, At: at, Order: trace.NewestFirst, Offset: int64(offset), Limit: 4}
			got, err := s.Records(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			want := live[min(offset, len(live)):min(offset+q.Limit, len(live))]
			if d := diff(stamps(want), stamps(got)); d != "" {
				t.Errorf("from %d: -want +got:\n%s", offset, d)
			}
		}
	}},
	{"a whole harvest, of every kind", func(t *testing.T, s trace.Store) {
		journal := story(t, s)
		order := trace.Order{{Field: trace.ByKind}, {Field: trace.ByID}}
		at := start.Add(8 * time.Second)
		want := pastOf(journal, at, func(r *trace.Record) bool { return r.HarvestID == "S-a" })
		slices.SortFunc(want, order.Compare)
		got, err := s.Records(context.Background(), trace.Query{Reach: trace.Only("S-a"), At: at, Order: order, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(stamps(want), stamps(got)); d != "" || len(want) < 3 {
			t.Errorf("%d records: -want +got:\n%s", len(want), d)
		}
	}},
	{"inside a transaction it sees what that wrote", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		v1 := record(t, planting, "S", 1)
		v2 := next(v1, trace.Updated)
		update(t, s, func(w trace.Writer) error {
			for _, r := range []trace.Record{v1, v2} {
				if err := w.Append(ctx, r); err != nil {
					return err
				}
			}
			got, err := w.Records(ctx, trace.Query{Kind: planting, At: v1.UpdatedAt, Order: trace.OldestFirst, Limit: 5})
			if d := diff([]trace.Record{v1}, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
			return err
		})
	}},
}
