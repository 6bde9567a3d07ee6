package postgres

import (
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestDerived(t *testing.T) {
	storetest.Derived(t, openEngine(t))
}

func TestKeyTamper(t *testing.T) {
	storetest.KeyTamper(t, openEngine(t))
}

func TestAdoptKeys(t *testing.T) {
	storetest.AdoptKeys(t, openEngine(t))
}

func TestDerivedWrites(t *testing.T) {
	storetest.DerivedWrites(t, openEngine(t))
}

func TestDerivedRepair(t *testing.T) {
	storetest.DerivedRepair(t, openEngine(t))
}

func TestDerivedErased(t *testing.T) {
	storetest.DerivedErased(t, openEngine(t))
}

func TestDerivedPredecessors(t *testing.T) {
	storetest.DerivedPredecessors(t, openEngine(t))
}

func TestFillOwners(t *testing.T) {
	storetest.FillOwners(t, openEngine(t))
}

func TestLastAdminTampered(t *testing.T) {
	storetest.LastAdminTampered(t, openEngine(t))
}

func TestRebuildLeft(t *testing.T) {
	storetest.RebuildLeft(t, openEngine(t), `CREATE RULE keep AS ON DELETE TO trade_item DO INSTEAD NOTHING`)
}

func TestAttackRecallOverFalsifiedRows(t *testing.T) { storetest.RecallTamper(t, openEngine(t)) }

func TestAttackRecallOverFalsifiedJournal(t *testing.T) {
	storetest.RecallJournalTamper(t, openEngine(t))
}

func TestAttackChangedSeed(t *testing.T) {
	storetest.SeedChanged(t, openEngine(t))
}

func TestAttackEveryTable(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.EveryTable(t, openEngineAt(t, dsn), `SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = current_schema()`,
		func() trace.Store { return openAt(t, dsn) })
}

func TestAttackOriginOverFalsifiedRows(t *testing.T) { storetest.OriginTamper(t, openEngine(t)) }
