package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/lineage"
)

// recalledLots is the part of a recall's report that the attack below needs.
type recalledLots struct {
	Lotes     []struct{ Codigo string }
	Embarques []struct{ Registro struct{ ID string } }
	Truncado  bool
	Relatorio struct{ ID, Assinatura string }
}

// TestAttackFloodedLot is the attack as it was found: a key limited to its own harvest imports rows
// that consume someone else's lot, more of them than a trace shows at once. Recall, trace, balance,
// EU file and dossier of that lot stay whole, for its owner and for the administrator.
func TestAttackFloodedLot(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-VIT", "VIT-L-9", "Ana", 1)
		const shipping = "/logisticaExportacao/transporteExportacao"
		shipments := []string{c.create(shipping, "S-VIT", `{"loteOrigem":"VIT-L-9","volumeTransportado":500,"destino":"NLRTM"}`).ID}
		victim := c.newKey(`{"nome":"vitima","escopos":["leitura","escrita"],"safras":["S-VIT"]}`)
		attacker := c.newKey(`{"nome":"atacante","escopos":["leitura","escrita"],"safras":["S-ATK"]}`)
		const rows = lineage.DefaultTraceLots + 500
		var file strings.Builder
		for i := range rows {
			fmt.Fprintf(&file, `{"safraId":"S-ATK","dados":{"loteEntrada":"VIT-L-9","loteSaida":"ATK-%d"}}`+"\n", i)
		}
		attacker.post("/posColheita/beneficiamento/all?modo=validas", file.String(), ndjson).ok(201)
		// What the victim does later comes after all of these rows.
		c.create("/posColheita/beneficiamento", "S-VIT", `{"loteEntrada":"VIT-L-9","loteSaida":"VIT-P-1"}`)
		shipments = append(shipments, c.create(shipping, "S-VIT", `{"loteOrigem":"VIT-P-1","volumeTransportado":500,"destino":"NLRTM"}`).ID)
		for _, who := range []struct {
			name string
			client
			lots int
		}{{"victim", victim, 2}, {"administrator", c, 2 + rows}} {
			report := decode[recalledLots](t, who.name, who.post("/rastreio/recall", `{"lotes":["VIT-L-9"],"motivo":"teste"}`).ok(201).Data)
			for _, id := range shipments {
				if !slices.ContainsFunc(report.Embarques, func(e struct{ Registro struct{ ID string } }) bool { return e.Registro.ID == id }) {
					t.Errorf("%s: the recall misses shipment %s", who.name, id)
				}
			}
			if len(report.Lotes) != who.lots || report.Truncado || report.Relatorio.Assinatura == "" {
				t.Errorf("%s: recall of %d lots, want %d; truncado %v, signed %v", who.name, len(report.Lotes), who.lots, report.Truncado, report.Relatorio.Assinatura != "")
			}
			who.get("/rastreio/recall/" + report.Relatorio.ID).ok(200)
			lots, shipped := 0, 0
			for path, more := "/rastreio/lote/VIT-L-9?direcao=destino", ""; ; {
				page := who.trace(path + more)
				lots, shipped = lots+len(page.keys("lote")), shipped+len(page.keys("embarque"))
				if page.Next == nil {
					if page.Truncado {
						t.Errorf("%s: the last page says that there is more", who.name)
					}
					break
				}
				more = "&cursor=" + *page.Next
			}
			if lots != who.lots || shipped != len(shipments) {
				t.Errorf("%s: trace of %d lots and %d shipments, want %d and %d", who.name, lots, shipped, who.lots, len(shipments))
			}
			balance := decode[struct {
				Lotes    []struct{ EmbarcadoKg float64 }
				Truncado bool
			}](t, who.name, who.get("/rastreio/lote/VIT-L-9/balanco").ok(200).Data)
			if balance.Truncado || len(balance.Lotes) != 1 || balance.Lotes[0].EmbarcadoKg != 500 {
				t.Errorf("%s: balance %+v", who.name, balance)
			}
			if ids, _ := featureIDs(t, who.get("/eudr/lote/VIT-L-9").ok(200)); len(ids) != 1 {
				t.Errorf("%s: the EU file has the plots %v", who.name, ids)
			}
			if flight := who.preflight("VIT-L-9"); !flight.Pronto || flight.situation("QUANTIDADE") == "FALTA" {
				t.Errorf("%s: pre-flight %+v", who.name, flight)
			}
			who.dossier("VIT-L-9")
		}
	})
}
