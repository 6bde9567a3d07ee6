package harvest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/testkit"
)

// manyOf makes n entries of one kind.
func manyOf(n int, prefix string, payload func(i int) string) []facts.Entry {
	entries := make([]facts.Entry, n)
	for i := range entries {
		entries[i] = harvestEntry(i, prefix, "2024/25", payload(i))
	}
	return entries
}

func renumber(lists ...[]facts.Entry) []facts.Entry {
	var all []facts.Entry
	for _, list := range lists {
		for _, e := range list {
			all = append(all, harvestEntry(len(all), e.Kind.Prefix, e.HarvestCode, string(e.Payload)))
		}
	}
	return all
}

const (
	planning10   = "/cadastroPlanejamento/planoCultivo"
	planting10   = "/producaoAgricola/plantioManejo"
	spraying10   = "/producaoAgricola/aplicacaoInsumo"
	working10    = "/producaoAgricola/maoDeObra"
	reaping10    = "/colheitaIdentificacaoProducao/colheita"
	naming10     = "/colheitaIdentificacaoProducao/identificacaoLote"
	drying10     = "/posColheita/beneficiamento"
	loading10    = "/transporteLogistico/documentacaoCarga"
	receiving10  = "/armazenamento/recebimento"
	processing10 = "/processamento/processamento"
	shipping10   = "/logisticaExportacao/transporteExportacao"
	inspecting10 = "/exportacao/inspecaoPreEmbarque"
)

// pace reviews entries and returns the processor time per byte: the minimum of several runs,
// because the garbage collector runs at the same time.
func pace(entries []facts.Entry) (c harvest.Review, perByte time.Duration) {
	bytes := 0
	for _, e := range entries {
		bytes += len(e.Payload)
	}
	for run := range 3 {
		start := testkit.CPU()
		c = reviewOf(entries)
		if took := (testkit.CPU() - start) * 1000 / time.Duration(bytes); run == 0 || took < perByte {
			perByte = took // a thousandth of a nanosecond is its unit
		}
	}
	return c, perByte
}

