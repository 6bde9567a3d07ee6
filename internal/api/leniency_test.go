package api_test

import (
	"strings"
	"testing"
)

// The content of a body decides its type: curl -d declares everything as a form.
func TestJSONByAnyName(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, media := range []string{"application/x-www-form-urlencoded", "text/plain;charset=UTF-8", "application/json; charset=latin1", "a b"} {
		c.do("POST", planting, entity("S-1", `{}`), "Content-Type: "+media).ok(201)
	}
	c.do("POST", planting+"/all", "["+entity("S-1", `{}`)+"]", "Content-Type: text/csv").ok(201)
}

// A trailing slash in a path is ignored.
func TestTrailingSlash(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.do("POST", planting+"/", entity("S-1", `{}`)).ok(201).record()
	for _, path := range []string{planting, planting + "/" + made.ID, planting + "/safra/S-1", planting + "/" + made.ID + "/historico", "/safras", "/healthz", "/regras"} {
		if with, without := c.get(path+"/"), c.get(path); with.status != without.status || with.status != 200 {
			t.Errorf("%s: %d, with a slash %d", path, without.status, with.status)
		}
	}
	c.get(planting+"//").fails(404, "CAMINHO_NAO_ENCONTRADO")
	c.get("/nada/").fails(404, "CAMINHO_NAO_ENCONTRADO")
	c.do("PATCH", planting+"/", "").fails(405, "METODO_NAO_PERMITIDO")
	if a := c.do("OPTIONS", planting+"/", ""); !strings.Contains(a.header.Get("Allow"), "POST") {
		t.Errorf("OPTIONS with a slash: %d, Allow %q", a.status, a.header.Get("Allow"))
	}
}

// On routes outside the interface an unknown parameter is a mistake; the interface's own routes
// ignore it.
func TestUnknownParameters(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create(planting, "S-1", `{}`)
	for path, known := range map[string]string{
		"/safras?tamanho=3":                            "size, page, sort, cursor, total, busca, alvo",
		"/safras/S-1/conferencia?target=EUDR":          "alvo",
		"/regras?x":                                    "–",
		planting + "/" + made.ID + "/prova?version=1":  "versao",
		planting + "/" + made.ID + "/historico?tudo=1": "size",
	} {
		a := c.get(path).fails(400, "PARAMETRO_DESCONHECIDO")
		if !strings.Contains(string(a.body), known) {
			t.Errorf("%s: %s, want it to list %s", path, a.body, known)
		}
	}
	for _, path := range []string{planting + "?x=1", planting + "/" + made.ID + "?x=1", "/fase?x=1", "/safras?pageSize=3", "/healthz?x=1", "/safras/S-1/conferencia?alvo=EUDR"} {
		c.get(path).ok(200)
	}
}

// Nobody is locked out by requests that try no key.
func TestNoKeyIsNoFailure(t *testing.T) {
	t.Parallel()
	c := start(t)
	nobody := c.as("", "")
	for range 200 {
		nobody.get(planting).fails(401, "CHAVE_INVALIDA")
	}
	wrong := c.as("rk_unknown", "rs_wrong")
	wrong.get(planting).fails(401, "CHAVE_INVALIDA")
	c.get(planting).ok(200)
}
