package console

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rastro/internal/gate"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

func TestTexts(t *testing.T) {
	for _, table := range wordTables() {
		for name, text := range table {
			if !text.Complete() {
				t.Errorf("%s lacks a language: %+v", name, text)
			}
		}
	}
	for _, n := range nav {
		if !n.text.Complete() {
			t.Errorf("the way to %q lacks a language", n.path)
		}
	}
}

func TestSignIn(t *testing.T) {
	s := newSite(t)
	b := s.visitor()
	b.get("").has(401, "Chave secreta", `name="secretKey"`).lacks("Sair")
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", "rs_errada").has(401, `role="alert"`, s.root.AccessKey)
	b.get("").has(401)
	got := b.post("/entrar", "accessKey", " "+s.root.AccessKey+" ", "secretKey", s.root.SecretKey+"\n", "volta", "?lang=en").has(200, "Sign out")
	if got.path != "/console" {
		t.Errorf("led to %s", got.path)
	}
	b.get("").has(200, "Sign out").lacks(s.root.SecretKey)
	b.get("/nada/disso").has(404, "Back to the start")
	if got := b.post("/sair"); got.path != "/console/entrar" {
		t.Errorf("signing out leads to %s", got.path)
	}
	b.get("").has(401)
}

// A session ends by itself, with its key, and on every server at once.
func TestSessionEnds(t *testing.T) {
	s := newSite(t)
	key := s.key(trace.KeyRequest{Nome: "Balcão", Escopos: []trace.Scope{trace.Read}})
	b := s.as(key)
	b.get("").has(200, "Balcão")
	if _, err := s.service.DeactivateKey(t.Context(), &s.root.Key, key.AccessKey); err != nil {
		t.Fatal(err)
	}
	b.get("").has(401)

	root := s.as(s.root)
	s.clock = trace.SessionLifetime - time.Minute
	root.get("").has(200)
	s.clock = trace.SessionLifetime + time.Minute
	root.get("").has(401)
	s.clock = 0

	forged := s.visitor()
	for _, token := range []string{"x", strings.Repeat("A", 43), strings.Repeat("é", 3000)} {
		forged.get("", "Cookie", plainCookie+"="+token).has(401)
	}
}

// What was typed when the session was over is sent after signing in again.
func TestNothingTypedIsLost(t *testing.T) {
	s := newSite(t)
	b := s.visitor()
	const form1 = "/registros/armazenamento.recebimento/novo"
	typed := []string{"uma", "4h9UvUxmuAPS8TgG__m3wdHI", "safraId", "S-9", "d.veiculo", `ABC "1" <C34>`, "d.volume", "36 t"}
	b.post(form1, typed...).has(401, "A sessão terminou", `name="campo.d.veiculo" value="ABC &#34;1&#34; &lt;C34&gt;"`, `name="volta" value="`+form1+`"`)
	again := []string{"accessKey", s.root.AccessKey, "secretKey", s.root.SecretKey, "volta", form1}
	for i := 0; i < len(typed); i += 2 {
		again = append(again, carriedPrefix+typed[i], typed[i+1])
	}
	b.post("/entrar", again...).has(200, "Envie agora", `action="../console`+form1+`"`, `name="d.veiculo" value="ABC &#34;1&#34; &lt;C34&gt;"`)
	b.post(form1, typed...).has(200, "Registro gravado", "ABC &#34;1&#34; &lt;C34&gt;")

	// While typing the form is left alone; a list that is asked for loads anew.
	b = s.visitor()
	b.header.Set("HX-Request", "true")
	if got := b.post("/registros/armazenamento.recebimento/conferir", typed...).has(401, "não se perde").lacks("<html", "secretKey"); got.header.Get("HX-Refresh") != "" {
		t.Error("what is being typed is thrown away")
	}
	if got := b.get("/registros/armazenamento.recebimento").has(401); got.header.Get("HX-Refresh") != "true" {
		t.Error("a list is not loaded anew")
	}
	b.header.Del("HX-Request")

	form := map[string][]string{"campo.dados.x": {`a"b<c`}, "volta": {"/"}}
	if got := carry(form, carriedPrefix); len(got) != 1 || got[0] != (carried{"dados.x", `a"b<c`}) {
		t.Errorf("carried %v", got)
	}
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", "x", "volta", "/registros", "campo.dados.x", `a"b<c`).
		has(401, `name="campo.dados.x" value="a&#34;b&lt;c"`)
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", s.root.SecretKey, "volta", "/registros", "campo.dados.x", `a"b<c`).
		has(200, `action="../console/registros"`, `name="dados.x" value="a&#34;b&lt;c"`)
}

func TestWayBack(t *testing.T) {
	for to, want := range map[string]string{
		"": "", "/safras/S": "/safras/S", "/lotes?busca=a": "/lotes?busca=a", "https://evil.example": "", "//evil.example": "//evil.example",
		"/../v": "", `/\evil`: "", "/entrar": "", "/a\r\nb": "", "?lang=en": "?lang=en",
	} {
		if got := wayBack(to); got != want {
			t.Errorf("wayBack(%q) = %q, want %q", to, got, want)
		}
	}
	r := httptest.NewRequest("GET", "/console/entrar", nil)
	w := httptest.NewRecorder()
	leave(w, r, "console"+wayBack("//evil.example"))
	if got := w.Header().Get("Location"); got != "../console//evil.example" {
		t.Errorf("leads to %q", got)
	}
}

