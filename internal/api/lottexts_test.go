package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Every code that a field of lots names is recalled with its shipment, however the list is written.
// What cannot be read with certainty is reported.
func TestAttackListedLotEscapesARecall(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		const shipping = "/logisticaExportacao/transporteExportacao"
		many := make([]string, 1150)
		for i := range many {
			many[i] = fmt.Sprintf("X%d", i)
		}
		for lot, written := range map[string]string{
			"31100001": "31100002,31100001",
			"20250006": "20250006 / 20250007",
			"AB-5":     "AB-5 (3.000 kg) AB-6 (2.000 kg)",
			"AB-9":     `AB-10\tAB-9`,
			"AB-13":    "AB-14&AB-13",
			"AB-15":    "[AB-15]",
			"AB-17":    "AB-17 50%; AB-18 50%",
			"AB-20":    "AB-19 AB-20",
			"L 10":     "L 11 & L 10",
			"AB-16":    `\"AB-16\"`,
			"ZA-1":     "ZA-1, " + strings.Repeat("ç", 2600),
			"Z9":       strings.Join(many, ";")[:4990] + ";Z9",
		} {
			c.create(identifying, "S-VIT", `{"codigoLote":"`+lot+`"}`)
			shipped := c.create(shipping, "S-VIT", `{"loteOrigem":"`+written+`","volumeTransportado":5000}`)
			report := decode[recalledLots](t, lot, c.post("/rastreio/recall", `{"lotes":["`+lot+`"],"motivo":"teste"}`).ok(201).Data)
			if !slices.ContainsFunc(report.Embarques, func(e struct{ Registro struct{ ID string } }) bool { return e.Registro.ID == shipped.ID }) {
				t.Errorf("the recall of %s misses the shipment of %.40q", lot, written)
			}
		}
		a := c.post(shipping, entity("S-VIT", `{"loteOrigem":"AB-21 AB-22"}`)).ok(201)
		if !strings.Contains(string(a.body), "LOTE_NAO_LIDO") {
			t.Errorf("codes with only a space between them: %s", a.body)
		}
		in, out := strings.Join(many[:400], ","), strings.ReplaceAll(strings.Join(many[:400], ","), "X", "Y")
		c.post("/posColheita/beneficiamento", entity("S-VIT", `{"loteEntrada":"`+in+`","loteSaida":"`+out+`"}`)).fails(422, "LOTES_DEMAIS")
	})
}

// Words for the absence of a lot, and masses without a unit, are not lots: they are reported, and
// do not connect two parties. "LOTE Nº 45/2025" is the lot 45/2025.
func TestWordsForNoLotJoinNobody(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		for _, written := range []string{"S/N", "sem lote", "sem número", "não informado", "n/a", "???", "---", "1.234,50"} {
			for _, harvest := range []string{"COOP-A", "COOP-B"} {
				if a := c.post(identifying, entity(harvest, `{"codigoLote":"`+written+`"}`)).ok(201); !strings.Contains(string(a.body), "LOTE_NAO_LIDO") {
					t.Errorf("the lot %q passes in silence: %s", written, a.body)
				}
			}
		}
		if lots := c.get("/lotes").ok(200); strings.Contains(string(lots.body), `"codigo"`) {
			t.Errorf("lots that are none: %s", lots.body)
		}
		c.get("/rastreio/lote/S%2FN").fails(404, "LOTE_NAO_ENCONTRADO")
		c.create(identifying, "COOP-A", `{"codigoLote":"LOTE Nº 45/2025"}`)
		c.get("/rastreio/lote/45%2F2025").ok(200)
		c.get("/rastreio/lote/Lote%20n%C2%BA%2045%2F2025").ok(200)
	})
}
