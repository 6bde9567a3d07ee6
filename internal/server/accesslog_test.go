package server

import (
	"net/http"
	"strings"
	"testing"
)

// TestAccessLog makes requests with marks wherever a caller can put something,
// and looks for the marks in the log.
func TestAccessLog(t *testing.T) {
	s := start(t, nil)
	const query = "?segredo=MARCA-consulta"
	created := s.call("POST", planting+query, `{"safraId":"MARCA-safra","safraCodigo":"MARCA-codigo","dados":{"observacoes":"MARCA-corpo"}}`)
	id := created.envelope(t).Data.ID
	if created.StatusCode != http.StatusCreated || id == "" {
		t.Fatalf("create: %d %s", created.StatusCode, created.body)
	}
	other := func(method, target, body string, change func(http.Header)) *http.Request {
		r := s.request(method, target, body)
		r.Header.Set("Cookie", "sessao=MARCA-biscoito")
		r.Header.Set("User-Agent", "MARCA-agente")
		r.Header.Set("Referer", "http://MARCA-origem/")
		r.Header.Set("Idempotency-Key", "MARCA-idempotencia")
		if change != nil {
			change(r.Header)
		}
		return r
	}
	want := []accessLine{{Method: "POST", Route: planting, Status: 201, Key: s.key.AccessKey}}
	for _, c := range []struct {
		request *http.Request
		want    accessLine
	}{
		{other("GET", planting+"/"+id+query, "", nil), accessLine{Route: planting + "/{id}", Status: 200, Key: s.key.AccessKey}},
		{other("GET", planting+"/safra/MARCA-safra", "", nil), accessLine{Route: planting + "/safra/{id}", Status: 200, Key: s.key.AccessKey}},
		{other("PUT", planting+"?id="+id, `{"safraId":"MARCA-safra","dados":{"dataPlantio":["MARCA-corpo"]}}`, nil),
			accessLine{Route: planting, Status: 422, Key: s.key.AccessKey, Error: "DADOS_INVALIDOS"}},
		{other("POST", planting, `{"safraId":"MARCA-safra","dados":{"MARCA-campo":`, nil),
			accessLine{Route: planting, Status: 400, Key: s.key.AccessKey, Error: "JSON_INCOMPLETO"}},
		{other("GET", planting+"/MARCA-id", "", nil), accessLine{Route: planting + "/{id}", Status: 404, Key: s.key.AccessKey, Error: "ID_MALFORMADO"}},
		{other("GET", planting, "", func(h http.Header) { h.Set("X-API-SECRET-KEY", "MARCA-errada") }),
			accessLine{Route: planting, Status: 401, Error: "CHAVE_INVALIDA"}},
		{other("GET", planting, "", func(h http.Header) { h.Set("X-API-ACCESS-KEY", "MARCA-desconhecida") }),
			accessLine{Route: planting, Status: 401, Error: "CHAVE_INVALIDA"}},
		{other("GET", planting, "", func(h http.Header) {
			h.Del("X-API-ACCESS-KEY")
			h.Del("X-API-SECRET-KEY")
			h.Set("Authorization", "Bearer MARCA-portador")
		}), accessLine{Route: planting, Status: 401, Error: "CHAVE_INVALIDA"}},
		{other("POST", "/apikey", `{"nome":"MARCA-nome"}`, nil), accessLine{Route: "/apikey", Status: 201, Key: s.key.AccessKey}},
		{other("GET", "/MARCA-caminho/x", "", nil), accessLine{Route: "none", Status: 404, Error: "CAMINHO_NAO_ENCONTRADO"}},
		{other("PATCH", planting+"/"+id, "", nil), accessLine{Route: "none", Status: 405, Error: "METODO_NAO_PERMITIDO"}},
		{other("MARCAMETODO", planting, "", nil), accessLine{Method: "_OTHER", Route: "none", Status: 405, Error: "METODO_NAO_PERMITIDO"}},
		{other("GET", "/docs"+query, "", nil), accessLine{Route: "/docs", Status: 200}},
		{other("GET", "/metrics"+query, "", nil), accessLine{Route: "/metrics", Status: 200}},
		{other("DELETE", planting+"/"+id, "", nil), accessLine{Route: planting + "/{id}", Status: 200, Key: s.key.AccessKey}},
	} {
		s.do(c.request)
		if c.want.Method == "" {
			c.want.Method = c.request.Method
		}
		want = append(want, c.want)
	}
	lines := s.access(len(want))
	if len(lines) != len(want) {
		t.Fatalf("%d lines for %d requests", len(lines), len(want))
	}
	for i, line := range lines {
		if line.Bytes == nil || *line.Bytes == 0 || line.MS == nil || line.ID == "" {
			t.Errorf("line %d lacks bytes, time or id: %+v", i, line)
		}
		line.Bytes, line.MS, line.ID, line.Level, line.Msg = nil, nil, "", "", ""
		if line != want[i] {
			t.Errorf("line %d: got %+v, want %+v", i, line, want[i])
		}
	}
	log := s.log.String()
	for _, secret := range []string{"MARCA", "segredo", id, s.key.SecretKey} {
		if at := strings.Index(log, secret); at >= 0 {
			t.Errorf("the log tells %q: …%s…", secret, log[max(0, at-200):min(len(log), at+200)])
		}
	}
}
