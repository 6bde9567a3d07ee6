package api_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// A key limited to a harvest stays limited to it as an admin: it grants, sees, deactivates and
// erases no more than it has rights to.
func TestAttackLimitedAdmin(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(engine, func(t *testing.T) {
			c := c.in(t)
			mine, theirs := c.create(planting, "A", `{}`), c.create(planting, "B", `{}`)
			stored := c.create(receiving, "A", `{}`)
			rival := c.newKey(`{"nome":"rival","escopos":["leitura"],"safras":["B"]}`)
			peer := c.newKey(`{"nome":"peer","escopos":["leitura"],"safras":["A"],"fases":["02"]}`)
			ends := testkit.Epoch.Add(48 * hour).Format(time.RFC3339)
			admin := c.newKey(`{"nome":"limited","escopos":["leitura","admin"],"safras":["A"],"fases":["02"],"expiraEm":"` + ends + `"}`)

			for _, asked := range []string{
				`{"escopos":["escrita"]}`, `{"safras":["B"]}`, `{"safras":["A","B"]}`, `{"fases":["06"]}`, `{"expiraEm":"2099-01-01"}`, `{"organizacao":"rival"}`,
			} {
				admin.post("/apikey", asked).fails(403, "CHAVE_EXCEDE_LIMITES")
			}
			made := admin.createKey(`{"nome":"made"}`)
			if strings.Join(made.Escopos, ",") != "leitura" || strings.Join(made.Safras, ",") != "A" || strings.Join(made.Fases, ",") != "02" || made.ExpiraEm == nil || made.Organizacao != admin.access {
				t.Errorf("what it leaves out is not its own limit: %+v", made)
			}

			var seen []string
			for _, k := range admin.keys() {
				seen = append(seen, k.Nome)
			}
			same(t, "keys that it sees", seen, []string{"peer", "limited", "made"})
			for _, access := range []string{rootAccess, rival.access, "rk_nada"} {
				admin.delete("/apikey/"+access).fails(404, "CHAVE_NAO_ENCONTRADA")
			}
			admin.delete("/apikey/" + peer.access).ok(200)
			rival.get(planting).ok(200)

			for _, id := range []string{theirs.ID, someID} {
				admin.post(planting+"/"+id+"/expurgo", `{"motivo":"x"}`).fails(404, "REGISTRO_NAO_ENCONTRADO")
			}
			admin.post(receiving+"/"+stored.ID+"/expurgo", `{"motivo":"x"}`).fails(403, "FASE_NAO_PERMITIDA")
			admin.post(planting+"/"+mine.ID+"/expurgo", `{"motivo":"x"}`).ok(200)

			admin.post("/fase", `{"cultura":"SOJA","etapa":"02","nome":"x"}`).fails(403, "CHAVE_LIMITADA")
			entry := c.get("/fase/cultura/SOJA/etapa/06").phases().Content[0]
			admin.delete("/fase/"+entry.ID).fails(403, "CHAVE_LIMITADA")
			phased := c.newKey(`{"escopos":["admin"],"fases":["02"]}`)
			phased.delete("/fase/"+entry.ID).fails(403, "FASE_NAO_PERMITIDA")
			phased.post("/fase", `{"cultura":"SOJA","etapa":"06","nome":"x"}`).fails(403, "FASE_NAO_PERMITIDA")
			phased.post("/fase", `{"cultura":"SOJA","etapa":"02","nome":"x"}`).ok(201)

			// Neither limited admins nor one that expires count as the last admin.
			passing := c.newKey(`{"nome":"passing","escopos":["leitura","escrita","admin"],"expiraEm":"` + ends + `"}`)
			passing.delete("/apikey/"+rootAccess).fails(409, "ULTIMA_CHAVE_ADMIN")
			c.delete("/apikey/"+rootAccess).fails(409, "ULTIMA_CHAVE_ADMIN")
		})
	}
}

// A write-only key gets back only what it sent, and nothing from others.
func TestAttackWriteOnlyKeyReadsNothing(t *testing.T) {
	t.Parallel()
	const secret = "SEGREDO-DO-VIZINHO"
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(engine, func(t *testing.T) {
			c := c.in(t)
			owner := c.newKey(`{"organizacao":"` + secret + `"}`)
			writer := c.newKey(`{"escopos":["escrita"],"safras":["S"]}`)
			made := func(prefix, payload string) record {
				return owner.post(prefix, `{"safraId":"S","safraCodigo":"`+secret+`","dados":`+payload+`}`).ok(201).record()
			}
			one := made(planting, `{"observacao":"`+secret+`"}`)
			plot := made(planning, `{"cultura":"SOJA","nome":"`+secret+`","poligono":[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54]]}`)
			validated := made(validations, `{"responsavel":"`+secret+`"}`)
			gone := made(receiving, `{}`)
			c.post(receiving+"/"+gone.ID+"/expurgo", `{"motivo":"`+secret+`"}`).ok(200)
			for _, a := range []answer{
				writer.put(planting, entity("S", `{"observacao":"meu"}`)).ok(200),
				writer.put(validations, entity("S", `{"status":"APROVADO"}`)).ok(200),
				writer.post(validations, entity("S", `{"status":"APROVADO"}`)).ok(201),
				writer.delete(planting + "/" + one.ID).ok(200), writer.delete(planning + "/" + plot.ID).ok(200), writer.delete(validations + "/" + validated.ID).ok(200),
				writer.delete(receiving+"/"+gone.ID).fails(410, "REGISTRO_EXPURGADO"),
			} {
				if strings.Contains(string(a.body), secret) || strings.Contains(string(a.body), "relatorio") {
					t.Errorf("%s tells a key that only writes: %s", a.request, a.body)
				}
			}
			made(planting, `{}`)
			second := made(planting, `{}`)
			if a := writer.put(planting, entity("S", `{}`)).fails(409, "REGISTRO_AMBIGUO"); strings.Contains(string(a.body), second.ID) {
				t.Errorf("a key that only writes is told of ids: %s", a.body)
			}
		})
	}
}

// The state of another harvest's record makes no difference to a key that may not read it: it does
// not even learn of an erasure, its author or its reason.
func TestAttackExistenceByID(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(engine, func(t *testing.T) {
			c := c.in(t)
			live, deleted, erased := c.create(planting, "B", `{}`), c.create(planting, "B", `{}`), c.create(planting, "B", `{}`)
			c.delete(planting + "/" + deleted.ID).ok(200)
			c.post(planting+"/"+erased.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
			key := c.newKey(`{"escopos":["leitura","escrita","admin"],"safras":["A"]}`)
			for _, id := range []string{live.ID, deleted.ID, erased.ID, someID} {
				path := planting + "/" + id
				for _, a := range []answer{
					key.get(path), key.get(path + "?em=" + testkit.Epoch.Format(time.RFC3339)), key.get(path + "/historico"), key.get(path + "/prova"), key.delete(path), key.delete(path, `If-Match: "9"`),
					key.put(planting+"?id="+id, entity("A", `{}`)), key.put(planting+"?id="+id, entity("A", `{}`), `If-Match: "9"`), key.post(path+"/expurgo", `{"motivo":"x"}`),
				} {
					a.fails(404, "REGISTRO_NAO_ENCONTRADO")
				}
				key.post("/rastreio/recall", `{"motivo":"x","talhoes":["`+id+`"]}`).fails(422, "DADOS_INVALIDOS")
			}
		})
	}
}
