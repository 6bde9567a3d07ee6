package oidc_test

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"
	"time"

	"rastro/internal/account/oidc"
)

func TestAttackOIDCWrongIssuer(t *testing.T) {
	t.Parallel()
	newLiar(t).refuses(t, map[string]any{"iss": "https://outro.example.org"}, oidc.Invalid, "different provider")
	newLiar(t).refuses(t, map[string]any{"iss": nil}, oidc.Invalid, "different provider")
	slash := newLiar(t)
	slash.refuses(t, map[string]any{"iss": slash.URL + "/"}, oidc.Invalid, "different provider")

	// A provider that pretends to be another.
	other := newLiar(t)
	other.metadata["issuer"] = "https://accounts.google.com"
	other.refuses(t, nil, oidc.Invalid, "did not match")
	if other.times("/token") != 0 {
		t.Error("the code was sent to it")
	}
}

func TestAttackOIDCWrongAudience(t *testing.T) {
	t.Parallel()
	newLiar(t).refuses(t, map[string]any{"aud": "outro"}, oidc.Invalid, "audience")
	newLiar(t).refuses(t, map[string]any{"aud": []string{"outro", "mais um"}}, oidc.Invalid, "audience")
	newLiar(t).refuses(t, map[string]any{"aud": nil}, oidc.Invalid, "audience")
	newLiar(t).refuses(t, map[string]any{"aud": []string{"outro", clientID}, "azp": "outro"}, oidc.Invalid, "another client")
	newLiar(t).refuses(t, map[string]any{"azp": "outro"}, oidc.Invalid, "another client")
}

// A token from one sign-in is worthless in another.
func TestAttackOIDCWrongNonce(t *testing.T) {
	t.Parallel()
	for _, said := range []any{"nonce-de-outra-pessoa-00", "", nil, nonce + "x", nonce[:len(nonce)-1]} {
		newLiar(t).refuses(t, map[string]any{"nonce": said}, oidc.Invalid, "another sign-in")
	}
	// The caller cannot forget to choose a nonce either.
	l := newLiar(t)
	l.claims["nonce"] = ""
	if who, err := l.client(t).Finish(t.Context(), "codigo", "", verifier); err == nil {
		t.Errorf("without a nonce it is %+v", who)
	}
}

func TestAttackOIDCExpiredToken(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	l.refuses(t, map[string]any{"exp": l.clock.Now().Add(-time.Second).Unix()}, oidc.Invalid, "expired")
	newLiar(t).refuses(t, map[string]any{"exp": nil}, oidc.Invalid, "expired")
	newLiar(t).refuses(t, map[string]any{"nbf": l.clock.Now().Add(time.Hour).Unix()}, oidc.Invalid, "before")
}

func TestAttackOIDCUnsignedToken(t *testing.T) {
	t.Parallel()
	nothing := func([]byte) []byte { return nil }
	for _, alg := range []string{"none", "None", "NONE", ""} {
		l := newLiar(t)
		l.token = func(claims map[string]any) string { return jwt(map[string]any{"alg": alg}, claims, nothing) }
		l.refuses(t, nil, oidc.Invalid, "")
	}
	// A signature that was cut off, and one that signs other claims.
	l := newLiar(t)
	l.token = func(claims map[string]any) string {
		token := l.keys[0].sign(claims)
		return token[:strings.LastIndexByte(token, '.')+1]
	}
	l.refuses(t, nil, oidc.Invalid, "")
	moved := newLiar(t)
	moved.token = func(claims map[string]any) string {
		signed := moved.keys[0].sign(map[string]any{"sub": "eva"})
		return jwt(map[string]any{"alg": "ES256", "kid": "a"}, claims, nothing) + signed[strings.LastIndexByte(signed, '.')+1:]
	}
	moved.refuses(t, nil, oidc.Invalid, "signature")
}

// The client's secret is not known to the provider alone, and a public key is known to everyone.
func TestAttackOIDCClientSecretSignature(t *testing.T) {
	t.Parallel()
	for _, header := range []map[string]any{{"alg": "HS256"}, {"alg": "HS256", "kid": "a"}, {"alg": "ES256", "kid": "a"}} {
		l := newLiar(t)
		l.token = func(claims map[string]any) string { return jwt(header, claims, withSecret) }
		l.refuses(t, nil, oidc.Invalid, "")
	}
}

