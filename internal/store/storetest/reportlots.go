package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// partiesOf makes a lot of S-1 that S-2 received, and a report of each: of a key that is limited to
// S-2, and of one that reads both.
func partiesOf(t *testing.T, s trace.Store) (svc *app.App, first, second trace.Record, theirs, both *recall.Signed) {
	t.Helper()
	ctx := context.Background()
	svc, _ = shippedLots(t, s)
	first = create(t, svc, identification.Prefix, "S-8", `{"codigoLote":"ZQX-4242"}`)
	second = create(t, svc, receipt.Prefix, "S-2", `{"loteOrigem":"ZQX-4242","volume":"10 t","armazem":"Silo 2"}`)
	create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
	limited := &trace.Key{AccessKey: "rk_2", Name: "second", Scopes: everybody.Scopes, Harvests: []string{"S-2"}}
	var err error
	if theirs, err = svc.Recall(ctx, limited, recall.Request{Reason: "recolher zqx-4242", Lots: []string{"ZQX-4242"}}); err != nil {
		t.Fatal(err)
	}
	if both, err = svc.Recall(ctx, everybody, recall.Request{Reason: "recolher zqx-4242", Lots: []string{"ZQX-4242", "B-2"}}); err != nil {
		t.Fatal(err)
	}
	return svc, first, second, theirs, both
}

// says reports whether the stored report contains a text, ignoring case.
func says(t *testing.T, svc *app.App, report *recall.Signed, text string) bool {
	t.Helper()
	got, err := svc.RecallOf(context.Background(), everybody, report.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(strings.ToLower(string(got.Document)), text)
}

var reportLotCases = []namedCase{
	{"a lot leaves a report once no harvest of the report names it", func(t *testing.T, s trace.Store) {
		for _, ended := range []bool{false, true} { // a deleted record still has its text
			t.Run(fmt.Sprintf("deleted %t", ended), func(t *testing.T) {
				ctx := context.Background()
				svc, first, second, theirs, both := partiesOf(t, s)
				erase := func(r trace.Record) {
					t.Helper()
					if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
						t.Fatal(err)
					}
				}
				if ended {
					if _, err := svc.Delete(ctx, everybody, second.Kind, second.ID.String(), trace.AnyVersion); err != nil {
						t.Fatal(err)
					}
				}
				if !says(t, svc, theirs, "zqx-4242") || !says(t, svc, both, "zqx-4242") {
					t.Fatal("the reports do not name the lot")
				}
				erase(first)
				if !says(t, svc, theirs, "zqx-4242") || !says(t, svc, both, "zqx-4242") {
					t.Error("a report lost a lot that its own harvest still names")
				}
				erase(second)
				if says(t, svc, theirs, "zqx-4242") || says(t, svc, both, "zqx-4242") {
					t.Error("a report names a lot that no record names")
				}
				if !says(t, svc, both, `"b-2"`) {
					t.Error("the report lost the lot next to it")
				}
			})
		}
	}},
	{"a lot that only others name leaves the report of the harvest that was erased", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, first, second, theirs, both := partiesOf(t, s)
		if _, err := svc.Erase(ctx, everybody, second.Kind, second.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if says(t, svc, theirs, "zqx-4242") {
			t.Error("the report of S-2 names a lot that only S-8 names")
		}
		if !says(t, svc, both, "zqx-4242") {
			t.Error("the report of both lost a lot that S-8 names")
		}
		if _, err := svc.Erase(ctx, everybody, first.Kind, first.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if left := notesOf(t, s, kind.RecallReport, "zqx-4242"); len(left) > 0 {
			t.Errorf("%d reports still name the lot", len(left))
		}
	}},
	{"a lot leaves a report of other harvests that an earlier build left it in", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, first, _, _, _ := partiesOf(t, s)
		create(t, svc, identification.Prefix, "S-5", `{"codigoLote":"E-5"}`)
		report, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"E-5"}})
		if err != nil {
			t.Fatal(err)
		}
		// As if a record of S-5 had named the lot, and had been erased since.
		entries, err := s.Versions(ctx, report.ID)
		if err != nil {
			t.Fatal(err)
		}
		old := record(t, kind.RecallReport, "", 9)
		old.Payload = []byte(strings.ReplaceAll(string(entries[0].Payload), `"E-5"`, `"ZQX-4242"`))
		update(t, s, func(w trace.Writer) error {
			if err := w.PutRecall(ctx, old.ID, []string{"S-5"}); err != nil {
				return err
			}
			return w.Append(ctx, old)
		})
		if _, err := svc.Erase(ctx, everybody, first.Kind, first.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		versions, err := s.Versions(ctx, old.ID)
		if err != nil || len(versions) != 2 || strings.Contains(string(versions[1].Payload), "ZQX") || !strings.Contains(string(versions[1].Payload), `"expurgado":true`) {
			t.Errorf("%d versions, %v: the report of S-5 still names the lot", len(versions), err)
		}
	}},
	{"two erasures at once leave no lot that each of them left to the other", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, first, second, _, _ := partiesOf(t, s)
		over := &watched{Store: s, read: map[trace.ID]int{}, before: func() {
			if _, err := svc.Erase(ctx, everybody, second.Kind, second.ID.String(), "pedido do titular"); err != nil {
				t.Fatal(err)
			}
		}}
		eraser, err := newService(over)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eraser.Erase(ctx, everybody, first.Kind, first.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if left := notesOf(t, s, kind.RecallReport, "zqx-4242"); len(left) > 0 {
			t.Errorf("%d reports still name the lot", len(left))
		}
	}},
}
