package harvest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Payloads of every shape are read for what is in them, and the rest is passed
// over.
func TestOddPayloads(t *testing.T) {
	runScenarios(t, []scenario{
		{"escapes are read", `
			identificacaoLote {"codigoLote":"L\u002d1"}
			recebimento {"loteOrigem":"L-1"}
			inspecaoPreEmbarque {"codigosLote":[ "L-1" , "L\u002d1",["L-9"],{"a":"]L-8"},null,true ]}`, ""},
		{"a number is a lot", `
			identificacaoLote {"codigoLote":2025}
			recebimento {"loteOrigem":"2025"}
			validacao {"lotes":[2025, 2026]}`, "LOTE_DESCONHECIDO"},
		{"a text where a list is due", `
			identificacaoLote {"codigoLote":"L-1"}
			validacao {"lotes":"L-1, L-2"}`, "LOTE_DESCONHECIDO"},
		{"cut short: what is before the cut counts", `
			identificacaoLote {"codigoLote":"L-1"}
			recebimento {"loteOrigem":"L-2","volume":"36`, "LOTE_DESCONHECIDO"},
		{"no object at all", `
			recebimento ["loteOrigem","L-2"]
			recebimento "L-2"
			recebimento null`, ""},
		{"a name with escapes is no field's", `recebimento {"lote\u004frigem":"L-2"}`, ""},
		{"a story in a field for a value", `
			colheita {"dataColheita":"` + strings.Repeat("2025-02-08 ", 20) + `"}
			recebimento {"loteOrigem":"` + strings.Repeat("L-2, ", 1_000) + `","dataHoraRecebimento":"2024-01-01","volume":"` + strings.Repeat("9 t ", 100) + `"}`, ""},
		{"areas as texts", `
			planoCultivo {"poligono":[-55.72,-12.55,-55.71,-12.54]}
			aplicacaoInsumo {"tipo":"Fungicida","areaAplicada":"300 ha"}
			aplicacaoInsumo {"tipo":"Fungicida","areaAplicada":"uns hectares"}
			aplicacaoInsumo {"tipo":"Fungicida","areaAplicada":-5}
			aplicacaoInsumo {"tipo":"Fungicida","areaAplicada":1e300}`, "AREA_APLICADA_ACIMA_DO_TALHAO"},
		{"a plot that is none", `
			planoCultivo {"poligono":null,"geojson":"x"}
			plantioManejo {"areaPlantada":{"type":"LineString","coordinates":[[0,0],[1,1]]},"geojson":{"type":"Point","coordinates":[-55.7,-12.5]}}
			transporteExportacao {"destino":"Antuérpia"}`, ""},
		{"accents as characters of their own", `
			aplicacaoInsumo {"tipo":"Fungicida","nomeAplicador":"José Souza Ω"}
			maoDeObra {"nomeTrabalhador":"JOSE SOUZA Ω","treinamentos":["NR-31"]}`, ""},
		{"masses without end", `
			colheita {"quantidadeColhida":1e308}
			recebimento {"volume":"1 t"}`, ""},
	})
}

func TestManyNamesakesAreLeftInPeace(t *testing.T) {
	entries := manyOf(40, "/producaoAgricola/maoDeObra", func(i int) string {
		return fmt.Sprintf(`{"nomeTrabalhador":"Ana Prado%d","treinamentos":["NR-31"]}`, i)
	})
	entries = append(entries, harvestEntry(40, "/producaoAgricola/aplicacaoInsumo", "2024/25", `{"tipo":"Herbicida","nomeAplicador":"Ana Lima"}`))
	if got := rulesOf(reviewOf(entries)); got != "" {
		t.Errorf("with forty trained Anas: %q", got)
	}
}

func TestOnlyRecordsCount(t *testing.T) {
	b := facts.NewBook(reviewYear)
	b.Add(facts.Entry{ID: "x", Payload: []byte(`{}`)})
	b.Add(facts.Entry{Kind: kind.KeyChange, ID: "y", Payload: []byte(`{}`)})
	if b.Len() != 0 {
		t.Errorf("%d records", b.Len())
	}
	c := harvest.Check(b, harvest.Options{})
	if len(c.Findings) != 0 || c.Completeness.Percent != 100 || c.Summary.Worst() != "" {
		t.Errorf("an empty harvest: %+v", c)
	}
}

func TestWorst(t *testing.T) {
	for _, tc := range []struct {
		in   finding.Summary
		want finding.Severity
	}{
		{finding.Summary{}, ""}, {finding.Summary{Infos: 3}, finding.Info}, {finding.Summary{Alerts: 1, Infos: 3}, finding.Alert}, {finding.Summary{Errors: 1, Alerts: 9}, finding.Error},
	} {
		if got := tc.in.Worst(); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.in, got, tc.want)
		}
	}
}

// Nobody's name or CPF is in a finding: they are shown to more people than
// the records are.
func TestFindingsNameNoPeople(t *testing.T) {
	for _, tc := range harvestChanges {
		c := reviewOf(changedHarvest(t, goldenHarvest(t, tc.harvest), tc.kind, tc.nth, tc.member, tc.value))
		for _, l := range lang.All {
			text := string(c.AppendJSON(nil, l))
			for _, name := range []string{"Ana Lima", "Carlos Souza", "Rosa Pereira", "Marta Dias", "Otávio Reis", "Rui Tavares"} {
				if strings.Contains(text, name) {
					t.Errorf("%s %s %s: %s", tc.kind, tc.member, tc.value, text)
				}
			}
		}
	}
	entries := written(t, `
		documentacaoAduaneira {"declaracaoExportacao":"RUC 5BR529982247252CAFE01"}
		documentacaoCargaExportacao {"notaFiscalExportacao":"51250311222333000262550010000000771123456781"}`)
	c := checkEntries(slices.Values(entries), reviewYear, harvest.Options{})
	if len(c.Findings) != 1 || strings.Contains(c.Findings[0].Message(lang.PT), "52998224725") {
		t.Errorf("findings%s", toldReview(c))
	}
}
