package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/derive"
)

// changedRecord changes what a record says, and the tables that are derived from it. A
// rebuild names the record and restores nothing: it would make the change look right.
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
		d.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1`, d.ID(shipment.ID), shipment.Dados)
		d.rebuild(t)
		if said := d.verify(t); len(said) > 0 {
			t.Errorf("%s, and was put back: %q", what, said)
		}
	}
	d.recallIsRight(t)
}
