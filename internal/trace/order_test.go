package trace

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rastro/internal/kind"
)

func TestNewOrder(t *testing.T) {
	const asc, desc = false, true
	for _, tc := range []struct {
		name     string
		in, want []Term
	}{
		{"nothing", nil, []Term{{ByID, asc}}},
		{"id", []Term{{ByID, desc}}, []Term{{ByID, desc}}},
		{"newest first", []Term{{ByCreated, desc}}, NewestFirst},
		{"oldest first", []Term{{ByCreated, asc}}, OldestFirst},
		{"created and id the same way", []Term{{ByCreated, desc}, {ByID, desc}}, NewestFirst},
		{"created and id against each other", []Term{{ByCreated, desc}, {ByID, asc}}, []Term{{ByCreated, desc}, {ByID, asc}}},
		{"the id follows the last term", []Term{{ByHarvest, asc}, {ByUpdated, desc}}, []Term{{ByHarvest, asc}, {ByUpdated, desc}, {ByID, desc}}},
		{"created last falls away", []Term{{ByHarvest, asc}, {ByCreated, desc}}, []Term{{ByHarvest, asc}, {ByID, desc}}},
		{"created first stays", []Term{{ByCreated, desc}, {ByHarvest, asc}}, []Term{{ByCreated, desc}, {ByHarvest, asc}, {ByID, asc}}},
		{"a repeated field counts once", []Term{{ByHarvest, asc}, {ByHarvest, desc}, {ByUpdated, asc}}, []Term{{ByHarvest, asc}, {ByUpdated, asc}, {ByID, asc}}},
		{"what follows the id is void", []Term{{ByID, desc}, {ByHarvest, asc}}, []Term{{ByID, desc}}},
		{"created repeated", []Term{{ByCreated, desc}, {ByCreated, asc}}, NewestFirst},
		{"harvest code", []Term{{ByHarvestCode, desc}}, []Term{{ByHarvestCode, desc}, {ByID, desc}}},
	} {
		in := slices.Clone(tc.in)
		if got := NewOrder(in); !slices.Equal(got, tc.want) {
			t.Errorf("%s: NewOrder(%v) = %v, want %v", tc.name, tc.in, got, tc.want)
		}
		if !slices.Equal(in, tc.in) {
			t.Errorf("%s: NewOrder changed its argument %v to %v", tc.name, tc.in, in)
		}
	}
}

func drawTerms(t *rapid.T, label string) []Term {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Term {
		return Term{SortField(rapid.IntRange(int(ByID), int(ByKind)).Draw(t, "field")), rapid.Bool().Draw(t, "desc")}
	}), 0, 8).Draw(t, label)
}

func TestNewOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := drawTerms(t, "terms")
		order := NewOrder(terms)
		if last := order[len(order)-1]; last.Field != ByID {
			t.Fatalf("NewOrder(%v) = %v does not end by id", terms, order)
		}
		seen := map[SortField]bool{}
		for _, term := range order {
			if seen[term.Field] {
				t.Fatalf("NewOrder(%v) = %v repeats field %d", terms, order, term.Field)
			}
			seen[term.Field] = true
		}
		if again := NewOrder(order); !slices.Equal(again, order) {
			t.Fatalf("NewOrder(%v) = %v, and of that %v", terms, order, again)
		}
	})
}

func TestOrderStringTellsOrdersApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := NewOrder(drawTerms(t, "a")), NewOrder(drawTerms(t, "b"))
		if (a.String() == b.String()) != slices.Equal(a, b) {
			t.Fatalf("%v is %q, %v is %q", a, a, b, b)
		}
	})
}

func TestPosition(t *testing.T) {
	id, _ := ParseID("019a853d-a17b-791d-bfff-ffffffffffff")
	r := &Record{
		ID: id, Kind: kind.ByPrefix("/validacao"), HarvestID: "S-2025-001", HarvestCode: "2024/25",
		UpdatedAt: time.UnixMilli(1763172300456),
	}
	order := Order{{ByCreated, true}, {ByUpdated, false}, {ByHarvest, false}, {ByHarvestCode, true}, {ByKind, false}, {ByID, false}}
	want := Position{int64(1763172000123), int64(1763172300456), "S-2025-001", "2024/25", int64(100), id}
	if got := order.Position(r); !slices.Equal(got, want) {
		t.Errorf("position in %s = %v, want %v", order, got, want)
	}
}

func TestSortFieldsHaveNamesOfTheirOwn(t *testing.T) {
	var names []string
	for _, f := range SortFields {
		names = append(names, f.Name)
		if f.Field == ByKind {
			t.Errorf("%s sorts by kind, which is not for callers", f.Name)
		}
	}
	if want := []string{"criadoEm", "atualizadoEm", "safraId", "safraCodigo", "id"}; !slices.Equal(names, want) {
		t.Errorf("sort fields %q, want %q", names, want)
	}
}
