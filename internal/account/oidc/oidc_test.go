package oidc_test

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"rastro/internal/account/oidc"
	"rastro/internal/testkit"
	"rastro/internal/testkit/outside"
)

var people = map[string]map[string]any{
	"maria": {"email": "maria@example.org", "email_verified": true, "phone_number": "+5565999990000", "phone_number_verified": false, "name": "Maria da Conceição"},
}

// A person signs in at a real provider, which gives the identity in the token or separately.
func TestSignIn(t *testing.T) {
	t.Parallel()
	for _, inToken := range []bool{false, true} {
		provider := outside.StartOIDC(t, outside.Directory{Client: clientID, Secret: clientSecret, Redirect: []string{redirect}, People: people, InToken: inToken})
		c, err := oidc.New(oidc.Options{Issuer: provider.Issuer, ClientID: clientID, ClientSecret: clientSecret, RedirectURL: redirect, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		code := signIn(t, provider, c, "maria")
		who, err := c.Finish(t.Context(), code, nonce, verifier)
		who.Age = 0 // the machine may be busy
		want := oidc.Identity{
			Issuer: provider.Issuer, Subject: "maria", Email: "maria@example.org", EmailVerified: true,
			Phone: "+5565999990000", AskedKnown: true,
		}
		if err != nil || who != want {
			t.Errorf("in the token %t: got %+v, %v, want %+v", inToken, who, err, want)
		}
		if inToken {
			continue
		}
		_, err = c.Finish(t.Context(), code, nonce, verifier)
		checkError(t, err, oidc.Refused, "invalid_grant") // a code works only once
		_, err = c.Finish(t.Context(), signIn(t, provider, c, "maria"), nonce, oauth2.GenerateVerifier())
		checkError(t, err, oidc.Refused, "invalid_grant") // and for who began
		_, err = c.Finish(t.Context(), signIn(t, provider, c, "maria"), "nonce-de-outra-pessoa-00", verifier)
		checkError(t, err, oidc.Invalid, "another sign-in")
		who, err = c.Finish(t.Context(), signIn(t, provider, c, "joao"), nonce, verifier)
		who.Age = 0
		if want := (oidc.Identity{Issuer: provider.Issuer, Subject: "joao", AskedKnown: true}); err != nil || who != want {
			t.Errorf("of whom the provider knows nothing: %+v, %v", who, err)
		}
		wrong, err := oidc.New(oidc.Options{Issuer: provider.Issuer, ClientID: clientID, ClientSecret: "outro", RedirectURL: redirect, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		_, err = wrong.Finish(t.Context(), signIn(t, provider, c, "maria"), nonce, verifier)
		checkError(t, err, oidc.Refused, "invalid_client")
	}
}

// signIn goes through the provider's pages and returns the code.
func signIn(t *testing.T, provider *outside.OIDC, c *oidc.Client, login string) string {
	t.Helper()
	address, err := c.Begin(t.Context(), state, nonce, verifier)
	if err != nil {
		t.Fatal(err)
	}
	back := provider.SignIn(t, address, login)
	if !strings.HasPrefix(back.String(), redirect+"?") || back.Query().Get("state") != state || back.Query().Get("code") == "" {
		t.Fatalf("sent back to %s", back)
	}
	return back.Query().Get("code")
}

func TestBegin(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	l.metadata["scopes_supported"] = []string{"openid", "email", "profile", "outro"}
	address, err := l.client(t).Begin(t.Context(), state, nonce, verifier)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"client_id": {clientID}, "code_challenge": {oauth2.S256ChallengeFromVerifier(verifier)}, "code_challenge_method": {"S256"}, "nonce": {nonce},
		"redirect_uri": {redirect}, "response_type": {"code"}, "scope": {"openid email"}, "state": {state}, "max_age": {"2592000"},
	}
	if got := u.Query(); got.Encode() != want.Encode() || !strings.HasPrefix(address, l.URL+"/auth?") {
		t.Errorf("got %s, want %s", got.Encode(), want.Encode())
	}
	for _, tc := range [][3]string{
		{"", nonce, verifier}, {state, "", verifier}, {state, nonce, ""}, {state[:21], nonce, verifier}, {state, nonce[:21], verifier},
		{state, nonce, verifier[:42]}, {state, nonce, strings.Repeat("a", 129)}, {state, nonce, verifier + " "},
	} {
		if address, err := l.client(t).Begin(t.Context(), tc[0], tc[1], tc[2]); err == nil {
			t.Errorf("%q: %s", tc, address)
		}
	}
	for _, code := range []string{"", strings.Repeat("a", 4097)} {
		_, err := l.client(t).Finish(t.Context(), code, nonce, verifier)
		checkError(t, err, oidc.Refused, "no code")
	}
}

// We request the scopes that a provider supports.
func TestScopes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		known []string
		want  string
	}{
		{nil, "openid email"},
		{[]string{"openid", "phone", "email", "profile", "offline_access"}, "openid email phone"},
		{[]string{"email"}, "openid email"},
		{[]string{"profile"}, "openid"},
	} {
		l := newLiar(t)
		if tc.known != nil {
			l.metadata["scopes_supported"] = tc.known
		}
		c, err := oidc.New(oidc.Options{Issuer: l.URL, ClientID: clientID, ClientSecret: clientSecret, RedirectURL: redirect, Now: l.clock.Now})
		if err != nil {
			t.Fatal(err)
		}
		address, err := c.Begin(t.Context(), state, nonce, verifier)
		if err != nil {
			t.Fatal(err)
		}
		if u, err := url.Parse(address); err != nil || u.Query().Get("scope") != tc.want {
			t.Errorf("known %q: %s, %v", tc.known, address, err)
		}
	}
}

// Some providers only accept the secret in the form.
func TestSecretInTheForm(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{"client_secret_post": clientSecret, "client_secret_basic": ""} {
		l := newLiar(t)
		l.metadata["token_endpoint_auth_methods_supported"] = []string{method}
		if _, err := l.finish(t, nil); err != nil {
			t.Fatal(err)
		}
		if got := l.form.Get("client_secret"); got != want || l.form.Get("code_verifier") != verifier {
			t.Errorf("%s: the form has %q", method, l.form)
		}
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	full := oidc.Identity{
		Issuer: l.URL, Subject: "maria", Email: "maria@example.org", EmailVerified: true,
		Phone: "+5565999990000", PhoneVerified: true,
	}
	for _, tc := range []struct {
		name   string
		change map[string]any
		want   func(*oidc.Identity)
	}{
		{"everything", nil, func(*oidc.Identity) {}},
		{"an address that is not verified", map[string]any{"email_verified": false}, func(i *oidc.Identity) { i.EmailVerified = false }},
		{"verified, in other words", map[string]any{"email_verified": 1}, func(i *oidc.Identity) { i.EmailVerified = false }},
		{"no address that could be verified", map[string]any{"email": "", "email_verified": true}, func(i *oidc.Identity) { i.Email, i.EmailVerified = "", false }},
		{"an address with a line break", map[string]any{"email": "maria@example.org\nBcc: eva@example.net", "email_verified": true}, func(i *oidc.Identity) { i.Email, i.EmailVerified = "", false }},
		{"spaces", map[string]any{"email": " maria@example.org "}, func(*oidc.Identity) {}},
	} {
		want := full
		tc.want(&want)
		if got, err := l.finish(t, tc.change); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", tc.name, got, err, want)
		}
	}
	for _, subject := range []any{"", nil, strings.Repeat("a", 256), "maria\n", " maria"} {
		l.refuses(t, map[string]any{"sub": subject}, oidc.Invalid, "names nobody")
	}
}

// A provider that is down does not stop the server from starting. It is asked again, but not for
// every visitor.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	const discovery = "/.well-known/openid-configuration"
	l := newLiar(t)
	l.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }
	c := l.client(t)
	if l.times(discovery) != 0 {
		t.Error("it was asked before anyone signed in")
	}
	for range 3 {
		_, err := c.Begin(t.Context(), state, nonce, verifier)
		checkError(t, err, oidc.Unavailable, "503")
	}
	if got := l.times(discovery); got != 1 {
		t.Errorf("it was asked %d times", got)
	}
	l.tell(func() { l.answer = nil })
	l.clock.Advance(5 * time.Second)
	for range 3 {
		if _, err := c.Begin(t.Context(), state, nonce, verifier); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.times(discovery); got != 2 {
		t.Errorf("it was asked %d times", got)
	}
	l.Close()
	_, err := c.Finish(t.Context(), "codigo", nonce, verifier)
	checkError(t, err, oidc.Unavailable, "no token: dial tcp")
	_, err = l.client(t).Begin(t.Context(), state, nonce, verifier)
	checkError(t, err, oidc.Unavailable, "refused")
}

