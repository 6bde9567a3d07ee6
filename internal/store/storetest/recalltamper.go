package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/evidence"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// RecallTamper falsifies the lot graph under a running server. A recall is signed, so the
// falsification must be noticed: the recall matches the journal or is refused. In a large store the
// recall says for which harvests that holds.
func RecallTamper(t *testing.T, e Engine) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	serving := func(limits evidence.Limits, log *bytes.Buffer) *app.App {
		svc, err := app.New(ctx, e.Store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(log, nil)), Evidence: limits})
		if err == nil {
			err = svc.StartLog(ctx, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return svc
	}
	var told bytes.Buffer
	small := serving(evidence.Limits{}, &told)
	large := serving(evidence.Limits{Versions: 1}, &told) // looks at the harvests of the report alone
	limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-2"}}
	for _, svc := range []*app.App{small, large} {
		for _, c := range []struct {
			by       *trace.Key
			lot      string
			shipment int
		}{{everybody, "A-1", 1}, {limited, "MIX-1", 1}, {everybody, "DISPUTED", 0}} {
			report, err := svc.Recall(ctx, c.by, recall.Request{Lots: []string{c.lot}})
			if err != nil || len(report.Shipments) != c.shipment {
				t.Fatalf("before: a recall of %s: %v", c.lot, err)
			}
			if report.Checked == nil || report.Checked.Whole != (svc == small) {
				t.Errorf("before: the report of %s says that it compared %+v", c.lot, report.Checked)
			}
		}
	}
	d.integrate(t)
	for _, f := range []struct {
		name   string
		do     func(*testing.T, *derivedScene)
		across bool // it leaves no trace in the harvests that the report names: a large store signs, and says how far it looked
	}{
		{"a shipment is deleted", falsely(`DELETE FROM lot_entry WHERE lot = 'MIX-1' AND role = 5`), false},
		{"what leads to another harvest is deleted", falsely(`DELETE FROM lot_entry WHERE lot = 'A-1' AND role = 3`), true},
		{"the same, and the counts say that the store is large", func(t *testing.T, d *derivedScene) {
			d.Exec(t, `DELETE FROM lot_entry WHERE lot = 'A-1' AND role = 3`)
			d.Exec(t, `UPDATE tally SET n = 1000000000`)
		}, true},
		{"a shipment is ended", falsely(`UPDATE lot_entry SET until = 5 WHERE lot = 'MIX-1' AND role = 5`), false},
		{"a shipment is moved to another lot", falsely(`UPDATE lot_entry SET lot = 'OTHER' WHERE lot = 'MIX-1' AND role = 5`), false},
		{"a shipment says something else", falsely(`UPDATE lot_entry SET body = (SELECT e.body FROM lot_entry e WHERE e.lot = 'A-1' AND e.role = 1) WHERE lot = 'MIX-1' AND role = 5`), false},
		{"a lot is led astray", copyRow("lot_entry", `lot = 'MIX-1' AND role = 5`, `lot = 'A-1'`), false},
	} {
		t.Run(f.name, func(t *testing.T) {
			defer d.rebuild(t)
			if n, ok := e.Value(t, `SELECT count(*) FROM lot_entry WHERE role = 3 AND lot = 'A-1'`).(int64); !ok || n != 1 {
				t.Fatalf("%d rows lead on from A-1", n)
			}
			f.do(t, d)
			told.Reset()
			_, err := small.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
			wantCode(t, "a recall over a falsified graph", err, trace.CodeLotsDiffer)
			if !strings.Contains(told.String(), "rastro rebuild") {
				t.Errorf("the log says %q", &told)
			}
			switch report, err := large.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}}); {
			case !f.across:
				wantCode(t, "a recall in a large store", err, trace.CodeLotsDiffer)
			case err != nil:
				t.Errorf("a recall in a large store, of what leads to a harvest that it does not name: %v", err)
			case report.Checked == nil || report.Checked.Whole || !slices.Equal(report.Checked.Harvests, []string{"S-1"}) || !bytes.Contains(report.Document, []byte(`"conferidas":{"safras":["S-1"],"todas":false}`)):
				t.Errorf("a report that compared the harvest S-1 alone says %+v", report.Checked)
			case !strings.Contains(string(report.Signature), "\nconferidas-safras 1\n"):
				t.Errorf("the signed text does not say that it compared one harvest: %s", report.Signature)
			}
			if len(d.verify(t)) == 0 {
				t.Error("'rastro verify' finds nothing")
			}
			if _, err := small.PreviewRecall(ctx, everybody, recall.Request{Lots: []string{"A-1"}}); err != nil {
				t.Errorf("a preview, which is not signed: %v", err)
			}
		})
	}
	d.recallIsRight(t)
}
