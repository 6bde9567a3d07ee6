package sqlite

import (
	"path/filepath"
	"testing"

	"rastro/internal/store/storetest"
)

func TestFillLots(t *testing.T) {
	storetest.FillLots(t, openEngine(t, filepath.Join(t.TempDir(), "rastro.db")))
}

func BenchmarkLots(b *testing.B) { storetest.BenchLots(b, open(b), storetest.WorldSize(b)) }
