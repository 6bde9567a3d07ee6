package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// shippedReport is what a recall says about shipments and mentions.
type shippedReport struct {
	LotesIniciais []string
	Embarques     []struct {
		QuantidadeKg            *float64
		QuantidadeCompartilhada bool
	}
	Totais struct {
		EmbarcadoKg      *float64
		EmbarcadoParcial bool
	}
	MencoesPossiveis []struct {
		Lote, Texto, Data string
		Expurgado         bool
	}
	Relatorio struct{ ID, Assinatura string }
}

// The shipped mass is the sum of the known masses. If it leaves out a shipment, the report says so
// in its totals, its signed text and its CSV. An erased shipment is left out.
func TestRecallSaysWhichShipmentsItsSumLeavesOut(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-E-1, VIT-E-2, VIT-E-3"}`)
		weighed := c.create(transport, "S-1", `{"loteOrigem":"VIT-E-1","volumeTransportado":9000.5}`)
		c.create(transport, "S-1", `{"loteOrigem":"VIT-E-2"}`)
		c.create(transport, "S-1", `{"loteOrigem":"VIT-E-1, VIT-E-3","volumeTransportado":4000}`)
		const unknown = -1
		recall := func(lots string, kg float64, partial bool) shippedReport {
			t.Helper()
			made := decode[shippedReport](t, lots, c.post("/rastreio/recall", `{"lotes":[`+lots+`]}`).ok(201).Data)
			c.sum(t, lots, made, kg, partial)
			return made
		}
		recall(`"VIT-E-2"`, unknown, true)
		recall(`"VIT-E-3"`, unknown, true)
		recall(`"VIT-E-1, VIT-E-3"`, 13000.5, false)
		one := recall(`"VIT-E-1"`, 9000.5, true)
		csv := string(c.get("/rastreio/recall/" + one.Relatorio.ID + "?formato=csv").body)
		for _, line := range []string{"total,embarcadoKg,,,9000.5,,,,,,,,,true,", "limite,embarcado-parcial,,,,,,,,,,true,,,"} {
			if !strings.Contains(csv, line+"\n") {
				t.Errorf("the CSV has no line %q:\n%s", line, csv)
			}
		}
		c.post(transport+"/"+weighed.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		c.sum(t, "erased", decode[shippedReport](t, "erased", c.get("/rastreio/recall/"+one.Relatorio.ID).ok(200).Data), unknown, true)
	})
}

// sum compares the shipped mass in a report; a negative value means unknown.
func (c client) sum(t *testing.T, name string, got shippedReport, kg float64, partial bool) {
	t.Helper()
	said := -1.0
	if got.Totais.EmbarcadoKg != nil {
		said = *got.Totais.EmbarcadoKg
	}
	if signed := strings.Contains(got.Relatorio.Assinatura, "\nembarcado-parcial true\n"); said != kg || got.Totais.EmbarcadoParcial != partial || signed != partial {
		t.Errorf("%s: %v kg, partial %t, signed %t; want %v, %t", name, said, got.Totais.EmbarcadoParcial, signed, kg, partial)
	}
}

// Balance and EU file add up shipments as a recall does, and mark what is not all.
func TestBalanceAndEUFileMarkPartialSums(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-B-1, VIT-B-2"}`)
		c.create(transport, "S-1", `{"loteOrigem":"VIT-B-1","volumeTransportado":234000.5}`)
		whole := string(c.get("/eudr/lote/VIT-B-1/conferencia").ok(http.StatusOK).Data)
		if !strings.Contains(whole, `"situacao":"PRESENTE","mensagem":"234.000,5 kg embarcados deste lote"`) {
			t.Errorf("all of it: %s", whole)
		}
		c.create(transport, "S-1", `{"loteOrigem":"VIT-B-1, VIT-B-2","volumeTransportado":1000}`)
		part := string(c.get("/eudr/lote/VIT-B-1/conferencia").ok(http.StatusOK).Data)
		if !strings.Contains(part, `"situacao":"FALTA","mensagem":"pelo menos 234.000,5 kg embarcados`) || !strings.Contains(part, `"parcial":true`) {
			t.Errorf("part of it: %s", part)
		}
		balance := string(c.get("/rastreio/lote/VIT-B-1/balanco").ok(http.StatusOK).Data)
		if !strings.Contains(balance, `"embarcadoKg":234000.5`) || !strings.Contains(balance, `"embarcadoParcial":true`) || strings.Contains(balance, `"consumidoParcial"`) {
			t.Errorf("balance: %s", balance)
		}
		other := string(c.get("/rastreio/lote/VIT-B-2/balanco").ok(http.StatusOK).Data)
		if !strings.Contains(other, `"embarcadoKg":null`) || !strings.Contains(other, `"embarcadoParcial":true`) {
			t.Errorf("balance of a lot whose mass is another's too: %s", other)
		}
	})
}

