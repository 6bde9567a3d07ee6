package storetest

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

var sameKind = cmp.Comparer(func(a, b *kind.Kind) bool { return a == b })

func diff(a, b any) string {
	return cmp.Diff(a, b, sameKind, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(trace.Record{}, trace.Key{}))
}

var recordCases = []namedCase{
	{"comes back byte for byte", func(t *testing.T, s trace.Store) {
		want := record(t, planting, "S/1 çã 🌱", 1)
		want.Payload = []byte("{ \"a\" : 1.500,\n\t\"b\":\"\\u00e7\" }")
		want.Findings = []byte(`[{"regra":"X"}]`)
		want.Seal = []byte(`"cobertura":{}`)
		want.ValidationCode = "ABC"
		write(t, s, want)
		got, err := s.Record(context.Background(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(&want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}},
	{"absent parts come back absent", func(t *testing.T, s trace.Store) {
		want := record(t, planting, "S", 1)
		want.HarvestCode = ""
		write(t, s, want)
		got, err := s.Record(context.Background(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got.Findings != nil || got.Seal != nil {
			t.Errorf("findings %q, seal %q; want nil", got.Findings, got.Seal)
		}
	}},
	{"authors, the same or not", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		for i, by := range [][2]string{{"A", "A"}, {"A", "B"}, {"", ""}} {
			want := record(t, planting, "S", i)
			want.CreatedBy, want.UpdatedBy = by[0], by[1]
			write(t, s, want)
			got, err := s.Record(ctx, want.ID)
			if err != nil || diff(&want, got) != "" {
				t.Errorf("%q: %v -want +got:\n%s", by, err, diff(&want, got))
			}
			versions, err := s.Versions(ctx, want.ID)
			if err != nil || diff([]trace.Record{want}, versions) != "" {
				t.Errorf("%q: %v -want +got:\n%s", by, err, diff([]trace.Record{want}, versions))
			}
		}
		unmade := record(t, planting, "S", 9)
		unmade.CreatedBy = ""
		if err := s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, unmade) }); err == nil {
			t.Error("a record that nobody made and somebody changed was stored")
		}
	}},
	{"a large payload survives", func(t *testing.T, s trace.Store) {
		want := record(t, planting, "S", 1)
		want.Payload = append(append([]byte(`{"x":"`), bytes.Repeat([]byte("ã"), 1<<20)...), `"}`...)
		write(t, s, want)
		got, err := s.Record(context.Background(), want.ID)
		if err != nil || !bytes.Equal(got.Payload, want.Payload) {
			t.Errorf("got %d bytes, %v; want %d", len(got.Payload), err, len(want.Payload))
		}
	}},
	{"an unknown id is not found", func(t *testing.T, s trace.Store) {
		_, err := s.Record(context.Background(), record(t, planting, "S", 1).ID)
		wantCode(t, "Record", err, trace.CodeRecordNotFound)
	}},
	{"the newest version is live", func(t *testing.T, s trace.Store) {
		v1 := record(t, planting, "S", 1)
		v2 := next(v1, trace.Updated)
		v3 := next(v2, trace.Updated)
		write(t, s, v1)
		write(t, s, v2, v3)
		got, err := s.Record(context.Background(), v1.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(&v3, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}},
	{"a deleted record is gone from every read", func(t *testing.T, s trace.Store) {
		kept, gone := record(t, planting, "S", 1), record(t, planting, "S", 2)
		write(t, s, kept, gone)
		write(t, s, next(gone, trace.Deleted))
		ctx := context.Background()
		_, err := s.Record(ctx, gone.ID)
		wantCode(t, "Record", err, trace.CodeRecordNotFound)
		q := trace.Query{Kind: planting, Reach: trace.Only("S"), Order: trace.OldestFirst, Limit: 10}
		found, err := s.Records(ctx, q)
		if err != nil || len(found) != 1 || found[0].ID != kept.ID {
			t.Errorf("Records = %v, %v; want the other one alone", found, err)
		}
		for _, harvests := range [][]string{{"S"}, nil} {
			q.HarvestIDs = harvests
			if n, err := s.Count(ctx, q); n != 1 || err != nil {
				t.Errorf("Count in %q = %d, %v; want 1", harvests, n, err)
			}
		}
	}},
	{"a version never takes the place of one that is not live", func(t *testing.T, s trace.Store) {
		v1 := record(t, planting, "S", 1)
		v2 := next(v1, trace.Updated)
		write(t, s, v1, v2)
		ctx := context.Background()
		for what, r := range map[string]trace.Record{"again": v2, "with a gap": next(next(v2, trace.Updated), trace.Updated)} {
			if err := s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, r) }); err == nil {
				t.Errorf("appending version %d %s: no error", r.Version, what)
			}
		}
		if got, err := s.Record(ctx, v1.ID); err != nil || got.Version != 2 {
			t.Errorf("live version = %d, %v; want 2", got.Version, err)
		}
	}},
	{"a code belongs to one validation forever", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		v := record(t, validationKind(), "S", 1)
		v.ValidationCode = "ABC"
		update(t, s, func(w trace.Writer) error {
			if err := w.ReserveCode(ctx, "ABC", v.ID); err != nil {
				return err
			}
			return w.Append(ctx, v)
		})
		got, err := s.Validation(ctx, "ABC")
		if err != nil || got.ID != v.ID {
			t.Errorf("Validation = %v, %v", got.ID, err)
		}
		other := record(t, v.Kind, "S", 2)
		err = s.Update(ctx, func(w trace.Writer) error { return w.ReserveCode(ctx, "ABC", other.ID) })
		wantCode(t, "taking it again", err, trace.CodeCodeTaken)
		write(t, s, next(v, trace.Deleted))
		_, err = s.Validation(ctx, "ABC")
		wantCode(t, "Validation after delete", err, trace.CodeCodeNotFound)
		err = s.Update(ctx, func(w trace.Writer) error { return w.ReserveCode(ctx, "ABC", other.ID) })
		wantCode(t, "taking it after delete", err, trace.CodeCodeTaken)
		_, err = s.Validation(ctx, "XYZ")
		wantCode(t, "an unknown code", err, trace.CodeCodeNotFound)
	}},
	{"a report comes back, until those of its harvest are dropped", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		first, second, other := record(t, validationKind(), "S", 1), record(t, validationKind(), "S", 2), record(t, validationKind(), "T", 3)
		_, err := s.Report(ctx, first.ID)
		wantCode(t, "Report before", err, trace.CodeRecordNotFound)
		update(t, s, func(w trace.Writer) error {
			for _, r := range []trace.Record{first, second, other} {
				if err := w.PutReport(ctx, r.ID, r.HarvestID, []byte("\x00\xff{"+r.HarvestID+"}")); err != nil {
					return err
				}
			}
			return nil
		})
		for _, r := range []trace.Record{first, second, other} {
			if got, err := s.Report(ctx, r.ID); string(got) != "\x00\xff{"+r.HarvestID+"}" || err != nil {
				t.Errorf("Report of one in %s = %q, %v", r.HarvestID, got, err)
			}
		}
		update(t, s, func(w trace.Writer) error { return w.DropReports(ctx, "S") })
		for _, r := range []trace.Record{first, second} {
			_, err := s.Report(ctx, r.ID)
			wantCode(t, "Report after", err, trace.CodeRecordNotFound)
		}
		if _, err := s.Report(ctx, other.ID); err != nil {
			t.Errorf("Report of another harvest: %v", err)
		}
		update(t, s, func(w trace.Writer) error { return w.DropReports(ctx, "nobody's") })
	}},
	{"a report is found by a writer that drops its harvest's reports meanwhile", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		for n := range 20 {
			v := record(t, validationKind(), "S", n)
			dropped := make(chan error, 1)
			started := false
			update(t, s, func(w trace.Writer) error {
				if err := w.LockReports(ctx, "S"); err != nil {
					return err
				}
				if !started { // as the function may run again
					started = true
					go func() {
						dropped <- s.Update(ctx, func(w trace.Writer) error { return w.DropReports(ctx, "S") })
					}()
				}
				if err := w.Append(ctx, v); err != nil {
					return err
				}
				return w.PutReport(ctx, v.ID, "S", []byte("x"))
			})
			if err := <-dropped; err != nil {
				t.Fatal(err)
			}
			_, err := s.Report(ctx, v.ID)
			wantCode(t, "Report", err, trace.CodeRecordNotFound)
		}
	}},
	{"a cover comes back", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		id := record(t, planting, "S", 1).ID
		_, err := s.Cover(ctx, id)
		wantCode(t, "Cover before", err, trace.CodeRecordNotFound)
		update(t, s, func(w trace.Writer) error { return w.PutCover(ctx, id, []byte("line\n")) })
		if got, err := s.Cover(ctx, id); string(got) != "line\n" || err != nil {
			t.Errorf("Cover = %q, %v", got, err)
		}
	}},
}
