package console_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rastro/internal/account/oidc"
	"rastro/internal/testkit/outside"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

// vouching is a console with a real provider that knows some people.
type vouching struct {
	*consoletest.Site
	provider *outside.OIDC
}

func newVouching(t *testing.T) *vouching {
	t.Helper()
	const client, secret, back = "rastro", "segredo", "https://rastro.example" + console.ProviderPath
	provider := outside.StartOIDC(t, outside.Directory{Client: client, Secret: secret, Redirect: []string{back}, People: map[string]map[string]any{
		"maria":    {"email": "Maria@x.example", "email_verified": true},
		"impostor": {"email": "maria@x.example", "email_verified": true},
		"moved":    {"email": "moved@x.example", "email_verified": true},
		"eva":      {"email": "eva@x.example", "email_verified": false},
		"phone":    {"phone_number": "+55 66 99999-1234", "phone_number_verified": true},
	}})
	asks, err := oidc.New(oidc.Options{Issuer: provider.Issuer, ClientID: client, ClientSecret: secret, RedirectURL: back, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return &vouching{consoletest.NewSiteWith(t, console.Options{Provider: asks, ProviderName: "Coop ID"}), provider}
}

// away goes to the provider's pages and signs in there; it returns where that leads.
func (v *vouching) away(b *consoletest.Browser, login, query string) string {
	v.T.Helper()
	return "/oidc/volta?" + v.provider.SignIn(v.T, b.Sent("/oidc/entrar"+query), login).RawQuery
}

// signIn signs in through the provider.
func (v *vouching) signIn(b *consoletest.Browser, login string) consoletest.Seen {
	v.T.Helper()
	return b.Get(v.away(b, login, ""))
}

func TestSignInByProvider(t *testing.T) {
	v := newVouching(t)
	v.Person("Maria", "maria@x.example", "CAMPO", "X")
	b := v.Visitor()
	b.Get("/entrar").Has(200, "Entrar com Coop ID")
	b.Get("/registros?lang=pt").Has(401, "Entrar com Coop ID", "volta=%2fregistros")
	seen := b.Get(v.away(b, "maria", "?volta="+url.QueryEscape("/conta?lang=pt")))
	if seen.Has(200, "Minha conta", "maria@x.example"); seen.Path != "/console/conta" {
		t.Errorf("led to %s", seen.Path)
	}
	// From elsewhere, with the binding that is there now, and by a phone number.
	v.signIn(v.Visitor(), "maria").Has(200, "Maria")
	v.Person("Caio", "66 99999-1234", "CAMPO", "X")
	v.signIn(v.Visitor(), "phone").Has(200, "Caio")
	v.signIn(v.Visitor(), "nobody").Has(401, "Coop ID não confirmou o seu e-mail")
	v.signIn(v.Visitor(), "moved").Has(401, "Você não tem conta ativa aqui")
	denied := v.Visitor()
	state, err := url.Parse(denied.Sent("/oidc/entrar"))
	if err != nil {
		t.Fatal(err)
	}
	denied.Get("/oidc/volta?error=access_denied&state="+state.Query().Get("state")).Has(401, "não confirmou quem você é", "Entrar com Coop ID")
	denied.Get("/oidc/volta?code=x").Has(401, "Tente de novo")
}

// An invited person needs no password, and the invitation is then used up.
func TestInvitationByProvider(t *testing.T) {
	v := newVouching(t)
	admin := v.As(v.Root)
	page := admin.Post("/pessoas/nova", "nome", "Maria", "login", "maria@x.example", "organizacao", "X", "papel", "CAMPO", "idioma", "pt").Has(201)
	_, link, _ := strings.Cut(page.Body, "https://rastro.example/console")
	link, _, _ = strings.Cut(link, "<")
	b := v.Visitor()
	b.Get(link).Has(200, "ou, sem senha:", "Entrar com Coop ID")
	v.signIn(b, "maria").Has(200, "Maria")
	v.Visitor().Get(link).Has(401, "já foi usado")
	admin.Get("/pessoas").Has(200, "ativa").Lacks("ainda não entrou")
	v.Visitor().SignIn("maria@x.example", "").Has(401)
}

// What was being sent when the session was over waits in its tab.
func TestCarriedPastProvider(t *testing.T) {
	v := newVouching(t)
	b, _ := v.Person("Maria", "maria@x.example", "ADMINISTRADOR", "X")
	v.Clock.Add(11 * time.Minute)
	b.Post("/pessoas/nova", "nome", "Caio").Has(401, "Confirme que é você", `oidc/entrar?aba=sim" target="_blank"`, "Já entrei")
	carried := []string{"ja", "sim", "volta", "/pessoas/nova", "campo.nome", "Caio"}
	b.Post("/entrar", carried...).Has(401, "ainda não entrou", `name="campo.nome" value="Caio"`)
	if to := b.Sent("/oidc/entrar?aba=sim"); !strings.Contains(to, "prompt=login") || strings.Contains(v.Visitor().Sent("/oidc/entrar"), "prompt=login") {
		t.Errorf("the provider need not ask again: %s", to)
	}
	b.Get(v.away(b, "maria", "?aba=sim")).Has(200, "Volte à aba")
	b.Post("/entrar", carried...).Has(200, "Envie agora", `name="nome" value="Caio"`)
}

// Somebody at an open screen can remove from the address the demand that the provider must ask. The
// answer then lacks the time of the sign-in, and confirms nothing.
func TestAttackProviderDoesNotSay(t *testing.T) {
	v := newVouching(t)
	b, _ := v.Person("Maria", "maria@x.example", "ADMINISTRADOR", "X")
	quietly := func(b *consoletest.Browser) string {
		to, err := url.Parse(b.Sent("/oidc/entrar?aba=sim"))
		if err != nil {
			t.Fatal(err)
		}
		query := to.Query()
		query.Del("max_age")
		query.Del("prompt")
		to.RawQuery = query.Encode()
		return "/oidc/volta?" + v.provider.SignIn(t, to.String(), "maria").RawQuery
	}
	v.Clock.Add(11 * time.Minute)
	b.Get(quietly(b)).Has(401, "Coop ID não disse quando pediu a sua senha")
	b.Get("/pessoas/nova").Has(401, "Confirme que é você")
	b.Get("/pessoas").Has(200) // the session continues
	other := v.Visitor()
	other.Get(quietly(other)).Has(200)
	other.Get("/pessoas").Has(200)
	other.Get("/pessoas/nova").Has(401, "Confirme que é você")
}

func TestProviderDown(t *testing.T) {
	asks, err := oidc.New(oidc.Options{Issuer: "http://127.0.0.1:1", ClientID: "x", ClientSecret: "x", RedirectURL: "https://rastro.example" + console.ProviderPath, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := consoletest.NewSiteWith(t, console.Options{Provider: asks, ProviderName: "Coop ID"})
	s.Visitor().Get("/oidc/entrar").Has(503, "Coop ID não está respondendo", "Senha")
	none := consoletest.NewSite(t)
	none.Visitor().Get("/entrar").Has(200).Lacks("oidc")
	none.Visitor().Get("/oidc/entrar").Has(404)
	none.Visitor().Get("/oidc/volta?code=x").Has(404)
}

// A sign-in that began in another browser signs nobody in: otherwise an attacker could make
// somebody work in the attacker's account.
func TestAttackProviderOtherBrowser(t *testing.T) {
	v := newVouching(t)
	v.Person("Maria", "maria@x.example", "CAMPO", "X")
	attacker, victim := v.Visitor(), v.Visitor()
	address := v.away(attacker, "maria", "")
	victim.Get(address).Has(401, "começou em outro navegador")
	victim.Sent("/oidc/entrar") // an attempt of the victim's own makes no difference
	victim.Get(address).Has(401, "começou em outro navegador")
	victim.Get("/conta").Has(401)
	attacker.Get(address).Has(200, "Maria")
}

// An address to which somebody came back once is worth nothing later, even with the cookie from
// that time.
func TestAttackProviderReplayedCode(t *testing.T) {
	v := newVouching(t)
	v.Person("Maria", "maria@x.example", "CAMPO", "X")
	b := v.Visitor()
	address := v.away(b, "maria", "")
	var kept *http.Cookie
	at, err := url.Parse(v.Server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.Client.Jar.Cookies(at) {
		if strings.Contains(c.Name, "provedor") {
			kept = c
		}
	}
	b.Get(address).Has(200, "Maria")
	b.Post("/sair")
	b.Get(address).Has(401, "já foi usado")
	b.Plant(kept)
	b.Get(address).Has(401, "já foi usado")
	late := v.Visitor()
	address = v.away(late, "maria", "")
	v.Clock.Add(10 * time.Minute)
	late.Get(address).Has(401, "demorou demais")
}

func TestAttackProviderUnverifiedAddress(t *testing.T) {
	v := newVouching(t)
	v.Person("Eva", "eva@x.example", "CAMPO", "X")
	b := v.Visitor()
	v.signIn(b, "eva").Has(401, "não confirmou o seu e-mail")
	b.Get("/conta").Has(401)
}

func TestAttackProviderDeactivatedPerson(t *testing.T) {
	v := newVouching(t)
	_, p := v.Person("Maria", "maria@x.example", "CAMPO", "X")
	_, q := v.Person("Mova", "moved@x.example", "CAMPO", "X")
	b := v.Visitor()
	v.signIn(b, "maria").Has(200, "Maria")
	for _, id := range []string{p.ID.String(), q.ID.String()} { // one is bound, and one is not
		v.As(v.Root).Post("/pessoas/"+id+"/situacao", "ativo", "nao").Has(200)
	}
	b.Get("/conta").Has(401)
	v.signIn(b, "maria").Has(401, "Você não tem conta ativa aqui")
	v.signIn(b, "moved").Has(401, "Você não tem conta ativa aqui")
}

// An address that the provider reassigned to somebody else does not open the previous owner's
// account, until an administrator's link confirms that it is the same person.
func TestAttackProviderOtherSubject(t *testing.T) {
	v := newVouching(t)
	_, p := v.Person("Maria", "maria@x.example", "CAMPO", "X")
	v.signIn(v.Visitor(), "maria").Has(200, "Maria")
	b := v.Visitor()
	v.signIn(b, "impostor").Has(401, "já pertence a outro usuário")
	b.Get("/conta").Has(401)
	v.signIn(v.Visitor(), "maria").Has(200, "Maria")
	_, link, err := v.Service.People.Reset(t.Context(), &v.Root.Key, p.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	v.Visitor().Post("/convite/"+link, "senha", consoletest.Password).Has(200)
	v.signIn(b, "impostor").Has(200, "Maria")
	v.signIn(v.Visitor(), "maria").Has(401, "já pertence a outro usuário")
}

// If passkeys are required, a provider does not sign a person in either.
func TestProviderIsNoPasskey(t *testing.T) {
	v := newVouching(t)
	b, _ := v.Person("Maria", "maria@x.example", "CAMPO", "X")
	v.signIn(v.Visitor(), "maria").Has(200, "Maria")
	addPasskey(b, authenticator()).Has(200)
	b.Post("/conta/passkeys/exigir", "exigir", "sim").Has(200)
	v.signIn(v.Visitor(), "maria").Has(401, "só abre com passkey")
}
