package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/harvests"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// rivalCases check that disputes are reported in full, however many claims there are.
var rivalCases = []namedCase{
	{"a dispute behind thousands of claims of the owner's own party is told", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		const shared, disputed = 2_300, 700
		for _, harvest := range []string{"A", "B"} { // one organisation in two harvests
			var batch []trace.Record
			for i := range shared {
				batch = append(batch, identified(t, harvest, "Coop", fmt.Sprintf("A-%05d", i), i))
			}
			write(t, s, batch...)
		}
		if found := reviewed(t, svc, "A"); found["LOTE_DISPUTADO"] != 0 {
			t.Fatalf("a party is in dispute with itself: %v", found)
		}
		write(t, s, identified(t, "A", "Coop", "Z-1", 1))
		write(t, s, identified(t, "ATK", "stranger", "Z-1", 2))
		if found := reviewed(t, svc, "A"); found["LOTE_DISPUTADO"] != 1 {
			t.Errorf("the owner is told %v, want one dispute", found)
		}
		// All are counted, also those that are too many to be listed one by one.
		var own, theirs []trace.Record
		for i := range disputed {
			own = append(own, identified(t, "A", "Coop", fmt.Sprintf("D-%05d", i), 10+i))
			theirs = append(theirs, identified(t, "ATK", "stranger", fmt.Sprintf("D-%05d", i), 20+i))
		}
		write(t, s, own...)
		write(t, s, theirs...)
		for _, side := range []struct{ harvest, rule string }{{"A", "LOTE_DISPUTADO"}, {"ATK", "LOTE_DE_OUTRA_SAFRA"}} {
			review, err := svc.Review(ctx, everybody, side.harvest, "")
			if err != nil {
				t.Fatal(err)
			}
			card, err := svc.HarvestCard(ctx, everybody, side.harvest, "", harvests.NoMemory{})
			if err != nil {
				t.Fatal(err)
			}
			told := reviewed(t, svc, side.harvest)[side.rule]
			if told != 500 || review.Summary.Alerts < disputed+1 || card.Found.Summary.Alerts < disputed+1 {
				t.Errorf("%s: %d are told, the review counts %d alerts and the card %d; want 500 told and %d counted", side.harvest, told, review.Summary.Alerts, card.Found.Summary.Alerts, disputed+1)
			}
		}
	}},
	{"the rivals of several harvests come whole, each harvest in order", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		const each = 1_400 // more than are read at once
		var batch []trace.Record
		for _, harvest := range []string{"A", "B", "C"} {
			for i := range each {
				batch = append(batch, identified(t, harvest, "own", fmt.Sprintf("%s-%05d", harvest, i), i))
			}
		}
		write(t, s, batch...)
		batch = batch[:0]
		for _, harvest := range []string{"A", "C"} {
			for i := range each {
				batch = append(batch, identified(t, "R", "rival", fmt.Sprintf("%s-%05d", harvest, i), i))
			}
		}
		write(t, s, append(batch, identified(t, "R", "rival", "B-00007", 1))...)
		for name, q := range map[string]ownership.RivalQuery{"against": {Against: []string{"A", "B", "C"}}, "of": {HarvestIDs: []string{"A", "R"}}} {
			var codes []string
			err := ownership.EachRival(ctx, s, q, func(h *ownership.Holder) (bool, error) {
				codes = append(codes, h.Text)
				return true, nil
			})
			if err != nil || len(codes) != 2*each+1 || !slices.IsSorted(codes) || len(slices.Compact(codes)) != 2*each+1 {
				t.Errorf("%s: %d rivals, %v; want %d, in order, each once", name, len(codes), err, 2*each+1)
			}
			n := 0
			err = ownership.EachRival(ctx, s, q, func(*ownership.Holder) (bool, error) {
				n++
				return n < each+3, nil
			})
			if err != nil || n != each+3 {
				t.Errorf("%s: stopped after %d, %v; want %d", name, n, err, each+3)
			}
		}
	}},
	{"the rivals of a code in some harvests are those alone, in order", func(t *testing.T, s trace.Store) {
		const rivals = 1_400 // more than are read at once
		batch := []trace.Record{identified(t, "A", "own", "L", 0)}
		var harvests []string
		for i := range rivals {
			harvest := fmt.Sprintf("R-%05d", i)
			batch = append(batch, identified(t, harvest, "rival", "L", i+1))
			if i != 7 {
				harvests = append(harvests, harvest)
			}
		}
		write(t, s, batch...)
		var found []string
		q := ownership.RivalQuery{Code: ownership.Code{Realm: ownership.Lots, Text: "L"}, HarvestIDs: harvests}
		err := ownership.EachRival(context.Background(), s, q, func(h *ownership.Holder) (bool, error) {
			found = append(found, h.HarvestID)
			return true, nil
		})
		if err != nil || !slices.Equal(found, harvests) {
			t.Errorf("%d rivals, %v; want %d", len(found), err, len(harvests))
		}
	}},
	{"a flood of validations that name a harvest's lots costs its review no memory, and is told", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		lots := []string{"VIT-1", "VIT-2", "VIT-3"}
		var batch []trace.Record
		for i, code := range lots {
			batch = append(batch, identified(t, "VIT", "vitima", code, i))
		}
		for i := range 1_500 { // with three lots, more rows than are read at once
			v := record(t, validationKind(), fmt.Sprintf("R-%05d", i), i+10)
			v.Payload, v.CreatedBy, v.UpdatedBy = []byte(`{"lotes":["VIT-1","VIT-2","VIT-3"]}`), "rival", "rival"
			v.ValidationCode = fmt.Sprintf("COD-%05d", i)
			batch = append(batch, v)
		}
		write(t, s, batch...)
		budget := admit.New(16<<20, admit.Patience)
		claim := budget.Claim()
		claim.For(everybody.AccessKey)
		found, err := svc.Review(admit.Context(context.Background(), claim), everybody, "VIT", "")
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for i := range found.Findings {
			said := fmt.Sprintf("%+v", found.Findings[i])
			if !strings.Contains(said, "R-00000, ") {
				continue
			}
			told++
			if !strings.Contains(said, "R-00009 e outras") || strings.Contains(said, "R-00010") {
				t.Errorf("it says %s", said)
			}
		}
		if told != len(lots) {
			t.Errorf("%d lots are told, want %d", told, len(lots))
		}
		if held := budget.Usage().Held; held == 0 || held > 64<<10 {
			t.Errorf("the review claimed %d bytes", held)
		}
	}},
}

// reviewed returns the number of findings per rule in the review of a harvest.
func reviewed(tb testing.TB, svc *app.App, harvestID string) map[string]int {
	tb.Helper()
	found, err := svc.Review(context.Background(), everybody, harvestID, "")
	if err != nil {
		tb.Fatal(err)
	}
	rules := map[string]int{}
	for _, f := range found.Findings {
		rules[f.Rule.ID]++
	}
	return rules
}
