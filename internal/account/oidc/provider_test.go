package oidc_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/account/oidc"
	"rastro/internal/testkit"
)

const (
	clientID     = "rastro"
	clientSecret = "segredo do cliente, com mais de 32 bytes"
	redirect     = "https://rastro.example.org/entrar/oidc"
	state        = "estado-0123456789-abcdef"
	nonce        = "nonce-0123456789-abcdefg"
	verifier     = "verificador-0123456789-0123456789-0123456789"
)

// liar is a provider that answers as a test tells it to. It signs with its own keys.
type liar struct {
	*httptest.Server
	clock *testkit.Clock

	mu       sync.Mutex
	metadata map[string]any // its description of itself
	claims   map[string]any // of the token
	info     map[string]any // of the person
	token    func(claims map[string]any) string
	keys     []signer // that it publishes
	answer   http.HandlerFunc
	asked    map[string]int // how often, by path
	form     url.Values     // of the last code
}

func newLiar(t *testing.T) *liar {
	t.Helper()
	key := newSigner(t, "a")
	l := &liar{clock: testkit.At(testkit.Epoch), keys: []signer{key}, token: key.sign, asked: map[string]int{}}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	l.metadata = map[string]any{
		"issuer": l.URL, "authorization_endpoint": l.URL + "/auth", "token_endpoint": l.URL + "/token", "jwks_uri": l.URL + "/keys",
		// A provider may declare this; it changes nothing.
		"id_token_signing_alg_values_supported": []string{"none", "HS256", "ES256"},
	}
	l.claims = map[string]any{
		"iss": l.URL, "sub": "maria", "aud": clientID, "nonce": nonce, "iat": l.clock.Now().Unix(), "exp": l.clock.Now().Add(time.Minute).Unix(),
		"email": "maria@example.org", "email_verified": true, "phone_number": "+5565999990000", "phone_number_verified": "true", "name": "Maria",
	}
	return l
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked[r.URL.Path]++
	if l.answer != nil {
		l.answer(w, r)
		return
	}
	l.honest(w, r)
}

// honest answers as a provider does.
func (l *liar) honest(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		json.NewEncoder(w).Encode(l.metadata)
	case "/keys":
		set := []map[string]string{}
		for _, key := range l.keys {
			set = append(set, key.public())
		}
		json.NewEncoder(w).Encode(map[string]any{"keys": set})
	case "/token":
		r.ParseForm()
		l.form = r.PostForm
		json.NewEncoder(w).Encode(map[string]any{"access_token": "acesso", "token_type": "Bearer", "expires_in": 60, "id_token": l.token(l.claims)})
	case "/info":
		json.NewEncoder(w).Encode(l.info)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// only makes the provider answer differently at one path.
func (l *liar) only(path string, answer http.HandlerFunc) {
	l.answer = func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			answer(w, r)
			return
		}
		l.honest(w, r)
	}
}

// tell changes the provider's behaviour.
func (l *liar) tell(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// times returns the number of requests for a path.
func (l *liar) times(path string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked[path]
}

func (l *liar) client(t *testing.T) *oidc.Client {
	t.Helper()
	c, err := oidc.New(oidc.Options{Issuer: l.URL, ClientID: clientID, ClientSecret: clientSecret, RedirectURL: redirect, Now: l.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// finish signs in with the provider's current behaviour, with some claims changed, and without
// those that are nil.
func (l *liar) finish(t *testing.T, change map[string]any) (oidc.Identity, error) {
	t.Helper()
	l.tell(func() {
		maps.Copy(l.claims, change)
		maps.DeleteFunc(l.claims, func(_ string, said any) bool { return said == nil })
	})
	return l.client(t).Finish(t.Context(), "codigo", nonce, verifier)
}

// refuses signs in, and expects an error with a given reason.
func (l *liar) refuses(t *testing.T, change map[string]any, reason oidc.Reason, want string) {
	t.Helper()
	who, err := l.finish(t, change)
	checkError(t, err, reason, want)
	if who != (oidc.Identity{}) {
		t.Errorf("with %v it is %+v", change, who)
	}
}

// checkError compares an error, and checks that it contains nothing secret.
func checkError(t *testing.T, err error, reason oidc.Reason, want string) {
	t.Helper()
	var failure *oidc.Error
	if !errors.As(err, &failure) || failure.Reason != reason || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want reason %d and %q", err, reason, want)
		return
	}
	for _, secret := range []string{clientSecret, "codigo", "acesso", verifier, nonce, "maria", "eyJ"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error has %q: %v", secret, err)
		}
	}
}

// signer is a key of a provider.
type signer struct {
	id string
	*ecdsa.PrivateKey
}

func newSigner(t *testing.T, id string) signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return signer{id, key}
}

// public returns the key as a provider publishes it.
func (s signer) public() map[string]string {
	point, err := s.PublicKey.Bytes()
	if err != nil {
		panic(err) // a supported curve
	}
	return map[string]string{"kty": "EC", "crv": "P-256", "kid": s.id, "use": "sig", "alg": "ES256", "x": encode(point[1:33]), "y": encode(point[33:])}
}

func (s signer) sign(claims map[string]any) string {
	return jwt(map[string]any{"alg": "ES256", "kid": s.id}, claims, func(text []byte) []byte {
		digest := sha256.Sum256(text)
		r, q, err := ecdsa.Sign(rand.Reader, s.PrivateKey, digest[:])
		if err != nil {
			panic(err) // nothing here fails
		}
		return append(r.FillBytes(make([]byte, 32)), q.FillBytes(make([]byte, 32))...)
	})
}

// jwt returns a token with any header and signature.
func jwt(header, claims map[string]any, sign func([]byte) []byte) string {
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // maps of texts and numbers
		}
		return encode(text)
	}
	text := part(header) + "." + part(claims)
	return text + "." + encode(sign([]byte(text)))
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// withSecret signs as HS256 does.
func withSecret(text []byte) []byte {
	mac := hmac.New(sha256.New, []byte(clientSecret))
	mac.Write(text)
	return mac.Sum(nil)
}
