package api_test

import (
	"strings"
	"testing"

	"rastro/internal/api"
)

// HEAD answers as GET does, without the body.
func TestHead(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create("/validacao", "S-1", `{}`)
	for _, path := range []string{"/validacao", "/validacao/" + r.ID, "/validacao/safra/S-1", "/validacao/qrcode/" + r.Codigo, "/fase", "/apikey", "/healthz", "/openapi.json", "/validacao/" + someID} {
		get, head := c.get(path), c.do("HEAD", path, "")
		if head.status != get.status || len(head.body) > 0 {
			t.Errorf("HEAD %s: %d with %d bytes, GET %d", path, head.status, len(head.body), get.status)
		}
		for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Link"} {
			head.has(name, get.header.Get(name))
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	c := start(t).as("", "")
	for path, want := range map[string]string{
		planting: "GET, HEAD, POST, PUT, OPTIONS", planting + "/" + someID: "GET, HEAD, DELETE, OPTIONS", planting + "/safra/x": "GET, HEAD, OPTIONS",
		"/fase": "GET, HEAD, POST, PUT, OPTIONS", "/fase/all": "POST, DELETE, OPTIONS", "/apikey/x": "DELETE, OPTIONS", "/healthz": "GET, HEAD, OPTIONS",
	} {
		a := c.do("OPTIONS", path, "").ok(200).has("Allow", want).has("Access-Control-Allow-Methods", "")
		if got := `{"metodos":["` + strings.ReplaceAll(want, ", ", `","`) + `"]}`; string(a.Data) != got {
			t.Errorf("OPTIONS %s: %s, want %s", path, a.Data, got)
		}
	}
	c.do("OPTIONS", "/nada", "").fails(404, "CAMINHO_NAO_ENCONTRADO")
}

func TestWrongMethod(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct{ method, path, allow string }{
		{"PATCH", planting, "GET, HEAD, POST, PUT, OPTIONS"},
		{"DELETE", planting, "GET, HEAD, POST, PUT, OPTIONS"},
		{"POST", planting + "/" + someID, "GET, HEAD, DELETE, OPTIONS"},
		{"PUT", planting + "/safra/x", "GET, HEAD, OPTIONS"},
		{"GET", "/fase/all", "POST, DELETE, OPTIONS"},
		{"GET", "/apikey/x", "DELETE, OPTIONS"},
		{"POST", "/openapi.json", "GET, HEAD, OPTIONS"},
		{"FOO", "/fase", "GET, HEAD, POST, PUT, OPTIONS"},
	} {
		a := c.do(tc.method, tc.path, "").fails(405, "METODO_NAO_PERMITIDO").has("Allow", tc.allow)
		if !strings.Contains(a.Message, tc.method) || !strings.Contains(a.Message, tc.allow) {
			t.Errorf("%s: %q", a.request, a.Message)
		}
	}
}

func TestUnknownPath(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, path := range []string{
		"/", "/nada", planting + "//", "/producaoAgricola", planting + "/safra/a/b", planting + "/a/b", "//fase", "/fase//", "/fase/../fase", "/fase/.", "/./fase",
		"/fase/cultura/SOJA/etapa", "/Fase", "/validacao/qrcode/a/b", "/openapi.yaml",
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "BAR"} {
			c.do(method, path, "").fails(404, "CAMINHO_NAO_ENCONTRADO").has("Location", "").has("Allow", "")
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	c := start(t)
	const payload = `{"dataPlanto":"x"}`
	for _, tc := range []struct{ header, tag, created, missing, findingAnswer string }{
		{"", "pt-BR", "Registro criado.", "Registro não encontrado.", "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'"},
		{"pt-PT", "pt-BR", "Registro criado.", "Registro não encontrado.", "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'"},
		{"en-GB,en;q=0.9", "en", "Record created.", "Record not found.", "unknown field 'dataPlanto'; maybe 'dataPlantio'"},
		{"es-AR", "es", "Registro creado.", "Registro no encontrado.", "campo desconocido 'dataPlanto'; tal vez 'dataPlantio'"},
		{"de, es;q=0.5, en;q=0.4", "es", "Registro creado.", "Registro no encontrado.", "campo desconocido 'dataPlanto'; tal vez 'dataPlantio'"},
		{"zh", "pt-BR", "Registro criado.", "Registro não encontrado.", "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'"},
	} {
		header := "Accept-Language: " + tc.header
		made := c.post(planting, entity("S-1", payload), header).ok(201).has("Content-Language", tc.tag)
		r := made.record()
		read := c.get(planting+"/"+r.ID, header).ok(200).record()
		listed := c.get(planting+"?size=1", header).records().Content[0]
		missing := c.get(planting+"/"+someID, header).fails(404, "REGISTRO_NAO_ENCONTRADO").has("Content-Language", tc.tag)
		same(t, tc.header, []string{made.Message, missing.Message, r.Avisos[0].Mensagem, read.Avisos[0].Mensagem, listed.Avisos[0].Mensagem},
			[]string{tc.created, tc.missing, tc.findingAnswer, tc.findingAnswer, tc.findingAnswer})
		if a := r.Avisos[0]; a.Regra != "CAMPO_DESCONHECIDO" || a.Campo != "dataPlanto" || a.Ponteiro != "/dados/dataPlanto" || a.Severidade != "alerta" {
			t.Errorf("%+v", a)
		}
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	lenient, strict := start(t), start(t, func(s *settings) { s.strict = true })
	body := entity("S-1", `{"dataPlantio":"31/02/2025"}`)
	r := lenient.post(planting, body).ok(201).record()
	if len(r.Avisos) != 1 || r.Avisos[0].Regra != "DATA_INEXISTENTE" || r.Avisos[0].Severidade != "erro" {
		t.Errorf("findings %+v", r.Avisos)
	}
	refused := strict.post(planting, body).fails(422, "DADOS_REPROVADOS")
	same(t, "pointers", refused.points(), []string{"/dados/dataPlantio"})
	// An alert is not an error, and updates are checked in the same way.
	strict.post(planting, entity("S-1", `{"dataPlanto":1}`)).ok(201)
	strict.put(planting, body).fails(422, "DADOS_REPROVADOS")
	if p := strict.get(planting).records(); p.total() != 1 || p.Content[0].Versao != 1 {
		t.Errorf("after the refusals: %+v", p)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	draining := false
	c := start(t, func(s *settings) { s.api.Draining = func() bool { return draining } }).as("", "")
	c.get("/healthz").ok(200).has("X-Rastro-Version", "test")
	c.get("/readyz").ok(200)
	draining = true
	c.get("/healthz").ok(200)
	c.get("/readyz").fails(503, "ARMAZENAMENTO_INDISPONIVEL").has("Retry-After", "1")
}

// Routes without a key show nobody's data.
func TestPublicRoutes(t *testing.T) {
	t.Parallel()
	var public []string
	for _, r := range api.Routes() {
		if len(r.Scopes) == 0 {
			public = append(public, r.Path)
		}
	}
	same(t, "public routes", public, []string{"/01/{gtin}", "/01/{gtin}/10/{lote}", "/.well-known/gs1resolver", "/log/checkpoint", "/log/tile/{path...}", "/healthz", "/readyz", "/openapi.json", "/openapi-3.0.json"})
}
