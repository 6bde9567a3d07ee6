package console_test

import (
	"encoding/json"
	"html"
	"regexp"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/account/passkey/passkeytest"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

var optionsInPage = regexp.MustCompile(`data-options="([^"]+)"`)

// authenticator returns a phone in front of the console's own pages.
func authenticator() *passkeytest.Authenticator {
	return &passkeytest.Authenticator{Algorithm: passkeytest.ES256, Origin: "https://rastro.example"}
}

// addPasskey makes a passkey on the page of the account.
func addPasskey(b *consoletest.Browser, with *passkeytest.Authenticator) consoletest.Seen {
	b.T.Helper()
	page := b.Get("/conta/passkeys/nova").Has(200, "Criar passkey")
	options := optionsInPage.FindStringSubmatch(page.Body)
	if options == nil {
		b.T.Fatalf("no options in %s", page.Body)
	}
	return b.Post("/conta/passkeys", "cerimonia", page.Hidden("cerimonia"), "passkey", string(with.Create(b.T, []byte(html.UnescapeString(options[1])))))
}

// asked returns the options that the sign-in page gives a browser.
func asked(b *consoletest.Browser) (options []byte, ceremony string) {
	b.T.Helper()
	var said struct {
		Options  json.RawMessage
		Ceremony string
	}
	if err := json.Unmarshal([]byte(b.Post("/passkey").Has(200).Body), &said); err != nil {
		b.T.Fatal(err)
	}
	return said.Options, said.Ceremony
}

// usePasskey signs in with a passkey.
func usePasskey(b *consoletest.Browser, with *passkeytest.Authenticator, more ...string) consoletest.Seen {
	b.T.Helper()
	options, ceremony := asked(b)
	return b.Post("/entrar", append([]string{"cerimonia", ceremony, "passkey", string(with.Get(b.T, options))}, more...)...)
}

const refused = "Esta passkey não foi aceita"

func TestPasskeys(t *testing.T) {
	s := consoletest.NewSite(t)
	b, _ := s.Person("Ana", "ana@x.example", "ADMINISTRADOR", "X")
	b.Get("/conta").Has(200, "Adicionar passkey", "ainda não tem nenhuma").Lacks("Exigir passkey")
	with := authenticator()
	s.Clock.Add(time.Millisecond)
	page := addPasskey(b, with).Has(200, "A passkey foi criada", "nunca", "Exigir passkey")
	addPasskey(b, authenticator()).Has(200, "A passkey foi criada")
	other := s.Visitor()
	other.Get("/entrar").Has(200, "Entrar com passkey", "hidden data-passkey")
	s.Clock.Add(time.Hour)
	seen := usePasskey(other, with, "volta", "/conta")
	if seen.Has(200, "Minha conta", "ana@x.example"); seen.Path != "/console/conta" {
		t.Errorf("led to %s", seen.Path)
	}
	// It counts like the password when the console asks again, and a form is carried through.
	s.Clock.Add(11 * time.Minute)
	other.Post("/pessoas/nova", "nome", "Caio").Has(401, "Confirme que é você", "data-passkey")
	usePasskey(other, with, "volta", "/pessoas/nova", "campo.nome", "Caio").Has(200, "Envie agora", `value="Caio"`)
	other.Get("/pessoas/nova").Has(200)

	other.Post("/conta/passkeys/remover", "id", page.Hidden("id")).Has(200, "A passkey foi removida")
	other.Post("/conta/passkeys/remover", "id", page.Hidden("id")).Has(200)
	usePasskey(s.Visitor(), with).Has(401, refused)
	s.As(s.Root).Get("/conta/passkeys/nova").Has(404)
}

// A person who requires a passkey cannot sign in with a password, until an administrator's link
// allows it.
func TestRequiredPasskey(t *testing.T) {
	s := consoletest.NewSite(t)
	b, p := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	b.Post("/conta/passkeys/exigir", "exigir", "sim").Has(200, "crie uma passkey antes").Lacks("só abre com passkey")
	addPasskey(b, with).Has(200)
	b.Post("/conta/passkeys/exigir", "exigir", "sim").Has(200, "só abre com passkey")
	s.Visitor().SignIn("ana@x.example", consoletest.Password).Has(401, "só abre com passkey", "Entrar com passkey")
	s.Visitor().SignIn("ana@x.example", "errada errada").Has(401, "não conferem")
	usePasskey(s.Visitor(), with).Has(200, "Ana")
	_, link, err := s.Service.People.Reset(t.Context(), &s.Root.Key, p.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	s.Visitor().Post("/convite/"+link, "senha", consoletest.Password).Has(200)
	again := s.Visitor()
	again.SignIn("ana@x.example", consoletest.Password).Has(200, "Ana")
	again.Post("/conta/passkeys/exigir", "exigir", "sim").Has(200, "crie uma passkey antes")
	addPasskey(again, authenticator()).Has(200)
	again.Post("/conta/passkeys/exigir", "exigir", "sim").Has(200, "só abre com passkey")
	again.Post("/conta/passkeys/remover", "id", again.Get("/conta").Hidden("id")).Has(200, "ainda não tem nenhuma").Lacks("só abre com passkey")
	s.Visitor().SignIn("ana@x.example", consoletest.Password).Has(200, "Ana")
}

// Another site's page that gets a person to use a passkey gains nothing.
func TestAttackPasskeySignInOtherOrigin(t *testing.T) {
	s := consoletest.NewSite(t)
	b, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	with.Origin = "https://rastro.example.net"
	addPasskey(b, with).Has(422, "não foi criada")
	with = authenticator()
	addPasskey(b, with).Has(200)
	with.Origin = "https://rastro.example.net"
	usePasskey(s.Visitor(), with).Has(401, refused)
	with.Origin = "https://rastro.example"
	usePasskey(s.Visitor(), with).Has(200, "Ana")
}

// What was sent once cannot be used again: not in the same ceremony, nor in a new one, nor too
// late.
func TestAttackPasskeySignInReplayed(t *testing.T) {
	s := consoletest.NewSite(t)
	b, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	addPasskey(b, with).Has(200)
	options, ceremony := asked(b)
	sent := string(with.Get(t, options))
	thief := s.Visitor()
	s.Visitor().Post("/entrar", "cerimonia", ceremony, "passkey", sent).Has(200, "Ana")
	thief.Post("/entrar", "cerimonia", ceremony, "passkey", sent).Has(401, refused)
	_, other := asked(thief)
	thief.Post("/entrar", "cerimonia", other, "passkey", sent).Has(401, refused)
	thief.Post("/entrar", "cerimonia", b.Cookie().Value, "passkey", sent).Has(401, refused)
	thief.Post("/entrar", "passkey", "x").Has(401, refused)
	options, ceremony = asked(b)
	late := string(with.Get(t, options))
	s.Clock.Add(5 * time.Minute)
	thief.Post("/entrar", "cerimonia", ceremony, "passkey", late).Has(401, refused)
	thief.Get("/conta").Has(401)
}

// A copy of a passkey is detected by its count.
func TestAttackPasskeySignInCloned(t *testing.T) {
	s := consoletest.NewSite(t)
	b, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	addPasskey(b, with).Has(200)
	usePasskey(s.Visitor(), with).Has(200)
	thief := with.Copy()
	usePasskey(s.Visitor(), with).Has(200)
	usePasskey(s.Visitor(), thief).Has(401, refused)
	usePasskey(s.Visitor(), with).Has(200)
}

func TestAttackPasskeySignInRemoved(t *testing.T) {
	s := consoletest.NewSite(t)
	b, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	page := addPasskey(b, with).Has(200)
	mal, _ := s.Person("Mal", "mal@x.example", "CAMPO", "X")
	mal.Post("/conta/passkeys/remover", "id", page.Hidden("id")).Has(200) // another's is not removed
	usePasskey(s.Visitor(), with).Has(200, "Ana")
	options, ceremony := asked(b)
	sent := string(with.Get(t, options))
	b.Post("/conta/passkeys/remover", "id", page.Hidden("id")).Has(200)
	s.Visitor().Post("/entrar", "cerimonia", ceremony, "passkey", sent).Has(401, refused)
}

func TestAttackPasskeySignInDeactivated(t *testing.T) {
	s := consoletest.NewSite(t)
	b, p := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	with := authenticator()
	addPasskey(b, with).Has(200)
	admin := s.As(s.Root)
	admin.Post("/pessoas/"+p.ID.String()+"/situacao", "ativo", "nao").Has(200)
	usePasskey(s.Visitor(), with).Has(401, refused)
	admin.Post("/pessoas/"+p.ID.String()+"/situacao", "ativo", "sim").Has(200)
	usePasskey(s.Visitor(), with).Has(200, "Ana")
	admin.Post("/pessoas/"+p.ID.String()+"/expurgar", "motivo", "a pedido").Has(200)
	usePasskey(s.Visitor(), with).Has(401, refused)
}

// If browsers refuse passkeys, the account page says why, and nothing offers them.
func TestImpossiblePasskeys(t *testing.T) {
	s := consoletest.NewSiteWith(t, console.Options{PublicURL: "http://10.0.0.7:8080"})
	b, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	b.Get("/conta").Has(200, "Passkeys não estão disponíveis neste servidor.").Lacks("Adicionar passkey", "public-url")
	chief, p := s.Person("Rui", "rui@x.example", account.Administrator, "X")
	if _, err := s.Service.People.SetDeployment(t.Context(), &s.Root.Key, p.ID.String(), true); err != nil {
		t.Fatal(err)
	}
	chief.Get("/conta").Has(200, "Passkeys precisam de um nome")
	b.Get("/conta/passkeys/nova").Has(404)
	b.Post("/conta/passkeys/exigir", "exigir", "sim").Has(404)
	s.Visitor().Get("/entrar").Has(200).Lacks("passkey")
	s.Visitor().Post("/passkey").Has(404)
	s.Visitor().Post("/entrar", "cerimonia", "x", "passkey", "x").Has(401, refused)
}
