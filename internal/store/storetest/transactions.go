package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"rastro/internal/trace"
)

var errOwn = errors.New("the caller's own error")

var transactionCases = []namedCase{
	{"an error leaves nothing and comes back", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		r := record(t, planting, "S", 1)
		err := s.Update(ctx, func(w trace.Writer) error {
			if err := w.Append(ctx, r); err != nil {
				return err
			}
			return errOwn
		})
		if !errors.Is(err, errOwn) {
			t.Errorf("Update = %v, want the caller's own", err)
		}
		_, err = s.Record(ctx, r.ID)
		wantCode(t, "Record", err, trace.CodeRecordNotFound)
		if n, err := s.Count(ctx, trace.Query{Kind: planting}); n != 0 || err != nil {
			t.Errorf("Count = %d, %v; want 0", n, err)
		}
		write(t, s, r) // the store works on, and the harvest can be used
	}},
	{"a writer reads what it wrote", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		r := record(t, planting, "S", 1)
		update(t, s, func(w trace.Writer) error {
			if err := w.Append(ctx, r); err != nil {
				return err
			}
			found, err := w.Records(ctx, trace.Query{Kind: planting, Reach: trace.Only("S"), Order: trace.OldestFirst, Limit: 5})
			if err == nil && len(found) != 1 {
				err = errors.New("not seen")
			}
			return err
		})
	}},
	{"a panic reaches its caller alone", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		func() {
			defer func() {
				if p := recover(); p != "boom" {
					t.Errorf("recovered %v, want boom", p)
				}
			}()
			_ = s.Update(ctx, func(trace.Writer) error { panic("boom") })
		}()
		write(t, s, record(t, planting, "S", 1))
	}},
	{"one who fails does not spoil the group", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		const writers = 60
		records := make([]trace.Record, writers)
		for i := range records {
			records[i] = record(t, planting, "S", i)
		}
		var wg sync.WaitGroup
		for i, r := range records {
			wg.Go(func() {
				err := s.Update(ctx, func(w trace.Writer) error {
					if err := w.Append(ctx, r); err != nil {
						return err
					}
					if i%10 == 0 {
						return errOwn
					}
					return nil
				})
				if want := i%10 == 0; want != errors.Is(err, errOwn) || !want && err != nil {
					t.Errorf("writer %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		if n, err := s.Count(ctx, trace.Query{Kind: planting}); n != writers*9/10 || err != nil {
			t.Errorf("Count = %d, %v; want %d", n, err, writers*9/10)
		}
	}},
	{"a caller who hangs up spoils nothing", func(t *testing.T, s trace.Store) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		gone := record(t, planting, "S", 1)
		err := s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, gone) })
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("Update = %v", err)
		}
		write(t, s, record(t, planting, "S", 2))
	}},
	{"a view is one snapshot", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		write(t, s, record(t, planting, "S", 1))
		q := trace.Query{Kind: planting, Reach: trace.Only("S")}
		err := s.View(ctx, func(r trace.Reader) error {
			before, err := r.Count(ctx, q)
			if err != nil {
				return err
			}
			write(t, s, record(t, planting, "S", 2))
			after, err := r.Count(ctx, q)
			if before != 1 || after != 1 {
				t.Errorf("counted %d, then %d; want 1 and 1", before, after)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := s.Count(ctx, q); n != 2 {
			t.Errorf("after the view: %d, want 2", n)
		}
	}},
}