// A caller who goes away does not make the provider unknown to others.
func TestWhoGoesAway(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	c := l.client(t)
	ctx, cancel := context.WithCancel(t.Context())
	l.answer = func(w http.ResponseWriter, r *http.Request) {
		cancel()
		l.honest(w, r)
	}
	_, err := c.Begin(ctx, state, nonce, verifier)
	if err != nil {
		t.Errorf("the description that was on its way is lost: %v", err)
	}
	if _, err := c.Begin(t.Context(), state, nonce, verifier); err != nil {
		t.Error(err)
	}
	_, err = c.Finish(ctx, "codigo", nonce, verifier)
	checkError(t, err, oidc.Unavailable, "")
}

func TestOptions(t *testing.T) {
	t.Parallel()
	good := oidc.Options{Issuer: "https://accounts.google.com", ClientID: clientID, ClientSecret: clientSecret, RedirectURL: redirect, Now: testkit.At(testkit.Epoch).Now}
	for _, tc := range []struct {
		name   string
		change func(*oidc.Options)
		want   string // part of the error; "": none
	}{
		{"nothing wrong", func(*oidc.Options) {}, ""},
		{"a slash at the end", func(o *oidc.Options) { o.Issuer = "https://sso.acesso.gov.br/" }, ""},
		{"on this machine", func(o *oidc.Options) { o.Issuer = "http://127.0.0.1:3000" }, ""},
		{"no issuer", func(o *oidc.Options) { o.Issuer = "" }, "issuer"},
		{"a name", func(o *oidc.Options) { o.Issuer = "accounts.google.com" }, "issuer"},
		{"without https", func(o *oidc.Options) { o.Issuer = "http://accounts.google.com" }, "https"},
		{"a name like ours", func(o *oidc.Options) { o.Issuer = "http://localhost.example.org" }, "https"},
		{"a query", func(o *oidc.Options) { o.Issuer += "?a" }, "issuer"},
		{"a password", func(o *oidc.Options) { o.Issuer = "https://a:b@accounts.google.com" }, "issuer"},
		{"no client", func(o *oidc.Options) { o.ClientID = "" }, "secret"},
		{"no secret", func(o *oidc.Options) { o.ClientSecret = "" }, "secret"},
		{"nowhere to come back to", func(o *oidc.Options) { o.RedirectURL = "/entrar" }, "come back"},
		{"no clock", func(o *oidc.Options) { o.Now = nil }, "clock"},
	} {
		o := good
		tc.change(&o)
		_, err := oidc.New(o)
		if (err == nil) != (tc.want == "") || err != nil && (!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), clientSecret)) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

