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

// The name of a harvest is in each of its rows: see the test of that name on SQLite.
func TestAttackRenamedHarvest(t *testing.T) {
	dsn := tables.DSN(t)
	restart := func() trace.Store { return openEngineAt(t, dsn).Store }
	storetest.RenamedHarvests(t, openEngineAt(t, dsn), restart, []string{
		`UPDATE journal SET safra_id = 'TAKEN' WHERE safra_id = 'S-1'`,
		`UPDATE journal SET safra_id = CASE safra_id WHEN 'S-1' THEN 'S-8' ELSE 'S-1' END WHERE safra_id IN ('S-1', 'S-8')`,
	})
}
