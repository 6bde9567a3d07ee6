package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"testing"

	"rastro/internal/app"
	"rastro/internal/trace"
)

// everywhere is a stretch of land around all that the suite claims.
var everywhere = rectangle(-30, -30, 100, 100)

// FillPlots brings a store from before the index of plots up to date, with
// writes in between; migration is the one that makes the index.
func FillPlots(t *testing.T, e Engine, migration string) {
	ctx := context.Background()
	var written []trace.Record
	for i := range 80 {
		k := plan
		if i%3 == 0 {
			k = planting
		}
		r := plotted(t, k, fmt.Sprint("S-", i%5), i, square(i%40, i/40))
		if i%7 == 0 {
			r = record(t, k, "S-1", i)
		}
		written = append(written, r)
	}
	write(t, e.Store, written...)
	write(t, e.Store, next(written[1], trace.Deleted), next(written[2], trace.Updated)) // one without a plot
	want := claimed(t, e.Store, season, everywhere, "")
	e.Exec(t, `DROP TABLE plot_cell`)
	e.Exec(t, `DROP TABLE plot_state`)
	e.Exec(t, migration)
	mark := func() trace.FillMark {
		mark, err := e.Store.ClaimsFilled(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return mark
	}
	if got := claimed(t, e.Store, season, everywhere, ""); got != "" || mark() != (trace.FillMark{}) {
		t.Fatalf("before: %q, %+v", got, mark())
	}

	// What was read and changed before it is written has its claims already, and
	// a step that another server has taken is not taken again.
	moved, gone := next(written[4], trace.Updated), next(written[5], trace.Deleted)
	moved.Payload = plotted(t, plan, "S-4", 4, square(45, 45)).Payload
	write(t, e.Store, moved, gone)
	first := trace.FillMark{Kind: plan.Code, ID: written[5].ID}
	step := func(from, to trace.FillMark, records ...trace.Record) {
		update(t, e.Store, func(w trace.Writer) error { return w.FillClaims(ctx, from, to, records) })
	}
	step(trace.FillMark{}, first, written[1], written[2], written[4], written[5])
	if got := claimed(t, e.Store, season, everywhere, ""); got != "S-4 4" || mark() != first {
		t.Errorf("after the first step: %q, %+v", got, mark())
	}
	step(trace.FillMark{}, trace.FillMark{Done: true}, written[8])
	if got := claimed(t, e.Store, season, everywhere, ""); got != "S-4 4" || mark() != first {
		t.Errorf("after a step of another: %q, %+v", got, mark())
	}

	// One that continues where it stopped.
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	svc := (&scene{Engine: e}).service(t)
	svc.FillIndexes(stopped)
	svc.FillIndexes(ctx)
	if !mark().Done {
		t.Errorf("at the end: %+v", mark())
	}
	e.Exec(t, `UPDATE plot_state SET done = 0, kind = 0, id = $1`, e.ID(trace.ID{})) // and all over again
	svc.FillIndexes(ctx)
	write(t, e.Store, next(moved, trace.Deleted))
	write(t, e.Store, plotted(t, plan, "S-4", 4, square(4, 0)), plotted(t, plan, "S-0", 5, square(5, 0))) // as they were
	if got := claimed(t, e.Store, season, everywhere, ""); got != want || !mark().Done {
		t.Errorf("filled in:\n%s\nwant\n%s", got, want)
	}
}

// PlotsCostNothing writes records without a plot while there is no plot index: it must not be
// queried.
func PlotsCostNothing(t *testing.T, e Engine) {
	ctx := context.Background()
	svc, err := app.New(ctx, e.Store, app.Options{Now: (&scene{}).clock, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	create := func(payload string) (trace.Record, error) {
		made, err := svc.Create(ctx, everybody, planting, trace.Envelope{HarvestID: "S", HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
		return made.Record, err
	}
	amend := func(r trace.Record, payload string) error {
		_, err := svc.Update(ctx, everybody, r.Kind, trace.Envelope{ID: r.ID.String(), HarvestID: "S", HarvestCode: "2024/25", Payload: []byte(payload)}, trace.AnyVersion)
		return err
	}
	claiming, err := create(`{"areaPlantada":` + square(0, 0) + `}`)
	if err != nil {
		t.Fatal(err)
	}
	old := plotted(t, planting, "S", 1, square(0, 0)) // as earlier builds wrote it: without measures
	write(t, e.Store, old)
	e.Exec(t, `ALTER TABLE plot_cell RENAME TO plot_elsewhere`)
	bare, err := create(`{"quantidadeSemente":7200}`)
	if err != nil {
		t.Errorf("a create without a plot: %v", err)
	}
	if err := amend(bare, `{"quantidadeSemente":7201}`); err != nil {
		t.Errorf("an update without a plot: %v", err)
	}
	if _, err := svc.Delete(ctx, everybody, planting, bare.ID.String(), trace.AnyVersion); err != nil {
		t.Errorf("a delete without a plot: %v", err)
	}
	for name, err := range map[string]error{
		"update to a plot": amend(claiming, `{"areaPlantada":`+square(1, 0)+`}`), "update from a plot": amend(claiming, `{}`), "update of an old one": amend(old, `{}`),
	} {
		if err == nil {
			t.Errorf("an %s asked nothing of the index", name)
		}
	}
	e.Exec(t, `ALTER TABLE plot_elsewhere RENAME TO plot_cell`)
	for _, r := range []trace.Record{claiming, old} {
		if err := amend(r, `{}`); err != nil {
			t.Error(err)
		}
	}
	if got := claimed(t, e.Store, season, everywhere, ""); got != "" {
		t.Errorf("left: %q", got)
	}
}

// ErasePlots erases records with plots: none of their rows are left, and the store stays sound.
func ErasePlots(t *testing.T, e Engine) {
	sc := newScene(t, e)
	ctx := context.Background()
	rows := func() string { return fmt.Sprint(e.Value(t, `SELECT count(*) FROM plot_cell`)) }
	made, err := sc.svc.Create(ctx, everybody, plan, trace.Envelope{HarvestID: "P", HarvestCode: "2024/25", Payload: []byte(`{"poligono":[-55.755,-12.555,-55.745,-12.545]}`)}, nil)
	if err != nil || rows() != "4" {
		t.Fatalf("%v, %s rows, want 4", err, rows())
	}
	if _, err := sc.svc.Erase(ctx, everybody, plan, made.Record.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	if rows() != "0" {
		t.Errorf("%s rows are left", rows())
	}
	if _, err := sc.svc.Integrate(ctx); err != nil {
		t.Fatal(err)
	}
	if damages := sc.verify(t); len(damages) > 0 {
		t.Errorf("VerifyStore: %q", damages)
	}
}
