package sqlite

import (
	"path/filepath"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestFillLots(t *testing.T) {
	storetest.FillLots(t, openEngine(t, fresh(t)))
}

func TestCarryLots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.CarryLots(t, openEngine(t, path), `INSERT INTO lot_entry (lot, role, id, version, kind, since, until, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		func() trace.Store { return openAt(t, path) })
}

func TestCarryOwners(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.CarryOwners(t, openEngine(t, path), func() trace.Store { return openAt(t, path) })
}

func TestCarryRecalls(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.CarryRecalls(t, openEngine(t, path), func() trace.Store { return openAt(t, path) })
}

func BenchmarkLots(b *testing.B) { storetest.BenchLots(b, open(b), storetest.WorldSize(b)) }

func BenchmarkChildren(b *testing.B) { storetest.BenchChildren(b, open(b), storetest.Children(b)) }

func TestScrub(t *testing.T) {
	storetest.Scrub(t, openEngine(t, fresh(t)))
}
