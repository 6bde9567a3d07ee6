package storetest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// RecallJournalTamper falsifies the journal together with the tables that are derived
// from it, so that the two agree. A recall must notice: it compares the journal with the
// signed log.
func RecallJournalTamper(t *testing.T, e Engine) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	shipment := create(t, d.svc, shipping.Prefix, "S-2", `{"loteOrigem":"MIX-1","volumeTransportado":1000,"destino":"BEANR"}`)
	ended := create(t, d.svc, shipping.Prefix, "S-2", `{"loteOrigem":"MIX-1","volumeTransportado":1,"destino":"ERRADO"}`)
	if _, err := d.svc.Delete(ctx, everybody, shipping, ended.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	updated := create(t, d.svc, receipt.Prefix, "S-2", `{"loteOrigem":"MIX-1","volume":"1 t"}`)
	if _, err := d.svc.Update(ctx, everybody, receipt, trace.Envelope{ID: updated.ID.String(), HarvestID: "S-2", HarvestCode: "2024/25", Payload: []byte(`{"loteOrigem":"MIX-1","volume":"2 t"}`)}, trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	for _, deleted := range []bool{false, true} { // erased while it is live, and after it was deleted
		erased := create(t, d.svc, receipt.Prefix, "S-2", `{"loteOrigem":"MIX-1","volume":"3 t"}`)
		if deleted {
			if _, err := d.svc.Delete(ctx, everybody, receipt, erased.ID.String(), trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.svc.Erase(ctx, everybody, receipt, erased.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
	}
	d.integrate(t)
	create(t, d.svc, receipt.Prefix, "S-2", `{"loteOrigem":"MIX-1","volume":"4 t"}`) // not in the log yet
	var told bytes.Buffer
	whole, large := servingBoth(t, e.Store, &told)
	limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-2"}}
	asked := recall.Request{Lots: []string{"MIX-1"}}
	sound := func(when string) {
		for _, by := range []*trace.Key{everybody, limited} {
			for _, svc := range []*app.App{whole, large} {
				report, err := svc.Recall(ctx, by, asked)
				if err != nil || len(report.Shipments) != 2 || len(report.Erasures) != 2 {
					t.Fatalf("%s: a recall: %+v, %v, %s", when, report, err, &told)
				}
			}
		}
	}
	sound("before")
	d.integrate(t)
	rows := func(t *testing.T, id trace.ID) { e.Exec(t, `DELETE FROM lot_entry WHERE id = $1`, e.ID(id)) }
	for _, f := range []struct {
		name  string
		large bool // a store that is too large to be compared whole notices it too
		do    func(*testing.T)
	}{
		{"a shipment passes for ended", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET until = updated_at + 1 WHERE id = $1`, e.ID(shipment.ID))
			rows(t, shipment.ID)
		}},
		{"a deleted shipment passes for live", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET until = NULL WHERE id = $1 AND version = 1`, e.ID(ended.ID))
			e.Exec(t, `UPDATE lot_entry SET until = 0 WHERE id = $1`, e.ID(ended.ID))
		}},
		{"a shipment is of another lot", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, e.ID(shipment.ID), []byte(`{"loteOrigem":"MIX-9","volumeTransportado":1000,"destino":"BEANR"}`))
			rows(t, shipment.ID)
		}},
		{"a shipment is of another lot, with a commitment to that", false, func(t *testing.T) {
			forged := shipment
			forged.Payload = []byte(`{"loteOrigem":"MIX-9","volumeTransportado":1000,"destino":"BEANR"}`)
			document, err := forged.Document()
			if err != nil {
				t.Fatal(err)
			}
			hash := ledger.Commit(forged.Salt[:], document)
			e.Exec(t, `UPDATE journal SET dados = $2, hash = $3 WHERE id = $1`, e.ID(shipment.ID), forged.Payload, hash[:])
			rows(t, shipment.ID)
		}},
		{"a shipment passes for a note", false, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET kind = 203, until = updated_at WHERE id = $1`, e.ID(shipment.ID))
			rows(t, shipment.ID)
		}},
		{"a shipment passes for erased", true, func(t *testing.T) {
			e.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, e.ID(shipment.ID), []byte{})
			rows(t, shipment.ID)
		}},
		{"a shipment is not in the journal any more", false, func(t *testing.T) {
			e.Exec(t, `DELETE FROM journal WHERE id = $1`, e.ID(shipment.ID))
			rows(t, shipment.ID)
		}},
		{"the papers of a lot are deleted", true, func(t *testing.T) { e.Exec(t, `DELETE FROM lot_mention WHERE lot = 'MIX-1'`) }},
		{"a paper is of another lot", true, func(t *testing.T) {
			e.Exec(t, `UPDATE lot_mention SET lot = 'OTHER' WHERE lot = 'MIX-1' AND role = (SELECT min(role) FROM lot_mention WHERE lot = 'MIX-1')`)
		}},
		{"what was erased is forgotten", false, func(t *testing.T) { e.Exec(t, `DELETE FROM lot_erased`) }},
		{"the seed of marks is another", false, func(t *testing.T) {
			e.Exec(t, `UPDATE import_seed SET seed = (SELECT hash FROM journal LIMIT 1)`)
		}},
		{"the log is gone with a shipment", true, func(t *testing.T) {
			e.Exec(t, `DELETE FROM journal WHERE id = $1`, e.ID(shipment.ID))
			rows(t, shipment.ID)
			e.Exec(t, `DELETE FROM log_state`)
		}},
		{"the log says that it is large", true, func(t *testing.T) {
			e.Exec(t, `DELETE FROM journal WHERE id = $1`, e.ID(shipment.ID))
			rows(t, shipment.ID)
			e.Exec(t, `UPDATE log_state SET size = 300000`)
		}},
		{"nothing was ever erased", false, func(t *testing.T) { e.Exec(t, `UPDATE meta SET value = 0 WHERE name = 'erasures'`) }},
	} {
		t.Run(f.name, func(t *testing.T) {
			for _, table := range []string{"journal", "reply", "lot_entry", "lot_mention", "lot_erased", "meta", "import_seed", "log_state"} {
				e.Exec(t, `CREATE TABLE before_`+table+` AS SELECT * FROM `+table)
				defer func() {
					e.Exec(t, `DELETE FROM `+table)
					e.Exec(t, `INSERT INTO `+table+` SELECT * FROM before_`+table)
					e.Exec(t, `DROP TABLE before_`+table)
				}()
			}
			f.do(t)
			for _, by := range []*trace.Key{everybody, limited} {
				told.Reset()
				_, err := whole.Recall(ctx, by, asked)
				wantCode(t, fmt.Sprintf("a recall for %s", by.AccessKey), err, trace.CodeLotsDiffer)
				if !strings.Contains(told.String(), "rastro verify") {
					t.Errorf("the log says %q", &told)
				}
				switch report, err := large.Recall(ctx, by, asked); {
				case f.large:
					wantCode(t, fmt.Sprintf("a recall in a large store for %s", by.AccessKey), err, trace.CodeLotsDiffer)
				case err != nil:
					t.Errorf("a recall in a large store: %v", err)
				case report.Checked.Whole:
					t.Error("a recall in a large store says that it compared everything")
				}
			}
		})
	}
	sound("after")
}
