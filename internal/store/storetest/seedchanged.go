package storetest

import (
	"strings"
	"testing"

	"rastro/internal/intake"
	"rastro/internal/trace"
)

// SeedChanged changes the seed of the marks of imported rows. The same file would be imported
// again, so no import writes anything until the seed is restored.
func SeedChanged(t *testing.T, e Engine) {
	for _, o := range []intake.Options{validOnce, allOnce} {
		if got := importFile(t, e.Store, seeds(5), o); got.err != nil {
			t.Fatal(got.err)
		}
	}
	wantStored(t, e.Store, "before", 5)
	e.Exec(t, `CREATE TABLE before_seed AS SELECT * FROM import_seed`)
	e.Exec(t, `UPDATE import_seed SET seed = (SELECT hash FROM journal LIMIT 1)`)
	for _, o := range []intake.Options{validOnce, allOnce} {
		wantCode(t, "an import under another seed", importFile(t, e.Store, seeds(5), o).err, trace.CodeSeedChanged)
	}
	wantStored(t, e.Store, "under another seed", 5)
	e.Exec(t, `DELETE FROM import_seed`)
	e.Exec(t, `INSERT INTO import_seed SELECT * FROM before_seed`)
	if got := importFile(t, e.Store, seeds(6), validOnce); got.err != nil || got.outcomes() != "eeeeec" {
		t.Errorf("with the seed back: %s, %v", got.outcomes(), got.err)
	}

	// Many rows with the same content do not suggest another seed.
	e.Exec(t, `DELETE FROM imported`)
	same := strings.Repeat(`{"safraId":"S-9","dados":{"quantidadeSemente":99}}`+"\n", 600)
	for range 2 {
		if got := importFile(t, e.Store, same, validOnce); got.err != nil {
			t.Fatalf("rows that say the same: %v", got.err)
		}
	}
	wantStored(t, e.Store, "after rows that say the same", 606)
}
