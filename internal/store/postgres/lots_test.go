package postgres

import (
	"testing"

	"rastro/internal/store/storetest"
)

func TestFillLots(t *testing.T) { storetest.FillLots(t, openEngine(t)) }

func BenchmarkLots(b *testing.B) { storetest.BenchLots(b, open(b), storetest.WorldSize(b)) }
