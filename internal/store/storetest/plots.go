package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

var plan = kind.ByPrefix(kind.Plan)

// plotted makes a record of a kind with a plot.
func plotted(tb testing.TB, k *kind.Kind, harvestID string, n int, plot string) trace.Record {
	tb.Helper()
	r := record(tb, k, harvestID, n)
	r.Payload = fmt.Appendf(nil, `{%q:%s}`, k.PlotField(), plot)
	return r
}

// square returns a plot of a hundredth of a degree, at that many plots to the east and to the north
// of a place.
func square(x, y int) string { return rectangle(x, y, 1, 1) }

func rectangle(x, y, w, h int) string {
	west, south := -5_572+x, -1_255+y
	return fmt.Sprintf(`[%.2f,%.2f,%.2f,%.2f]`, float64(west)/100, float64(south)/100, float64(west+w)/100, float64(south+h)/100)
}

// extentOf returns the extent of a plot.
func extentOf(tb testing.TB, plot string) geo.Extent {
	tb.Helper()
	p, err := geo.Read([]byte(plot))
	if err != nil {
		tb.Fatal(err)
	}
	return p.Extent()
}

// claimed returns which other harvests claim the land of a plot, as "harvest n" with n the seconds
// since start, in order.
func claimed(tb testing.TB, r trace.Reader, season, plot, except string) string {
	tb.Helper()
	e := extentOf(tb, plot)
	var found []string
	err := r.EachClaim(context.Background(), trace.ClaimQuery{Season: season, Cells: e.Around(), Within: e, Except: except, Limit: 10_000}, func(c *trace.Claim) error {
		if !c.Extent.Shares(e) {
			tb.Errorf("%+v does not reach into %+v", c.Extent, e)
		} else {
			found = append(found, fmt.Sprintf("%s %d", c.HarvestID, c.ID.Time().Sub(start)/time.Second))
		}
		return nil
	})
	if err != nil {
		tb.Fatalf("EachClaim: %v", err)
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), ", ")
}

const season = "2024/2025"

