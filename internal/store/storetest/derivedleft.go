package storetest

import (
	"context"
	"strings"
	"testing"

	"rastro/internal/derive"
)

// RebuildLeft rebuilds a store in which deleting goods has no effect, which keep arranges. The
// rebuild terminates, reports what it could not restore, and marks the lot graph as complete, which
// it is.
func RebuildLeft(t *testing.T, e Engine, keep string) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	filled := func(when string) {
		t.Helper()
		if filled, err := d.store.LotsFilled(ctx); !filled || err != nil {
			t.Errorf("%s: LotsFilled = %t, %v", when, filled, err)
		}
	}
	t.Run("a wrong count leaves recalls alone", func(t *testing.T) {
		d.Exec(t, `UPDATE tally SET n = n + 7 WHERE n > 0`)
		done, err := derive.Rebuild(ctx, d.store, d.svc, nil, func(derive.Rebuilt) { filled("while counts are restored") })
		if err != nil || done.Rows == 0 || len(done.Left) > 0 {
			t.Errorf("Rebuild = %+v, %v", done, err)
		}
	})
	t.Run("a row that stays does not keep the lot graph marked", func(t *testing.T) {
		copyRow("trade_item", `lot = 'MIX-1'`, `lot = 'FORGED'`)(t, d)
		d.Exec(t, keep)
		d.Exec(t, `DELETE FROM lot_entry`)
		done, err := derive.Rebuild(ctx, d.store, d.svc, nil, func(derive.Rebuilt) {})
		if err != nil || len(done.Left) != 1 || !strings.Contains(done.Left[0], `lot "FORGED"`) {
			t.Errorf("Rebuild = %+v, %v", done, err)
		}
		filled("after the rebuild")
		d.recallIsRight(t)
	})
}
