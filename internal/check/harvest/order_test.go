package harvest_test

import (
	"strings"
	"testing"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
)

// scenario is a small harvest, a record a line ("kind {payload}"), and the rules
// that find something in it.
type scenario struct{ name, records, want string }

// written makes entries of a scenario's lines. A kind is named by the end of its
// prefix.
func written(t testing.TB, lines string) []facts.Entry {
	t.Helper()
	var entries []facts.Entry
	for line := range strings.Lines(lines) {
		name, payload, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		prefix := ""
		for _, k := range kind.All {
			if strings.HasSuffix(k.Prefix, "/"+name) {
				prefix = k.Prefix
			}
		}
		if prefix == "" {
			t.Fatalf("no kind %q in %q", name, line)
		}
		entries = append(entries, harvestEntry(len(entries), prefix, "2024/25", payload))
	}
	return entries
}

func runScenarios(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, tc := range scenarios {
		entries := written(t, tc.records)
		c := reviewOf(entries)
		sound(t, entries, c)
		if got := rulesOf(c); got != tc.want {
			t.Errorf("%s: %q, want %q%s", tc.name, got, tc.want, toldReview(c))
		}
	}
}

func TestOrderOfThings(t *testing.T) {
	runScenarios(t, []scenario{
		{"the same day", `
			colheita {"dataColheita":"2025-02-08"}
			recebimento {"dataHoraRecebimento":"2025-02-08"}`, ""},
		{"one day before", `
			colheita {"dataColheita":"2025-02-08"}
			recebimento {"dataHoraRecebimento":"2025-02-07"}`, "DATAS_A_CONFERIR"},
		{"two days before", `
			colheita {"dataColheita":"2025-02-08"}
			recebimento {"dataHoraRecebimento":"2025-02-06"}`, "DATAS_FORA_DE_ORDEM"},
		{"some harvest does not say its day", `
			colheita {"dataColheita":"2025-02-08"}
			colheita {"quantidadeColhida":1000}
			recebimento {"dataHoraRecebimento":"2025-02-01"}`, ""},
		{"the earliest harvest counts", `
			colheita {"dataColheita":"2025-02-08"}
			colheita {"dataColheita":"2025-01-20"}
			recebimento {"dataHoraRecebimento":"2025-02-01"}`, ""},
		{"a cleaning is not a harvest, but near it", `
			colheita {"registroLimpeza":"2025-02-08 07:00, limpeza a ar"}
			recebimento {"dataHoraRecebimento":"2025-02-01"}`, "DATAS_A_CONFERIR"},
		{"two cleanings say nothing", `
			colheita {"registroLimpeza":"2025-02-08 antes e 2025-02-20 depois"}
			recebimento {"dataHoraRecebimento":"2025-02-01"}`, ""},
		{"a span ends before another begins", `
			colheita {"dataColheita":"08 a 12/02/2025"}
			recebimento {"dataHoraRecebimento":"01/02/2025 a 03/02/2025"}`, "DATAS_FORA_DE_ORDEM"},
		{"spans that overlap", `
			colheita {"dataColheita":"08 a 12/02/2025"}
			recebimento {"dataHoraRecebimento":"05/02/2025 a 09/02/2025"}`, ""},
		{"a month is not a day", `
			colheita {"dataColheita":"fevereiro de 2025"}
			recebimento {"dataHoraRecebimento":"2025-01-01"}`, ""},
		{"three dates are a story", `
			colheita {"dataColheita":"08/02/2025, 10/02/2025 e 12/02/2025"}
			recebimento {"dataHoraRecebimento":"2025-01-01"}`, ""},
		{"a year that cannot be", `
			colheita {"dataColheita":"0205-02-08"}
			plantioManejo {"dataPlantio":"2024-10-05"}`, ""},
		{"no harvest on record: the planting counts", `
			plantioManejo {"dataPlantio":"2025-03-01"}
			recebimento {"dataHoraRecebimento":"2025-02-20"}`, "DATAS_FORA_DE_ORDEM"},
		{"a lot is made after it is received", `
			beneficiamento {"loteSaida":"B-2","dataInicio":"2025-03-10"}
			recebimento {"loteOrigem":"B-2","dataHoraRecebimento":"2025-03-01"}`, "DATAS_FORA_DE_ORDEM"},
		{"it may have been there before it was made", `
			identificacaoLote {"codigoLote":"B-2"}
			beneficiamento {"loteSaida":"B-2","dataInicio":"2025-03-10"}
			recebimento {"loteOrigem":"B-2","dataHoraRecebimento":"2025-03-01"}`, "DATAS_A_CONFERIR"},
		{"it kept its name", `
			identificacaoLote {"codigoLote":"B-2"}
			beneficiamento {"loteEntrada":"B-2","loteSaida":"B-2","dataInicio":"2025-03-10"}
			recebimento {"loteOrigem":"B-2","dataHoraRecebimento":"2025-03-01"}`, ""},
		{"another lot is another matter", `
			identificacaoLote {"codigoLote":"A-1, A-2"}
			recebimento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-03-10"}
			processamento {"lote":"A-2","dataInicio":"2025-03-01"}`, ""},
		{"processed before it is received", `
			identificacaoLote {"codigoLote":"A-1"}
			recebimento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-03-10"}
			processamento {"lote":"A-1","dataInicio":"2025-03-01"}`, "DATAS_FORA_DE_ORDEM"},
		{"stored only: the storage counts", `
			identificacaoLote {"codigoLote":"A-1"}
			armazenamento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-03-10"}
			processamento {"lote":"A-1","dataInicio":"2025-03-01"}`, "DATAS_FORA_DE_ORDEM"},
		{"a part of a blend is received after it", `
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-2"}
			recebimento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-03-10"}
			processamento {"lote":"MIX-1","dataInicio":"2025-03-01","blendagem":"A-1 50%; A-2 50%"}`, "DATAS_FORA_DE_ORDEM"},
		{"one record is wrong, not the five it disagrees with", `
			identificacaoLote {"codigoLote":"A-1"}
			recebimento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-12-10"}
			processamento {"lote":"A-1","dataInicio":"2025-03-01"}
			processamento {"lote":"A-1","dataInicio":"2025-03-02"}
			processamento {"lote":"A-1","dataInicio":"2025-03-03"}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-20","identificacaoTransporte":"IMO 9321483"}`, "DATAS_FORA_DE_ORDEM"},
		{"the lorry goes to where it is received", `
			identificacaoLote {"codigoLote":"A-1"}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-01","identificacaoTransporte":"placa ABC1C34"}
			recebimento {"loteOrigem":"A-1","dataHoraRecebimento":"2025-03-04"}`, ""},
		{"a lot of last year's", `
			colheita {"dataColheita":"2025-02-08"}
			recebimento {"loteOrigem":"VELHO-23","dataHoraRecebimento":"2023-05-01"}`, "LOTE_DESCONHECIDO"},
		{"inspected at the port, after the road", `
			identificacaoLote {"codigoLote":"A-1"}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-01","identificacaoTransporte":"ABC1C34"}
			inspecaoPreEmbarque {"codigosLote":["A-1"],"dataInspecao":"2025-03-10"}`, ""},
		{"inspected after the ship has left", `
			identificacaoLote {"codigoLote":"A-1"}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-01","identificacaoTransporte":"navio, IMO 9321483"}
			inspecaoPreEmbarque {"codigosLote":["A-1"],"dataInspecao":"2025-03-10"}`, "DATAS_A_CONFERIR"},
	})
}

