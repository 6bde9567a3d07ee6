package people_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/mail"
	"rastro/internal/testkit"
	"rastro/internal/testkit/outside"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

// sender sends through a mail server on this machine.
func sender(t *testing.T, port int) mail.Sender {
	t.Helper()
	m, err := mail.New(mail.Options{Host: "127.0.0.1", Port: port, TLS: mail.None, From: "Rastro <nao-responda@x.example>", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// opened reads a letter.
func opened(t *testing.T, raw []byte) (subject, language, text string) {
	t.Helper()
	letter, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(letter.Body))
	if err != nil {
		t.Fatal(err)
	}
	return letter.Header.Get("Subject"), letter.Header.Get("Content-Language"), string(body)
}

func TestLinkByMail(t *testing.T) {
	server := outside.StartSMTP(t, outside.Mailbox{Plain: true})
	said := &testkit.Transcript{}
	s := consoletest.NewSiteWith(t, console.Options{Mail: sender(t, server.Port), Log: slog.New(slog.NewTextHandler(said, nil))})
	admin := s.As(s.Root)
	page := admin.Post("/pessoas/nova", "nome", "Ana Reis", "login", "ana@x.example", "organizacao", "Coopervale", "papel", "CAMPO", "idioma", "es").
		Has(201, "Enviar por e-mail", "ana@x.example")
	path, token := link(page), page.Hidden("convite")
	people, _, err := s.Service.People.People(t.Context(), &s.Root.Key, "ana", nil, 1)
	if err != nil || len(people) != 1 {
		t.Fatalf("%v, %v", people, err)
	}
	send := "/pessoas/" + people[0].ID.String() + "/email"

	// Two clicks send one message, and both pages say that it was sent.
	var clicks sync.WaitGroup
	for range 3 {
		clicks.Go(func() {
			admin.Post(send, "convite", token).Has(200, "E-mail enviado para ana@x.example", path).Lacks("Enviar por e-mail</button>")
		})
	}
	clicks.Wait()
	got := server.Next(t)
	subject, language, text := opened(t, got.Raw)
	if len(got.To) != 1 || got.To[0] != "ana@x.example" || language != "es" || !strings.Contains(subject, "=?") && !strings.Contains(subject, "Su invitaci") ||
		!strings.Contains(text, "¡Hola, Ana Reis!") || !strings.Contains(text, path) || !strings.Contains(text, "7 días") {
		t.Errorf("to %q, %s, %q:\n%s", got.To, language, subject, text)
	}
	s.Visitor().Get(path).Has(200, "Ana Reis")

	// The next message that the server receives is for the next link.
	second := admin.Post("/pessoas/"+people[0].ID.String()+"/link").Has(201, "Enviar por e-mail")
	admin.Post(send, "convite", token).Has(401)
	admin.Post(send, "convite", second.Hidden("convite")).Has(200, "E-mail enviado")
	if _, _, text := opened(t, server.Next(t).Raw); !strings.Contains(text, link(second)) {
		t.Errorf("the second letter: %s", text)
	}
	for _, secret := range []string{token, "ana@x.example", "Ana Reis"} {
		if strings.Contains(said.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, said)
		}
	}
}

// A server that is down, or refuses, does not cost anybody the link.
func TestLinkByMailFails(t *testing.T) {
	server := outside.StartSMTP(t, outside.Mailbox{Plain: true, Refused: map[string]int{"no@x.example": 550, "full@x.example": 452}})
	for _, tc := range []struct {
		name, login, says string
		port              int
	}{
		{"down", "ana@x.example", "não respondeu", 1},
		{"refused", "no@x.example", "Não dá para entregar", server.Port},
		{"refused for now", "full@x.example", "tente de novo mais tarde", server.Port},
	} {
		said := &testkit.Transcript{}
		s := consoletest.NewSiteWith(t, console.Options{Mail: sender(t, tc.port), Log: slog.New(slog.NewTextHandler(said, nil))})
		admin := s.As(s.Root)
		page := admin.Post("/pessoas/nova", "nome", "Ana Reis", "login", tc.login, "organizacao", "Coopervale", "papel", "CAMPO", "idioma", "pt").Has(201)
		p, _, err := s.Service.People.People(t.Context(), &s.Root.Key, "ana", nil, 1)
		if err != nil || len(p) != 1 {
			t.Fatalf("%v, %v", p, err)
		}
		for range 2 { // it can be tried again
			admin.Post("/pessoas/"+p[0].ID.String()+"/email", "convite", page.Hidden("convite")).Has(200, tc.says, link(page), "Enviar por e-mail")
		}
		if text := said.String(); strings.Count(text, "not sent by mail") != 2 || strings.Contains(text, page.Hidden("convite")) || strings.Contains(text, tc.login) {
			t.Errorf("%s: the log says %s", tc.name, text)
		}
	}
}

// Whoever may not invite somebody cannot send them anything, and nobody gets another's link.
func TestAttackMailOfAnotherPerson(t *testing.T) {
	server := outside.StartSMTP(t, outside.Mailbox{Plain: true})
	s := consoletest.NewSiteWith(t, console.Options{Mail: sender(t, server.Port)})
	mallory, m := s.Person("Mal", "mal@x.example", "ADMINISTRADOR", "X")
	clerk, _ := s.Person("Caio", "caio@x.example", "CAMPO", "X")
	_, ana := s.Person("Ana", "ana@y.example", "CAMPO", "Y")
	reset := s.As(s.Root).Post("/pessoas/" + ana.ID.String() + "/link").Has(201).Hidden("convite")
	own := s.As(s.Root).Post("/pessoas/" + m.ID.String() + "/link").Has(201).Hidden("convite")
	mallory.Post("/pessoas/"+m.ID.String()+"/email", "convite", reset).Has(401).Lacks("Enviar por e-mail", "ana@y.example")
	mallory.Post("/pessoas/"+ana.ID.String()+"/email", "convite", reset).Has(404)
	mallory.Post("/pessoas/"+ana.ID.String()+"/email", "convite", own).Has(404)
	clerk.Post("/pessoas/"+m.ID.String()+"/email", "convite", own).Has(403)
	s.Visitor().Post("/pessoas/"+m.ID.String()+"/email", "convite", own).Has(401)
	mallory.Post("/pessoas/"+m.ID.String()+"/email", "convite", own).Has(200, "E-mail enviado para mal@x.example")
	if got := server.Next(t); got.To[0] != "mal@x.example" {
		t.Errorf("sent to %q", got.To)
	}
}

// There is no limit on making links, but there is on mailing them: to one address as well as by one
// person. The name of a person or an organisation does not become a link.
func TestAttackMailWithoutEnd(t *testing.T) {
	server := outside.StartSMTP(t, outside.Mailbox{Plain: true})
	s := consoletest.NewSiteWith(t, console.Options{Mail: sender(t, server.Port)})
	admin, _ := s.Person("Mal", "mal@x.example", "ADMINISTRADOR", "Pix em www.x.example")
	page := admin.Post("/pessoas/nova", "nome", "Ganhe em https://x.example/a", "login", "ana@y.example", "organizacao", "Pix em www.x.example", "papel", "CAMPO", "idioma", "pt").Has(201)
	people, _, err := s.Service.People.People(t.Context(), &s.Root.Key, "ana@y", nil, 1)
	if err != nil || len(people) != 1 {
		t.Fatalf("%v, %v", people, err)
	}
	path := "/pessoas/" + people[0].ID.String()
	for n := range 5 {
		admin.Post(path+"/email", "convite", page.Hidden("convite")).Has(200, "E-mail enviado")
		got := server.Next(t)
		if _, _, text := opened(t, got.Raw); strings.Contains(string(got.Raw), "x.example/a") || strings.Contains(text, "www.x") || !strings.Contains(text, link(page)) {
			t.Errorf("letter %d: %s", n, got.Raw)
		}
		page = admin.Post(path + "/link").Has(201)
	}
	for range 2 {
		admin.Post(path+"/email", "convite", page.Hidden("convite")).Has(200, "muitos e-mails", "60 min", link(page), "Enviar por e-mail")
	}
	// The next letter that arrives is for somebody else.
	page = admin.Post("/pessoas/nova", "nome", "Bia", "login", "bia@y.example", "organizacao", "Pix em www.x.example", "papel", "CAMPO", "idioma", "pt").Has(201)
	people, _, err = s.Service.People.People(t.Context(), &s.Root.Key, "bia@y", nil, 1)
	if err != nil || len(people) != 1 {
		t.Fatalf("%v, %v", people, err)
	}
	admin.Post("/pessoas/"+people[0].ID.String()+"/email", "convite", page.Hidden("convite")).Has(200, "E-mail enviado")
	if got := server.Next(t); got.To[0] != "bia@y.example" {
		t.Errorf("sent to %q", got.To)
	}
}

// Without a mail server, or for a phone number, nothing is offered.
func TestNoMail(t *testing.T) {
	plain := consoletest.NewSite(t)
	plain.As(plain.Root).Post("/pessoas/nova", "nome", "Ana", "login", "ana@x.example", "organizacao", "X", "papel", "CAMPO", "idioma", "pt").Has(201).Lacks("Enviar por e-mail")
	_, p := plain.Person("Bia", "bia@x.example", "CAMPO", "X")
	link := plain.As(plain.Root).Post("/pessoas/" + p.ID.String() + "/link").Has(201)
	_, token, _ := strings.Cut(linkInPage.FindString(link.Body), "/convite/")
	plain.As(plain.Root).Post("/pessoas/"+p.ID.String()+"/email", "convite", token).Has(404)
	mailing := consoletest.NewSiteWith(t, console.Options{Mail: sender(t, 1)})
	mailing.As(mailing.Root).Post("/pessoas/nova", "nome", "Ana", "login", "66 99999-1234", "organizacao", "X", "papel", "CAMPO", "idioma", "pt").Has(201).Lacks("Enviar por e-mail")
}
