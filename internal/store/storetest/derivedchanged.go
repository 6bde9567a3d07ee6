package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"rastro/internal/derive"
)

// changedRecord changes a record and the tables derived from it. A rebuild names the record and
// restores nothing, because that would make the change look right.
func (d *derivedScene) changedRecord(t *testing.T) {
	ctx := context.Background()
	shipment := create(t, d.svc, shipping.Prefix, "S-2", `{"loteOrigem":"CHANGED-1","destino":"NLRTM"}`)
	d.integrate(t)
	for what, change := range map[string]string{
		"the payload was changed":         `{"loteOrigem":"CHANGED-9","destino":"NLRTM"}`,
		"the payload passes for erased":   ``,
		"the payload is none that exists": `{`,
	} {
		d.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, d.ID(shipment.ID), []byte(change))
		d.Exec(t, `DELETE FROM lot_entry WHERE lot = 'MIX-1' AND role = 5`)
		d.Exec(t, `UPDATE api_key SET name = 'FORGED' WHERE access_key = 'root'`)
		for _, only := range [][]string{nil, {"lots"}, {"counts"}} {
			done, err := derive.Rebuild(ctx, d.store, d.svc, only, func(derive.Rebuilt) {})
			if !errors.Is(err, derive.ErrChanged) || !strings.Contains(fmt.Sprint(err), shipment.ID.String()+" version 1") || !strings.Contains(fmt.Sprint(err), "rastro verify") {
				t.Errorf("%s: Rebuild(%v): %v", what, only, err)
			}
			if done.Rows+done.Versions+len(done.Keys) > 0 {
				t.Errorf("%s: Rebuild(%v) restored %+v", what, only, done)
			}
		}
		if n := d.Value(t, `SELECT count(*) FROM lot_entry WHERE lot = 'MIX-1' AND role = 5`).(int64); n != 0 {
			t.Errorf("%s: %d shipments were restored", what, n)
		}
		d.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, d.ID(shipment.ID), shipment.Payload)
		d.rebuild(t)
		if said := d.verify(t); len(said) > 0 {
			t.Errorf("%s, and was put back: %q", what, said)
		}
	}
	d.recallIsRight(t)
}

// lostRecord deletes a record from the journal together with everything derived from it. A rebuild
// names the log entry without a version and restores nothing, because the tables would agree with
// what is left.
func (d *derivedScene) lostRecord(t *testing.T) {
	ctx := context.Background()
	shipment := create(t, d.svc, shipping.Prefix, "S-2", `{"loteOrigem":"LOST-1","destino":"NLRTM"}`)
	d.integrate(t)
	create(t, d.svc, shipping.Prefix, "S-2", `{"loteOrigem":"LOST-2","destino":"NLRTM"}`)
	d.integrate(t)
	place, err := d.store.LogIndex(ctx, shipment.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	tables := []string{"journal", "lot_entry"}
	for _, table := range tables {
		d.Exec(t, `CREATE TABLE before_`+table+` AS SELECT * FROM `+table)
	}
	d.Exec(t, `DELETE FROM journal WHERE id = $1`, d.ID(shipment.ID))
	d.Exec(t, `DELETE FROM lot_entry WHERE id = $1`, d.ID(shipment.ID))
	for _, only := range [][]string{nil, {"lots"}, {"counts"}, {"keys"}} {
		done, err := derive.Rebuild(ctx, d.store, d.svc, only, func(derive.Rebuilt) {})
		if !errors.Is(err, derive.ErrLost) || !strings.Contains(fmt.Sprint(err), fmt.Sprintf("entry %d of the log has no version", place)) {
			t.Errorf("Rebuild(%v): %v", only, err)
		}
		if done.Rows+done.Versions+len(done.Keys) > 0 {
			t.Errorf("Rebuild(%v) restored %+v", only, done)
		}
	}
	err = d.store.ViewRows(ctx, func(r derive.Reader) error {
		_, _, err := derive.Differences(ctx, r, nil)
		return err
	})
	if !errors.Is(err, derive.ErrLost) {
		t.Errorf("Differences: %v", err)
	}
	// A server that derives the graph again reports it, and does not try forever.
	d.Exec(t, `DELETE FROM meta WHERE name = 'lot_reader'`)
	var told bytes.Buffer
	derive.Renew(ctx, d.store, slog.New(slog.NewTextHandler(&told, nil)))
	if !strings.Contains(told.String(), "level=ERROR") || !strings.Contains(told.String(), derive.ErrLost.Error()) {
		t.Errorf("Renew says %q", told.String())
	}
	for _, table := range tables {
		d.Exec(t, `DELETE FROM `+table)
		d.Exec(t, `INSERT INTO `+table+` SELECT * FROM before_`+table)
		d.Exec(t, `DROP TABLE before_`+table)
	}
	d.rebuild(t)
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("after it was put back: %q", said)
	}
}
