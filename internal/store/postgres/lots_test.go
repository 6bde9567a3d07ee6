package postgres

import (
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestFillLots(t *testing.T) { storetest.FillLots(t, openEngine(t)) }

func TestCarryLots(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.CarryLots(t, openEngineAt(t, dsn), `INSERT INTO lot_entry (lot, role, id, version, kind, since, until, body, part)
		SELECT $1, $2, $3, $4, $5, $6, $7, $8, part FROM journal WHERE id = $3 AND version = $4`, func() trace.Store { return openAt(t, dsn) })
}

func TestCarryOwners(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.CarryOwners(t, openEngineAt(t, dsn), func() trace.Store { return openAt(t, dsn) })
}

func TestCarryRecalls(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.CarryRecalls(t, openEngineAt(t, dsn), func() trace.Store { return openAt(t, dsn) })
}

func BenchmarkLots(b *testing.B) { storetest.BenchLots(b, open(b), storetest.WorldSize(b)) }

func BenchmarkChildren(b *testing.B) { storetest.BenchChildren(b, open(b), storetest.Children(b)) }

func TestScrub(t *testing.T) { storetest.Scrub(t, openEngine(t)) }
