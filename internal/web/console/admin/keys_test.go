package admin_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/organization"
	"rastro/internal/trace"
	"rastro/internal/web/console/admin"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

func TestKeys(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	form := b.Get("/chaves/nova").Has(200, "Nova chave", `value="leitura" checked`, `value="escrita" checked`, "06 · Armazenamento", "O mesmo pela API")
	once := form.Hidden("uma")
	send := func(name string) consoletest.Seen {
		return b.Post("/chaves/nova", "uma", once, "nome", name, "organizacao", "Cooperativa X", "escopos", "leitura", "escopos", "escrita", "fases", "06", "safras", "S-1\r\n\r\n S-2 ", "expiraEm", "2999-12-31")
	}
	made := send("Balança 2").Has(201, "Chave criada", "não será mostrada de novo", `class="copy"`)
	secret := regexp.MustCompile(`rs_[\w-]{43}`).FindString(made.Body)
	accessKey := regexp.MustCompile(`rk_\w{24}`).FindString(made.Body)
	if secret == "" || accessKey == "" {
		t.Fatalf("no pair on the page\n%s", made.Body)
	}
	// Pressing the button again shows the same key; another form makes another.
	send("Balança 2").Has(201, secret, accessKey)
	send("Balança 3").Has(201).Lacks(secret)
	if keys, err := s.Service.Keys(t.Context(), &s.Root.Key); err != nil || len(keys) != 3 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	b.Get("/chaves").Has(200, accessKey, "Balança 2", "Cooperativa X", "ativa até 31/12/2999", "S-1, S-2", ">06<", "esta sessão", "/apikey").Lacks(secret, "rs_")

	other := s.Visitor()
	other.Post("/entrar", "accessKey", accessKey, "secretKey", secret).Has(200)
	b.Get("/chaves/"+accessKey+"/desativar").Has(200, "Sim, desativar", "-X DELETE").Lacks("É a chave desta sessão")
	b.Post("/chaves/"+accessKey+"/desativar").Has(200, "A chave foi desativada.", "desativada em")
	other.Get("").Has(401)
	b.Get("/chaves/"+accessKey+"/desativar").Has(200, "já não funciona").Lacks("Sim, desativar")
	b.Post("/chaves/" + accessKey + "/desativar").Has(200) // a second time changes nothing
	b.Get("/chaves/rk_nenhuma/desativar").Has(404)
	b.Post("/chaves/rk_nenhuma/desativar").Has(404)

	b.Get("/chaves/"+s.Root.AccessKey+"/desativar").Has(200, "É a chave desta sessão")
	b.Post("/chaves/"+s.Root.AccessKey+"/desativar").Has(409, "última chave admin", "Criar outra chave").Lacks("Sim, desativar")
}

// Two presses of the button at the same time make one key.
func TestKeyIsMadeOnce(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	once := b.Get("/chaves/nova").Hidden("uma")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { b.Post("/chaves/nova", "uma", once, "nome", "Uma", "escopos", "leitura").Has(201) })
	}
	all.Wait()
	if keys, err := s.Service.Keys(t.Context(), &s.Root.Key); err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

func TestKeyRefused(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for name, c := range map[string]struct {
		form []string
		want []string
	}{
		"no right":      {[]string{"nome", "A"}, []string{"marque ao menos um direito", `value="A"`}},
		"unknown right": {[]string{"escopos", "root"}, []string{"não pode ser &#39;root&#39;"}},
		"unknown phase": {[]string{"escopos", "leitura", "fases", "77"}, []string{"não pode ser &#39;77&#39;", `value="leitura" checked`}},
		"past":          {[]string{"escopos", "leitura", "expiraEm", "2020-01-31"}, []string{"instante futuro", `value="2020-01-31"`}},
		"long name":     {[]string{"escopos", "leitura", "nome", strings.Repeat("a", 101)}, []string{"mais de 100"}},
		"many harvests": {[]string{"escopos", "leitura", "safras", strings.Repeat("S\n", 1001)}, []string{"lista de até 1000"}},
	} {
		t.Run(name, func(t *testing.T) { b.Post("/chaves/nova", c.form...).Has(422, append(c.want, "Nada foi gravado")...) })
	}
	if keys, err := s.Service.Keys(t.Context(), &s.Root.Key); err != nil || len(keys) != 1 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	b.Get("/chaves?pagina=x").Has(400)
	b.Get("/chaves?pagina=9").Has(200)
}

