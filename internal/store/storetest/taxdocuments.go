package storetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rastro/internal/reach"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// putTaxDocuments keeps rows in a transaction.
func putTaxDocuments(t *testing.T, s trace.Store, rows ...kept.Row) {
	t.Helper()
	update(t, s, func(w trace.Writer) error { return w.(kept.Writer).PutTaxDocuments(context.Background(), rows) })
}

// taxDocuments returns the harvests of the rows that are found, in order.
func taxDocuments(t *testing.T, s trace.Store, within reach.Set, unerased bool, marks ...kept.Mark) (harvests []string) {
	t.Helper()
	err := s.View(context.Background(), func(r trace.Reader) error {
		found, err := r.(kept.Reader).TaxDocuments(context.Background(), marks, within, unerased)
		for _, row := range found {
			harvests = append(harvests, row.HarvestID)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(harvests)
	return harvests
}

var taxDocumentCases = []namedCase{
	{"a mark is there once in a harvest, and in each harvest", func(t *testing.T, s trace.Store) {
		a, b := record(t, planting, "S", 1), record(t, planting, "T", 2)
		write(t, s, a, b)
		putTaxDocuments(t, s, kept.Row{Mark: kept.Mark{1}, HarvestID: "S", ID: a.ID}, kept.Row{Mark: kept.Mark{1}, HarvestID: "T", ID: b.ID})
		for _, c := range []struct {
			within reach.Set
			want   string
		}{{reach.Set{}, "S T"}, {reach.Only("T"), "T"}, {reach.Only("U"), ""}, {reach.Set{Organization: reach.ID{7}}, ""}} {
			if got := taxDocuments(t, s, c.within, false, kept.Mark{1}, kept.Mark{2}); strings.Join(got, " ") != c.want {
				t.Errorf("within %+v: %q, want %q", c.within, got, c.want)
			}
		}
		tries := 0
		err := s.Update(context.Background(), func(w trace.Writer) error {
			if tries++; tries > 1 {
				return nil
			}
			return w.(kept.Writer).PutTaxDocuments(context.Background(), []kept.Row{{Mark: kept.Mark{1}, HarvestID: "S", ID: b.ID}})
		})
		if err != nil || tries != 2 {
			t.Errorf("a second row of the mark: %d tries, %v; want a conflict and a second try", tries, err)
		}
	}},
	{"a mark outlives its record", func(t *testing.T, s trace.Store) {
		a := record(t, planting, "S", 1)
		write(t, s, a)
		putTaxDocuments(t, s, kept.Row{Mark: kept.Mark{1}, HarvestID: "S", ID: a.ID})
		erase(t, s, a, false)
		if got := taxDocuments(t, s, reach.Set{}, false, kept.Mark{1}); len(got) != 1 {
			t.Errorf("after an erasure: %q, want the row", got)
		}
		if got := taxDocuments(t, s, reach.Set{}, true, kept.Mark{1}); len(got) != 0 {
			t.Errorf("without those of erased records: %q", got)
		}
	}},
	{"documents wait until their proposals are decided", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		a, b, c := record(t, planting, "S", 1), record(t, planting, "S", 2), record(t, planting, "T", 3)
		write(t, s, a, b, c)
		putTaxDocuments(t, s, kept.Row{Mark: kept.Mark{1}, HarvestID: "S", ID: a.ID, Waiting: 2}, kept.Row{Mark: kept.Mark{2}, HarvestID: "S", ID: b.ID}, kept.Row{Mark: kept.Mark{3}, HarvestID: "T", ID: c.ID, Waiting: 1})
		waiting := func(after [16]byte) (list []kept.Row) {
			t.Helper()
			err := s.View(ctx, func(r trace.Reader) (err error) {
				list, err = r.(kept.Reader).WaitingDocuments(ctx, "S", after, 10)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		if got := waiting([16]byte{}); len(got) != 1 || got[0].ID != a.ID || got[0].Waiting != 2 {
			t.Errorf("waiting: %+v", got)
		}
		if got := waiting(a.ID); len(got) != 0 {
			t.Errorf("after the last: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).Decided(ctx, "S", a.ID) })
		if got := waiting([16]byte{}); len(got) != 1 || got[0].Waiting != 1 {
			t.Errorf("after one is decided: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).SuspendWaiting(ctx, "S", a.ID) })
		if got := waiting([16]byte{}); len(got) != 0 {
			t.Errorf("while they are suspended: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Undoer).ResumeWaiting(ctx, [][16]byte{a.ID, b.ID}) })
		if got := waiting([16]byte{}); len(got) != 1 || got[0].Waiting != 1 {
			t.Errorf("after they are resumed: %+v", got)
		}
		again := func() {
			update(t, s, func(w trace.Writer) error { return w.(kept.Undoer).WaitAgain(ctx, "S", kept.Mark{1}) })
		}
		again()
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).SuspendWaiting(ctx, "S", a.ID) })
		again()
		if got := waiting([16]byte{}); len(got) != 0 {
			t.Errorf("while they are suspended, and one waits again: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Undoer).ResumeWaiting(ctx, [][16]byte{a.ID}) })
		if got := waiting([16]byte{}); len(got) != 1 || got[0].Waiting != 3 {
			t.Errorf("after two wait again: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Undoer).ForgetTaxDocuments(ctx, "T", []kept.Mark{{1}, {3}}) })
		if got := waiting([16]byte{}); len(got) != 1 {
			t.Errorf("after those of another harvest are forgotten: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).SetWaiting(ctx, "S", a.ID, 0) })
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).Decided(ctx, "S", a.ID) })
		if got := waiting([16]byte{}); len(got) != 0 {
			t.Errorf("after all are decided: %+v", got)
		}
		anew := func(n int) {
			update(t, s, func(w trace.Writer) error { return w.(kept.Writer).ProposeAnew(ctx, "S", kept.Mark{1}, n) })
		}
		anew(2)
		update(t, s, func(w trace.Writer) error { return w.(kept.Writer).SuspendWaiting(ctx, "S", a.ID) })
		anew(4)
		if got := waiting([16]byte{}); len(got) != 0 {
			t.Errorf("while they are suspended, and others wait: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(kept.Undoer).ResumeWaiting(ctx, [][16]byte{a.ID}) })
		if got := waiting([16]byte{}); len(got) != 1 || got[0].Waiting != 4 {
			t.Errorf("after others wait: %+v", got)
		}
	}},
}
