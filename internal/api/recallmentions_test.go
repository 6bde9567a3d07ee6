package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// mentioned is what a recall says about records that may mention its lots.
type mentioned struct {
	Embarques        []struct{ Registro struct{ ID string } }
	MencoesPossiveis []struct {
		Registro  struct{ ID string }
		Lote      string
		SafraID   string
		Expurgado bool
	}
	Relatorio struct{ ID, Assinatura string }
}

func (m *mentioned) tells(id string) bool {
	for _, e := range m.Embarques {
		if e.Registro.ID == id {
			return true
		}
	}
	for _, p := range m.MencoesPossiveis {
		if p.Registro.ID == id {
			return true
		}
	}
	return false
}

// However a shipment writes the code of a lot, the signed recall of the lot names the
// shipment: as one of its shipments, or as a record that a person has to look at.
func TestAttackSpellingHidesAShipmentFromARecall(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		for i, written := range []string{
			"%s/Q-1", "%s:Q-1", "%s_Q-1", "%s.Q-1", "%s—Q-1", "• %s", "%s.", "%s-", "Lote nº %s", "Lot %s", "#%s", "cód. %s", "soja %s", "1) %s; 2) Q-1", "Q-1 (ex-%s)",
			"%s ou Q-1", "%s a Q-1", "Q-1 até %s", "parte do %s", "%s 36000",
		} {
			code := fmt.Sprintf("VIT-L-%d9", i)
			value, err := json.Marshal(fmt.Sprintf(written, code))
			if err != nil {
				t.Fatal(err)
			}
			c.create(identifying, "S-VIT", `{"codigoLote":"`+code+`"}`)
			shipped := c.create(transport, "S-VIT", `{"loteOrigem":`+string(value)+`,"volumeTransportado":5000}`)
			report := decode[mentioned](t, code, c.post("/rastreio/recall", `{"lotes":["`+code+`"]}`).ok(201).Data)
			if !report.tells(shipped.ID) {
				t.Errorf("the recall of %s misses the shipment of %s", code, value)
			}
		}
	})
}

// A code in other forms of the same characters counts as the lot's. A code with look-alike letters
// of another script counts as a possible mention, and its record says that it could not be read.
func TestAttackLookAlikeHidesAShipmentFromARecall(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		for i, w := range []struct {
			written string // of HGA33-7A
			same    bool
		}{
			{`HG\u041033-7A`, false}, {`HG\u039133-7A`, false}, {`\u041dGA33-7\u0430`, false}, {`HGA\u04173-7A`, false}, {`HGA33-7A\u0332`, false},
			{`\uff28\uff27\uff21\uff13\uff13\uff0d\uff17\uff21`, true}, {`HGA33-\u0667A`, true}, {`HGA33-\ud835\udfd5A`, true}, {`HGA33\u20117A`, true}, {`HGA33\u20127A`, true},
			{`HGA33\u20137A`, true}, {`HGA33\u22127A`, true}, {`HGA33\ufe0f-7A`, true}, {`HGA33\u0007-7A`, true}, {`HGA33-7A e seguintes`, false}, {`HGA33-7A em diante`, false},
			{`HGA33-7A a seguir`, false}, {`HGA33-7A at\u00e9`, false}, {`HGA33-7A etc`, false}, {`HGA33-7A, etc.`, false},
		} {
			of := func(text string) string { return strings.ReplaceAll(text, "G", string(rune('A'+i))) }
			code, wide := of("HGA33-7A"), strings.ReplaceAll(w.written, `\uff27`, fmt.Sprintf(`\uff%02x`, 0x21+i))
			c.create(identifying, "S-VIT", `{"codigoLote":"`+code+`"}`)
			answer := c.post(transport, entity("S-VIT", `{"loteOrigem":"`+of(wide)+`","volumeTransportado":5000}`)).ok(201)
			if told := strings.Contains(string(answer.body), "LOTE_NAO_LIDO"); told == w.same {
				t.Errorf("%s: LOTE_NAO_LIDO %t", w.written, told)
			}
			shipped := decode[struct{ ID string }](t, code, answer.Data)
			report := decode[mentioned](t, code, c.post("/rastreio/recall", `{"lotes":["`+code+`"]}`).ok(201).Data)
			if !report.tells(shipped.ID) || w.same && len(report.Embarques) != 1 {
				t.Errorf("the recall of %s misses the shipment of %s", code, w.written)
			}
		}
	})
}

