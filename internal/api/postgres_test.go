package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// onPostgres puts a server on a fresh PostgreSQL database.
func onPostgres(s *settings) { s.store = ready.PostgreSQL }

// The same flows on the other engine. The store's suite tests the differences; this test checks
// that the whole gives the same answers.
func TestPostgres(t *testing.T) {
	t.Parallel()
	c := start(t, onPostgres)
	for _, k := range kind.All {
		payload := payloadOf(k)
		r := c.create(k.Prefix, "2024/25 café", payload)
		if got := c.put(k.Prefix, entity("2024/25 café", payload)).ok(200).record(); got.ID != r.ID || got.Versao != 2 {
			t.Errorf("%s: changed %s to version %d", k.Prefix, got.ID, got.Versao)
		}
		c.get(k.Prefix+"/"+r.ID).ok(200).has("ETag", `"2"`)
		if p := c.get(k.Prefix + "/safra/" + url.PathEscape("2024/25 café")).records(); p.total() != 1 || p.Content[0].ID != r.ID {
			t.Errorf("%s: %+v", k.Prefix, p)
		}
	}
	newest := reversed(c.fill(7))
	p := c.get(planting + "?size=5").records()
	same(t, "first page", ids(p.Content), newest[:5])
	same(t, "second page", ids(c.get(planting + "?size=5&cursor=" + *p.Next).records().Content)[:2], newest[5:])

	body := entity("S-1", `{}`)
	first := c.post(planting, body, "Idempotency-Key: a").ok(201)
	again := c.post(planting, body, "Idempotency-Key: a").ok(201).has("Idempotent-Replayed", "true")
	if string(first.body) != string(again.body) {
		t.Errorf("%s\nagain %s", first.body, again.body)
	}
	c.post(planting, entity("S-2", `{}`), "Idempotency-Key: a").fails(422, "IDEMPOTENCIA_DIVERGENTE")

	v := c.create(validations, "S-1", `{"cultura":"SOJA"}`)
	if v.Cobertura.Registros != 1 || v.Completude.Total != 9 {
		t.Errorf("validation %+v", v)
	}
	c.get("/validacao/qrcode/"+v.Codigo, "Accept: image/png").ok(200)
	c.post(validations, entity("S-1", `{"codigo":"`+v.Codigo+`"}`)).fails(409, "CODIGO_EM_USO")
	c.put(planting, entity("S-1", `{}`), `If-Match: "7"`).fails(412, "VERSAO_DESATUALIZADA")
	c.delete(planting + "/" + first.record().ID).ok(200)
	c.get(planting+"/"+first.record().ID).fails(404, "REGISTRO_NAO_ENCONTRADO")

	key := c.newKey(`{"safras":["S-1"]}`)
	key.get(planting+"/safra/S-2").fails(403, "SAFRA_NAO_PERMITIDA")
	c.post("/fase/all", `[{"cultura":"UVA","etapa":"11","nome":"a"},{"cultura":"UVA","etapa":"11","nome":"Á"}]`).fails(409, "FASE_JA_EXISTE")
	same(t, "none of them", steps(c.get("/fase/cultura/UVA/etapa/11").phases().Content), nil)
}

// Cursors cannot be forged: not from the text of the list's former cursors, nor for another list or
// key. Servers of one store accept each other's cursors, and a new key of the store keeps those of
// the previous one valid.
func TestAttackForgedCursors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(name, func(t *testing.T) {
			c := c.in(t)
			c.fill(3)
			order := trace.NewOrder([]trace.Term{{Field: trace.ByHarvest}})
			forge := func(payload string) string {
				sum := sha256.Sum256([]byte(planting + "\x00\x00" + order.String() + "\x00" + payload))
				return base64.RawURLEncoding.EncodeToString(slices.Concat([]byte{1}, sum[:8], []byte(payload)))
			}
			for _, payload := range []string{`["S-001","` + someID + `"]`, `["' OR ''='","` + someID + `"]`, `["\u0000","` + someID + `"]`, `{}`, ``} {
				c.get(planting+"?sort=safraId&cursor="+forge(payload)).fails(400, "CURSOR_INVALIDO")
			}

			// The codes of others' lots that a page looked at are not in its cursor.
			for i := range 30 {
				c.create("/colheitaIdentificacaoProducao/identificacaoLote", "B", fmt.Sprintf(`{"codigoLote":"VIT-L-%d"}`, i))
			}
			next := *c.get("/lotes?size=5").records().Next
			if raw, err := base64.RawURLEncoding.DecodeString(next); err != nil || strings.Contains(string(raw), "VIT") {
				t.Errorf("a cursor can be read: %q, %v", raw, err)
			}
			c.newKey(`{"safras":["A"]}`).get("/lotes?size=5&cursor="+next).fails(400, "CURSOR_INVALIDO")
			if err := c.service.RotateCursorKey(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.get("/lotes?size=5&cursor=" + next).ok(200)
			c.clock.Advance(31 * 24 * hour)
			if err := c.service.RotateCursorKey(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.get("/lotes?size=5&cursor="+next).fails(400, "CURSOR_INVALIDO")
		})
	}
}
