package storetest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// RenamedHarvests gives harvests other names under a running server, and before another one starts,
// for which restart opens the store.
func RenamedHarvests(t *testing.T, e Engine, restart func() trace.Store, renames []string) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	create(t, d.svc, "/cadastroPlanejamento/planoCultivo", "S-8", `{"poligono":[-55.92,-12.75,-55.91,-12.74]}`)
	d.integrate(t)
	svc, err := app.New(ctx, e.Store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = svc.StartLog(ctx, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-1", "S-2"}}
	keys := []*trace.Key{everybody, limited}
	for _, by := range keys { // the server has read every name
		if _, err := svc.PlotsBehind(ctx, by, "MIX-1", time.Time{}, ignorePlots); err != nil {
			t.Fatal(err)
		}
	}
	table := "journal"
	if strings.Contains(renames[0], "UPDATE harvest") {
		table = "harvest"
	}
	for _, rename := range renames {
		e.Exec(t, `CREATE TABLE before_names AS SELECT * FROM `+table)
		for _, statement := range strings.Split(rename, ";") {
			e.Exec(t, statement)
		}
		for _, by := range keys {
			for _, lot := range []string{"MIX-1", "A-1"} {
				_, err := svc.PlotsBehind(ctx, by, lot, time.Time{}, ignorePlots)
				if !trace.Is(err, trace.CodeLotsDiffer) && !trace.Is(err, trace.CodeLotNotFound) {
					t.Errorf("%s: the plots behind %s for %s: %v", rename, lot, by.AccessKey, err)
				}
			}
		}
		report, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
		if err == nil && (len(report.Shipments) != 1 || !slices.Contains(report.Lots[0].Harvests, "S-1")) || err != nil && !trace.Is(err, trace.CodeLotsDiffer) {
			t.Errorf("%s: a recall says %+v, %v", rename, report, err)
		}
		if _, err := svc.Recall(ctx, limited, recall.Request{Lots: []string{"A-1"}}); !trace.Is(err, trace.CodeLotsDiffer) && !trace.Is(err, trace.CodeLotNotFound) {
			t.Errorf("%s: a recall of a limited key: %v", rename, err)
		}
		fresh, err := newService(restart())
		if err != nil {
			t.Fatal(err)
		}
		for when, svc := range map[string]*app.App{"a running server": svc, "after a restart": fresh} {
			d.keepsOut(t, rename+": "+when, svc)
			listsOthers(t, rename+": "+when, svc)
		}
		if said := d.verify(t); !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, d.plan.ID.String()) }) {
			t.Errorf("%s: 'rastro verify' does not name the plan of S-1: %q", rename, said)
		}
		e.Exec(t, `DELETE FROM `+table)
		e.Exec(t, `INSERT INTO `+table+` SELECT * FROM before_names`)
		e.Exec(t, `DROP TABLE before_names`)
	}
	if _, err := svc.PlotsBehind(ctx, everybody, "MIX-1", time.Time{}, ignorePlots); err != nil {
		t.Errorf("after: %v", err)
	}
}

// listsOthers lists all harvests, at least one of which has another's name: it is reported as
// damaged, and S-2 is shown.
func listsOthers(t *testing.T, when string, svc *app.App) {
	t.Helper()
	page, err := svc.Harvests(context.Background(), everybody, harvests.Query{Target: harvest.Domestic}, trace.Paging{Size: 100}, harvests.NoMemory{})
	if err != nil {
		t.Errorf("%s: the list of harvests: %v", when, err)
	}
	states := map[string]harvests.Unreviewed{"S-2": "not listed"}
	for _, card := range page.Cards {
		states[card.HarvestID] = card.Unreviewed
	}
	if states["S-2"] != "" || states["TAKEN"] != harvests.HarvestDamaged && states["S-8"] != harvests.HarvestDamaged {
		t.Errorf("%s: the list of harvests says %q", when, states)
	}
}

// keepsOut requests the plan of S-1 in every way, with a key limited to the names that the harvest
// was given.
func (d *derivedScene) keepsOut(t *testing.T, when string, svc *app.App) {
	t.Helper()
	ctx := context.Background()
	k := d.plan.Kind
	for _, harvest := range []string{"TAKEN", "S-8"} {
		by := &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read}, Harvests: []string{harvest}}
		if r, err := svc.Get(ctx, by, k, d.plan.ID.String()); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("%s: a key of %s gets %+v, %v", when, harvest, r, err)
		}
		for name, read := range map[string]func() ([]trace.Record, error){
			"the list": func() ([]trace.Record, error) {
				page, err := svc.List(ctx, by, k, trace.NewestFirst, trace.Paging{Size: 10})
				return page.Records, err
			},
			"the list of the harvest": func() ([]trace.Record, error) {
				page, err := svc.ByHarvest(ctx, by, k, harvest, trace.OldestFirst, trace.Paging{Size: 10, Total: true})
				return page.Records, err
			},
			"the export": func() (all []trace.Record, err error) {
				err = svc.Export(ctx, by, []*kind.Kind{k}, harvest, func(r *trace.Record) error {
					all = append(all, *r)
					return nil
				})
				return all, err
			},
		} {
			found, err := read()
			if slices.ContainsFunc(found, func(r trace.Record) bool { return r.ID == d.plan.ID }) || err != nil && !trace.Is(err, trace.CodeStoreDamaged) {
				t.Errorf("%s: %s for a key of %s has %d records, %v", when, name, harvest, len(found), err)
			}
		}
	}
}
