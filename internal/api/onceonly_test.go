package api_test

import (
	"strings"
	"sync"
	"testing"
)

// A client that got no answer sends a recall, or the decision on a dispute, again
// under the same Idempotency-Key. It happens once, and the second answer says so.
func TestRecallsAndDecisionsHappenOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"L-1"}`)
		c.create(validations, "S-1", `{"gtin":"7891234567895"}`)
		rival := c.newKey(`{"nome":"rival","safras":["S-2"]}`)
		rival.create(naming, "S-2", `{"codigoLote":"L-1"}`)
		rival.create(validations, "S-2", `{"gtin":"7891234567895"}`)
		for _, row := range []struct{ path, body, other string }{
			{"/rastreio/recall", `{"motivo":"salmonela","lotes":["L-1"]}`, `{"motivo":"outro","lotes":["L-1"]}`},
			{"/lotes/L-1/titular", `{"safraId":"S-1","motivo":"contrato"}`, `{"safraId":"S-1","motivo":"outro"}`},
			{"/gtin/7891234567895/titular", `{"safraId":"S-1","motivo":"contrato"}`, `{"safraId":"S-1","motivo":"outro"}`},
		} {
			name := "Idempotency-Key: " + row.path
			first := c.post(row.path, row.body, name).ok(201).has("Idempotent-Replayed", "")
			again := c.post(row.path, row.body, name).ok(201).has("Idempotent-Replayed", "true")
			if string(first.Data) != string(again.Data) {
				t.Errorf("POST %s: first %s, again %s", row.path, first.Data, again.Data)
			}
			c.post(row.path, row.other, name).fails(422, "IDEMPOTENCIA_DIVERGENTE")
			c.post(row.path, row.body, "Idempotency-Key: \u00e7").fails(400, "PARAMETRO_INVALIDO")
		}
		var sent sync.WaitGroup
		var reports [8]string
		for i := range reports { // at once
			sent.Go(func() {
				got := c.post("/rastreio/recall", `{"lotes":["L-1"]}`, "Idempotency-Key: juntos").ok(201)
				reports[i] = string(got.Data) // with the id of the report
			})
		}
		sent.Wait()
		for _, report := range reports {
			if report == "" || report != reports[0] {
				t.Errorf("one Idempotency-Key made the recalls %q", reports)
				break
			}
		}
	})
}

// A recall that is repeated after an erasure gets its report in its current form.
func TestRepeatedRecallAfterAnErasure(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"L-1"}`)
		gone := c.create("/logisticaExportacao/transporteExportacao", "S-1", `{"loteOrigem":"L-1","destino":"NLRTM"}`)
		ask := func() answer {
			return c.post("/rastreio/recall", `{"motivo":"salmonela","lotes":["L-1"]}`, "Idempotency-Key: r").ok(201)
		}
		first := decode[struct{ Relatorio struct{ ID string } }](t, "the first", ask().Data)
		c.post("/logisticaExportacao/transporteExportacao/"+gone.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		answered := ask().has("Idempotent-Replayed", "true")
		again := decode[struct{ Relatorio struct{ ID string } }](t, "again", answered.Data)
		if again != first || strings.Contains(string(answered.body), "NLRTM") || !strings.Contains(string(answered.body), gone.ID) {
			t.Errorf("repeated, the recall %s is %s", first.Relatorio.ID, answered.body)
		}
	})
}

// A recall that is sent twice, by a double click or by a client that got no answer, stores one
// report as long as its content would be the same. This also holds for simultaneous requests, and
// without an Idempotency-Key.
func TestRecallSentTwiceStoresOneReport(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"L-1"}`)
		const body = `{"motivo":"salmonela","lotes":["L-1"]}`
		id := func(a answer) string {
			return decode[struct{ Relatorio struct{ ID string } }](t, "a recall", a.Data).Relatorio.ID
		}
		var sent sync.WaitGroup
		var reports [4]string
		for i := range reports {
			sent.Go(func() { reports[i] = id(c.post("/rastreio/recall", body).ok(201)) })
		}
		sent.Wait()
		first := reports[0]
		for _, report := range reports {
			if report != first {
				t.Fatalf("sent at once, the reports are %q", reports)
			}
		}
		again := c.post("/rastreio/recall", body, "Idempotency-Key: depois").ok(201).has("Idempotent-Replayed", "true")
		if id(again) != first {
			t.Errorf("sent again: %s, want %s", id(again), first)
		}
		c.post("/rastreio/recall", `{"motivo":"outro","lotes":["L-1"]}`, "Idempotency-Key: depois").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		other := c.newKey(`{"nome":"outra"}`)
		for name, got := range map[string]answer{
			"another reason": c.post("/rastreio/recall", `{"motivo":"vidro","lotes":["L-1"]}`),
			"another key":    other.post("/rastreio/recall", body),
		} {
			if id(got.ok(201).has("Idempotent-Replayed", "")) == first {
				t.Errorf("%s: the same report", name)
			}
		}
		c.create(transport, "S-1", `{"loteOrigem":"L-1","volumeTransportado":9000}`)
		if changed := id(c.post("/rastreio/recall", body).ok(201).has("Idempotent-Replayed", "")); changed == first {
			t.Error("the lot was shipped since, and the report is the old one")
		}
	})
}