func TestInvitation(t *testing.T) {
	s := newSite(t)
	invite := func() string {
		token, err := s.service.Invite(t.Context(), &s.root.Key)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	token := invite()
	b := s.visitor()
	b.get("", "Cookie", plainCookie+"="+token).has(401) // it is no session
	b.get("/convite/"+token).has(200, "Abrir o console").lacks("Sair")
	b.post("/convite/"+token).has(200, "Sair")
	b.get("").has(200)
	b.get("/convite/"+token).has(410, "já foi usado", "Você já entrou", "Ir para o console").lacks("Chave secreta")
	b.post("/convite/"+token).has(410, "Você já entrou")
	s.visitor().get("/convite/"+token).has(401, "já foi usado")
	s.visitor().post("/convite/"+token).has(401, "já foi usado")
	s.visitor().get("/convite/nenhum").has(401, "já foi usado")
	late := invite()
	s.clock = trace.InvitationLifetime + time.Minute
	s.visitor().get("/convite/"+late).has(401, "já foi usado")
	s.visitor().post("/convite/"+late).has(401, "já foi usado")
}

// A program that previews links in messages opens them, by HEAD or by GET. That
// does not use up the invitation.
func TestPreviewDoesNotUseUpAnInvitation(t *testing.T) {
	s := newSite(t)
	token, err := s.service.Invite(t.Context(), &s.root.Key)
	if err != nil {
		t.Fatal(err)
	}
	bot := s.visitor()
	for _, method := range []string{http.MethodHead, http.MethodGet, http.MethodHead} {
		got := bot.do(method, "/convite/"+token, nil, []string{"User-Agent", "WhatsApp/2.0"})
		if got.status != 200 || len(got.header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %d, cookies %q", method, got.status, got.header.Values("Set-Cookie"))
		}
	}
	s.visitor().post("/convite/"+token).has(200, "Sair")
}

// A form that another site sends does nothing, with or without a session.
func TestOtherOrigin(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	form := func() *strings.Reader { return strings.NewReader("") }
	for _, header := range [][]string{
		{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "null"},
	} {
		b.do(http.MethodPost, "/sair", form(), header).has(403, "outro site")
	}
	b.get("").has(200)
}

func TestCookies(t *testing.T) {
	s := newSite(t)
	send := func(host string, secure bool) *http.Cookie {
		r := httptest.NewRequest("POST", "/console/entrar", strings.NewReader("accessKey="+s.root.AccessKey+"&secretKey="+s.root.SecretKey))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Host = host
		if secure {
			r.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		s.server.Config.Handler.ServeHTTP(w, r)
		for _, c := range w.Result().Cookies() {
			if c.Value != "" && c.Name != languageCookie {
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
		name := plainCookie
		if c.secure {
			name = secureCookie
		}
		if got.Name != name || got.Secure != c.secure || !got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.Path != "/" || got.Domain != "" {
			t.Errorf("%s by TLS %t: %v", c.host, c.tls, got)
		}
	}
}

// Behind a trusted proxy that reports TLS the cookie is kept to TLS, whatever
// address the public one is. Anybody else's word is not taken.
func TestCookiesBehindAProxy(t *testing.T) {
	s := newLimitedSite(t, gate.Limits{})
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
			s.server.Config.Handler.ServeHTTP(w, r)
			return w.Result()
		}
		var session *http.Cookie
		for _, cookie := range request("POST", "/entrar", "accessKey="+s.root.AccessKey+"&secretKey="+s.root.SecretKey).Cookies() {
			if cookie.Name != languageCookie {
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

// The console has the limits of the API: of the key for who is signed in, of the
// network for who is not. Whoever has the right secret is let in all the same.
func TestConsoleIsLimited(t *testing.T) {
	s := newLimitedSite(t, gate.Limits{PerKey: 0.01, PerVisitor: 0.01})
	key := s.key(trace.KeyRequest{Nome: "Balcão", Escopos: []trace.Scope{trace.Read}})
	b := s.visitor()
	b.get("").has(401)
	for _, path := range []string{"", "/convite/nenhum", "/safras"} {
		if got := b.get(path).has(429, "Passou do limite", `<html lang="pt-BR">`); got.header.Get("Retry-After") == "" {
			t.Errorf("%q: no Retry-After", path)
		}
	}
	b.get("?lang=en").has(429, "Over the request limit")
	b.get("/entrar").has(200, `name="secretKey"`)
	b.header.Set("Accept-Language", "es")
	got := b.post("/entrar", "accessKey", key.AccessKey, "secretKey", key.SecretKey)
	got.has(200, "Sign out") // the page it leads to is the first of its key
	b.get("").has(429, "Over the request limit")
	other := s.key(trace.KeyRequest{Nome: "Outro", Escopos: []trace.Scope{trace.Read}})
	s.as(other)
}

// Every page has the headers that keep it to itself, in every language.
func TestHeaders(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for _, l := range lang.All {
		got := b.get("?lang="+l.Code()).has(200, `<html lang="`+l.Tag()+`">`)
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Language": l.Tag(),
		} {
			if got.header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, got.header.Get(name), want)
			}
		}
		b.get("").has(200, `<html lang="`+l.Tag()+`">`) // remembered
	}
}
