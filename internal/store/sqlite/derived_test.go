package sqlite

import (
	"path/filepath"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestDerived(t *testing.T) {
	storetest.Derived(t, openEngine(t, fresh(t)))
}

func TestKeyTamper(t *testing.T) {
	storetest.KeyTamper(t, openEngine(t, fresh(t)))
}

func TestAdoptKeys(t *testing.T) {
	storetest.AdoptKeys(t, openEngine(t, fresh(t)))
}

func TestDerivedWrites(t *testing.T) {
	storetest.DerivedWrites(t, openEngine(t, fresh(t)))
}

func TestDerivedRepair(t *testing.T) {
	storetest.DerivedRepair(t, openEngine(t, fresh(t)))
}

func TestDerivedErased(t *testing.T) {
	storetest.DerivedErased(t, openEngine(t, fresh(t)))
}

func TestDerivedPredecessors(t *testing.T) {
	storetest.DerivedPredecessors(t, openEngine(t, fresh(t)))
}

func TestFillOwners(t *testing.T) {
	storetest.FillOwners(t, openEngine(t, fresh(t)))
}

func TestLastAdminTampered(t *testing.T) {
	storetest.LastAdminTampered(t, openEngine(t, fresh(t)))
}

func TestRebuildLeft(t *testing.T) {
	storetest.RebuildLeft(t, openEngine(t, fresh(t)), `CREATE TRIGGER keep BEFORE DELETE ON trade_item BEGIN SELECT RAISE(IGNORE); END`)
}

func TestAttackRecallOverFalsifiedRows(t *testing.T) {
	storetest.RecallTamper(t, openEngine(t, fresh(t)))
}

func TestAttackRecallOverFalsifiedJournal(t *testing.T) {
	storetest.RecallJournalTamper(t, openEngine(t, fresh(t)))
}

func TestAttackChangedSeed(t *testing.T) {
	storetest.SeedChanged(t, openEngine(t, fresh(t)))
}

func TestAttackEveryTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.EveryTable(t, openEngine(t, path), `SELECT group_concat(name, ' ') FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
		func() trace.Store { return openAt(t, path) })
}

func TestAttackOriginOverFalsifiedRows(t *testing.T) {
	storetest.OriginTamper(t, openEngine(t, fresh(t)))
}

// The name behind a harvest's number never changes, so a running server remembers it. If someone
// changes it in the file, the commitments of its records no longer match: 'rastro verify' reports
// them, recalls and files for the EU do not use them, and keys of the new name cannot read them.
func TestAttackRenamedHarvest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	restart := func() trace.Store { return openEngine(t, path).Store }
	storetest.RenamedHarvests(t, openEngine(t, path), restart, []string{
		`UPDATE harvest SET safra_id = 'TAKEN' WHERE safra_id = 'S-1'`,
		`UPDATE harvest SET safra_id = CASE safra_id WHEN 'S-1' THEN 'x' ELSE 'y' END WHERE safra_id IN ('S-1', 'S-8');
		 UPDATE harvest SET safra_id = CASE safra_id WHEN 'x' THEN 'S-8' ELSE 'S-1' END WHERE safra_id IN ('x', 'y')`,
	})
}