func TestIntervalBeforeHarvest(t *testing.T) {
	const spray = `aplicacaoInsumo {"tipo":"Fungicida","data":"2025-02-01",`
	runScenarios(t, []scenario{
		{"to the day", spray + `"dose":"carência 19 dias"}
			colheita {"dataColheita":"2025-02-20"}`, ""},
		{"a day short", spray + `"dose":"carência 20 dias"}
			colheita {"dataColheita":"2025-02-20"}`, "CARENCIA_DESCUMPRIDA"},
		{"in its own field", spray + `"carenciaDias":20}
			colheita {"dataColheita":"2025-02-20"}`, "CARENCIA_DESCUMPRIDA"},
		{"a number that is none of days", spray + `"carenciaDias":20.5}
			colheita {"dataColheita":"2025-02-20"}`, ""},
		{"with the kind of input", `aplicacaoInsumo {"tipo":"Fungicida, intervalo de segurança 30 dias","data":"2025-02-01"}
			colheita {"dataColheita":"2025-02-20"}`, "CARENCIA_DESCUMPRIDA"},
		{"none is due", spray + `"dose":"1 L/ha, sem carência"}
			colheita {"dataColheita":"2025-02-02"}`, ""},
		{"time to walk in again is another time", spray + `"dose":"1 L/ha, reentrada 30 dias"}
			colheita {"dataColheita":"2025-02-20"}`, ""},
		{"a later harvest keeps it: it may be of that plot", spray + `"dose":"carência 30 dias"}
			colheita {"dataColheita":"2025-02-20"}
			colheita {"dataColheita":"2025-03-20"}`, ""},
		{"no harvest keeps it", spray + `"dose":"carência 30 dias"}
			colheita {"dataColheita":"2025-02-20"}
			colheita {"dataColheita":"2025-02-25"}`, "CARENCIA_DESCUMPRIDA"},
		{"a harvest that does not say its day", spray + `"dose":"carência 30 dias"}
			colheita {"dataColheita":"2025-02-20"}
			colheita {"quantidadeColhida":10}`, ""},
		{"sprayed over several days", `aplicacaoInsumo {"tipo":"Fungicida","data":"01 a 03/02/2025","dose":"carência 30 dias"}
			colheita {"dataColheita":"2025-02-20"}`, "CARENCIA_A_CONFERIR"},
		{"by the table", `planoCultivo {"cultura":"SOJA"}
			aplicacaoInsumo {"tipo":"Dessecante","dose":"Diquate 2 L/ha","data":"2025-02-15"}
			colheita {"dataColheita":"2025-02-20"}`, "CARENCIA_A_CONFERIR"},
		{"by the table, kept", `planoCultivo {"cultura":"SOJA"}
			aplicacaoInsumo {"tipo":"Dessecante","dose":"Diquate 2 L/ha","data":"2025-02-13"}
			colheita {"dataColheita":"2025-02-20"}`, ""},
		{"the table is of soy", `planoCultivo {"cultura":"MILHO"}
			aplicacaoInsumo {"tipo":"Dessecante","dose":"Diquate 2 L/ha","data":"2025-02-19"}
			colheita {"dataColheita":"2025-02-20"}`, ""},
		{"after the harvest", spray + `"dose":"carência 30 dias"}
			colheita {"dataColheita":"2025-01-20"}`, "APLICACAO_DEPOIS_DA_COLHEITA"},
		{"ninety days before planting", `plantioManejo {"dataPlantio":"2024-10-05"}
			aplicacaoInsumo {"tipo":"Herbicida","data":"2024-07-07"}`, ""},
		{"ninety-one", `plantioManejo {"dataPlantio":"2024-10-05"}
			aplicacaoInsumo {"tipo":"Herbicida","data":"2024-07-06"}`, "APLICACAO_MUITO_ANTES_DO_PLANTIO"},
		{"lime goes out when it likes", `plantioManejo {"dataPlantio":"2024-10-05"}
			aplicacaoInsumo {"tipo":"Calcário","data":"2024-03-06"}`, ""},
		{"what it is, is not said", `plantioManejo {"dataPlantio":"2024-10-05"}
			aplicacaoInsumo {"tipo":"produto X","data":"2024-03-06"}`, ""},
	})
}

