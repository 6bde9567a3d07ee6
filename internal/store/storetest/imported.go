package storetest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"rastro/internal/trace"
)

func mark(n byte) trace.Mark { return trace.Mark{0: n, 15: n} }

// marksOf returns those of some marks that a reader finds, in order.
func marksOf(t *testing.T, r trace.Reader, asked ...trace.Mark) []trace.Marked {
	t.Helper()
	found, err := r.Imported(context.Background(), asked)
	if err != nil {
		t.Fatalf("Imported: %v", err)
	}
	slices.SortFunc(found, func(a, b trace.Marked) int { return bytes.Compare(a.Mark[:], b.Mark[:]) })
	return found
}

var importedCases = []namedCase{
	{"the seed is the store's own, and stays", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		first, err := s.ImportSeed(ctx)
		if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
			t.Errorf("ImportSeed = %x, %v; want 32 random bytes", first, err)
		}
		if again, err := s.ImportSeed(ctx); err != nil || !bytes.Equal(again, first) {
			t.Errorf("the second time %x, %v; want %x", again, err, first)
		}
	}},
	{"marks lead to their records, whatever becomes of these", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		a, b, c := record(t, planting, "S", 1), record(t, planting, "S", 2), record(t, planting, "T", 3)
		if got := marksOf(t, s, mark(1)); len(got) != 0 {
			t.Errorf("before: %v", got)
		}
		want := []trace.Marked{{Mark: mark(1), ID: a.ID}, {Mark: mark(2), ID: b.ID}, {Mark: mark(3), ID: c.ID}}
		update(t, s, func(w trace.Writer) error {
			for _, r := range []trace.Record{a, b, c} {
				if err := w.Append(ctx, r); err != nil {
					return err
				}
			}
			if err := w.PutImported(ctx, want); err != nil {
				return err
			}
			if got := marksOf(t, w, mark(2)); !slices.Equal(got, want[1:2]) {
				t.Errorf("inside the transaction: %v", got)
			}
			return nil
		})
		write(t, s, next(a, trace.Updated), next(b, trace.Deleted))
		erase(t, s, c, false)
		live, err := s.ImportedUnerased(ctx, []trace.Mark{mark(3), mark(9), mark(1), mark(2)})
		if slices.SortFunc(live, func(a, b trace.Marked) int { return bytes.Compare(a.Mark[:], b.Mark[:]) }); err != nil || !slices.Equal(live, want[:2]) {
			t.Errorf("those that are not erased: %v, %v", live, err)
		}
		if got := marksOf(t, s, mark(3), mark(9), mark(1), mark(2), mark(1)); !slices.Equal(got, want) {
			t.Errorf("after an update, a deletion and an erasure: %v, want %v", got, want)
		}
		if got := marksOf(t, s); len(got) != 0 {
			t.Errorf("of none: %v", got)
		}
		many := make([]trace.Mark, trace.MaxMarks)
		for i := range many {
			many[i] = trace.Mark{1: byte(i), 2: byte(i >> 8), 3: 1}
		}
		many[len(many)-1] = mark(1)
		if got := marksOf(t, s, many...); !slices.Equal(got, want[:1]) {
			t.Errorf("among %d: %v", len(many), got)
		}
	}},
	{"a mark is given once, and a transaction that fails keeps none", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		r := record(t, planting, "S", 1)
		put := func(marks ...trace.Marked) error {
			return s.Update(ctx, func(w trace.Writer) error { return w.PutImported(ctx, marks) })
		}
		err := s.Update(ctx, func(w trace.Writer) error {
			return errors.Join(w.PutImported(ctx, []trace.Marked{{Mark: mark(1), ID: r.ID}}), errOwn)
		})
		if got := marksOf(t, s, mark(1)); err == nil || len(got) != 0 {
			t.Errorf("after a failure (%v): %v", err, got)
		}
		if err := put(trace.Marked{Mark: mark(1), ID: r.ID}); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "the same mark again", put(trace.Marked{Mark: mark(2), ID: r.ID}, trace.Marked{Mark: mark(1), ID: r.ID}), trace.CodeContended)
		if got := marksOf(t, s, mark(1), mark(2)); len(got) != 1 {
			t.Errorf("after the conflict: %v", got)
		}
		if err := put(); err != nil {
			t.Errorf("none: %v", err)
		}
	}},
}
