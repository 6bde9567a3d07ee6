package storetest

import (
	"context"
	"strings"
	"testing"

	"rastro/internal/derive"
	"rastro/internal/lineage/recall"
)

// falsifiedErased are ways to falsify what an erasure left of a code. Nothing can restore it,
// because the original is no longer known, but the damage is named.
var falsifiedErased = []struct{ name, do, undo, says string }{
	{"what an erasure left of a code is deleted", `DELETE FROM code WHERE code LIKE 'erased:%'`, ``, `a validation's code is missing`},
	{"what an erasure left of a code is changed", `UPDATE code SET code = 'erased:nothing' WHERE code LIKE 'erased:%'`, `DELETE FROM code WHERE code = 'erased:nothing'`, `code code "erased:nothing"`},
	{"what an erasure left of a code is doubled", `INSERT INTO code SELECT 'erased:00000000000000000000000000000000', id FROM code WHERE code LIKE 'erased:%'`,
		`DELETE FROM code WHERE code LIKE 'erased:%'`, `a validation's code that no record makes`},
}

// DerivedErased falsifies what an erasure left of a code, and redacts a report. A proper erasure is
// not damage; later changes are named.
func DerivedErased(t *testing.T, e Engine) {
	ctx := context.Background()
	d := newDerivedScene(t, e)
	d.Exec(t, `CREATE TABLE left_of_codes AS SELECT * FROM code WHERE code LIKE 'erased:%'`)
	for _, f := range falsifiedErased {
		t.Run(f.name, func(t *testing.T) {
			d.Exec(t, f.do)
			if said := d.verify(t); !named(said, f.says) {
				t.Errorf("Verify does not say %q but %q", f.says, said)
			}
			done, err := derive.Rebuild(ctx, d.store, d.svc, []string{"codes"}, func(derive.Rebuilt) {})
			if err != nil || !named(done.Left, f.says) {
				t.Errorf("Rebuild leaves %q, %v; want it to say that %s", done.Left, err, f.says)
			}
			if f.undo != "" {
				d.Exec(t, f.undo)
			}
			d.Exec(t, `INSERT INTO code SELECT * FROM left_of_codes`)
			if said := d.verify(t); len(said) > 0 {
				t.Errorf("put back by hand: %q", said)
			}
		})
	}
	t.Run("a report that an erasure redacted", d.redactedRecall)
	t.Run("claims of erased records", d.erasedClaims)
}

// redactedRecall erases a record that a report quotes. The report's later version
// derives the same harvests, and a row of it is missed as before.
func (d *derivedScene) redactedRecall(t *testing.T) {
	ctx := context.Background()
	report, err := d.svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
	if err != nil {
		t.Fatal(err)
	}
	shipped := report.Shipments[0].Record
	if _, err := d.svc.Erase(ctx, everybody, shipping, shipped.ID, "pedido"); err != nil {
		t.Fatal(err)
	}
	d.integrate(t)
	versions, err := d.store.Versions(ctx, report.ID)
	if err != nil || len(versions) != 2 || !versions[0].Gone() {
		t.Fatalf("%d versions, %v; want the report written anew", len(versions), err)
	}
	if said := d.verify(t); len(said) > 0 {
		t.Fatalf("Verify says of a report that was redacted: %q", said)
	}
	d.Exec(t, `DELETE FROM recall_harvest`)
	if said := d.verify(t); !named(said, report.ID.String()+": a harvest that a recall covers is missing") {
		t.Errorf("Verify says %q", said)
	}
	d.rebuild(t, "recalls")
	d.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1 AND version = 2`, d.ID(report.ID), []byte(strings.Replace(string(versions[1].Payload), `"S-1"`, `"S-7"`, 1)))
	if said := d.verify(t); !named(said, report.ID.String()+" version 2: changed after it was written") || !named(said, `recall_harvest safra_id "S-7"`) {
		t.Errorf("Verify says of a changed report %q", said)
	}
	d.Exec(t, `UPDATE journal SET dados = $2 WHERE id = $1 AND version = 2`, d.ID(report.ID), versions[1].Payload)
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("at last: %q", said)
	}
}

// erasedClaims erases the first claim of an owner that has another one. It still owns the lot,
// although the journal no longer shows that it came first.
func (d *derivedScene) erasedClaims(t *testing.T) {
	ctx := context.Background()
	first := create(t, d.svc, identification.Prefix, "E-1", `{"codigoLote":"KEPT"}`)
	create(t, d.svc, identification.Prefix, "E-2", `{"codigoLote":"KEPT"}`)
	again := create(t, d.svc, identification.Prefix, "E-1", `{"codigoLote":"KEPT","variedade":"outra"}`)
	if _, err := d.svc.Erase(ctx, everybody, first.Kind, first.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	d.integrate(t)
	wantOwner(t, "after the erasure", d.store, "KEPT", "E-1")
	if said := d.verify(t); len(said) > 0 {
		t.Fatalf("Verify says of an owner whose first claim was erased: %q", said)
	}
	if _, err := d.svc.Erase(ctx, everybody, again.Kind, again.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	d.integrate(t)
	wantOwner(t, "after the last claim was erased", d.store, "KEPT", "E-2")
	if said := d.verify(t); len(said) > 0 {
		t.Fatalf("Verify says of a lot that an erasure gave to another: %q", said)
	}
	d.Exec(t, `UPDATE code_owner SET safra_id = 'E-1' WHERE code = 'KEPT'`)
	if said := d.verify(t); !named(said, `code "KEPT": the owner of a lot or a GTIN was changed`) {
		t.Errorf("Verify says of a lot that was given back: %q", said)
	}
	d.rebuild(t, "owners")
	wantOwner(t, "after the rebuild", d.store, "KEPT", "E-2")
	d.Exec(t, `DELETE FROM lot_erased`)
	if said := d.verify(t); !named(said, "an erased record that named a lot is missing") {
		t.Errorf("Verify says of what erasures left of lots: %q", said)
	}
	d.rebuild(t, "lots")
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("restored: %q", said)
	}
}
