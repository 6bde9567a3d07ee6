package console_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

func TestSignIn(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.Visitor()
	b.Get("").Has(401, "Chave secreta", `name="secretKey"`).Lacks("Sair")
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", "rs_errada").Has(401, `role="alert"`, s.Root.AccessKey)
	b.Get("").Has(401)
	got := b.Post("/entrar", "accessKey", " "+s.Root.AccessKey+" ", "secretKey", s.Root.SecretKey+"\n", "volta", "?lang=en").Has(200, "Sign out")
	if got.Path != "/console" {
		t.Errorf("led to %s", got.Path)
	}
	b.Get("").Has(200, "Sign out").Lacks(s.Root.SecretKey)
	b.Get("/nada/disso").Has(404, "Back to the start")
	if got := b.Post("/sair"); got.Path != "/console/entrar" {
		t.Errorf("signing out leads to %s", got.Path)
	}
	b.Get("").Has(401)
}

// A session ends after its time, with its key, and on every server at once.
func TestSessionEnds(t *testing.T) {
	s := consoletest.NewSite(t)
	key := s.Key(access.Request{Name: "Balcão", Scopes: []trace.Scope{trace.Read}})
	b := s.As(key)
	b.Get("").Has(200, "Balcão")
	if _, err := s.Service.DeactivateKey(t.Context(), &s.Root.Key, key.AccessKey); err != nil {
		t.Fatal(err)
	}
	b.Get("").Has(401)

	root := s.As(s.Root)
	s.Clock.Set(trace.SessionLifetime - time.Minute)
	root.Get("").Has(200)
	s.Clock.Set(trace.SessionLifetime + time.Minute)
	root.Get("").Has(401)
	s.Clock.Set(0)

	forged := s.Visitor()
	for _, token := range []string{"x", strings.Repeat("A", 43), strings.Repeat("é", 3000)} {
		forged.Get("", "Cookie", console.PlainCookie+"="+token).Has(401)
	}
}

// What was typed when the session was over is sent after signing in again.
func TestNothingTypedIsLost(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.Visitor()
	const form1 = "/registros/armazenamento.recebimento/novo"
	typed := []string{"uma", "4h9UvUxmuAPS8TgG__m3wdHI", "safraId", "S-9", "d.veiculo", `ABC "1" <C34>`, "d.volume", "36 t"}
	b.Post(form1, typed...).Has(401, "A sessão terminou", `name="campo.d.veiculo" value="ABC &#34;1&#34; &lt;C34&gt;"`, `name="volta" value="`+form1+`"`)
	again := []string{"accessKey", s.Root.AccessKey, "secretKey", s.Root.SecretKey, "volta", form1}
	for i := 0; i < len(typed); i += 2 {
		again = append(again, console.CarriedPrefix+typed[i], typed[i+1])
	}
	b.Post("/entrar", again...).Has(200, "Envie agora", `action="../console`+form1+`"`, `name="d.veiculo" value="ABC &#34;1&#34; &lt;C34&gt;"`)
	b.Post(form1, typed...).Has(200, "Registro gravado", "ABC &#34;1&#34; &lt;C34&gt;")

	// While somebody types, the form is left alone; a requested list reloads the page.
	b = s.Visitor()
	b.Header.Set("HX-Request", "true")
	if got := b.Post("/registros/armazenamento.recebimento/conferir", typed...).Has(401, "não se perde").Lacks("<html", "secretKey"); got.Header.Get("HX-Refresh") != "" {
		t.Error("what is being typed is thrown away")
	}
	if got := b.Get("/registros/armazenamento.recebimento").Has(401); got.Header.Get("HX-Refresh") != "true" {
		t.Error("a list is not loaded again")
	}
	b.Header.Del("HX-Request")

	form := map[string][]string{"campo.dados.x": {`a"b<c`}, "volta": {"/"}}
	if got := console.Carry(form, console.CarriedPrefix); len(got) != 1 || got[0] != (console.Carried{"dados.x", `a"b<c`}) {
		t.Errorf("carried %v", got)
	}
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", "x", "volta", "/registros", "campo.dados.x", `a"b<c`).
		Has(401, `name="campo.dados.x" value="a&#34;b&lt;c"`)
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", s.Root.SecretKey, "volta", "/registros", "campo.dados.x", `a"b<c`).
		Has(200, `action="../console/registros"`, `name="dados.x" value="a&#34;b&lt;c"`)
}

