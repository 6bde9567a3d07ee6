package oidc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	// After a failure, no further request is made for this long, because anyone can open sign-in
	// pages.
	retryAfter = 5 * time.Second
	// The description is forgotten after this time, together with keys that the provider no longer
	// uses.
	maxAge = time.Hour
	// What a provider may send in one answer. Microsoft's keys are 15 kB.
	maxAnswer  = 256 << 10
	maxHeaders = 64 << 10
)

// found is a provider's description of itself.
type found struct {
	provider *gooidc.Provider
	verifier *gooidc.IDTokenVerifier
	config   oauth2.Config
	issuer   string
	until    time.Time
}

// algorithms sign with a key that only the provider has. HS256 signs with our own secret, and
// "none" does not sign at all.
var algorithms = []string{
	gooidc.RS256, gooidc.RS384, gooidc.RS512, gooidc.ES256, gooidc.ES384, gooidc.ES512, gooidc.PS256, gooidc.PS384, gooidc.PS512, gooidc.EdDSA,
}

// newHTTP returns the client that calls the provider. It follows no redirects: the provider's
// addresses are the ones in its description, and a secret is sent nowhere else.
func newHTTP() *http.Client {
	return &http.Client{
		Timeout:       requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: bounded{&http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			MaxResponseHeaderBytes: maxHeaders,
			DisableKeepAlives:      true, // minutes pass between two calls
		}},
	}
}

// bounded cuts answers that are too long.
type bounded struct{ *http.Transport }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.Transport.RoundTrip(r)
	if err == nil {
		answer.Body = &body{answer.Body, maxAnswer}
	}
	return answer, err
}

type body struct {
	io.ReadCloser
	left int
}

var errTooLong = errors.New("the answer is too long")

func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// provider looks up the provider, unless it is known. One caller at a time does so, and does not
// stop if that caller goes away, because the others wait for the same result.
func (c *Client) provider(ctx context.Context) (*found, error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, because(Unavailable, ctx.Err())
	}
	switch now := c.options.Now(); {
	case c.found != nil && now.Before(c.found.until):
		return c.found, nil
	case c.failed != nil && now.Before(c.again):
		return nil, c.failed
	}
	c.found, c.failed = c.discover(context.WithoutCancel(ctx))
	if c.failed != nil {
		c.again = c.options.Now().Add(retryAfter)
		return nil, c.failed
	}
	return c.found, nil
}

// discover reads the provider's description of itself.
func (c *Client) discover(ctx context.Context) (*found, *Error) {
	ctx = gooidc.ClientContext(ctx, c.http)
	provider, err := gooidc.NewProvider(ctx, c.options.Issuer)
	var other *gooidc.IssuerMismatchError
	switch {
	case errors.As(err, &other):
		return nil, because(Invalid, err)
	case err != nil:
		return nil, because(Unavailable, err)
	}
	var more struct {
		Scopes  []string `json:"scopes_supported"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
		Keys    string   `json:"jwks_uri"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, because(Unavailable, err)
	}
	endpoint := provider.Endpoint()
	addresses := []string{endpoint.AuthURL, endpoint.TokenURL, more.Keys}
	if info := provider.UserInfoEndpoint(); info != "" { // optional, unlike the others
		addresses = append(addresses, info)
	}
	for _, address := range addresses {
		if u, err := url.Parse(address); err != nil || !safe(u) {
			return nil, because(Invalid, fmt.Errorf("it names an address that is not https: %q", address))
		}
	}
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if len(more.Methods) > 0 && !slices.Contains(more.Methods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &found{
		provider: provider,
		verifier: provider.Verifier(&gooidc.Config{ClientID: c.options.ClientID, SupportedSigningAlgs: algorithms, Now: c.options.Now}),
		config: oauth2.Config{
			ClientID: c.options.ClientID, ClientSecret: c.options.ClientSecret, RedirectURL: c.options.RedirectURL,
			Endpoint: endpoint, Scopes: scopes(more.Scopes),
		},
		issuer: c.options.Issuer,
		until:  c.options.Now().Add(maxAge),
	}, nil
}

// scopes returns the scopes to request. Some providers refuse a request with unknown ones, as
// Google does with phone.
func scopes(known []string) []string {
	wanted := []string{gooidc.ScopeOpenID, "email", "phone"}
	if len(known) == 0 {
		return wanted[:2]
	}
	return slices.DeleteFunc(wanted, func(scope string) bool { return scope != gooidc.ScopeOpenID && !slices.Contains(known, scope) })
}
