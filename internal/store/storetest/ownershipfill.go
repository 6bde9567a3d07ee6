package storetest

import (
	"context"
	"testing"
	"time"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// FillOwners takes the claims of a store from before the lot graph in, with writes in between: who
// claimed a lot first owns it, even if an update came since, and even if another claimed it before
// the older claim was taken in.
func FillOwners(t *testing.T, e Engine) {
	ctx := context.Background()
	first, second := identified(t, "A", "a", "L", 1), identified(t, "B", "b", "L", 100)
	typo, gone, changed := identified(t, "A", "a", "M", 2), identified(t, "C", "c", "GONE", 3), identified(t, "C", "c", "P", 4)
	write(t, e.Store, first, second, typo, gone, changed)
	later := renamed(first, "L")
	later.UpdatedAt = second.UpdatedAt.Add(time.Minute)
	write(t, e.Store, later, renamed(typo, "N"), next(gone, trace.Deleted))
	for _, table := range []string{"lot_entry", "lot_mention", "code_owner", "code_holder"} {
		e.Exec(t, `DELETE FROM `+table)
	}
	e.Exec(t, `UPDATE lot_state SET done = 0, version = 0, id = $1`, e.ID(trace.ID{}))

	write(t, e.Store, identified(t, "D", "d", "L", 200), renamed(changed, "P")) // by servers of this build
	wantOwner(t, "before older claims are taken in", e.Store, "L", "D")
	for done := false; !done; {
		update(t, e.Store, func(w trace.Writer) (err error) {
			done, err = w.FillLots(ctx, 2)
			return err
		})
	}
	for code, want := range map[string]string{"L": "A", "M": "", "N": "A", "GONE": "", "P": "C"} {
		wantOwner(t, "after they were,", e.Store, code, want)
		held, err := e.Store.Holders(ctx, ownership.Code{Realm: ownership.Lots, Text: code}, want, 10)
		if live := int64(len(held)); err != nil || want != "" && (live != 1 || held[0].Live != 1) || want == "" && live != 0 {
			t.Errorf("%s is held by %+v, %v", code, held, err)
		}
	}
	wantRivals(t, "after they were,", e.Store, ownership.RivalQuery{}, "B>A L", "D>A L")
	if o := ownerOf(t, e.Store, ownership.Lots, "L"); o.ID != first.ID || o.Since != first.UpdatedAt.UnixMilli() {
		t.Errorf("L is owned by record %s since %d; want by the first, %s", trace.ID(o.ID), o.Since, first.ID)
	}
}
