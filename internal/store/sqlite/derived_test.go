package sqlite

import (
	"path/filepath"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestDerived(t *testing.T) {
	storetest.Derived(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestKeyTamper(t *testing.T) {
	storetest.KeyTamper(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestAdoptKeys(t *testing.T) {
	storetest.AdoptKeys(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestDerivedWrites(t *testing.T) {
	storetest.DerivedWrites(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestDerivedRepair(t *testing.T) {
	storetest.DerivedRepair(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestDerivedErased(t *testing.T) {
	storetest.DerivedErased(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestDerivedPredecessors(t *testing.T) {
	storetest.DerivedPredecessors(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestFillOwners(t *testing.T) {
	storetest.FillOwners(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestLastAdminTampered(t *testing.T) {
	storetest.LastAdminTampered(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestRebuildLeft(t *testing.T) {
	storetest.RebuildLeft(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")), `CREATE TRIGGER keep BEFORE DELETE ON trade_item BEGIN SELECT RAISE(IGNORE); END`)
}

func TestAttackRecallOverFalsifiedRows(t *testing.T) {
	storetest.RecallTamper(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestAttackRecallOverFalsifiedJournal(t *testing.T) {
	storetest.RecallJournalTamper(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestAttackChangedSeed(t *testing.T) {
	storetest.SeedChanged(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func TestAttackEveryTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.EveryTable(t, openEngine(t, path), `SELECT group_concat(name, ' ') FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
		func() trace.Store { return openAt(t, path) })
}

func TestAttackOriginOverFalsifiedRows(t *testing.T) {
	storetest.OriginTamper(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}
