package facts_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
)

// A value is derived only if it is certain: a CAR has priority over the plots, records must agree,
// and nothing may contradict the profile.
func TestDerivedFromRecords(t *testing.T) {
	const (
		car   = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"
		near  = "MT-5107925-00000000000000000000000000000000"
		other = "PA-1506807-0123456789ABCDEF0123456789ABCDEF"
		inMT  = `"poligono":[-55.72,-12.55,-55.71,-12.54]`
		inMG  = `"poligono":[-45.4512,-21.3605,-45.4494,-21.3588]`
	)
	type record struct{ prefix, code, payload string }
	plan := func(payload string) record { return record{kind.Plan, "", payload} }
	stated := func(payload string) record { return record{kind.Profiles, "", payload} }
	for _, tc := range []struct {
		name    string
		records []record
		want    string
	}{
		{"nothing", nil, ""},
		{"a CAR in a record", []record{plan(`{"insumos":"CAR ` + car + `"}`)}, "car=" + car + " (registros), municipio=Sorriso (car), uf=MT (car)"},
		{"two CARs of one state", []record{plan(`{"insumos":"CAR ` + car + `"}`), plan(`{"insumos":"CAR ` + near + `"}`)}, "uf=MT (car)"},
		{"two CARs of two states", []record{plan(`{"insumos":"CAR ` + car + `",` + inMT + `}`), plan(`{"insumos":"CAR ` + other + `"}`)}, ""},
		{"a CAR in the profile", []record{stated(`{"car":"` + car + `"}`)}, "municipio=Sorriso (car), uf=MT (car)"},
		{"a CAR against the stated state", []record{plan(`{"insumos":"CAR ` + car + `"}`), stated(`{"uf":"PA"}`)}, "car=" + car + " (registros)"},
		{"a plot", []record{plan(`{` + inMT + `}`)}, "uf=MT (talhao)"},
		{"a plot of a planting", []record{{kind.Planting, "", strings.Replace(`{`+inMT+`}`, "poligono", "areaPlantada", 1)}}, "uf=MT (talhao)"},
		{"plots in two states", []record{plan(`{` + inMT + `}`), plan(`{` + inMG + `}`)}, ""},
		{"a plot, and another country stated", []record{plan(`{` + inMT + `}`), stated(`{"pais":"PY"}`)}, ""},
		{"a CAR goes before a plot", []record{plan(`{"insumos":"CAR ` + car + `",` + inMG + `}`)}, "car=" + car + " (registros), municipio=Sorriso (car), uf=MT (car)"},
		{"records that agree", []record{plan(`{"produtor":"Ana Lima","fazenda":"Boa Vista","municipio":"sorriso","uf":"mt"}`), plan(`{"nomeProdutor":"ANA LIMA"}`)},
			"fazenda=Boa Vista (registros), municipio=Sorriso (registros), produtor=Ana Lima (registros), uf=MT (registros)"},
		{"records that do not", []record{plan(`{"produtor":"Ana Lima","pais":"Brasil"}`), plan(`{"produtor":"Bia"}`)}, "pais=BR (registros)"},
		{"a place that does not exist", []record{plan(`{"municipio":"Atlântida","uf":"XX"}`)}, ""},
		{"the crop", []record{plan(`{"cultura":"milho"}`)}, "cultura=MILHO (registros)"},
		{"the field soja", []record{plan(`{"soja":"convencional"}`)}, ""},
		{"a technology of soy", []record{plan(`{"soja":"Intacta RR2 PRO"}`)}, "cultura=SOJA (soja)"},
		{"the season", []record{{kind.Plan, "2024/25", `{}`}, {kind.Labour, "safra 24/25", `{}`}}, "safra=2024/25 (safraCodigo)"},
		{"two seasons", []record{{kind.Plan, "2024/25", `{}`}, {kind.Labour, "2023/24", `{}`}}, ""},
		{"what is stated is not derived", []record{plan(`{"cultura":"milho","produtor":"Ana"}`), stated(`{"cultura":"soja","produtor":"Bia"}`)}, ""},
	} {
		b := facts.NewBook(2026)
		for i, r := range tc.records {
			b.Add(facts.Entry{Kind: kind.ByPrefix(r.prefix), ID: fmt.Sprintf("01970000-0000-7000-8000-%012d", i), HarvestCode: r.code, Payload: []byte(r.payload)})
		}
		derived := b.Derived()
		var got []string
		for _, field := range slices.Sorted(maps.Keys(derived)) {
			got = append(got, fmt.Sprintf("%s=%s (%s)", field, derived[field].Text, derived[field].From))
		}
		if told := strings.Join(got, ", "); told != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, told, tc.want)
		}
	}
}
