package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// ignorePlots is for callers that only need what is behind a lot.
func ignorePlots() func(*lineage.OriginPlot) error {
	return func(*lineage.OriginPlot) error { return nil }
}

// OriginTamper falsifies the basis of a file for the EU under a running server: the lot graph, the
// owners of lots, and the records with the plots. The file is evidence, so it must match the
// journal or be refused.
func OriginTamper(t *testing.T, e Engine) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	plan := kind.ByPrefix(kind.Plan)
	other := create(t, d.svc, plan.Prefix, "S-5", `{"poligono":[-55.82,-12.65,-55.81,-12.64]}`)
	create(t, d.svc, identification.Prefix, "S-5", `{"codigoLote":"B-1"}`)
	create(t, d.svc, processing.Prefix, "S-2", `{"lote":"TWO-1","volume":"10 t","blendagem":"A-1 100%"}`)
	create(t, d.svc, processing.Prefix, "S-2", `{"lote":"TWO-1","volume":"10 t","blendagem":"B-1 100%"}`)
	create(t, d.svc, kind.Shipment, "S-2", `{"loteOrigem":"TWO-1","volumeTransportado":9000,"destino":"NLRTM"}`)
	create(t, d.svc, plan.Prefix, "S-8", `{"poligono":[-55.92,-12.75,-55.91,-12.74]}`)
	create(t, d.svc, plan.Prefix, "S-9", `{"poligono":[-56.92,-12.75,-56.91,-12.74]}`)
	d.integrate(t)
	var told bytes.Buffer
	whole, large := servingBoth(t, e.Store, &told)
	limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1", "S-2", "S-5", "S-8"}}
	keys := []*trace.Key{everybody, limited}
	lots := map[string]string{"TWO-1": "S-1 S-5", "DISPUTED": "S-8"}
	sound := func(when string) {
		t.Helper()
		for _, svc := range []*app.App{whole, whole, large} { // again, because the comparison is cached
			for _, by := range keys {
				for lot, want := range lots {
					var harvests []string
					from, err := svc.PlotsBehind(ctx, by, lot, time.Time{}, func() func(*lineage.OriginPlot) error {
						harvests = nil
						return func(p *lineage.OriginPlot) error {
							harvests = append(harvests, p.Record.HarvestID)
							return nil
						}
					})
					if err != nil || strings.Join(harvests, " ") != want || from.Checked == nil || from.Checked.Whole != (svc == whole) {
						t.Fatalf("%s: the plots behind %s for %s are of %v, %+v, %v: %s", when, lot, by.AccessKey, harvests, from, err, &told)
					}
				}
			}
		}
	}
	sound("before")
	for _, f := range []struct {
		name  string
		lot   string
		large bool // a store that is too large to be compared whole notices it too
		do    func(*testing.T)
	}{
		{"one of two ways to a lot is deleted", "TWO-1", true, func(t *testing.T) {
			e.Exec(t, `DELETE FROM lot_entry WHERE lot = 'TWO-1' AND role = 2 AND id = (SELECT id FROM lot_entry WHERE lot = 'TWO-1' AND role = 2 ORDER BY id DESC LIMIT 1)`)
		}},
		{"a way says something else", "TWO-1", true, func(t *testing.T) {
			e.Exec(t, `UPDATE lot_entry SET body = (SELECT e.body FROM lot_entry e WHERE e.lot = 'TWO-1' AND e.role = 2 ORDER BY e.id LIMIT 1) WHERE lot = 'TWO-1' AND role = 2`)
		}},
		{"a shipment is deleted", "TWO-1", true, func(t *testing.T) { e.Exec(t, `DELETE FROM lot_entry WHERE lot = 'TWO-1' AND role = 5`) }},
		{"a lot is led to another harvest", "TWO-1", true, func(t *testing.T) {
			copyRow("lot_entry", `lot = 'DISPUTED' AND role = 1`, `lot = 'B-1'`)(t, d)
		}},
		{"a plot passes for ended", "TWO-1", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET until = updated_at + 1 WHERE id = $1`, e.ID(other.ID))
		}},
		{"a plot is elsewhere", "TWO-1", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, e.ID(other.ID), []byte(`{"poligono":[-50.82,-12.65,-50.81,-12.64]}`))
		}},
		{"a plot is not in the journal any more", "TWO-1", false, func(t *testing.T) {
			e.Exec(t, `DELETE FROM journal WHERE id = $1`, e.ID(other.ID))
		}},
		{"a rival passes for the owner", "DISPUTED", false, func(t *testing.T) {
			e.Exec(t, `UPDATE code_owner SET safra_id = 'S-9' WHERE code = 'DISPUTED'`)
		}},
		{"a rival passes for the owner, and the owner for a rival", "DISPUTED", false, func(t *testing.T) {
			e.Exec(t, `UPDATE code_owner SET safra_id = 'S-9', id = (SELECT id FROM code_holder WHERE code = 'DISPUTED' AND safra_id = 'S-9'), since = (SELECT since FROM code_holder WHERE code = 'DISPUTED' AND safra_id = 'S-9') WHERE code = 'DISPUTED'`)
			e.Exec(t, `UPDATE code_holder SET against = CASE safra_id WHEN 'S-9' THEN '' ELSE 'S-9' END WHERE code = 'DISPUTED'`)
		}},
		{"a disputed lot has no owner", "DISPUTED", false, func(t *testing.T) { e.Exec(t, `DELETE FROM code_owner WHERE code = 'DISPUTED'`) }},
		{"a rival is counted with the owner", "DISPUTED", false, func(t *testing.T) {
			e.Exec(t, `UPDATE code_holder SET against = '' WHERE code = 'DISPUTED'`)
		}},
	} {
		t.Run(f.name, func(t *testing.T) {
			for _, table := range []string{"journal", "lot_entry", "code_owner", "code_holder"} {
				e.Exec(t, `CREATE TABLE before_`+table+` AS SELECT * FROM `+table)
				defer func() {
					e.Exec(t, `DELETE FROM `+table)
					e.Exec(t, `INSERT INTO `+table+` SELECT * FROM before_`+table)
					e.Exec(t, `DROP TABLE before_`+table)
				}()
			}
			f.do(t)
			for _, by := range keys {
				told.Reset()
				_, err := whole.PlotsBehind(ctx, by, f.lot, time.Time{}, ignorePlots)
				wantCode(t, "the plots for "+by.AccessKey, err, trace.CodeLotsDiffer)
				if !strings.Contains(told.String(), "rastro verify") {
					t.Errorf("the log says %q", &told)
				}
				if f.large {
					_, err := large.PlotsBehind(ctx, by, f.lot, time.Time{}, ignorePlots)
					wantCode(t, "the plots in a large store for "+by.AccessKey, err, trace.CodeLotsDiffer)
				}
			}
			if len(d.verify(t)) == 0 {
				t.Error("'rastro verify' finds nothing")
			}
		})
	}
	sound("after")
}

// servingBoth returns two servers over a store: one that compares the whole journal, and
// one to which the store is too large for that.
func servingBoth(t *testing.T, s trace.Store, told io.Writer) (whole, large *app.App) {
	t.Helper()
	serving := func(limits evidence.Limits) *app.App {
		svc, err := app.New(context.Background(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(told, nil)), Evidence: limits})
		if err == nil {
			err = svc.StartLog(context.Background(), "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return svc
	}
	return serving(evidence.Limits{}), serving(evidence.Limits{Versions: 1})
}