// A misspelt organisation would give a key that reads everything.
func TestKeyOfUnknownOrganization(t *testing.T) {
	s := consoletest.NewSite(t)
	for _, name := range []string{"Alfa", "Beta"} {
		if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	b := s.As(s.Root)
	b.Get("/chaves/nova").Has(200, `list="organizacoes"`, `<option value="Alfa">`, `<option value="Beta">`, "vê as safras de todas as organizações")
	b.Post("/chaves/nova", "escopos", "leitura", "organizacao", "Alffa").Has(422, "Não há organização cadastrada com este nome", `value="Alffa"`, `<option value="Alfa">`)
	b.Post("/chaves/nova", "escopos", "leitura", "organizacao", " alfa ").Has(201)
	b.Post("/chaves/nova", "escopos", "leitura").Has(201)
	chief, _ := s.Person("Ada Reis", "ada@alfa.example", account.Administrator, "Alfa")
	chief.Get("/chaves/nova").Has(200, "Em branco: a sua.").Lacks("Beta", "todas as organizações")
	chief.Post("/chaves/nova", "nome", "Portão", "escopos", "leitura").Has(201)
	chief.Post("/chaves/nova", "escopos", "leitura", "organizacao", "Beta").Has(403, "só pode conceder: Alfa")
	keys, err := s.Service.Keys(t.Context(), &s.Root.Key)
	if err != nil || len(keys) != 4 || keys[3].Organization != "Alfa" {
		t.Errorf("%+v, %v", keys, err)
	}
}

func TestKeysAreForAdmins(t *testing.T) {
	s := consoletest.NewSite(t)
	clerk := s.As(s.Key(access.Request{Name: "Balcão", Scopes: []trace.Scope{trace.Read, trace.Write}}))
	clerk.Get("").Has(200).Lacks("/chaves")
	for _, path := range []string{"/chaves", "/chaves/nova", "/chaves/" + s.Root.AccessKey + "/desativar", "/fases/nova", "/fases/x/editar", "/fases/x/excluir"} {
		clerk.Get(path).Has(403, "admin")
	}
	for _, path := range []string{"/chaves/nova", "/chaves/" + s.Root.AccessKey + "/desativar", "/fases/nova", "/fases/x/editar", "/fases/x/excluir"} {
		clerk.Post(path, "nome", "x", "escopos", "admin").Has(403, "admin")
	}
	s.Visitor().Get("/chaves").Has(401)
}

// Every screen of this theme, in every language, with hostile names in it.
func TestAdminScreens(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for i, text := range consoletest.Hostile {
		s.Key(access.Request{Name: text, Organization: text, Harvests: []string{text}})
		s.Create("/producaoAgricola/plantioManejo", text, `{}`)
		b.Post("/fases/nova", "cultura", "SOJA", "etapa", "06", "nome", text, "descricao", text, "tipoRegistro", text, "ordem", fmt.Sprint(i)).Has(200).Harmless()
		b.Post("/chaves/nova", "nome", text, "safras", text, "expiraEm", text).Has(422).Harmless()
		b.Post("/fases/nova", "cultura", text, "etapa", text, "nome", text, "ordem", text).Has(422).Harmless()
		b.Get("/trilha?safra=" + strings.NewReplacer("<", "%3C", `"`, "%22", " ", "+", "&", "%26", "{", "%7B", "}", "%7D", ">", "%3E").Replace(text)).Harmless()
	}
	if _, err := s.Service.Integrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All {
		for path, table := range map[string]pagekit.Words{
			"/chaves": admin.KeyTexts, "/chaves/nova": admin.KeyNewTexts, "/chaves/" + s.Root.AccessKey + "/desativar": admin.KeyEndTexts,
			"/fases": admin.PhaseTexts, "/trilha": admin.TrailTexts, "/log": admin.LogTexts,
		} {
			b.Get(path+"?lang="+l.Code()).Has(http.StatusOK, html.EscapeString(table["title"].In(l))).Harmless()
		}
	}
}
