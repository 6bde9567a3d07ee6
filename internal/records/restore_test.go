package records_test

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// An earlier version comes back as a new one, a deleted record too, and the lot graph, the
// plots and the owners follow.
func TestRestore(t *testing.T) {
	w := world.New(t)
	ctx := t.Context()
	lots, plan := kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), kind.ByPrefix("/cadastroPlanejamento/planoCultivo")
	r := w.Create(lots, "S", `{"codigoLote":"A-1"}`)
	id := r.ID.String()
	w.Update(r, `{"codigoLote":"B-1"}`)
	known := func(code string, want bool) {
		t.Helper()
		found, _, err := w.App.FindLots(ctx, world.Everybody, code, "", 10)
		if err != nil || (len(found) == 1 && found[0].Known) != want {
			t.Errorf("%s: %+v, %v; want known %v", code, found, err, want)
		}
	}
	known("A-1", false)
	back, err := w.App.Restore(ctx, world.Everybody, lots, id, 1, trace.IfMatch{2})
	if err != nil || back.Version != 3 || back.Operation != trace.Updated || string(back.Payload) != `{"codigoLote":"A-1"}` {
		t.Fatalf("%+v, %v", back, err)
	}
	known("A-1", true)
	_, err = w.App.Restore(ctx, world.Everybody, lots, id, 2, trace.IfMatch{2})
	world.WantCode(t, "an old form", err, trace.CodeStale)

	w.Delete(back)
	known("A-1", false)
	if back, err = w.App.Restore(ctx, world.Everybody, lots, id, 3, trace.IfMatch{4}); err != nil || back.Version != 5 || back.Operation != trace.Created {
		t.Fatalf("undelete: %+v, %v", back, err)
	}
	known("A-1", true)
	now, err := w.App.Get(ctx, world.Everybody, lots, id)
	if err != nil || now.Version != 5 || !now.CreatedAt().Equal(r.CreatedAt()) {
		t.Errorf("%+v, %v", now, err)
	}
	w.Delete(back)
	if back, err = w.App.Restore(ctx, world.Everybody, lots, id, 6, trace.IfMatch{6}); err != nil || back.Version != 7 { // restore the version that the deletion ended
		t.Fatalf("undelete twice: %v", err)
	}
	plot := w.Create(plan, "S", `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
	w.Delete(plot)
	if _, err := w.App.Restore(ctx, world.Everybody, plan, plot.ID.String(), 1, trace.IfMatch{2}); err != nil {
		t.Fatal(err)
	}
	if n, _, err := w.App.Tally(ctx, world.Everybody); err != nil || n[lots] != 1 || n[plan] != 1 {
		t.Errorf("counted %v, %v", n, err)
	}
	w.Integrate()
	w.Sound()

	w.Erase(back)
	for version := range int64(9) {
		_, err := w.App.Restore(ctx, world.Everybody, lots, id, version, trace.AnyVersion)
		if version == 0 || version == 9 {
			world.WantCode(t, "no such version", err, trace.CodeVersionNotFound)
			continue
		}
		world.WantCode(t, "an erased version", err, trace.CodeErased)
	}
	w.Integrate()
	w.Sound()
}

// Nobody restores what they may not write, read or reach; validations and profiles are restored on
// their own pages.
func TestAttackRestore(t *testing.T) {
	w := world.New(t)
	ctx := t.Context()
	receipt := kind.ByPrefix("/armazenamento/recebimento")
	r := w.Create(receipt, "S", `{"veiculo":"ABC1C34"}`)
	w.Update(r, `{"veiculo":"XYZ9876"}`)
	for what, c := range map[string]struct {
		key  trace.Key
		code trace.Code
	}{
		"a key of another harvest": {trace.Key{Name: "k", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"T"}}, trace.CodeRecordNotFound},
		"a key that reads":         {trace.Key{Name: "k", Scopes: []trace.Scope{trace.Read}}, trace.CodeForbiddenScope},
		"a key that writes":        {trace.Key{Name: "k", Scopes: []trace.Scope{trace.Write}}, trace.CodeForbiddenScope},
		"a key of another phase":   {trace.Key{Name: "k", Scopes: []trace.Scope{trace.Read, trace.Write}, Phases: []string{"01"}}, trace.CodeForbiddenPhase},
		"who sees no plates":       {trace.Key{Name: "k", Person: "p", Scopes: []trace.Scope{trace.Read, trace.Write}}, trace.CodeForbiddenRight},
	} {
		_, err := w.App.Restore(ctx, &c.key, receipt, r.ID.String(), 1, trace.IfMatch{2})
		world.WantCode(t, what, err, c.code)
	}
	_, err := w.App.Restore(ctx, world.Everybody, kind.ByPrefix("/armazenamento/armazenamento"), r.ID.String(), 1, trace.IfMatch{2})
	world.WantCode(t, "a record of another kind", err, trace.CodeRecordNotFound)
	for _, k := range []*kind.Kind{kind.ByPrefix("/validacao"), kind.Profile} {
		_, err := w.App.Restore(ctx, world.Everybody, k, r.ID.String(), 1, trace.AnyVersion)
		world.WantCode(t, k.Name, err, trace.CodePathNotFound)
	}
	if now, err := w.App.Get(ctx, world.Everybody, receipt, r.ID.String()); err != nil || now.Version != 2 {
		t.Errorf("%+v, %v", now, err)
	}
}