// Input that is made to be slow is not slow: no list of records, however they name each other,
// takes time that grows faster than the list.
func TestHarvestsMadeToBeSlow(t *testing.T) {
	const n = 10_000
	day := func(i int) string { return time.Date(2024, 1, 1+i%700, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }
	long := strings.Repeat("lote A-1, lotes e ", 5000/18)
	lots := func(i int) string {
		var b strings.Builder
		for k := range 300 {
			fmt.Fprintf(&b, "L%d-%d, ", i, k)
		}
		return b.String()
	}
	_, usual := pace(manyOf(n, reaping10, func(i int) string { return `{"dataColheita":"` + day(i) + `"}` }))
	for _, tc := range []struct {
		name    string
		entries []facts.Entry
		want    string // a rule that must be there
	}{
		{"a circle of lots", manyOf(n, drying10, func(i int) string {
			return fmt.Sprintf(`{"loteEntrada":"L-%d","loteSaida":"L-%d","dataInicio":"2025-02-01","pesoSaida":1000}`, i, (i+1)%n)
		}), "LOTES_EM_CICLO"},
		{"every record names the same two lots", manyOf(n, drying10, func(int) string { return `{"loteEntrada":"L-1","loteSaida":"L-2"}` }), "LOTE_DESCONHECIDO"},
		{"a thousand plots on each other", manyOf(1_000, planning10, func(i int) string {
			return fmt.Sprintf(`{"poligono":[-55.72%03d,-12.55,-55.71,-12.54]}`, i)
		}), "TALHOES_SOBREPOSTOS"},
		{"lots without end", manyOf(1_000, receiving10, func(i int) string { return `{"loteOrigem":"` + lots(i) + `"}` }), "LOTE_DESCONHECIDO"},
		{"long texts", manyOf(1_000, processing10, func(int) string {
			return `{"lote":"` + long + `","volume":"` + long + `","volumeFinal":"` + long + `","produtoFinal":"` + long + `","blendagem":"` + long + `","dataInicio":"` + long + `"}`
		}), ""},
		{"long texts of shipments", manyOf(1_000, shipping10, func(int) string {
			return `{"loteOrigem":"` + long + `","destino":"` + long + `","identificacaoTransporte":"` + long + `","dataTransporte":"` + long + `"}`
		}), ""},
		{"everything out of order", renumber(
			manyOf(n/2, reaping10, func(i int) string { return `{"dataColheita":"` + day(i) + `"}` }),
			manyOf(n/2, receiving10, func(i int) string { return `{"dataHoraRecebimento":"1999-01-01","loteOrigem":"L-1"}` }),
			manyOf(1, naming10, func(int) string { return `{"codigoLote":"L-1"}` }),
		), "DATAS_FORA_DE_ORDEM"},
		{"every harvest without its planting", renumber(
			manyOf(n/2, planting10, func(i int) string { return `{"dataPlantio":"2020-01-01"}` }),
			manyOf(n/2, reaping10, func(i int) string { return `{"dataColheita":"` + day(i) + `"}` }),
			manyOf(1, planning10, func(int) string { return `{"cultura":"SOJA"}` }),
		), "CICLO_DA_SOJA_IMPROVAVEL"},
		{"every application too late", renumber(
			manyOf(n/2, spraying10, func(i int) string {
				return fmt.Sprintf(`{"tipo":"Fungicida","dose":"carência 90 dias","data":"%s","nomeAplicador":"Ana %d Lima%d"}`, day(i), i, i)
			}),
			manyOf(n/2, working10, func(i int) string {
				return fmt.Sprintf(`{"nomeTrabalhador":"Ana %d Prado","treinamentos":["NR-31"]}`, i)
			}),
			manyOf(n/2, reaping10, func(i int) string { return `{"dataColheita":"2025-11-30"}` }),
		), "CARENCIA_DESCUMPRIDA"},
		{"one lot in every record", renumber(
			manyOf(1, naming10, func(int) string { return `{"codigoLote":"L-1"}` }),
			manyOf(n/4, drying10, func(i int) string {
				return `{"loteEntrada":"L-0","loteSaida":"L-1","pesoSaida":10,"dataFim":"` + day(i) + `"}`
			}),
			manyOf(n/4, receiving10, func(i int) string {
				return `{"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"` + day(i) + `"}`
			}),
			manyOf(n/4, processing10, func(i int) string {
				return `{"lote":"L-1","volume":"90 t","volumeFinal":"1 t","dataInicio":"` + day(i) + `","dataFim":"` + day(i) + `"}`
			}),
			manyOf(n/4, shipping10, func(i int) string {
				return `{"loteOrigem":"L-1","volumeTransportado":90000,"dataTransporte":"` + day(i) + `"}`
			}),
		), "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"one invoice, one report, refused", renumber(
			manyOf(n/4, loading10, func(i int) string {
				return fmt.Sprintf(`{"notaFiscal":"51250211222333000181550010000123451123456780","declaracaoSegregacao":"lote L-%d"}`, i)
			}),
			manyOf(n/4, inspecting10, func(i int) string {
				return fmt.Sprintf(`{"numeroRelatorioInspecao":"RI-1","resultadoInspecao":"Reprovado","dataInspecao":"2024-01-01","codigosLote":["L-%d","L-0"]}`, i)
			}),
			manyOf(n/4, shipping10, func(i int) string { return `{"loteOrigem":"L-0","dataTransporte":"` + day(i) + `"}` }),
		), "EMBARQUE_APOS_REPROVACAO"},
	} {
		c, took := pace(tc.entries)
		sound(t, tc.entries, c)
		// What grows with the square of n would be a thousand times as slow.
		if took > 50*usual {
			t.Errorf("%s: %d records took %v a byte, a plain harvest %v", tc.name, len(tc.entries), took, usual)
		}
		if !strings.Contains(rulesOf(c), tc.want) {
			t.Errorf("%s: no %s in %.300s", tc.name, tc.want, rulesOf(c))
		}
		t.Logf("%s: %v, %+v", tc.name, took, c.Summary)
	}
}

// The memory for a harvest grows with the number of its records, not with their size.
func TestHarvestMemoryIsModest(t *testing.T) {
	filler := strings.Repeat("x", 4_000)
	measure := func(n int) uint64 {
		var before, after runtime.MemStats
		book := facts.NewBook(reviewYear)
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range n {
			book.Add(harvestEntry(i, processing10, "2024/25", fmt.Sprintf(`{"lote":"L-%d","volume":"36 t","parametros":"%s"}`, i, filler)))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(book)
		return after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
	}
	if got := measure(10_000); got > 10_000*1_000 {
		t.Errorf("10 000 records of 4 kB are kept in %d bytes", got)
	}
}

func TestFindingsAreBoundedAndCounted(t *testing.T) {
	entries := manyOf(2_000, receiving10, func(i int) string { return fmt.Sprintf(`{"loteOrigem":"L-%d"}`, i) })
	c := reviewOf(entries)
	if len(c.Findings) != 500 || c.Summary.Alerts != 2_000 {
		t.Errorf("%d findings, summary %+v; want 500 of 2000", len(c.Findings), c.Summary)
	}
	c = reviewOf(manyOf(2_000, receiving10, func(int) string { return `{"loteOrigem":"L-1"}` }))
	if len(c.Findings) != 1 || len(c.Findings[0].Records) != 20 || !strings.Contains(c.Findings[0].Message(0), "2.000 registro") {
		t.Errorf("findings %s", toldReview(c))
	}
}
