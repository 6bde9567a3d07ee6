package record_test

import (
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

func TestInputs(t *testing.T) {
	const spray = "/producaoAgricola/aplicacaoInsumo"
	missing := "RECEITUARIO_AUSENTE /dados/numeroReceituario"
	graded(t, []grade{
		// Pesticides are sold on prescription; the rest is not.
		{spray, `{"tipo":"Herbicida"}`, missing},
		{spray, `{"tipo":"fungicida + inseticida"}`, missing},
		{spray, `{"tipo":"dessecação pré-colheita","numeroReceituario":"isento"}`, missing},
		{spray, `{"tipo":"Acaricida","numeroReceituario":123456}`, ""},
		{spray, `{"tipo":"Nematicida","numeroReceituario":"ART MG20231234567"}`, ""},
		{spray, `{"tipo":"Fertilizante"}`, ""},
		{spray, `{"tipo":"calcário dolomítico"}`, ""},
		{spray, `{"tipo":"inseticida biológico"}`, ""},
		{spray, `{"tipo":"Semente tratada com fungicida"}`, ""},
		{spray, `{"tipo":"adubação, sem herbicida"}`, ""},
		{spray, `{"tipo":"bioestimulante"}`, ""},
		{spray, `{"tipo":"Roundup"}`, "VALOR_FORA_DA_LISTA /dados/tipo"},
		{spray, `{"tipo":""}`, ""},

		{spray, `{"dose":"0,5 L/ha"}`, ""},
		{spray, `{"dose":"200 mL/100 kg de sementes"}`, ""},
		{spray, `{"dose":"2 kg"}`, "DOSE_INCOMPLETA /dados/dose"},
		{spray, `{"dose":"N/A"}`, ""},
		{spray, `{"dose":"0,5 L/ha, sem carência"}`, ""},
		{spray, `{"dose":"paraquate 2 L/ha"}`, "PRODUTO_PROIBIDO /dados/dose"},
		{spray, `{"dose":"2 L/ha, sem paraquate"}`, ""},
	})
}

func TestLabour(t *testing.T) {
	const labour = "/producaoAgricola/maoDeObra"
	graded(t, []grade{
		{labour, `{"horas":0}`, ""},
		{labour, `{"horas":10}`, ""},
		{labour, `{"horas":10.5}`, "JORNADA_LONGA /dados/horas"},
		{labour, `{"horas":24}`, "JORNADA_LONGA /dados/horas"},
		{labour, `{"horas":44}`, "HORAS_SEM_PERIODO /dados/horas"},
		{labour, `{"horas":44,"comprovantePagamento":"semana de 10 a 15/02/2025"}`, ""},
		{labour, `{"horas":220,"comprovantePagamento":"folha de fevereiro/2025"}`, ""},
		{labour, `{"horas":88,"comprovantePagamento":"pago de 01/02/2025 a 15/02/2025"}`, ""},
		{labour, `{"horas":744,"comprovantePagamento":"mês 03/2025"}`, ""},
		{labour, `{"horas":745,"comprovantePagamento":"mês 03/2025"}`, "HORAS_IMPOSSIVEIS /dados/horas"},
		{labour, `{"treinamentos":[]}`, ""},
		{labour, `{"treinamentos":["NR-31.7 aplicação de agrotóxicos"]}`, ""},
		{labour, `{"treinamentos":["NR-35"]}`, "TREINAMENTO_NR31_AUSENTE /dados/treinamentos"},
	})
}

// A finding names the letter that only looks like another.
func TestLookAlikeIsNamed(t *testing.T) {
	for _, f := range record.Grade(kind.ByPrefix(kind.Shipment), []byte("{\"loteOrigem\":\"HG\u041033-7A\"}"), thisYear).Findings {
		if f.Rule == record.LotUnread && strings.Contains(f.Message(lang.EN), "HG\u041033-7A [\u0410 = U+0410];") {
			return
		}
	}
	t.Error("no finding names the Cyrillic letter")
}

func TestLots(t *testing.T) {
	const lot, mill = "/colheitaIdentificacaoProducao/identificacaoLote", "/posColheita/beneficiamento"
	graded(t, []grade{
		{lot, `{"codigoLote":"MT25-S-001"}`, ""},
		{lot, `{"codigoLote":"12345678901234567890"}`, ""},
		{lot, `{"codigoLote":"123456789012345678901"}`, "LOTE_LONGO /dados/codigoLote"},
		{lot, `{"codigoLote":2025001}`, ""},
		{lot, `{"codigoLote":"não informado"}`, "LOTE_NAO_LIDO /dados/codigoLote"},
		{lot, "{\"codigoLote\":\"HG\u041033-7A\"}", "LOTE_FORA_DO_PADRAO /dados/codigoLote, LOTE_NAO_LIDO /dados/codigoLote"},
		{lot, `{"codigoLote":"não se aplica"}`, ""},
		{lot, `{"codigoLote":"Talhão 7"}`, "LOTE_FORA_DO_PADRAO /dados/codigoLote"},
		{lot, `{"soja":["safra 2024/2025","safra 2025"]}`, ""},
		{lot, `{"soja":["2024/26"]}`, ""}, // refers to nothing
		{lot, `{"soja":["Convencional","safra 2025/24"]}`, "SAFRA_IMPOSSIVEL /dados/soja/1"},
		{mill, `{"loteEntrada":"","loteSaida":""}`, ""},
		{mill, `{"loteEntrada":"A-1","loteSaida":" a-1 "}`, "LOTE_SEM_CODIGO_NOVO /dados/loteSaida"},
	})
}
