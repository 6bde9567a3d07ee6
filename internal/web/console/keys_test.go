package console

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// hidden is the value of a hidden field of a page.
func (s seen) hidden(name string) string {
	s.t.Helper()
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(s.body)
	if found == nil {
		s.t.Fatalf("%s has no field %s\n%s", s.path, name, s.body)
	}
	return html.UnescapeString(found[1])
}

// hostile are texts that a careless page would run, or break at.
var hostile = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)`, `{{.T}}`, `</textarea><script>alert(1)</script>`, `javascript:alert(1)`}

// harmless fails where a page shows one of the hostile texts as it is.
func (s seen) harmless() seen {
	s.t.Helper()
	return s.lacks(`<script>alert`, `<img src=x`, `' onfocus='alert`, `</textarea><script>`)
}

func TestKeys(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	form := b.get("/chaves/nova").has(200, "Nova chave", `value="leitura" checked`, `value="escrita" checked`, "06 · Armazenamento", "O mesmo pela API")
	once := form.hidden("uma")
	send := func(name string) seen {
		return b.post("/chaves/nova", "uma", once, "nome", name, "organizacao", "Cooperativa X", "escopos", "leitura", "escopos", "escrita", "fases", "06", "safras", "S-1\r\n\r\n S-2 ", "expiraEm", "2999-12-31")
	}
	made := send("Balança 2").has(201, "Chave criada", "não será mostrada de novo", `class="copy"`)
	secret := regexp.MustCompile(`rs_[\w-]{43}`).FindString(made.body)
	access := regexp.MustCompile(`rk_\w{24}`).FindString(made.body)
	if secret == "" || access == "" {
		t.Fatalf("no pair on the page\n%s", made.body)
	}
	// A second press of the button shows the same key; another form makes another.
	send("Balança 2").has(201, secret, access)
	send("Balança 3").has(201).lacks(secret)
	if keys, err := s.service.Keys(t.Context(), &s.root.Key); err != nil || len(keys) != 3 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	b.get("/chaves").has(200, access, "Balança 2", "Cooperativa X", "ativa até 31/12/2999", "S-1, S-2", ">06<", "esta sessão", "/apikey").lacks(secret, "rs_")

	other := s.visitor()
	other.post("/entrar", "accessKey", access, "secretKey", secret).has(200)
	b.get("/chaves/"+access+"/desativar").has(200, "Sim, desativar", "-X DELETE").lacks("É a chave desta sessão")
	b.post("/chaves/"+access+"/desativar").has(200, "A chave foi desativada.", "desativada em")
	other.get("").has(401)
	b.get("/chaves/"+access+"/desativar").has(200, "já não funciona").lacks("Sim, desativar")
	b.post("/chaves/" + access + "/desativar").has(200) // twice changes nothing
	b.get("/chaves/rk_nenhuma/desativar").has(404)
	b.post("/chaves/rk_nenhuma/desativar").has(404)

	b.get("/chaves/"+s.root.AccessKey+"/desativar").has(200, "É a chave desta sessão")
	b.post("/chaves/"+s.root.AccessKey+"/desativar").has(409, "última chave admin", "Criar outra chave").lacks("Sim, desativar")
}

// Two presses of the button at the same time make one key.
func TestKeyIsMadeOnce(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	once := b.get("/chaves/nova").hidden("uma")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { b.post("/chaves/nova", "uma", once, "nome", "Uma", "escopos", "leitura").has(201) })
	}
	all.Wait()
	if keys, err := s.service.Keys(t.Context(), &s.root.Key); err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

func TestKeyRefused(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for name, c := range map[string]struct {
		form []string
		want []string
	}{
		"no right":      {[]string{"nome", "A"}, []string{"marque ao menos um direito", `value="A"`}},
		"unknown right": {[]string{"escopos", "root"}, []string{"não vale &#39;root&#39;"}},
		"unknown phase": {[]string{"escopos", "leitura", "fases", "77"}, []string{"não vale &#39;77&#39;", `value="leitura" checked`}},
		"past":          {[]string{"escopos", "leitura", "expiraEm", "2020-01-31"}, []string{"instante futuro", `value="2020-01-31"`}},
		"long name":     {[]string{"escopos", "leitura", "nome", strings.Repeat("a", 101)}, []string{"mais de 100"}},
		"many harvests": {[]string{"escopos", "leitura", "safras", strings.Repeat("S\n", 1001)}, []string{"lista de até 1000"}},
	} {
		t.Run(name, func(t *testing.T) { b.post("/chaves/nova", c.form...).has(422, append(c.want, "Nada foi gravado")...) })
	}
	if keys, err := s.service.Keys(t.Context(), &s.root.Key); err != nil || len(keys) != 1 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	b.get("/chaves?pagina=x").has(400)
	b.get("/chaves?pagina=9").has(200)
}

func TestKeysAreForAdmins(t *testing.T) {
	s := newSite(t)
	clerk := s.as(s.key(trace.KeyRequest{Nome: "Balcão", Escopos: []trace.Scope{trace.Read, trace.Write}}))
	clerk.get("").has(200).lacks("/chaves")
	for _, path := range []string{"/chaves", "/chaves/nova", "/chaves/" + s.root.AccessKey + "/desativar", "/fases/nova", "/fases/x/editar", "/fases/x/excluir"} {
		clerk.get(path).has(403, "admin")
	}
	for _, path := range []string{"/chaves/nova", "/chaves/" + s.root.AccessKey + "/desativar", "/fases/nova", "/fases/x/editar", "/fases/x/excluir"} {
		clerk.post(path, "nome", "x", "escopos", "admin").has(403, "admin")
	}
	s.visitor().get("/chaves").has(401)
}

// Every screen of this theme, in every language, with hostile names in it.
func TestAdminScreens(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for i, text := range hostile {
		s.key(trace.KeyRequest{Nome: text, Organizacao: text, Safras: []string{text}})
		s.create("/producaoAgricola/plantioManejo", text, `{}`)
		b.post("/fases/nova", "cultura", "SOJA", "etapa", "06", "nome", text, "descricao", text, "tipoRegistro", text, "ordem", fmt.Sprint(i)).has(200).harmless()
		b.post("/chaves/nova", "nome", text, "safras", text, "expiraEm", text).has(422).harmless()
		b.post("/fases/nova", "cultura", text, "etapa", text, "nome", text, "ordem", text).has(422).harmless()
		b.get("/trilha?safra=" + strings.NewReplacer("<", "%3C", `"`, "%22", " ", "+", "&", "%26", "{", "%7B", "}", "%7D", ">", "%3E").Replace(text)).harmless()
	}
	if _, err := s.service.Integrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All {
		for path, table := range map[string]words{
			"/chaves": keyTexts, "/chaves/nova": keyNewTexts, "/chaves/" + s.root.AccessKey + "/desativar": keyEndTexts,
			"/fases": phaseTexts, "/trilha": trailTexts, "/log": logTexts,
		} {
			b.get(path+"?lang="+l.Code()).has(http.StatusOK, html.EscapeString(table["title"].In(l))).harmless()
		}
	}
}