func TestCycleAndWindow(t *testing.T) {
	const mt = `planoCultivo {"cultura":"SOJA","insumos":"CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}
		`
	runScenarios(t, []scenario{
		{"eighty days", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2024-10-01"}
			colheita {"dataColheita":"2024-12-20"}`, ""},
		{"seventy-nine", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2024-10-02"}
			colheita {"dataColheita":"2024-12-20"}`, "CICLO_DA_SOJA_IMPROVAVEL"},
		{"a hundred and eighty-one", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2024-10-01"}
			colheita {"dataColheita":"2025-03-31"}`, "CICLO_DA_SOJA_IMPROVAVEL"},
		{"any planting will do", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2024-09-01"}
			plantioManejo {"dataPlantio":"10/10 a 15/10/2024"}
			plantioManejo {"dataPlantio":"2024-10-20"}
			colheita {"dataColheita":"2025-03-31"}`, ""},
		{"some planting does not say its day", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2024-09-01"}
			plantioManejo {}
			colheita {"dataColheita":"2025-03-31"}`, ""},
		{"maize is another matter", `planoCultivo {"cultura":"MILHO"}
			plantioManejo {"dataPlantio":"2024-09-01"}
			colheita {"dataColheita":"2025-03-31"}`, ""},
		{"coffee of eighteen months", `planoCultivo {"cultura":"CAFE"}
			plantioManejo {"dataPlantio":"2023-11-27"}
			colheita {"dataColheita":"2025-05-20"}`, ""},
		{"of one day less", `planoCultivo {"cultura":"CAFE"}
			plantioManejo {"dataPlantio":"2023-11-28"}
			colheita {"dataColheita":"2025-05-20"}`, "CAFE_COLHIDO_CEDO"},
		{"the first day of the window", mt + `plantioManejo {"dataPlantio":"2025-09-07"}`, ""},
		{"the day before", mt + `plantioManejo {"dataPlantio":"2025-09-06"}`, "PLANTIO_FORA_DA_JANELA"},
		{"the last day", mt + `plantioManejo {"dataPlantio":"2026-01-07"}`, ""},
		{"the day after", mt + `plantioManejo {"dataPlantio":"2026-01-08"}`, "PLANTIO_FORA_DA_JANELA"},
		{"a season that is not on the table", mt + `plantioManejo {"dataPlantio":"2022-08-01"}`, ""},
		{"two states", mt + `planoCultivo {"insumos":"CAR MG-3169406-FEDCBA9876543210FEDCBA9876543210"}
			plantioManejo {"dataPlantio":"2025-07-10"}`, ""},
		{"no state", `planoCultivo {"cultura":"SOJA"}
			plantioManejo {"dataPlantio":"2025-07-10"}`, ""},
		{"a CAR that does not check", `planoCultivo {"cultura":"SOJA","insumos":"CAR MT-3169406-FEDCBA9876543210FEDCBA9876543210"}
			plantioManejo {"dataPlantio":"2025-07-10"}`, ""},
	})
}