// New keys are accepted as soon as tokens use them, and withdrawn keys no longer are. Somebody
// else's key never is.
func TestAttackOIDCKeyRotation(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	c := l.client(t)
	sign := func(key signer) (oidc.Identity, error) {
		l.tell(func() { l.token = key.sign })
		return c.Finish(t.Context(), "codigo", nonce, verifier)
	}
	old, next := l.keys[0], newSigner(t, "b")
	if who, err := sign(old); err != nil || who.Subject != "maria" {
		t.Fatalf("with the first key: %+v, %v", who, err)
	}
	_, err := sign(next)
	checkError(t, err, oidc.Invalid, "signature")
	l.tell(func() { l.keys = []signer{next} })
	if who, err := sign(next); err != nil || who.Subject != "maria" {
		t.Fatalf("with the second key: %+v, %v", who, err)
	}
	_, err = sign(old)
	checkError(t, err, oidc.Invalid, "signature")
	_, err = sign(newSigner(t, "b")) // another key with the same name
	checkError(t, err, oidc.Invalid, "signature")

	// A key that is withdrawn without a replacement is forgotten within an hour.
	third := newSigner(t, "c")
	l.tell(func() { l.keys = []signer{third} })
	l.clock.Advance(time.Hour)
	l.tell(func() { l.claims["exp"] = l.clock.Now().Add(time.Minute).Unix() })
	_, err = sign(next)
	checkError(t, err, oidc.Invalid, "signature")
}

// Somebody else's access token cannot accompany this person's token.
func TestAttackOIDCSwappedAccessToken(t *testing.T) {
	t.Parallel()
	newLiar(t).refuses(t, map[string]any{"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}, oidc.Invalid, "belong together")
	digest := sha256.Sum256([]byte("acesso"))
	if _, err := newLiar(t).finish(t, map[string]any{"at_hash": encode(digest[:16])}); err != nil {
		t.Errorf("the right one: %v", err)
	}
}

// Separately delivered claims must be about the same person.
func TestAttackOIDCForeignUserInfo(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	l.metadata["userinfo_endpoint"] = l.URL + "/info"
	l.info = map[string]any{"sub": "eva", "email": "eva@example.net", "email_verified": true}
	l.refuses(t, map[string]any{"email": nil, "phone_number": nil}, oidc.Invalid, "somebody else")

	// They may not be missing or unreadable either.
	for name, answer := range map[string]http.HandlerFunc{
		"an error":         func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"an endless one":   endless,
		"somewhere else":   elsewhere,
		"a number as text": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"sub":"maria","email":1}`)) },
	} {
		l := newLiar(t)
		l.metadata["userinfo_endpoint"] = l.URL + "/info"
		l.only("/info", answer)
		if who, err := l.finish(t, map[string]any{"email": nil, "phone_number": nil}); err == nil {
			t.Errorf("%s: %+v", name, who)
		}
	}

	// One address does not vouch for another.
	l = newLiar(t)
	l.metadata["userinfo_endpoint"] = l.URL + "/info"
	l.info = map[string]any{"sub": "maria", "email": "eva@example.net", "email_verified": true}
	who, err := l.finish(t, map[string]any{"email_verified": nil, "phone_number": nil})
	if err != nil || who.Email != "maria@example.org" || who.EmailVerified {
		t.Errorf("got %+v, %v", who, err)
	}
}

// What a provider sends cannot send the server elsewhere or fill its memory.
func TestAttackOIDCHostileAnswers(t *testing.T) {
	t.Parallel()
	const discovery = "/.well-known/openid-configuration"
	for name, tc := range map[string]struct {
		path   string // path of the hostile answer
		answer http.HandlerFunc
		reason oidc.Reason
		want   string
	}{
		"an endless description": {discovery, endless, oidc.Unavailable, "too long"},
		"endless keys":           {"/keys", endless, oidc.Invalid, "too long"},
		"an endless token":       {"/token", endless, oidc.Unavailable, "no token"},
		"another place":          {discovery, elsewhere, oidc.Unavailable, "302"},
		"another place for keys": {"/keys", elsewhere, oidc.Invalid, "302"},
		"another place for code": {"/token", elsewhere, oidc.Refused, "302"},
		"no JSON":                {discovery, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("\x1b[31m<html>")) }, oidc.Unavailable, ""},
		"an error with our code": {"/token", repeats, oidc.Refused, "status 400"},
		"no token for us":        {"/token", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("access_token=acesso")) }, oidc.Invalid, "no token"},
		"out of order":           {"/token", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, oidc.Unavailable, "no token"},
		"a known error":          {"/token", invalidGrant, oidc.Refused, "invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLiar(t)
			l.only(tc.path, tc.answer)
			who, err := l.finish(t, nil)
			checkError(t, err, tc.reason, tc.want)
			if who != (oidc.Identity{}) || strings.ContainsRune(err.Error(), '\x1b') || len(err.Error()) > 400 || l.times("/elsewhere") != 0 {
				t.Errorf("got %+v, %q", who, err)
			}
		})
	}
	for _, name := range []string{"authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"} {
		l := newLiar(t)
		l.metadata[name] = "http://outro.example.org/"
		l.refuses(t, nil, oidc.Invalid, "not https")
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for _, err := w.Write([]byte(`{"a":"`)); err == nil && r.Context().Err() == nil; {
		_, err = w.Write([]byte(strings.Repeat("a", 32<<10)))
	}
}

func elsewhere(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/elsewhere", http.StatusFound)
}

func repeats(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	w.WriteHeader(http.StatusBadRequest)
	w.Write([]byte(r.PostForm.Encode()))
}

func invalidGrant(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	w.Write([]byte(`{"error":"invalid_grant","error_description":"codigo maria@example.org"}`))
}
