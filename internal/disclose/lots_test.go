package disclose

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// The public chain has the lots that the lot graph reads in the chained fields, however
// the texts join them, and in blends too.
func TestChainHasTheLotsOfTheGraph(t *testing.T) {
	for _, c := range []struct{ prefix, payload, want string }{
		{"/posColheita/beneficiamento", `{"loteEntrada":"ab-21 & AB-22","loteSaida":"C-23"}`, "AB-21 AB-22 C-23<AB-21,AB-22"},
		{"/posColheita/beneficiamento", `{"loteEntrada":"AB-2021 AB-2022","loteSaida":"LOTE Nº 45/2025"}`, "45/2025<AB-2021,AB-2022 AB-2021 AB-2022"},
		{"/armazenamento/recebimento", `{"loteOrigem":"A-1 / B-2 (600 sc)"}`, "A-1 B-2"},
		{"/processamento/processamento", `{"lote":"BL-7","blendagem":"A-1 60%; B-2 40%"}`, "A-1 B-2 BL-7<A-1,B-2"},
		{"/armazenamento/recebimento", `{"loteOrigem":"João da Silva, A-1"}`, "A-1"}, // a name is not shown
		{"/armazenamento/recebimento", `{"loteOrigem":"sem lote"}`, ""},
		{"/processamento/processamento", `{"lote":"A-1","produtoFinal":"farelo, lote F-1"}`, "A-1 F-1<A-1"},
		{"/armazenamento/controleQualidade", `{"identificacao":"Lote MIX-1, mistura dos lotes L-1 e L-2"}`, ""}, // withheld
	} {
		k := kind.ByPrefix(c.prefix)
		o := New(2026, lot.Shown)
		o.Add(k, []byte(c.payload))
		var got []string
		for _, l := range o.Tell().Lots {
			text := l.Code
			if len(l.From) > 0 {
				slices.Sort(l.From)
				text += "<" + strings.Join(l.From, ",")
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: the chain has %q, want %q", c.payload, got, c.want)
		}
		for _, row := range lot.Read(publicLots(k), []byte(c.payload)).Rows() {
			if lot.Shown(row.Lot) && !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, row.Lot) }) {
				t.Errorf("%s: the graph has %s and the chain does not", c.payload, row.Lot)
			}
		}
	}
}

// The table decides for every field that names lots: add a row that says chained or withheld. A row
// for any other field would have no effect.
func TestEveryFieldOfLotsIsDecided(t *testing.T) {
	for _, k := range kind.All {
		for _, problem := range undecidedLots(k) {
			t.Error(problem)
		}
	}
	k := *kind.ByPrefix("/armazenamento/recebimento")
	k.Fields = append(slices.Clone(k.Fields), kind.Field{Name: "loteNovo", Says: kind.LotReceived})
	if got := undecidedLots(&k); len(got) != 1 || !strings.Contains(got[0], "loteNovo") {
		t.Errorf("a new field of lots: %q", got)
	}
}

func undecidedLots(k *kind.Kind) (wrong []string) {
	for _, f := range k.Fields {
		decided := slices.ContainsFunc(table[k.Prefix], func(r row) bool { return r.field == f.Name && r.lots != undecided })
		if decided != f.Says.NamesLots() {
			wrong = append(wrong, k.Prefix+": whether the lots of "+f.Name+" are told is not decided, or it names none")
		}
	}
	return wrong
}

// A field or a kind that the table does not have publishes no lot, whatever it says
// about lots.
func TestWhatIsNotInTheTablePublishesNoLots(t *testing.T) {
	for says := kind.LotIdentified; says <= kind.LotValidated; says++ {
		novel := kind.Field{Name: "loteNovo", Shape: kind.Text, Says: says}
		field := *kind.ByPrefix("/armazenamento/recebimento")
		field.Fields = append(slices.Clone(field.Fields), novel)
		whole := kind.Kind{Prefix: "/nova/especie", Phase: "06", Name: "especie", Fields: []kind.Field{novel}}
		for _, k := range []*kind.Kind{&field, &whole} {
			o := New(2026, anyLot)
			o.Add(k, []byte(`{"loteNovo":"Lote MIX-1, mistura dos lotes L-1 60% e L-2 40%"}`))
			if lots := o.Tell().Lots; len(lots) > 0 {
				t.Errorf("%s, says %d: tells %v", k.Prefix, says, lots)
			}
		}
	}
}