// The signed text counts the possible mentions, the CSV lists them, a lot that only such
// texts have can be recalled, and an erasure reaches them.
func TestRecallNamesPossibleMentions(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(identifying, "S-VIT", `{"codigoLote":"VIT-P-1"}`)
		doubtful := c.create(transport, "S-VIT", `{"loteOrigem":"VIT-P-1 ou VIT-P-2","volumeTransportado":5000}`)
		report := decode[mentioned](t, "VIT-P-1", c.post("/rastreio/recall", `{"lotes":["VIT-P-1"]}`).ok(201).Data)
		if len(report.MencoesPossiveis) != 1 || report.MencoesPossiveis[0].Registro.ID != doubtful.ID || report.MencoesPossiveis[0].Lote != "VIT-P-1" || report.MencoesPossiveis[0].SafraID != "S-VIT" {
			t.Errorf("possible mentions of VIT-P-1: %+v", report.MencoesPossiveis)
		}
		if !strings.Contains(report.Relatorio.Assinatura, "mencoes-possiveis 1\n") {
			t.Errorf("the signed text does not count them:\n%s", report.Relatorio.Assinatura)
		}
		if csv := string(c.get("/rastreio/recall/" + report.Relatorio.ID + "?formato=csv").ok(200).body); !strings.Contains(csv, "mencaoPossivel,VIT-P-1,") {
			t.Errorf("the CSV does not list them:\n%s", csv)
		}
		if !strings.Contains(report.Relatorio.Assinatura, "textos-nao-lidos 1\n") {
			t.Errorf("the signed text does not count the text that was not read:\n%s", report.Relatorio.Assinatura)
		}
		only := decode[mentioned](t, "VIT-P-2", c.post("/rastreio/recall", `{"lotes":["VIT-P-2"]}`).ok(201).Data)
		if len(only.MencoesPossiveis) != 1 {
			t.Errorf("possible mentions of VIT-P-2: %+v", only.MencoesPossiveis)
		}
		if a := c.get("/lotes?busca=VIT-P-2").ok(200); strings.Contains(string(a.body), `"VIT-P-2"`) {
			t.Errorf("a code that no record names is listed as a lot: %s", a.body)
		}
		c.post("/rastreio/recall", `{"lotes":["VIT-P-3"]}`).ok(404)

		// A key of another harvest learns nothing of it.
		other := c.newKey(`{"safras":["S-OTHER"]}`)
		other.create(identifying, "S-OTHER", `{"codigoLote":"VIT-P-1"}`)
		foreign := decode[mentioned](t, "other", other.post("/rastreio/recall", `{"lotes":["VIT-P-1"]}`).ok(201).Data)
		if len(foreign.MencoesPossiveis) != 0 {
			t.Errorf("another party sees %+v", foreign.MencoesPossiveis)
		}
		other.post("/rastreio/recall", `{"lotes":["VIT-P-2"]}`).ok(404)

		c.post(transport+"/"+doubtful.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		for _, id := range []string{report.Relatorio.ID, only.Relatorio.ID} {
			now := decode[mentioned](t, "after", c.get("/rastreio/recall/"+id).ok(200).Data)
			if len(now.MencoesPossiveis) != 1 || !now.MencoesPossiveis[0].Expurgado || now.MencoesPossiveis[0].Lote != "" {
				t.Errorf("after the erasure: %+v", now.MencoesPossiveis)
			}
		}
	})
}
