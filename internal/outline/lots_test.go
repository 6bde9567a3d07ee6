package outline

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// The chain that anybody may see has the lots that the lot graph has, however the texts
// join them, and in blends too.
func TestChainHasTheLotsOfTheGraph(t *testing.T) {
	for _, c := range []struct{ prefix, dados, want string }{
		{"/posColheita/beneficiamento", `{"loteEntrada":"ab-21 & AB-22","loteSaida":"C-23"}`, "AB-21 AB-22 C-23<AB-21,AB-22"},
		{"/posColheita/beneficiamento", `{"loteEntrada":"AB-2021 AB-2022","loteSaida":"LOTE Nº 45/2025"}`, "45/2025<AB-2021,AB-2022 AB-2021 AB-2022"},
		{"/armazenamento/recebimento", `{"loteOrigem":"A-1 / B-2 (600 sc)"}`, "A-1 B-2"},
		{"/processamento/processamento", `{"lote":"BL-7","blendagem":"A-1 60%; B-2 40%"}`, "A-1 B-2 BL-7<A-1,B-2"},
		{"/armazenamento/recebimento", `{"loteOrigem":"João da Silva, A-1"}`, "A-1"}, // a name is not told
		{"/armazenamento/recebimento", `{"loteOrigem":"sem lote"}`, ""},
	} {
		k := kind.ByPrefix(c.prefix)
		o := New(2026, lot.Shown)
		o.Add(k, []byte(c.dados))
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
			t.Errorf("%s: the chain has %q, want %q", c.dados, got, c.want)
		}
		for _, row := range lot.Read(k, []byte(c.dados)).Rows() {
			if chained(row.Role) && lot.Shown(row.Lot) && !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, row.Lot) }) {
				t.Errorf("%s: the graph has %s and the chain does not", c.dados, row.Lot)
			}
		}
	}
}
