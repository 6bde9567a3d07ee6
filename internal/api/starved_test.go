package api_test

import (
	"testing"
	"time"
)

// A key that keeps writing about a lot cannot keep others from its dossier: they wait for one step
// of the log, not until the writing stops. The same goes for the proof of a record that someone
// keeps changing.
func TestAttackWriterStarvesADossier(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-VIT", "VIT-L-1", "Ana", 1)
		victim := c.newKey(`{"nome":"vitima","escopos":["leitura"],"safras":["S-VIT"]}`)
		writer := c.newKey(`{"nome":"atacante","escopos":["leitura","escrita"],"safras":["S-VIT","S-ATK"]}`)
		const receiving, harvest = "/armazenamento/recebimento", "S-VIT"
		changed := writer.create(receiving, harvest, `{"loteOrigem":"VIT-L-1","volume":"1 t"}`)
		for _, who := range []client{victim, c} {
			for _, path := range []string{"/eudr/lote/VIT-L-1/dossie.zip", receiving + "/" + changed.ID + "/prova"} {
				// On PostgreSQL the log also waits for older transactions, of other tests as well.
				for deadline := time.Now().Add(time.Minute); ; {
					c.integrate()
					writer.create(receiving, harvest, `{"loteOrigem":"VIT-L-1","volume":"1 t"}`)
					writer.put(receiving, `{"id":"`+changed.ID+`",`+entity(harvest, `{"loteOrigem":"VIT-L-1","volume":"2 t"}`)[1:]).ok(200)
					if a := who.get(path); a.status != 503 || time.Now().After(deadline) {
						a.ok(200)
						break
					}
				}
			}
		}
	})
}
