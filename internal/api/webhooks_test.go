package api_test

import (
	"strings"
	"testing"
)

type webhookAnswer struct {
	ID, URL, Descricao, Chave, Segredo, ChavePublica, DesativadoPor string
	Versao                                                          int64
	Ativo                                                           bool
}

// A webhook is created, read, changed, given another secret, and deleted. Its secret is shown once,
// at its creation.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		const body = `{"url":"https://erp.example.com/in","descricao":"ERP","tipos":["rastro.registro.criado"]}`
		first := c.post("/webhooks", body, "Idempotency-Key: h1").ok(201)
		made := decode[webhookAnswer](t, "a webhook", first.Data)
		if !strings.HasPrefix(made.Segredo, "whsec_") || !strings.HasPrefix(made.ChavePublica, "whpk_") || !made.Ativo {
			t.Fatalf("%+v", made)
		}
		if again := c.post("/webhooks", body, "Idempotency-Key: h1").ok(201); string(again.Data) != string(first.Data) {
			t.Errorf("repeated: %s", again.Data)
		}
		path := "/webhooks/" + made.ID
		for _, answer := range []string{string(c.get(path).ok(200).Data), string(c.get("/webhooks").ok(200).Data)} {
			if strings.Contains(answer, "whsec_") || !strings.Contains(answer, made.ID) {
				t.Error(answer)
			}
		}
		changed := decode[webhookAnswer](t, "changed", c.put(path, `{"url":"https://erp.example.com/other"}`, `If-Match: "1"`).ok(200).Data)
		if changed.Versao != 2 || changed.URL != "https://erp.example.com/other" || changed.Chave != made.Chave {
			t.Errorf("%+v", changed)
		}
		c.put(path, `{"url":"https://erp.example.com/other"}`, `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
		rotated := decode[webhookAnswer](t, "rotated", c.post(path+"/segredo", "").ok(200).Data)
		if rotated.Segredo == made.Segredo || !strings.HasPrefix(rotated.Segredo, "whsec_") {
			t.Errorf("%+v", rotated)
		}
		c.get(path + "/entregas").ok(200)
		c.get(path + "/entregas?situacao=falhou&size=1").ok(200)
		c.get(path+"/entregas?situacao=x").fails(400, "PARAMETRO_INVALIDO")
		c.get(path+"/entregas?cursor=x").fails(400, "CURSOR_INVALIDO")
		c.post(path+"/entregas/0/reenvio", "").fails(404, "ENTREGA_NAO_ENCONTRADA")
		c.post(path+"/recuperar", `{"desde":0}`).ok(200)
		c.post(path+"/recuperar", `{"desde":99999999}`).fails(409, "LOG_MENOR_QUE_O_CURSOR")
		c.post(path+"/recuperar", `{"desde":"ontem"}`).fails(422, "DADOS_INVALIDOS")
		c.post(path+"/ativar", "").ok(200)
		c.post("/webhooks", `{"url":"https://10.0.0.1/"}`).fails(422, "WEBHOOK_DESTINO_PROIBIDO")
		c.post("/webhooks", `{"url":"https://erp.example.com","tipos":["nada"]}`).fails(422, "DADOS_INVALIDOS")
		reader := c.newKey(`{"nome":"leitor","escopos":["leitura"]}`)
		reader.get("/webhooks").fails(403, "SEM_PERMISSAO")
		c.delete(path).ok(200)
		c.get(path).fails(404, "WEBHOOK_NAO_ENCONTRADO")
	})
}