// Somebody who is signed in is asked again, and the provider's time of asking is read by its own
// clock.
func TestBeginAgain(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	address, err := l.client(t).BeginAgain(t.Context(), state, nonce, verifier)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if q := u.Query(); q.Get("prompt") != "login" || q.Get("max_age") != "0" || q.Get("nonce") != nonce {
		t.Errorf("sent to %s", address)
	}
	issued := l.clock.Now().Unix()
	for _, tc := range []struct {
		asked any
		want  time.Duration
	}{{nil, 0}, {issued, 0}, {issued + 30, 0}, {issued - 3600, time.Hour}} {
		who, err := l.finish(t, map[string]any{"iat": issued, "auth_time": tc.asked})
		if err != nil || who.Age != tc.want || who.AskedKnown != (tc.asked != nil) {
			t.Errorf("asked at %v: %s ago, %v; want %s", tc.asked, who.Age, err, tc.want)
		}
	}
}

// If the token lacks an address we ask separately; otherwise we do not.
func TestAskedApart(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change map[string]any
		asked  int
		want   bool // a verified address
	}{
		"an address, verified":               {nil, 0, true},
		"a number, verified":                 {map[string]any{"email": nil}, 0, false},
		"neither verified":                   {map[string]any{"email_verified": false, "phone_number_verified": nil}, 1, true},
		"neither, and another address apart": {map[string]any{"email": "outra@example.org", "email_verified": false, "phone_number": nil}, 1, false},
	} {
		l := newLiar(t)
		l.metadata["userinfo_endpoint"] = l.URL + "/info"
		l.info = map[string]any{"sub": "maria", "email": "Maria@example.org", "email_verified": true}
		who, err := l.finish(t, tc.change)
		if err != nil || who.EmailVerified != tc.want || l.times("/info") != tc.asked {
			t.Errorf("%s: %+v, asked %d times, %v", name, who, l.times("/info"), err)
		}
	}
}

// The log says why a provider was not reached, and nothing that was sent.
func TestCauseOfOutage(t *testing.T) {
	t.Parallel()
	dead := httptest.NewUnstartedServer(http.NotFoundHandler())
	dead.Config.ErrorLog = log.New(io.Discard, "", 0)
	dead.StartTLS() // with an untrusted certificate
	t.Cleanup(dead.Close)
	for path, want := range map[string]struct {
		name   string
		reason oidc.Reason
		cause  string
	}{
		"/token": {"token_endpoint", oidc.Unavailable, "no token: tls: failed to verify certificate"},
		"/keys":  {"jwks_uri", oidc.Invalid, "tls: failed to verify certificate"},
		"/info":  {"userinfo_endpoint", oidc.Unavailable, "who somebody is: tls: failed to verify certificate"},
	} {
		l := newLiar(t)
		l.metadata[want.name] = dead.URL + path
		l.refuses(t, map[string]any{"email": nil, "phone_number": nil}, want.reason, want.cause)
	}
}