func TestWayBack(t *testing.T) {
	for to, want := range map[string]string{
		"": "", "/safras/S": "/safras/S", "/lotes?busca=a": "/lotes?busca=a", "https://evil.example": "", "//evil.example": "//evil.example",
		"/../v": "", `/\evil`: "", "/entrar": "", "/a\r\nb": "", "?lang=en": "?lang=en",
	} {
		if got := console.WayBack(to); got != want {
			t.Errorf("wayBack(%q) = %q, want %q", to, got, want)
		}
	}
	r := httptest.NewRequest("GET", "/console/entrar", nil)
	w := httptest.NewRecorder()
	console.Leave(w, r, "console"+console.WayBack("//evil.example"))
	if got := w.Header().Get("Location"); got != "../console//evil.example" {
		t.Errorf("leads to %q", got)
	}
}

func TestInvitation(t *testing.T) {
	s := consoletest.NewSite(t)
	invite := func() string {
		token, err := s.Service.Invite(t.Context(), &s.Root.Key)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	token := invite()
	b := s.Visitor()
	b.Get("", "Cookie", console.PlainCookie+"="+token).Has(401) // it is not a session
	b.Get("/convite/"+token).Has(200, "Abrir o console").Lacks("Sair")
	b.Post("/convite/"+token).Has(200, "Sair")
	b.Get("").Has(200)
	b.Get("/convite/"+token).Has(410, "já foi usado", "Você já entrou", "Ir para o console").Lacks("Chave secreta")
	b.Post("/convite/"+token).Has(410, "Você já entrou")
	s.Visitor().Get("/convite/"+token).Has(401, "já foi usado")
	s.Visitor().Post("/convite/"+token).Has(401, "já foi usado")
	s.Visitor().Get("/convite/nenhum").Has(401, "já foi usado")
	late := invite()
	s.Clock.Set(access.InvitationLifetime + time.Minute)
	s.Visitor().Get("/convite/"+late).Has(401, "já foi usado")
	s.Visitor().Post("/convite/"+late).Has(401, "já foi usado")
}

// A program that previews links in messages opens them, by HEAD or by GET. That
// does not use up the invitation.
func TestPreviewDoesNotUseUpAnInvitation(t *testing.T) {
	s := consoletest.NewSite(t)
	token, err := s.Service.Invite(t.Context(), &s.Root.Key)
	if err != nil {
		t.Fatal(err)
	}
	bot := s.Visitor()
	for _, method := range []string{http.MethodHead, http.MethodGet, http.MethodHead} {
		got := bot.Do(method, "/convite/"+token, nil, []string{"User-Agent", "WhatsApp/2.0"})
		if got.Status != 200 || len(got.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %d, cookies %q", method, got.Status, got.Header.Values("Set-Cookie"))
		}
	}
	s.Visitor().Post("/convite/"+token).Has(200, "Sair")
}

// A form sent from another site does nothing, with or without a session.
func TestOtherOrigin(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	form := func() *strings.Reader { return strings.NewReader("") }
	for _, header := range [][]string{
		{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "null"},
	} {
		b.Do(http.MethodPost, "/sair", form(), header).Has(403, "outro site")
	}
	b.Get("").Has(200)
}

func TestCookies(t *testing.T) {
	s := consoletest.NewSite(t)
	send := func(host string, secure bool) *http.Cookie {
		r := httptest.NewRequest("POST", "/console/entrar", strings.NewReader("accessKey="+s.Root.AccessKey+"&secretKey="+s.Root.SecretKey))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Host = host
		if secure {
			r.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		s.Server.Config.Handler.ServeHTTP(w, r)
		for _, c := range w.Result().Cookies() {
			if c.Value != "" && c.Name != console.LanguageCookie {
				return c
			}
		}
		t.Fatalf("%s: %d, no cookie", host, w.Code)
		return nil
	}
	for _, c := range []struct {
		host        string
		tls, secure bool
	}{{"rastro.example", false, true}, {"192.168.0.2:8080", true, true}, {"192.168.0.2:8080", false, false}} {
		got := send(c.host, c.tls)
		name := console.PlainCookie
		if c.secure {
			name = console.SecureCookie
		}
		if got.Name != name || got.Secure != c.secure || !got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.Path != "/" || got.Domain != "" {
			t.Errorf("%s by TLS %t: %v", c.host, c.tls, got)
		}
	}
}

// Behind a trusted proxy that reports TLS the cookie is kept to TLS, whatever
// address the public one is. Anyone else's word is not taken.
func TestCookiesBehindAProxy(t *testing.T) {
	s := consoletest.NewLimitedSite(t, keygate.Limits{})
	for _, c := range []struct {
		peer, header, value string
		secure              bool
	}{
		{"192.0.2.1:1", "X-Forwarded-Proto", "https", true},
		{"192.0.2.1:1", "Forwarded", "for=198.51.100.7;proto=https", true},
		{"192.0.2.1:1", "X-Forwarded-Proto", "http", false},
		{"192.0.2.1:1", "X-Other", "", false},
		{"198.51.100.7:1", "X-Forwarded-Proto", "https", false},
		{"198.51.100.7:1", "Forwarded", "for=198.51.100.7;proto=https", false},
	} {
		request := func(method, path, body string, cookies ...*http.Cookie) *http.Response {
			r := httptest.NewRequest(method, "/console"+path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.RemoteAddr, r.Host = c.peer, "office.example"
			r.Header.Set(c.header, c.value)
			for _, cookie := range cookies {
				r.AddCookie(cookie)
			}
			w := httptest.NewRecorder()
			s.Server.Config.Handler.ServeHTTP(w, r)
			return w.Result()
		}
		var session *http.Cookie
		for _, cookie := range request("POST", "/entrar", "accessKey="+s.Root.AccessKey+"&secretKey="+s.Root.SecretKey).Cookies() {
			if cookie.Name != console.LanguageCookie {
				session = cookie
			}
		}
		if session == nil || session.Secure != c.secure || strings.HasPrefix(session.Name, "__Host-") != c.secure {
			t.Errorf("%s, %s: %s: %v, want Secure %t", c.peer, c.header, c.value, session, c.secure)
			continue
		}
		if got := request("GET", "", "", session).StatusCode; got != 200 {
			t.Errorf("%s, %s: %s: the cookie signs nobody in: %d", c.peer, c.header, c.value, got)
		}
	}
}

// However the public host is written, its cookie is bound to it and to TLS.
func TestAttackCookieOfAWrittenPort(t *testing.T) {
	s := consoletest.NewLimitedSite(t, keygate.Limits{})
	for host, secure := range map[string]bool{
		"rastro.example": true, "Rastro.Example:443": true, "rastro.example.": true, "rastro.example.:443": true,
		"rastro.example:80": false, "rastro.example.other": false, "10.0.0.7": false, "": false,
	} {
		r := httptest.NewRequest("POST", "/console/entrar", strings.NewReader("accessKey="+s.Root.AccessKey+"&secretKey="+s.Root.SecretKey))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Host = host
		w := httptest.NewRecorder()
		s.Server.Config.Handler.ServeHTTP(w, r)
		found := false
		for _, cookie := range w.Result().Cookies() {
			if cookie.Name != console.LanguageCookie {
				found = true
				if cookie.Secure != secure || strings.HasPrefix(cookie.Name, "__Host-") != secure {
					t.Errorf("%q: %v, want Secure %t", host, cookie, secure)
				}
			}
		}
		if !found {
			t.Errorf("%q: no session: %d", host, w.Code)
		}
	}
}

// The console has the limits of the API: of the key for people who are signed in, of the
// network for those who are not. The right secret is still accepted.
func TestConsoleIsLimited(t *testing.T) {
	s := consoletest.NewLimitedSite(t, keygate.Limits{PerKey: 0.01, PerVisitor: 0.01})
	key := s.Key(access.Request{Name: "Balcão", Scopes: []trace.Scope{trace.Read}})
	b := s.Visitor()
	b.Get("").Has(401)
	for _, path := range []string{"", "/convite/nenhum", "/safras"} {
		if got := b.Get(path).Has(429, "Passou do limite", `<html lang="pt-BR">`); got.Header.Get("Retry-After") == "" {
			t.Errorf("%q: no Retry-After", path)
		}
	}
	b.Get("?lang=en").Has(429, "Over the request limit")
	b.Get("/entrar").Has(200, `name="secretKey"`)
	b.Header.Set("Accept-Language", "es")
	got := b.Post("/entrar", "accessKey", key.AccessKey, "secretKey", key.SecretKey)
	got.Has(200, "Sign out") // the page it leads to is the first of its key
	b.Get("").Has(429, "Over the request limit")
	other := s.Key(access.Request{Name: "Outro", Scopes: []trace.Scope{trace.Read}})
	s.As(other)
}

// Every page has the headers that keep it to itself, in every language.
func TestHeaders(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, l := range lang.All {
		got := b.Get("?lang="+l.Code()).Has(200, `<html lang="`+l.Tag()+`">`)
		for name, want := range map[string]string{
			"Content-Security-Policy": console.Policy, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Language": l.Tag(),
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, got.Header.Get(name), want)
			}
		}
		b.Get("").Has(200, `<html lang="`+l.Tag()+`">`) // remembered
	}
}
