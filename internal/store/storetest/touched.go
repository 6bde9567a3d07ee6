package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

func touched(tb testing.TB, s trace.Store, since trace.Place, limit int) trace.Touched {
	tb.Helper()
	got, err := s.Touched(context.Background(), since, limit)
	if err != nil {
		tb.Fatalf("Touched(%q): %v", since, err)
	}
	return got
}

var touchedCases = []namedCase{
	{"it names the harvests of every kind of write, and no other", func(t *testing.T, s trace.Store) {
		r := record(t, planting, "A", 1)
		write(t, s, r, record(t, planting, "B", 2))
		place := touched(t, s, "", 100).Next
		for _, step := range []struct {
			name string
			do   func()
			want []string
		}{
			{"nothing", func() {}, nil},
			{"a create", func() { write(t, s, record(t, receipt, "C", 3)) }, []string{"C"}},
			{"an update", func() { write(t, s, next(r, trace.Updated)) }, []string{"A"}},
			{"several harvests at once", func() {
				write(t, s, record(t, planting, "D", 4), record(t, planting, "E", 5), record(t, receipt, "D", 6))
			}, []string{"D", "E"}},
			{"a deletion", func() { write(t, s, next(next(r, trace.Updated), trace.Deleted)) }, []string{"A"}},
			{"a write that failed", func() {
				err := s.Update(t.Context(), func(w trace.Writer) error {
					return errors.Join(w.Append(t.Context(), record(t, planting, "F", 7)), errOwn)
				})
				if err == nil {
					t.Error("Update: no error")
				}
			}, nil},
		} {
			step.do()
			got := touched(t, s, place, 100)
			slices.Sort(got.Harvests)
			if found := slices.Compact(got.Harvests); got.All || got.Catalogue || got.Organizations || !slices.Equal(found, step.want) {
				t.Errorf("%s: %+v, want %q", step.name, got, step.want)
			}
			place = got.Next
		}
		note := record(t, kind.PhaseChange, "", 8)
		write(t, s, note)
		if got := touched(t, s, place, 100); !got.Catalogue || got.All || len(got.Harvests) > 0 {
			t.Errorf("a change of the catalogue: %+v", got)
		}
		for i, k := range []*kind.Kind{kind.OrganizationChange, kind.ShareChange} {
			place = touched(t, s, place, 100).Next
			write(t, s, record(t, k, "", 9+i))
			if got := touched(t, s, place, 100); !got.Organizations || got.Catalogue || got.All || len(got.Harvests) > 0 {
				t.Errorf("a change of an organisation: %+v", got)
			}
		}
	}},
	{"it says when there is more than it looked at", func(t *testing.T, s trace.Store) {
		write(t, s, record(t, planting, "A", 1))
		place := touched(t, s, "", 10).Next
		for i := range 11 {
			write(t, s, record(t, planting, fmt.Sprint("S-", i), i))
		}
		if got := touched(t, s, place, 10); !got.All {
			t.Errorf("after eleven writes: %+v", got)
		} else if after := touched(t, s, got.Next, 10); after.All || len(after.Harvests) > 0 {
			t.Errorf("and from there on: %+v", after)
		}
	}},
	{"no write is missed while others run", func(t *testing.T, s trace.Store) {
		place := touched(t, s, "", 1000).Next
		const lanes, writes = 6, 10
		seen := map[string]bool{}
		look := func() {
			got := touched(t, s, place, 1000)
			for _, h := range got.Harvests {
				seen[h] = true
			}
			place = got.Next
		}
		done := make(chan []error, 1)
		go func() {
			done <- together(lanes, func(lane int) error {
				for i := range writes {
					r := record(t, planting, fmt.Sprintf("%d/%d", lane, i), lane*writes+i)
					if err := s.Update(context.Background(), func(w trace.Writer) error { return w.Append(context.Background(), r) }); err != nil {
						return err
					}
				}
				return nil
			})
		}()
		for running := true; running; {
			select {
			case errs := <-done:
				if err := errors.Join(errs...); err != nil {
					t.Fatal(err)
				}
				running = false
			default:
			}
			look()
		}
		if len(seen) != lanes*writes {
			t.Errorf("%d harvests were told of, want %d", len(seen), lanes*writes)
		}
	}},
}
