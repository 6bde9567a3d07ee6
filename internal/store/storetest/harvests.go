package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/trace"
)

// everyHarvest selects all harvests, with all their versions counted.
var everyHarvest = trace.HarvestQuery{Limit: 1000, CountTo: 1000}

func harvestsOf(t *testing.T, s trace.Reader, q trace.HarvestQuery) []trace.Harvest {
	t.Helper()
	found, err := s.Harvests(context.Background(), q)
	if err != nil {
		t.Fatalf("Harvests(%+v): %v", q, err)
	}
	return found
}

// versionsOf returns a harvest's number of versions according to a list; 0 if it is not in the
// list.
func versionsOf(t *testing.T, s trace.Reader, harvestID string) int64 {
	t.Helper()
	for _, h := range harvestsOf(t, s, everyHarvest) {
		if h.HarvestID == harvestID {
			return h.Versions
		}
	}
	return 0
}

var harvestCases = []namedCase{
	{"every range, whole and page by page", func(t *testing.T, s trace.Store) {
		names := []string{"A", "S-1", "S-10", "S-2", "S-a", "S-a/1", "s-A", "S-\uD7FF", "S-\uD7FFx", "S-\U0010FFFF", "S-\U0010FFFFx", "T", "Ç", "日本"}
		for i, name := range names {
			for n := range 1 + i%3 {
				write(t, s, record(t, planting, name, i*10+n))
			}
		}
		some := []string{"T", "S-a", "none", "S-1", "Ç", "S-1"}
		for _, prefix := range []string{"", "S", "S-", "S-1", "S-a/", "S-\uD7FF", "S-\U0010FFFF", "\U0010FFFF", "none", "日本"} {
			for _, only := range [][]string{nil, some, {"none"}} {
				for _, desc := range []bool{false, true} {
					var want []trace.Harvest
					for i, name := range names {
						if strings.HasPrefix(name, prefix) && (only == nil || slices.Contains(only, name)) {
							want = append(want, trace.Harvest{HarvestID: name, Versions: int64(1 + i%3)})
						}
					}
					slices.SortFunc(want, func(a, b trace.Harvest) int { return strings.Compare(a.HarvestID, b.HarvestID) })
					if desc {
						slices.Reverse(want)
					}
					q := everyHarvest
					q.Prefix, q.HarvestIDs, q.Desc = prefix, only, desc
					what := fmt.Sprintf("prefix %q of %q, descending %t", prefix, only, desc)
					if d := diff(want, harvestsOf(t, s, q)); d != "" {
						t.Errorf("%s: -want +got:\n%s", what, d)
					}
					q.Limit = 2
					var walked []trace.Harvest
					for range len(names) {
						page := harvestsOf(t, s, q)
						if walked = append(walked, page...); len(page) < q.Limit {
							break
						}
						q.After = page[len(page)-1].HarvestID
					}
					if d := diff(want, walked); d != "" {
						t.Errorf("%s, by keyset: -want +got:\n%s", what, d)
					}
					if len(want) > 2 {
						q.After, q.Offset = "", 1
						if d := diff(want[1:3], harvestsOf(t, s, q)); d != "" {
							t.Errorf("%s, by offset: -want +got:\n%s", what, d)
						}
					}
				}
			}
		}
		// A position before or after the range counts as its edge.
		for _, c := range []struct {
			after string
			desc  bool
			want  int
		}{{"A", false, 2}, {"Z", false, 0}, {"Z", true, 2}, {"A", true, 0}} {
			q := everyHarvest
			q.Prefix, q.After, q.Desc = "S-1", c.after, c.desc
			if got := harvestsOf(t, s, q); len(got) != c.want {
				t.Errorf("after %q, descending %t: %v, want %d", c.after, c.desc, got, c.want)
			}
		}
	}},
	{"every write adds versions; the last deletion takes a harvest off", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		a, b := record(t, planting, "S", 1), record(t, receipt, "S", 2)
		other := record(t, planting, "T", 3)
		ends := func(want time.Time) {
			t.Helper()
			if got, err := s.LastEnd(ctx, "S"); err != nil || !got.Equal(want) {
				t.Errorf("LastEnd = %v, %v; want %v", got, err, want)
			}
		}
		write(t, s, a, other)
		ends(time.Time{})
		last := int64(0)
		for _, step := range []trace.Record{b, next(a, trace.Updated), next(next(a, trace.Updated), trace.Updated), next(b, trace.Deleted)} {
			before := versionsOf(t, s, "S")
			if before <= last {
				t.Errorf("%d versions, were %d", before, last)
			}
			last = before
			write(t, s, step)
		}
		if n := versionsOf(t, s, "S"); n != 5 {
			t.Errorf("%d versions, want 5", n)
		}
		ends(a.UpdatedAt.Add(2 * time.Minute))
		v3 := next(next(a, trace.Updated), trace.Updated)
		write(t, s, next(v3, trace.Deleted))
		ends(a.UpdatedAt.Add(3 * time.Minute))
		if d := diff([]trace.Harvest{{HarvestID: "T", Versions: 1}}, harvestsOf(t, s, everyHarvest)); d != "" {
			t.Errorf("nothing of S is live: -want +got:\n%s", d)
		}
		write(t, s, record(t, planting, "S", 9))
		if n := versionsOf(t, s, "S"); n != 7 {
			t.Errorf("one is again: %d versions, want 7", n)
		}
	}},
	{"an erasure counts, of a live record and of a deleted one", func(t *testing.T, s trace.Store) {
		kept, live, gone := record(t, planting, "S", 1), record(t, planting, "S", 2), record(t, planting, "S", 3)
		deleted := next(gone, trace.Deleted)
		write(t, s, kept, live, gone, deleted)
		before := versionsOf(t, s, "S")
		write(t, s, next(live, trace.Erased))
		middle := versionsOf(t, s, "S")
		last := next(deleted, trace.Erased)
		last.AfterEnd = true
		write(t, s, last)
		if after := versionsOf(t, s, "S"); before != 4 || middle != 5 || after != 6 {
			t.Errorf("%d, %d, %d versions; want 4, 5, 6", before, middle, after)
		}
	}},
	{"versions are counted no further than asked", func(t *testing.T, s trace.Store) {
		for i := range 10 {
			r := record(t, planting, "S", i)
			write(t, s, r, next(r, trace.Updated))
		}
		q := everyHarvest
		q.CountTo = 7
		if got := harvestsOf(t, s, q); len(got) != 1 || got[0].Versions != 14 {
			t.Errorf("%v, want 7 live and 7 that are not", got)
		}
	}},
	{"a snapshot has one number of versions", func(t *testing.T, s trace.Store) {
		write(t, s, record(t, planting, "S", 1))
		err := s.View(context.Background(), func(r trace.Reader) error {
			before := versionsOf(t, r, "S")
			write(t, s, record(t, planting, "S", 2))
			if after := versionsOf(t, r, "S"); before != 1 || after != 1 {
				t.Errorf("%d versions, then %d, want 1", before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}},
	{"every change of the catalogue moves its revision", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		revision := func() int64 {
			n, err := s.PhaseRevision(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		p := phase(t, trace.Soy, "01", "plano")
		put := func(p trace.CropPhase) {
			t.Helper()
			before := revision()
			update(t, s, func(w trace.Writer) error { return w.PutPhase(ctx, p) })
			if after := revision(); after <= before {
				t.Errorf("version %d: revision %d, was %d", p.Version, after, before)
			}
		}
		put(p)
		p.Version++
		put(p)
		p.Version, p.Deleted = p.Version+1, true
		put(p)
	}},
}
