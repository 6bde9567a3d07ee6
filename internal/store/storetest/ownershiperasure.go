package storetest

import (
	"context"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

var ownershipErasureCases = []namedCase{
	{"the owner of two records keeps the code when the first is erased, and the journal allows it", func(t *testing.T, s trace.Store) {
		svc := startedLog(t, s)
		first := identified(t, "A", "a", "L", 1)
		write(t, s, first)
		write(t, s, identified(t, "B", "b", "L", 181))
		write(t, s, identified(t, "A", "a", "L", 361))
		erase(t, s, first, false)
		wantOwner(t, "one of two records erased,", s, "L", "A")
		drain(t, s, svc, 4)
		wantExplained(t, s, "L")
	}},
	{"a settled code stays settled when its owner's records are erased", func(t *testing.T, s trace.Store) {
		svc := startedLog(t, s)
		theirs := identified(t, "D", "d", "M", 181)
		write(t, s, identified(t, "C", "c", "M", 1))
		write(t, s, theirs)
		settle(t, svc, "M", "D")
		erase(t, s, theirs, false)
		if o := ownerOf(t, s, ownership.Lots, "M"); o.HarvestID != "D" || o.Settled == 0 {
			t.Errorf("after the erasure the lot is %+v, want settled to D", o)
		}
		wantRivals(t, "after the erasure", s, ownership.RivalQuery{}, "C>D M")
		write(t, s, identified(t, "E", "e", "M", 900))
		wantOwner(t, "claimed anew", s, "M", "D")
		drain(t, s, svc, 5)
		wantExplained(t, s, "M")
	}},
	{"an erasure reaches the decisions on its codes", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc := startedLog(t, s)
		theirs := create(t, svc, identification.Prefix, "A", `{"codigoLote":"MARIA-7","responsavel":"Maria Aparecida"}`)
		rival := create(t, svc, identification.Prefix, "B", `{"codigoLote":"MARIA-7"}`)
		decide := func(reason, harvestID string) {
			t.Helper()
			settleFor(t, svc, "MARIA-7", harvestID, reason)
		}
		decide("romaneio de maria aparecida", "B")
		decide("contrato", "A")
		erased := func(r trace.Record) {
			t.Helper()
			if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
				t.Fatal(err)
			}
		}
		erased(theirs)
		if o := ownerOf(t, s, ownership.Lots, "MARIA-7"); o.HarvestID != "A" || o.Settled == 0 {
			t.Errorf("the lot is %+v, want settled to A: B still claims it", o)
		}
		wantNotes(t, s, []string{"MARIA-7", "contrato"}, []string{"aparecida"})
		drain(t, s, svc, 6)
		wantExplained(t, s, "MARIA-7")
		erased(rival)
		if o := ownerOf(t, s, ownership.Lots, "MARIA-7"); o.HarvestID != "" {
			t.Errorf("nobody claims the lot, and it belongs to %+v", o)
		}
		wantNotes(t, s, []string{`"safraId":"A"`, `"safraId":"B"`}, []string{"MARIA", "contrato", "aparecida"})
		create(t, svc, identification.Prefix, "C", `{"codigoLote":"MARIA-7"}`)
		drain(t, s, svc, 10)
		wantOwner(t, "claimed anew", s, "MARIA-7", "C")
		wantExplained(t, s, "MARIA-7")
	}},
	{"the journal allows who inherits a code from an erased record", func(t *testing.T, s trace.Store) {
		svc := startedLog(t, s)
		first, again := identified(t, "X", "x", "L", 1), identified(t, "B", "b", "L", 181)
		write(t, s, first)
		write(t, s, again)
		write(t, s, next(again, trace.Deleted))
		write(t, s, identified(t, "C", "c", "L", 600))
		write(t, s, identified(t, "B", "b", "L", 900))
		erase(t, s, first, false)
		wantOwner(t, "the owner erased,", s, "L", "B")
		drain(t, s, svc, 6)
		wantExplained(t, s, "L")
	}},
}

func startedLog(tb testing.TB, s trace.Store) *app.App {
	tb.Helper()
	svc, err := newService(s)
	if err != nil {
		tb.Fatal(err)
	}
	if err := svc.StartLog(context.Background(), origin); err != nil {
		tb.Fatal(err)
	}
	return svc
}

// wantNotes checks the combined text of the notes of decisions.
func wantNotes(tb testing.TB, s trace.Store, has, hasNot []string) {
	tb.Helper()
	var said strings.Builder
	if err := s.EachNote(context.Background(), kind.Settlement, func(v *trace.Record) error { said.Write(v.Payload); return nil }); err != nil {
		tb.Fatal(err)
	}
	for _, text := range has {
		if !strings.Contains(said.String(), text) {
			tb.Errorf("the decisions do not say %q: %s", text, said.String())
		}
	}
	for _, text := range hasNot {
		if strings.Contains(strings.ToLower(said.String()), strings.ToLower(text)) {
			tb.Errorf("the decisions still say %q: %s", text, said.String())
		}
	}
}

// settle gives a lot to a harvest, as an administrator does.
func settle(tb testing.TB, svc *app.App, lot, harvestID string) {
	tb.Helper()
	settleFor(tb, svc, lot, harvestID, "contrato")
}

func settleFor(tb testing.TB, svc *app.App, lot, harvestID, reason string) {
	tb.Helper()
	ctx := context.Background()
	code := ownership.Code{Realm: ownership.Lots, Text: lot}
	_, err := svc.SettleOwnership(ctx, everybody, nil, func(r ownership.Reader) (ownership.Owner, []byte, error) {
		held, err := r.Holders(ctx, code, harvestID, 1)
		if err != nil {
			return ownership.Owner{}, nil, err
		}
		return ownership.Owner{Code: code, HarvestID: harvestID, ID: held[0].ID, Since: held[0].Since}, []byte(`{"lote":"` + lot + `","safraId":"` + harvestID + `","safraAnterior":"","motivo":"` + reason + `"}`), nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// wantExplained replays the log: it must allow the stored owner of a lot, or there
// would be a false alarm.
func wantExplained(tb testing.TB, s trace.Store, lot string) {
	tb.Helper()
	replay := evidence.NewOwnershipReplay()
	if err := s.EachLogged(context.Background(), 0, 100, func(r *trace.Record) error { replay.Add(r); return nil }); err != nil {
		tb.Fatal(err)
	}
	stored := ownerOf(tb, s, ownership.Lots, lot)
	if !replay.Explains(stored) {
		tb.Errorf("the journal does not allow the stored %+v", stored)
	}
	stored.HarvestID = "NOBODY"
	if replay.Explains(stored) {
		tb.Error("an owner who never claimed the lot is explained")
	}
}
