package storetest

import (
	"context"
	"sync"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// SharedRecalls sends the same recall to two servers of one store: the second stores its
// report after the first has looked for one, and then several are sent at once. There is
// one report.
func SharedRecalls(t *testing.T, a, b trace.Store) {
	ctx := context.Background()
	shippedLots(t, a)
	q := recall.Request{Reason: "RAZAO", Lots: []string{"A-1"}}
	second, err := newService(b)
	if err != nil {
		t.Fatal(err)
	}
	var between *recall.Signed
	first, err := newService(&interrupted{Store: a, before: func() {
		if between != nil {
			return
		}
		if between, err = second.Recall(ctx, everybody, q); err != nil {
			t.Error(err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	made, err := first.Recall(ctx, everybody, q)
	if err != nil || between == nil || made.ID != between.ID || !made.Replayed {
		t.Fatalf("the first report is %+v, the one in between %+v, %v", made, between, err)
	}
	q.Reason = "OUTRA"
	var sent sync.WaitGroup
	var reports [6]*recall.Signed
	for i := range reports {
		svc := first
		if i%2 == 1 {
			svc = second
		}
		sent.Go(func() {
			var err error
			if reports[i], err = svc.Recall(ctx, everybody, q); err != nil {
				t.Error(err)
			}
		})
	}
	sent.Wait()
	for _, one := range reports {
		if one == nil || one.ID != reports[0].ID {
			t.Fatalf("reports %v and %v", reports[0], one)
		}
	}
	notes, err := trace.ReadRecords(ctx, b, trace.Query{Kind: kind.RecallReport, Order: trace.NewestFirst, Limit: 10})
	if err != nil || len(notes) != 2 {
		t.Errorf("%d reports are stored, %v; want 2", len(notes), err)
	}
}
