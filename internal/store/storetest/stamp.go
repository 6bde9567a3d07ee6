package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"rastro/internal/trace"
)

func stamp(tb testing.TB, s trace.Store) trace.Stamp {
	tb.Helper()
	got, err := s.Stamp(context.Background())
	if err != nil {
		tb.Fatalf("Stamp: %v", err)
	}
	return got
}

var stampCases = []namedCase{
	{"it stays while nothing is committed, whatever is read", func(t *testing.T, s trace.Store) {
		r := record(t, planting, "S", 1)
		write(t, s, r)
		for range 20 { // others may use the database server and change the stamp
			before := stamp(t, s)
			if _, err := s.Record(t.Context(), r.ID); err != nil {
				t.Fatal(err)
			}
			if err := s.View(t.Context(), func(v trace.Reader) error { _, err := v.Versions(t.Context(), r.ID); return err }); err != nil {
				t.Fatal(err)
			}
			if stamp(t, s) == before {
				return
			}
		}
		t.Error("reads move the stamp")
	}},
	{"it has changed when an Update returns", func(t *testing.T, s trace.Store) {
		r := record(t, planting, "S", 1)
		seen := map[trace.Stamp]string{stamp(t, s): "the empty store"}
		for _, step := range []struct {
			name string
			do   func(w trace.Writer) error
		}{
			{"a create", func(w trace.Writer) error { return w.Append(t.Context(), r) }},
			{"an update", func(w trace.Writer) error { return w.Append(t.Context(), next(r, trace.Updated)) }},
			{"a delete", func(w trace.Writer) error { return w.Append(t.Context(), next(next(r, trace.Updated), trace.Deleted)) }},
			{"an erasure", func(w trace.Writer) error { return w.Erase(t.Context(), r.ID, 3, "") }},
			{"a code", func(w trace.Writer) error { return w.ReserveCode(t.Context(), "COD", r.ID) }},
			{"a cover", func(w trace.Writer) error { return w.PutCover(t.Context(), r.ID, []byte("x")) }},
			{"a report", func(w trace.Writer) error { return w.PutReport(t.Context(), r.ID, "S", []byte("x")) }},
			{"dropped reports", func(w trace.Writer) error { return w.DropReports(t.Context(), "S") }},
		} {
			update(t, s, step.do)
			now := stamp(t, s)
			if before, ok := seen[now]; ok {
				t.Errorf("after %s the stamp is that after %s", step.name, before)
			}
			seen[now] = step.name
		}
	}},
	{"what is taken back leaves nothing that an older stamp would hide", func(t *testing.T, s trace.Store) {
		r := record(t, planting, "S", 1)
		failed := errors.New("no")
		before := stamp(t, s)
		err := s.Update(t.Context(), func(w trace.Writer) error {
			if err := w.Append(t.Context(), r); err != nil {
				return err
			}
			return failed
		})
		if !errors.Is(err, failed) {
			t.Fatal(err)
		}
		write(t, s, r)
		if stamp(t, s) == before {
			t.Error("the stamp is the old one though a record was written")
		}
	}},
}

// SharedStamps compares the stamps of two servers on one database. A commit of one changes the
// other's stamp by the time it returns, and an answer read after a stamp is valid as long as the
// stamp is.
func SharedStamps(t *testing.T, a, b trace.Store) {
	r := record(t, planting, "S", 1)
	write(t, a, r)
	steady := 0 // others may use the database server and change a stamp
	for n := range 20 {
		before := stamp(t, b)
		if stamp(t, b) == before {
			steady++
		}
		r = next(r, trace.Updated)
		write(t, a, r)
		if stamp(t, b) == before {
			t.Fatalf("change %d of one server does not move the other's stamp", n)
		}
	}
	if steady == 0 {
		t.Error("the stamp moves though nothing is committed")
	}

	// One server changes a record; the other remembers it as one would a page.
	const versions = 200
	id := r.ID
	var wg sync.WaitGroup
	wg.Go(func() {
		for range versions {
			r = next(r, trace.Updated)
			if err := a.Update(context.Background(), func(w trace.Writer) error { return w.Append(context.Background(), r) }); err != nil {
				t.Error(err)
				return
			}
		}
	})
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
		}
		taken := stamp(t, b)
		kept := newestOf(t, b, id)
		if stamp(t, b) != taken {
			continue
		}
		if now := newestOf(t, b, id); now != kept && stamp(t, b) == taken {
			t.Fatalf("version %d is there, and the stamp is still that of version %d", now, kept)
		}
	}
}

func newestOf(tb testing.TB, s trace.Store, id trace.ID) (version int64) {
	tb.Helper()
	err := s.View(context.Background(), func(v trace.Reader) error {
		versions, err := v.Versions(context.Background(), id)
		if err == nil {
			version = versions[len(versions)-1].Version
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return version
}
