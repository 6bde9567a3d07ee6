package harvest_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
)

// changedHarvest returns a harvest with one member of one record changed: the nth of
// its kind. An empty value takes the member away.
func changedHarvest(t *testing.T, entries []facts.Entry, prefix string, nth int, member, value string) []facts.Entry {
	t.Helper()
	out := slices.Clone(entries)
	for i := range out {
		if !strings.HasSuffix(out[i].Kind.Prefix, prefix) {
			continue
		}
		if nth--; nth >= 0 {
			continue
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(out[i].Payload, &m); err != nil {
			t.Fatal(err)
		}
		if value == "" {
			delete(m, member)
		} else {
			m[member] = json.RawMessage(value)
		}
		payload, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("%s %s %s: %v", prefix, member, value, err)
		}
		out[i].Payload = payload
		return out
	}
	t.Fatalf("no record %s", prefix)
	return nil
}

// harvestChange is a change to a golden harvest, with the findings that it causes.
type harvestChange struct {
	harvest, kind string
	nth           int
	member, value string
	want          string
}

var harvestChanges = []harvestChange{
	// Time.
	{soyDemo, "aplicacaoInsumo", 0, "data", `"2025-01-25"`, "CARENCIA_DESCUMPRIDA"},
	{soyDemo, "aplicacaoInsumo", 0, "dose", `"0,5 L/ha, carência 60 dias"`, "CARENCIA_DESCUMPRIDA"},
	{soyDemo, "aplicacaoInsumo", 0, "carenciaDias", `60`, ""}, // the dose states 30
	{soyDemo, "aplicacaoInsumo", 0, "dose", `"0,5 L/ha"`, ""},
	{soyDemo, "aplicacaoInsumo", 0, "dose", `"0,5 L/ha, carência conforme bula"`, ""},
	{soyDemo, "aplicacaoInsumo", 0, "data", `"2024-06-01"`, "APLICACAO_MUITO_ANTES_DO_PLANTIO"},
	{soyDemo, "aplicacaoInsumo", 0, "data", `"2025-02-20"`, "APLICACAO_DEPOIS_DA_COLHEITA"},
	{soyDemo, "aplicacaoInsumo", 0, "data", `"dezembro de 2024"`, ""},
	{soyDemo, "transporteExportacao", 0, "dataTransporte", `"2025-02-01"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "transporteExportacao", 0, "dataTransporte", `"2025-02-20"`, "DATAS_A_CONFERIR"}, // before its processing: part of the lot may have gone ahead
	{soyDemo, "transporteExportacao", 0, "dataTransporte", `"março de 2025"`, ""},
	{soyDemo, "transporteExportacao", 0, "dataTransporte", `"2025-09-20"`, "NOTA_DE_EXPORTACAO_FORA_DO_PERIODO EMBARQUE_SEM_QUEBRA"},
	{soyDemo, "plantioManejo", 0, "dataPlantio", `"2025-02-20"`, "DATAS_FORA_DE_ORDEM PLANTIO_FORA_DA_JANELA"},
	{soyDemo, "plantioManejo", 0, "dataPlantio", `"2024-12-15"`, "CICLO_DA_SOJA_IMPROVAVEL"},
	{soyDemo, "plantioManejo", 0, "dataPlantio", `"2024-08-20"`, "PLANTIO_FORA_DA_JANELA"},
	{soyDemo, "plantioManejo", 0, "dataPlantio", `"2024-08-10"`, "CICLO_DA_SOJA_IMPROVAVEL PLANTIO_FORA_DA_JANELA"},
	{soyDemo, "colheita", 0, "dataColheita", `"2025-02-12"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "colheita", 0, "dataColheita", `"2025-01-10"`, "CARENCIA_DESCUMPRIDA"},
	{soyDemo, "colheita", 0, "dataColheita", `"08 a 12/02/2025"`, ""},
	{soyDemo, "colheita", 0, "dataColheita", ``, ""}, // the cleaning states the day
	{soyDemo, "recebimento", 0, "dataHoraRecebimento", `"2025-02-07"`, "DATAS_A_CONFERIR"},
	{soyDemo, "recebimento", 0, "dataHoraRecebimento", `"2025-01-20T08:00:00-04:00"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "recebimento", 0, "dataHoraRecebimento", `"2025-04-01"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "armazenamento/armazenamento", 0, "dataHoraRecebimento", `"01/02/2025 10:00"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "processamento/processamento", 0, "dataInicio", `"2025-02-05"`, "DATAS_FORA_DE_ORDEM"},
	{soyDemo, "inspecaoPreEmbarque", 0, "dataInspecao", `"2025-03-21"`, ""},
	{soyDemo, "inspecaoPreEmbarque", 0, "dataInspecao", `"2025-03-28"`, "DATAS_A_CONFERIR"},
	{soyDemo, "inspecaoPreEmbarque", 0, "dataInspecao", `"2025-01-18"`, "DATAS_FORA_DE_ORDEM"},
	{coffeeDemo, "plantioManejo", 0, "dataPlantio", `"2024-11-20"`, "CAFE_COLHIDO_CEDO"},
	{coffeeDemo, "aplicacaoInsumo", 0, "data", `"2025-04-20"`, "CARENCIA_DESCUMPRIDA"},
	{coffeeDemo, "beneficiamento", 0, "dataInicio", `"2025-06-25"`, ""}, // reported with the record
	{coffeeDemo, "beneficiamento", 0, "dataInicio", `"2025-05-10"`, "DATAS_FORA_DE_ORDEM"},
	{coffeeDemo, "transporteExportacao", 0, "dataTransporte", `"2025-06-10"`, "DATAS_FORA_DE_ORDEM"},

	// Mass and area.
	{soyDemo, "processamento/processamento", 0, "volume", `"40.000 kg"`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
	{soyDemo, "processamento/processamento", 0, "volume", `"cerca de 40 t"`, ""},
	{soyDemo, "processamento/processamento", 0, "volume", `"36,1 t"`, ""}, // within the tolerance
	{soyDemo, "recebimento", 0, "volume", `"30.000 kg"`, ""},              // the storage states 36 000
	{soyDemo, "recebimento", 0, "volume", `"450 t"`, "RECEBIDO_ACIMA_DO_PRODUZIDO SAIDA_ACIMA_DA_COLHEITA"},
	{soyDemo, "transporteExportacao", 0, "volumeTransportado", `40000`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
	{soyDemo, "transporteExportacao", 0, "volumeTransportado", `36000`, ""},
	{soyDemo, "colheita", 0, "quantidadeColhida", `900000`, "PRODUTIVIDADE_ALTA"},
	{soyDemo, "colheita", 0, "quantidadeColhida", `1200000`, "PRODUTIVIDADE_IMPOSSIVEL"},
	{soyDemo, "colheita", 0, "quantidadeColhida", `36000`, "SAIDA_ACIMA_DA_COLHEITA"},
	{soyDemo, "colheita", 0, "areaColhida", `60`, "PRODUTIVIDADE_ALTA"},
	{soyDemo, "colheita", 0, "areaColhida", `150`, "AREA_COLHIDA_ACIMA_DO_TALHAO"},
	{soyDemo, "aplicacaoInsumo", 0, "areaAplicada", `240`, "AREA_APLICADA_ACIMA_DO_TALHAO"},
	{soyDemo, "aplicacaoInsumo", 0, "areaAplicada", `126`, ""},
	{soyDemo, "plantioManejo", 0, "quantidadeSemente", `720`, "SEMENTE_FORA_DA_FAIXA"},
	{soyDemo, "plantioManejo", 0, "quantidadeSemente", `72000`, "SEMENTE_FORA_DA_FAIXA"},
	{soyDemo, "processamento/processamento", 0, "produtoFinal", `"Óleo de soja degomado"`, "RENDIMENTO_INDUSTRIAL_ALTO"},
	{soyDemo, "processamento/processamento", 0, "blendagem", `"MT25-S-001 60%; MT25-S-001-CAMPO 40%"`, ""},
	{soyDemo, "beneficiamento", 0, "pesoEntrada", `500000`, "SAIDA_ACIMA_DA_COLHEITA"},
	{coffeeDemo, "processamento/processamento", 0, "volume", `"110 sacas"`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
	{coffeeDemo, "processamento/processamento", 0, "produtoFinal", `"Café solúvel"`, "RENDIMENTO_INDUSTRIAL_ALTO"},
	{coffeeDemo, "transporteExportacao", 0, "volumeTransportado", `7000`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
	{coffeeDemo, "beneficiamento", 0, "pesoSaida", `24000`, "PRODUTIVIDADE_ALTA"},
	{coffeeDemo, "colheita", 0, "quantidadeColhida", `60000`, "PRODUTIVIDADE_ALTA"},

	// Lots.
	{soyDemo, "recebimento", 0, "loteOrigem", `"MT25-S-999"`, "LOTE_DESCONHECIDO"},
	{soyDemo, "recebimento", 0, "loteOrigem", `"lote mt25-s-001 (talhão T-07)"`, ""},
	{soyDemo, "recebimento", 0, "loteOrigem", `"produção própria"`, ""},
	{soyDemo, "processamento/processamento", 0, "lote", `"MT25-S-002"`, "LOTE_DESCONHECIDO"},
	{soyDemo, "transporteExportacao", 0, "loteOrigem", `"MT25-S-001, MT25-S-002"`, "LOTE_DESCONHECIDO"},
	{soyDemo, "inspecaoPreEmbarque", 0, "codigosLote", `["MT25-S-001","MT25-S-003"]`, "LOTE_DESCONHECIDO"},
	{soyDemo, "validacao", 0, "lotes", `["MT25-S-01"]`, "LOTE_DESCONHECIDO"},
	{soyDemo, "identificacaoLote", 0, "codigoLote", `"MT25-S-001"`, "LOTE_DESCONHECIDO LOTE_IDENTIFICADO_DUAS_VEZES"},
	{soyDemo, "beneficiamento", 0, "loteEntrada", `"MT25-S-000"`, "LOTE_DESCONHECIDO"},
	{soyDemo, "recebimento", 0, "tipoCafe", `"Certificado, orgânico"`, "ALEGACAO_ACIMA_DA_ORIGEM"},
	{soyDemo, "armazenamento/armazenamento", 0, "tipoCafe", `"Não certificado, convencional"`, "ALEGACAO_ACIMA_DA_ORIGEM"},
	{coffeeDemo, "beneficiamento", 0, "loteSaida", `"MG25-C-02"`, "LOTE_DESCONHECIDO"},
	{coffeeDemo, "transporteExportacao", 0, "loteOrigem", `"MG24-C-01"`, "LOTE_DESCONHECIDO"},

	// Documents, people, claims, plots.
	{soyDemo, "documentacaoAduaneira", 0, "declaracaoExportacao", `"DU-E 25BR0012345677, RUC 5BR998887772MT25S001"`, "RUC_SEM_NOTA_DO_EXPORTADOR"},
	{soyDemo, "documentacaoAduaneira", 0, "declaracaoExportacao", `"DU-E 25BR0012345677, RUC 4BR112223332MT25S001"`, ""}, // reported with the record
	{soyDemo, "documentacaoCargaExportacao", 0, "notaFiscalExportacao", `"31250611222333000181550010000001011123456784"`, "NOTA_DE_EXPORTACAO_FORA_DO_PERIODO"},
	{soyDemo, "documentacaoCargaExportacao", 0, "notaFiscalExportacao", `"51250211222333000181550010000123451123456780"`, ""},
	{soyDemo, "inspecaoPreEmbarque", 0, "resultadoInspecao", `"Reprovado"`, "EMBARQUE_APOS_REPROVACAO"},
	{soyDemo, "inspecaoPreEmbarque", 0, "resultadoInspecao", `"Aprovado com ressalvas"`, ""},
	{coffeeDemo, "inspecaoPreEmbarque", 0, "resultadoInspecao", `"REPROVADA"`, "EMBARQUE_APOS_REPROVACAO"},
	{soyDemo, "aplicacaoInsumo", 0, "nomeAplicador", `"Carlos Souza"`, "APLICADOR_SEM_NR31"},
	{soyDemo, "aplicacaoInsumo", 0, "nomeAplicador", `"ANA LIMA"`, ""},
	{soyDemo, "aplicacaoInsumo", 0, "nomeAplicador", `"AgroVoo Aviação Agrícola Ltda."`, ""},
	{soyDemo, "maoDeObra", 0, "treinamentos", `["NR-35"]`, "APLICADOR_SEM_NR31"},
	{coffeeDemo, "maoDeObra", 0, "nomeTrabalhador", `"Marta Dias"`, "APLICADOR_SEM_NR31"},
	{coffeeDemo, "maoDeObra", 1, "treinamentos", `[]`, ""},
	{soyDemo, "planoCultivo", 0, "soja", `"transgênica, Intacta RR2 PRO"`, "NAO_OGM_CONTRADITO"},
	{soyDemo, "plantioManejo", 0, "cultivacaoUtilizada", `"Plantio direto, cultivar M 8372 IPRO"`, "NAO_OGM_CONTRADITO"},
	{soyDemo, "identificacaoLote", 0, "soja", `["Transgênica","BRS 8381 RR"]`, "NAO_OGM_CONTRADITO"},
	{soyDemo, "certificadoConformidade", 0, "declaracaoNaoOGM", `"Não se aplica"`, ""},
	{soyDemo, "planoCultivo", 0, "cultura", `"MILHO"`, "CULTURAS_DIFERENTES"},
	{soyDemo, "planoCultivo", 0, "cultura", `"Soja"`, ""},
	{soyDemo, "certificadoConformidade", 0, "comprovantesConformidadeRegulamentacao", `""`, ""}, // the certificate remains
	{coffeeDemo, "planoCultivo", 0, "poligono", `[-45.4503,-21.3597]`, ""},                      // a point is enough for 3.52 ha
}

func TestOneChangeToAHarvest(t *testing.T) {
	kinds := map[*kind.Kind]bool{}
	for _, tc := range harvestChanges {
		entries := changedHarvest(t, goldenHarvest(t, tc.harvest), tc.kind, tc.nth, tc.member, tc.value)
		c := reviewOf(entries)
		if got := rulesOf(c); got != tc.want {
			t.Errorf("%s %s %s = %s gives %q, want %q%s", tc.harvest, tc.kind, tc.member, tc.value, got, tc.want, toldReview(c))
		}
		for i := range entries {
			if strings.HasSuffix(entries[i].Kind.Prefix, tc.kind) {
				kinds[entries[i].Kind] = true
			}
		}
	}
	if len(kinds) < 15 {
		t.Errorf("the changes are of %d kinds only", len(kinds))
	}
}
