package facts_test

import (
	"slices"
	"testing"
	"time"

	"rastro/internal/check/checktest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/demo"
	"rastro/internal/kind"
)

// thisYear is when the books of the tests are written.
const thisYear = 2026

// golden returns a book of a demo harvest with its records in the given order.
func golden(t *testing.T, harvestID string, reversed bool) *facts.Book {
	t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	if reversed {
		slices.Reverse(records)
	}
	b := facts.NewBook(thisYear)
	for _, r := range records {
		if r.HarvestID == harvestID {
			b.Add(facts.Entry{Kind: kind.ByPrefix(r.Prefix), ID: r.Prefix, HarvestCode: r.Season, Payload: r.Payload})
		}
	}
	return b
}

// A book does not depend on the order of its records.
func TestBook(t *testing.T) {
	for _, tc := range []struct{ harvestID, crop, season, from, to string }{
		{checktest.SoyHarvest, "SOJA", "2024/2025", "2024-10-05", "2025-03-20"},
		{checktest.CoffeeHarvest, "CAFE", "2025", "2025-01-15", "2025-07-25"},
	} {
		for _, reversed := range []bool{false, true} {
			b := golden(t, tc.harvestID, reversed)
			from, to := b.Period()
			if b.Crop() != tc.crop || !slices.Equal(b.Seasons(), []string{tc.season}) || from.Format(time.DateOnly) != tc.from || to.Format(time.DateOnly) != tc.to {
				t.Errorf("%s: %s %s, %v to %v", tc.harvestID, b.Crop(), b.Seasons(), from, to)
			}
			if len(b.KnownLots()) == 0 || len(b.UnknownLots()) != 0 || len(b.Claims()) == 0 {
				t.Errorf("%s: knows %q, not %q, %d plots", tc.harvestID, b.KnownLots(), b.UnknownLots(), len(b.Claims()))
			}
		}
	}
}

func TestUnknownLots(t *testing.T) {
	b := facts.NewBook(thisYear)
	add := func(id, prefix, payload string) {
		b.Add(facts.Entry{Kind: kind.ByPrefix(prefix), ID: id, Payload: []byte(payload)})
	}
	add("1", "/armazenamento/recebimento", `{"loteOrigem":"B-2, A-1, b-2"}`)
	add("2", "/armazenamento/recebimento", `{"loteOrigem":"produção própria"}`)
	if got := b.UnknownLots(); !slices.Equal(got, []string{"A-1", "B-2"}) || b.KnownLots() != nil {
		t.Errorf("unknown %q, known %q", got, b.KnownLots())
	}
	add("3", "/colheitaIdentificacaoProducao/identificacaoLote", `{"codigoLote":"a-1"}`)
	add("4", "/posColheita/beneficiamento", `{"loteEntrada":"A-1","loteSaida":"B-2"}`)
	if got := b.KnownLots(); !slices.Equal(got, []string{"A-1", "B-2"}) || b.UnknownLots() != nil {
		t.Errorf("known %q, unknown %q", got, b.UnknownLots())
	}
}

func TestOnlyRecordsCount(t *testing.T) {
	b := facts.NewBook(thisYear)
	b.Add(facts.Entry{ID: "x", Payload: []byte(`{}`)})
	b.Add(facts.Entry{Kind: kind.KeyChange, ID: "y", Payload: []byte(`{}`)})
	if b.Len() != 0 {
		t.Errorf("%d records", b.Len())
	}
}