var plotCases = []namedCase{
	{"a record is found by its land as long as it is live", func(t *testing.T, s trace.Store) {
		v1 := plotted(t, plan, "S-1", 1, square(0, 0))
		planted := plotted(t, planting, "S-2", 2, square(0, 0))
		write(t, s, v1, planted)
		look := func(when, plot, want string) {
			t.Helper()
			if got := claimed(t, s, season, plot, "S"); got != want {
				t.Errorf("%s, on %s: %q, want %q", when, plot, got, want)
			}
		}
		look("written", square(0, 0), "S-1 1, S-2 2")
		look("written", rectangle(-20, -20, 60, 60), "S-1 1, S-2 2")
		look("written", square(1, 0), "")
		v2 := next(v1, trace.Updated)
		v2.Payload = plotted(t, plan, "S-1", 1, square(30, 30)).Payload
		write(t, s, v2)
		look("moved", square(0, 0), "S-2 2")
		look("moved", square(30, 30), "S-1 1")
		v3 := next(v2, trace.Updated) // without a plot
		write(t, s, v3)
		look("left out", square(30, 30), "")
		v4 := next(v3, trace.Updated)
		v4.Payload = v1.Payload
		write(t, s, v4)
		look("back", square(0, 0), "S-1 1, S-2 2")
		v5 := next(v4, trace.Updated)
		v5.Payload, v5.HarvestCode = v1.Payload, "2025/26"
		write(t, s, v5)
		look("of another season", square(0, 0), "S-2 2")
		if got := claimed(t, s, "2025/2026", square(0, 0), ""); got != "S-1 1" {
			t.Errorf("in that season: %q", got)
		}
		v6 := next(v5, trace.Deleted)
		write(t, s, v6)
		if got := claimed(t, s, "2025/2026", square(0, 0), ""); got != "" {
			t.Errorf("deleted: %q", got)
		}
		erase(t, s, v6, true)
		erase(t, s, planted, false)
		look("erased", square(0, 0), "")
	}},
	{"what claims no land is not there", func(t *testing.T, s trace.Store) {
		for i, plot := range []string{`[-55.715,-12.545]`, `[1,2,3,4]`, `[0,0,0,0]`, `[100,200,300,400]`, `null`, `[]`, `[-60,-15,-50,-10]`, `[179.9,-12.55,-179.9,-12.54]`} {
			write(t, s, plotted(t, plan, "S-1", i, plot))
		}
		coded := plotted(t, plan, "S-1", 50, square(0, 0))
		coded.HarvestCode = "T-07"
		elsewhere := record(t, receipt, "S-1", 51) // a kind without a plot
		elsewhere.Payload = coded.Payload
		write(t, s, coded, elsewhere, record(t, planting, "S-1", 52))
		for _, season := range []string{season, "", "T-07"} {
			if got := claimed(t, s, season, rectangle(-40, -40, 90, 90), ""); got != "" {
				t.Errorf("season %q: %q", season, got)
			}
		}
	}},
	{"but for a harvest, in one season, up to a limit", func(t *testing.T, s trace.Store) {
		for i := range 40 {
			r := plotted(t, plan, fmt.Sprint("S-", i%2), i, square(5*i, 0)) // each in its own cell, and one of the coarser ones
			if i >= 20 {
				r.HarvestCode = "2023/24"
			}
			write(t, s, r)
		}
		var cells []geo.Cell
		for i := range 40 {
			cells = append(cells, extentOf(t, square(5*i, 0)).Around()...)
		}
		count := func(q trace.ClaimQuery) (n int) {
			q.Season, q.Cells, q.Within = season, cells, extentOf(t, rectangle(-10, -10, 400, 20))
			ids := map[trace.ID]bool{}
			if err := s.EachClaim(context.Background(), q, func(c *trace.Claim) error {
				n++
				ids[c.ID] = true
				if c.HarvestID == q.Except || c.Kind != plan || c.Season != season {
					t.Errorf("%+v", c)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if q.Limit > 1000 {
				n = len(ids)
			}
			return n
		}
		for _, c := range []struct {
			q    trace.ClaimQuery
			want int
		}{
			{trace.ClaimQuery{Limit: 10_000}, 20}, {trace.ClaimQuery{Limit: 10_000, Except: "S-1"}, 10}, {trace.ClaimQuery{Limit: 10_000, Except: "none"}, 20},
			{trace.ClaimQuery{Limit: 7}, 7}, {trace.ClaimQuery{Limit: 0}, 0},
		} {
			if got := count(c.q); got != c.want {
				t.Errorf("%+v: %d, want %d", c.q, got, c.want)
			}
		}
	}},
	{"in the transaction of the record", func(t *testing.T, s trace.Store) {
		r := plotted(t, plan, "S-1", 1, square(0, 0))
		err := s.Update(context.Background(), func(w trace.Writer) error {
			if err := w.Append(context.Background(), r); err != nil {
				return err
			}
			if got := claimed(t, w, season, square(0, 0), ""); got != "S-1 1" {
				t.Errorf("within: %q", got)
			}
			return errOwn
		})
		if got := claimed(t, s, season, square(0, 0), ""); got != "" || err == nil {
			t.Errorf("after it failed: %q, %v", got, err)
		}
		v2 := next(r, trace.Deleted)
		write(t, s, r, v2) // in one
		if got := claimed(t, s, season, square(0, 0), ""); got != "" {
			t.Errorf("written and deleted at once: %q", got)
		}
	}},
	{"after any writes, every pair is found that lies on each other", func(t *testing.T, s trace.Store) {
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			n++
			holdClaims(rt, t, s, n)
		})
	}},
}

// holdClaims writes a random story in its own season, and compares what each live plot finds with
// an exhaustive search.
func holdClaims(rt *rapid.T, t *testing.T, s trace.Store, n int) {
	code := fmt.Sprintf("%d/%02d", 1950+n%140, (1951+n%140)%100)
	var live []trace.Record
	draw := func() string {
		size := rapid.SampledFrom([]int{1, 3, 8, 45, 100}).Draw(rt, "size")
		return rectangle(rapid.IntRange(-60, 60).Draw(rt, "x"), rapid.IntRange(-60, 60).Draw(rt, "y"),
			rapid.IntRange(1, size).Draw(rt, "w"), rapid.IntRange(1, size).Draw(rt, "h"))
	}
	for step := range rapid.IntRange(2, 12).Draw(rt, "steps") {
		op := rapid.SampledFrom([]trace.Operation{trace.Created, trace.Created, trace.Created, trace.Updated, trace.Deleted}).Draw(rt, "op")
		if op == trace.Created || len(live) == 0 {
			k := rapid.SampledFrom([]*kind.Kind{plan, planting}).Draw(rt, "kind")
			r := plotted(t, k, fmt.Sprintf("Q%d-%d", n, rapid.IntRange(1, 3).Draw(rt, "safra")), step, draw())
			r.HarvestCode = code
			live = append(live, r)
			write(t, s, r)
			continue
		}
		i := rapid.IntRange(0, len(live)-1).Draw(rt, "which")
		r := next(live[i], op)
		r.Payload = plotted(t, r.Kind, r.HarvestID, 0, draw()).Payload
		write(t, s, r)
		if live[i] = r; op == trace.Deleted {
			live = slices.Delete(live, i, i+1)
		}
	}
	// Seasons repeat after 140 stories: the harvests of other stories do not count.
	mine := fmt.Sprintf("Q%d-", n)
	plots := map[trace.ID]*geo.Plot{}
	for _, r := range live {
		p, err := geo.Read(r.Payload[strings.IndexByte(string(r.Payload), '[') : len(r.Payload)-1])
		if err != nil {
			t.Fatal(err)
		}
		plots[r.ID] = p
	}
	for _, r := range live {
		var want, got []string
		for _, other := range live {
			if shared, _ := geo.Overlaps([]*geo.Plot{plots[r.ID], plots[other.ID]}, 0, 1); len(shared) > 0 && other.HarvestID != r.HarvestID {
				want = append(want, other.ID.String())
			}
		}
		e := plots[r.ID].Extent()
		q := trace.ClaimQuery{Season: r.Claim().Season, Cells: e.Around(), Within: e, Except: r.HarvestID, Limit: 100_000}
		if err := s.EachClaim(context.Background(), q, func(c *trace.Claim) error {
			if strings.HasPrefix(c.HarvestID, mine) {
				got = append(got, c.ID.String())
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			rt.Fatalf("%s finds %v, want %v", r.Payload, got, want)
		}
	}
}
