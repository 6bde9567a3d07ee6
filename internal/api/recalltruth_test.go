package api_test

import (
	"strings"
	"testing"
)

// heldReport is what a recall says about who received the lots.
type heldReport struct {
	Motivo          string
	MotivoExpurgado bool
	Restrito        bool
	Detentores      []struct {
		Registros       int
		RecebidoKg      *float64
		RecebidoParcial bool
		Expurgado       bool
	}
	Expurgos  []struct{ Antes bool }
	Relatorio struct{ ID, Assinatura string }
}

const transport = "/logisticaExportacao/transporteExportacao"

// A load of several lots counts once, with its mass if all of them are recalled. If only some are,
// the received mass is unknown, not zero.
func TestRecallWeighsALoadOfSeveralLots(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"VIT-M-1, VIT-M-2, VIT-M-3"}`)
		load := c.create(receiving, "S-1", `{"loteOrigem":"VIT-M-1, VIT-M-2","volume":"36.000 kg"}`)
		const unknown = -1
		recall := func(lots string, records int, kg float64, partial bool) heldReport {
			t.Helper()
			got := decode[heldReport](t, lots, c.post("/rastreio/recall", `{"lotes":[`+lots+`]}`).ok(201).Data)
			if len(got.Detentores) != 1 {
				t.Fatalf("recall of %s: %+v", lots, got)
			}
			h, received := got.Detentores[0], float64(unknown)
			if h.RecebidoKg != nil {
				received = *h.RecebidoKg
			}
			if h.Registros != records || received != kg || h.RecebidoParcial != partial {
				t.Errorf("recall of %s: %d records, %v kg, partial %t; want %d, %v, %t", lots, h.Registros, received, h.RecebidoParcial, records, kg, partial)
			}
			return got
		}
		recall(`"VIT-M-1","VIT-M-2"`, 1, 36000, false)
		recall(`"VIT-M-1"`, 1, unknown, true)
		c.create(receiving, "S-1", `{"loteOrigem":"VIT-M-3","volume":"10 t"}`)
		both := recall(`"VIT-M-1","VIT-M-2","VIT-M-3"`, 2, 46000, false)
		some := recall(`"VIT-M-1","VIT-M-3"`, 2, 10000, true)
		c.create(receiving, "S-1", `{"loteOrigem":"VIT-M-3"}`)
		recall(`"VIT-M-3"`, 2, 10000, true)

		// An erasure subtracts the load's mass, which was counted in the same way.
		c.post(receiving+"/"+load.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		for _, made := range []heldReport{both, some} {
			now := decode[heldReport](t, "after", c.get("/rastreio/recall/"+made.Relatorio.ID).ok(200).Data)
			if h := now.Detentores[0]; h.Expurgado || h.Registros != 1 || h.RecebidoKg == nil || *h.RecebidoKg != 10000 {
				t.Errorf("after the erasure: %+v", h)
			}
		}
		recall(`"VIT-M-2","VIT-M-3"`, 2, 10000, true)
	})
}

// The signed text says why a report may be incomplete: what the key may not see, and what was
// erased.
func TestSignedRecallSaysItsLimits(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-1", `{"codigoLote":"L-1"}`)
		recall := func(c client) heldReport {
			return decode[heldReport](t, "recall", c.post("/rastreio/recall", `{"lotes":["L-1"]}`).ok(201).Data)
		}
		for _, limit := range []string{"restrito", "truncado", "expurgos"} {
			if whole := recall(c).Relatorio.Assinatura; strings.Contains(whole, limit) {
				t.Errorf("a whole report says %s: %s", limit, whole)
			}
		}
		gone := c.create(transport, "S-2", `{"loteOrigem":"L-1"}`)
		limited := c.newKey(`{"safras":["S-1"]}`)
		if got := recall(limited); !got.Restrito || !strings.Contains(got.Relatorio.Assinatura, "\nembarques 0\nrestrito true\n") {
			t.Errorf("a limited key signs %s", got.Relatorio.Assinatura)
		}
		if csv := limited.post("/rastreio/recall?formato=csv", `{"lotes":["L-1"]}`); !strings.Contains(string(csv.body), "\nlimite,restrito,") {
			t.Errorf("CSV: %s", csv.body)
		}
		since := recall(c)
		c.post(transport+"/"+gone.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		if got := recall(c).Relatorio.Assinatura; !strings.Contains(got, "\nexpurgos 1\nexpurgos-antes 1\n") {
			t.Errorf("a recall after an erasure signs %s", got)
		}
		if got := c.get("/rastreio/recall/" + since.Relatorio.ID + "?formato=assinado").ok(200).body; !strings.Contains(string(got), "\nversao 2\n") || !strings.Contains(string(got), "\nexpurgos 1\n") {
			t.Errorf("a recall before an erasure signs %s", got)
		}
	})
}

// A reason that quotes an erased record goes with it, though the report covers that
// record nowhere else. One that only names a lot that others name too stays.
func TestErasureReachesTheReasonOfARecall(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		const person = "Maria Zqxwjvk, CPF 529.982.247-25"
		c.create(naming, "S-1", `{"codigoLote":"L-1"}`)
		named := c.create(planning, "S-1", `{"produtor":"`+person+`"}`)
		shipped := c.create(transport, "S-1", `{"loteOrigem":"L-1","destino":"NLRTM"}`)
		recall := func(reason string) string {
			return decode[heldReport](t, reason, c.post("/rastreio/recall", `{"motivo":"`+reason+`","lotes":["L-1"]}`).ok(201).Data).Relatorio.ID
		}
		quoting, naming := recall("queixa de "+strings.ToUpper(person)), recall("salmonela no lote L-1")
		c.post(planning+"/"+named.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		c.post(transport+"/"+shipped.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		got := decode[heldReport](t, "quoting", c.get("/rastreio/recall/"+quoting).ok(200).Data)
		if got.Motivo != "" || !got.MotivoExpurgado || len(got.Expurgos) != 2 {
			t.Errorf("after the erasure: %+v", got)
		}
		if got := decode[heldReport](t, "naming", c.get("/rastreio/recall/"+naming).ok(200).Data); got.Motivo != "salmonela no lote L-1" || got.MotivoExpurgado {
			t.Errorf("a reason that quotes nothing: %+v", got)
		}
	})
}

// A reason that identifies an erased record is removed from the reports of other harvests too. One
// plain word identifies nobody, and a key limited to a harvest removes nothing from others'
// reports.
func TestErasureReachesTheReasonsOfOtherHarvests(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(naming, "S-2", `{"codigoLote":"L-2"}`)
		person := func(harvest string) string {
			return planning + "/" + c.create(planning, harvest, `{"produtor":"Maria Zqxwjvk","cultura":"SOJA","observacoes":"salmonela"}`).ID + "/expurgo"
		}
		read := func(id string) heldReport {
			return decode[heldReport](t, id, c.get("/rastreio/recall/"+id).ok(200).Data)
		}
		var ids []string
		for _, reason := range []string{"queixa de MARIA ZQXWJVK (produtora)", "salmonela na SOJA", "Maria Zqxwjvkson"} {
			ids = append(ids, decode[heldReport](t, reason, c.post("/rastreio/recall", `{"motivo":"`+reason+`","lotes":["L-2"]}`).ok(201).Data).Relatorio.ID)
		}

		own := c.newKey(`{"nome":"S-1","escopos":["leitura","escrita","admin"],"safras":["S-1"]}`)
		own.post(person("S-1"), `{"motivo":"pedido"}`).ok(200)
		if got := read(ids[0]); got.Motivo == "" || got.MotivoExpurgado {
			t.Errorf("a key of one harvest took the reason out of the report of another: %+v", got)
		}
		c.post(person("S-1"), `{"motivo":"pedido do titular"}`).ok(200)
		if got := read(ids[0]); got.Motivo != "" || !got.MotivoExpurgado || len(got.Expurgos) != 1 {
			t.Errorf("after the erasure: %+v", got)
		}
		for _, id := range ids[1:] {
			if got := read(id); got.Motivo == "" || got.MotivoExpurgado || len(got.Expurgos) != 0 {
				t.Errorf("a reason that does not identify the record: %+v", got)
			}
		}
	})
}
