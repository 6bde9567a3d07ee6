package lot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// However two codes are written, if the reader does not recognise a list, a recall of either finds
// the record.
func TestCodesInUnreadTextsAreSuspects(t *testing.T) {
	a, b := "VIT-L-9", "VIT-L-10"
	for _, text := range []string{
		"%[1]s/%[2]s", "%[1]s:%[2]s", "%[1]s_%[2]s", "%[1]s.%[2]s", "%[1]s—%[2]s", "• %[1]s • %[2]s", "%[1]s. %[2]s.", "%[1]s- %[2]s-", "Lote nº %[1]s e lote nº %[2]s",
		"Lot %[1]s lot %[2]s", "#%[1]s #%[2]s", "cód. %[1]s e cód. %[2]s", "soja %[1]s milho %[2]s", "1) %[1]s; 2) %[2]s", "%[1]s (ex-%[2]s)", "%[1]s ou %[2]s", "%[1]s a %[2]s",
		"%[1]s até %[2]s", "parte do %[1]s, parte do %[2]s", "%[1]s 36000 %[2]s 12000", "%[1]s x %[2]s", "lote:%[1]s lote:%[2]s", "%[1]s=>%[2]s", "%[1]s\u00a0%[2]s", "vit-l-9 / vit‑l‑10?",
	} {
		text = fmt.Sprintf(text, a, b)
		if strings.Contains(text, "%!") {
			text = strings.Split(text, "%!")[0]
		}
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ prefix, payload string }{
			{"/logisticaExportacao/transporteExportacao", `{"loteOrigem":%s}`},
			{"/armazenamento/recebimento", `{"loteOrigem":%s}`},
			{"/armazenamento/recebimento", `{"loteOrigem":[[%s]]}`},
			{"/armazenamento/recebimento", `{"loteOrigem":{"codigo":%s}}`},
			{"/armazenamento/recebimento", `{"loteOrigem":[{"lote":%s}]}`},
			{"/armazenamento/recebimento", `{"lote_de_origem":%s}`},
			{"/armazenamento/controleQualidade", `{"identificacao":%s}`},
			{"/processamento/processamento", `{"lote":"X-1","blendagem":%s}`},
			{"/processamento/processamento", `{"lote":"X-1","produtoFinal":%s}`},
		} {
			k := kind.ByPrefix(c.prefix)
			if k == nil {
				t.Fatalf("no kind %s", c.prefix)
			}
			codes := codesOf(lot.Read(k, fmt.Appendf(nil, c.payload, quoted)))
			for _, want := range []string{a, b} {
				if !slices.Contains(codes, want) {
					t.Errorf("%s "+c.payload+": %q, want %s among them", c.prefix, quoted, codes, want)
				}
			}
		}
	}
}

func codesOf(r *lot.Reading) (codes []string) {
	for _, row := range append(r.Rows(), r.Suspects()...) {
		codes = append(codes, row.Lot)
	}
	return codes
}

func TestSuspects(t *testing.T) {
	for _, c := range []struct {
		text  string
		prose bool
		want  []string
	}{
		{"A-1 a A-4", false, []string{"A-1", "A-2", "A-3", "A-4"}},
		{"A-008 até 011", false, []string{"A-008", "A-009", "A-010", "A-011"}},
		{"A-4 a A-1", false, []string{"A-1", "A-2", "A-3", "A-4"}},
		{"do lote A-1 ao lote A-3", false, []string{"A-1", "A-2", "A-3"}},
		{"A-1 até o A-3", false, []string{"A-1", "A-2", "A-3"}},
		{"A-1–A-3", false, []string{"A-1", "A-1-A-3", "A-2", "A-3"}},
		{"A-1..A-3", false, []string{"A-1", "A-1..A-3", "A-2", "A-3"}},
		{"lotes 12 ou 13", false, []string{"12", "13"}},
		{"lote AB 21 ou AB 22", false, []string{"21", "22", "AB 21", "AB 22"}},
		{"36.000 kg em 12/03/2025", false, nil},
		{"36.000 kg em 12/03/2025, NF 123456", true, nil},
		{"farelo do silo 3, L-77, pureza 99,5%", true, []string{"L-77"}},
		{"A-1 a 3, lacres 000123456 000123457", true, []string{"A-1", "A-2", "A-3"}},
		{"ex-A-1, lote-A-2", true, []string{"A-1", "A-2", "EX-A-1", "LOTE-A-2"}},
		{"origem: CAR MT-5107925-F3F4DF1999DE6FE26FB58CD019C72215", true, nil},
		{"lote MT-5107925-F3F4DF1999DE6FE26FB58CD019C72215", true, []string{"MT-5107925-F3F4DF1999DE6FE26FB58CD019C72215"}},
		{"MT-5107925-F3F4DF1999DE6FE26FB58CD019C72215", false, []string{"MT-5107925-F3F4DF1999DE6FE26FB58CD019C72215"}},
		{"MT-5107925-X3F4DF1999DE6FE26FB58CD019C72215", true, []string{"MT-5107925-X3F4DF1999DE6FE26FB58CD019C72215"}},
		{"A-1 a A-99999999", false, []string{"A-1", "A-99999999"}},
		{"Silva e Filhos", false, nil},
		{"", false, nil},
	} {
		var got []string
		lot.EachSuspect(c.text, c.prose, func(code string) { got = append(got, code) })
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("EachSuspect(%q, prose %v) = %q, want %q", c.text, c.prose, got, c.want)
		}
	}
}

// A short text of many ranges names no more codes than a bounded number.
func TestAttackRangesOfLotsAreBounded(t *testing.T) {
	n := 0
	lot.EachSuspect(strings.Repeat("A-1 a A-900, ", 1_000), false, func(string) { n++ })
	if n > 5_000 {
		t.Errorf("1 000 ranges gave %d codes", n)
	}
}

// A record that mentions more lots than allowed is refused, however few bytes it takes, and never
// adds more rows to the graph.
func TestAttackTextsOfManyRanges(t *testing.T) {
	texts := make([]string, 97)
	for i := range texts {
		texts[i] = fmt.Sprintf("P%dQ0-1 a P%dQ0-1000", i, i)
	}
	payload, err := json.Marshal(map[string]any{"lotesX": texts})
	if err != nil {
		t.Fatal(err)
	}
	r := lot.Read(kind.ByPrefix("/posColheita/beneficiamento"), payload)
	if !r.TooMany() || len(r.Suspects()) > lot.MaxSuspects {
		t.Errorf("%d bytes: too many %t, %d rows", len(payload), r.TooMany(), len(r.Suspects()))
	}
}
