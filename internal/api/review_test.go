package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rastro/internal/demo"
)

// reviewed is the review of a harvest as the wire shows it.
type reviewed struct {
	SafraID string
	Cultura *string
	Avisos  []struct {
		Regra, Severidade, Mensagem string
		Registros                   []struct{ Prefixo, ID, Campo string }
	}
	Resumo     struct{ Erro, Alerta, Info int }
	Completude struct {
		Alvo                 *string
		Presentes, Faltantes []struct{ Prefixo, Fase, Nome, Motivo string }
		Percentual           int
		ProximosPassos       []struct{ Acao, Prefixo, Quem string }
	}
}

func (c client) review(harvestID, query string, headers ...string) reviewed {
	c.t.Helper()
	var got reviewed
	if err := json.Unmarshal(c.get("/safras/"+harvestID+"/conferencia"+query, headers...).ok(200).Data, &got); err != nil {
		c.t.Fatal(err)
	}
	if got.SafraID != harvestID {
		c.t.Errorf("asked for %s, got %s", harvestID, got.SafraID)
	}
	return got
}

// The golden harvests pass; one change is found, with the record it is in.
func TestReview(t *testing.T) {
	t.Parallel()
	c := start(t)
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	harvests := map[string]bool{}
	var receipt record
	for _, r := range records {
		made := c.create(r.Prefix, r.HarvestID, string(r.Payload))
		if r.Prefix == "/armazenamento/recebimento" {
			receipt = made
		}
		harvests[r.HarvestID] = true
	}
	for harvestID := range harvests {
		got := c.review(harvestID, "")
		if got.Resumo.Erro+got.Resumo.Alerta > 0 || got.Cultura == nil || got.Completude.Percentual != 100 || got.Completude.Alvo != nil {
			t.Errorf("%s: %+v", harvestID, got)
		}
		for _, target := range []string{"EUDR", "EXPORTACAO", "INTERNO"} {
			got := c.review(harvestID, "?alvo="+target)
			if *got.Completude.Alvo != target || got.Completude.Percentual < 80 || len(got.Completude.Presentes) == 0 ||
				(len(got.Completude.Faltantes) == 0) != (got.Completude.Percentual == 100) {
				t.Errorf("%s for %s: %+v", harvestID, target, got.Completude)
			}
		}
	}

	changed := strings.Replace(string(receipt.Dados), `"umidade":"`, `"umidade":"4`, 1)
	c.put("/armazenamento/recebimento?id="+receipt.ID, entity(receipt.SafraID, changed)).ok(200)
	got := c.review(receipt.SafraID, "")
	if len(got.Avisos) == 0 || got.Resumo.Erro+got.Resumo.Alerta == 0 || got.Avisos[0].Registros[0].ID != receipt.ID || got.Avisos[0].Registros[0].Campo != "umidade" {
		t.Errorf("a wet load: %+v", got.Avisos)
	}
	if english := c.review(receipt.SafraID, "", "Accept-Language: en"); english.Avisos[0].Mensagem == got.Avisos[0].Mensagem {
		t.Errorf("in English: %s", english.Avisos[0].Mensagem)
	}
}

func TestReviewOfNothing(t *testing.T) {
	t.Parallel()
	c := start(t)
	got := c.review("S-vazia", "")
	if got.Cultura != nil || len(got.Avisos) != 0 || got.Completude.Percentual != 0 || len(got.Completude.Faltantes) == 0 || len(got.Completude.ProximosPassos) == 0 {
		t.Errorf("an empty harvest: %+v", got)
	}
	c.get("/safras/S-1/conferencia?alvo=marte").fails(400, "PARAMETRO_INVALIDO")
	c.newKey(`{"safras":["S-2"]}`).get("/safras/S-1/conferencia").fails(403, "SAFRA_NAO_PERMITIDA")
	c.newKey(`{"escopos":["escrita"]}`).get("/safras/S-1/conferencia").fails(403, "SEM_PERMISSAO")
}

// A lot that another harvest identifies is not unknown; after that record is deleted, it is again.
func TestLotsOfOtherHarvests(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		named := func() (unknown int) {
			for _, f := range c.review("S-1", "").Avisos {
				if f.Regra == "LOTE_DESCONHECIDO" {
					unknown++
				}
			}
			return unknown
		}
		c.create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"MT25-S-777","volume":"36 t","dataHoraRecebimento":"2025-02-10"}`)
		if n := named(); n != 1 {
			t.Errorf("%s: a lot that nobody identifies gives %d findings", name, n)
		}
		made := c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-2", `{"codigoLote":"lote mt25-s-777"}`)
		if n := named(); n != 0 {
			t.Errorf("%s: a lot of another harvest gives %d findings", name, n)
		}
		c.delete("/colheitaIdentificacaoProducao/identificacaoLote/" + made.ID).ok(200)
		if n := named(); n != 1 {
			t.Errorf("%s: a lot whose identification was deleted gives %d findings", name, n)
		}
	}
}

// A review does not reveal to a limited key which codes others use: a code that exists elsewhere is
// as unknown to it as one that does not exist.
func TestAttackLotCodesOfOthers(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-2", `{"codigoLote":"SECRETO-1"}`)
		c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-3", `{"codigoLote":"MEU-1"}`)
		mine := c.newKey(`{"safras":["S-1","S-3"]}`)
		for _, code := range []string{"SECRETO-1", "NINGUEM-1", "MEU-1"} {
			mine.create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"`+code+`","volume":"1 t"}`)
		}
		told := func(by client) (codes []string) {
			for _, f := range by.review("S-1", "").Avisos {
				if f.Regra == "LOTE_DESCONHECIDO" {
					codes = append(codes, f.Mensagem)
				}
			}
			return codes
		}
		if got := told(mine); len(got) != 2 {
			t.Errorf("the limited key hears of %q", got)
		}
		if got := told(c); len(got) != 1 || !strings.Contains(got[0], "NINGUEM-1") {
			t.Errorf("the key without limits hears of %q", got)
		}
	})
}
