package storetest

import (
	"context"
	"testing"

	"rastro/internal/derive"
	"rastro/internal/logkey"
)

// DerivedPredecessors falsifies what the store says about the logs that its own one continues. The
// journal notes every adoption, so a deleted row is missed, and is restored in its order.
func DerivedPredecessors(t *testing.T, e Engine) {
	ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
	svc := startServer(t, e.Store, files)
	createSome(t, svc, 1)
	drain(t, e.Store, svc, 1)
	for i, origin := range []string{"second.example/log", "third.example/log"} {
		if _, err := serverOn(t, e.Store, files).AdoptLog(ctx, origin, true); err != nil {
			t.Fatal(err)
		}
		svc = startServer(t, e.Store, files)
		createSome(t, svc, 1)
		drain(t, e.Store, svc, int64(3+2*i))
	}
	d := &derivedScene{Engine: e, store: e.Store.(derive.Store), svc: svc}
	before, err := e.Store.Predecessors(ctx)
	if err != nil || len(before) != 2 {
		t.Fatalf("Predecessors = %+v, %v", before, err)
	}
	for _, f := range []falsify{
		{"every row is deleted", falsely(`DELETE FROM log_predecessor`), "a log that this one continues is missing", ""},
		{"the first row is deleted", falsely(`DELETE FROM log_predecessor WHERE num = 1`), "a log that this one continues is missing", ""},
		{"a row is changed", falsely(`UPDATE log_predecessor SET size = 1 WHERE num = 2`), "a log that this one continues was changed", ""},
		{"a row is added", falsely(`INSERT INTO log_predecessor SELECT num + 5, origin, verifier, size, root, seen_size, seen_root, 'forged' FROM log_predecessor WHERE num = 1`),
			"a log that this one continues that no record makes", ""},
	} {
		t.Run(f.name, func(t *testing.T) {
			if said := d.verify(t); len(said) > 0 {
				t.Fatalf("damaged before: %q", said)
			}
			f.do(t, d)
			if said := d.verify(t); !named(said, f.says) {
				t.Errorf("Verify does not say %q but %q", f.says, said)
			}
			d.rebuild(t, "predecessors")
			after, err := e.Store.Predecessors(ctx)
			if err != nil || len(after) != 2 || after[0] != before[0] || after[1] != before[1] {
				t.Errorf("after the rebuild: %+v, %v; want %+v", after, err, before)
			}
			if said := d.verify(t); len(said) > 0 {
				t.Errorf("after the rebuild: %q", said)
			}
		})
	}
}