// A request's lots are read like those of records. A text that may name several is refused with
// advice on how to write it, unless a lot has exactly that name.
func TestRecallReadsLotsAsRecordsDo(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-R-1, VIT-R-2"}`)
		c.create(receiving, "S-1", `{"loteOrigem":"VIT-R-1 ou VIT-R-2","volume":"10 t"}`)
		made := decode[shippedReport](t, "two", c.post("/rastreio/recall", `{"lotes":["VIT-R-1, VIT-R-2"]}`).ok(201).Data)
		if strings.Join(made.LotesIniciais, " ") != "VIT-R-1 VIT-R-2" {
			t.Errorf("two lots in one text: %v", made.LotesIniciais)
		}
		refused := string(c.post("/rastreio/recall", `{"lotes":["VIT-R-1 ou VIT-R-2"]}`).fails(http.StatusUnprocessableEntity, "DADOS_INVALIDOS").body)
		if !strings.Contains(refused, `LOTES_A_SEPARAR`) || !strings.Contains(refused, `separe-os com vírgulas`) {
			t.Errorf("refused with %s", refused)
		}
		c.create(naming, "S-1", `{"codigoLote":"VIT-R-3 da VIT-R-4"}`)
		c.post("/rastreio/recall", `{"lotes":["VIT-R-3 da VIT-R-4"]}`).ok(201)
	})
}

// A possible mention describes its record: the day and the text around the code. Erasing the record
// removes both.
func TestRecallQuotesPossibleMentions(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-Q-1"}`)
		first := c.create(receiving, "S-1", `{"loteOrigem":"soja VIT-Q-1 a VIT-Q-3","dataHoraRecebimento":"2026-02-03"}`)
		c.create(receiving, "S-1", `{"loteOrigem":"VIT-Q-1 ou VIT-Q-9"}`)
		made := decode[shippedReport](t, "made", c.post("/rastreio/recall", `{"lotes":["VIT-Q-1"]}`).ok(201).Data)
		if m := made.MencoesPossiveis; len(m) != 2 || m[0].Texto != "soja VIT-Q-1 a VIT-Q-3" || m[0].Data != "2026-02-03" || m[1].Texto != "VIT-Q-1 ou VIT-Q-9" || m[1].Data != "" {
			t.Fatalf("mentions: %+v", m)
		}
		c.post(receiving+"/"+first.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		now := decode[shippedReport](t, "erased", c.get("/rastreio/recall/"+made.Relatorio.ID).ok(200).Data)
		if m := now.MencoesPossiveis; len(m) != 2 || !m[0].Expurgado && !m[1].Expurgado || m[0].Expurgado && (m[0].Texto != "" || m[0].Data != "") || m[1].Expurgado && (m[1].Texto != "" || m[1].Data != "") {
			t.Errorf("after an erasure: %+v", m)
		}
	})
}

// Reception and storage describe the same grain: of a lot of 36 000 kg a holder received 36 000 kg.
// Erasing the reception leaves what the storage says.
func TestRecallCountsEachKilogramOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-K-1"}`)
		received := c.create(receiving, "S-1", `{"loteOrigem":"VIT-K-1","volume":"36.000 kg"}`)
		c.create("/armazenamento/armazenamento", "S-1", `{"loteOrigem":"VIT-K-1","volume":"36.000 kg"}`)
		c.create(transport, "S-1", `{"loteOrigem":"VIT-K-1","volumeTransportado":35900,"identificacaoTransporte":"ABC1C34"}`)
		c.create(transport, "S-1", `{"loteOrigem":"VIT-K-1","volumeTransportado":35800,"identificacaoTransporte":"IMO 9321483"}`)
		made := string(c.post("/rastreio/recall", `{"lotes":["VIT-K-1"]}`).ok(201).Data)
		for _, want := range []string{`"recebidoKg":36000`, `"etapas":{"armazenamentoKg":36000,"recebimentoKg":36000}`, `"embarcadoKg":35900`} {
			if !strings.Contains(made, want) {
				t.Errorf("no %s in %s", want, made)
			}
		}
		report := decode[shippedReport](t, "made", []byte(made)).Relatorio.ID
		csv := string(c.get("/rastreio/recall/" + report + "?formato=csv").body)
		if !strings.Contains(csv, "detentor,,,VIT-K-1,36000,") {
			t.Errorf("the CSV:\n%s", csv)
		}
		c.post(receiving+"/"+received.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		left := string(c.get("/rastreio/recall/" + report).ok(200).Data)
		for _, want := range []string{`"recebidoKg":36000`, `"recebidoParcial":true`, `"etapas":{"armazenamentoKg":36000,"recebimentoKg":null}`} {
			if !strings.Contains(left, want) {
				t.Errorf("after the erasure: no %s in %s", want, left)
			}
		}
	})
}
