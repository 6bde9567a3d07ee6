// Package oidc asks an OpenID Connect provider, such as Google, Microsoft or gov.br, who somebody
// is.
//
// Begin returns the address to send a browser to, and Finish turns the returned code into an
// identity. The caller chooses new state, nonce and verifier values each time, keeps them for that
// browser only, and compares the state before it calls Finish. The package keeps no accounts. The
// caller decides whose account an identity opens; an unverified address proves nothing.
//
// The provider may be down when the server starts. It is looked up on first use, and again after a
// failure. Its answers are limited in time and size, and errors contain neither codes nor tokens
// nor claims about a person.
package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"golang.org/x/oauth2"
)

// Provider identifies people.
type Provider interface {
	// Begin returns where to send a browser. state and nonce are secrets of 22 characters and
	// more, verifier one of 43 to 128 letters, digits, dots, hyphens, underscores and tildes.
	Begin(ctx context.Context, state, nonce, verifier string) (url string, err error)
	// BeginAgain is Begin for somebody who is signed in and must prove that it is still them: the
	// provider asks even if it knows the browser.
	BeginAgain(ctx context.Context, state, nonce, verifier string) (url string, err error)
	// Finish exchanges the code that the browser came back with, once.
	Finish(ctx context.Context, code, nonce, verifier string) (Identity, error)
}

// Identity is somebody for whom the provider vouches. Issuer and Subject together never change and
// never denote another person; the rest may change.
type Identity struct {
	Issuer, Subject string
	Email           string // empty: missing
	EmailVerified   bool
	Phone           string
	PhoneVerified   bool
	// Age is how long ago the provider asked for a password or the like, if AskedKnown is set; some
	// do not say. Unless told to ask, most remember a browser for days.
	Age        time.Duration
	AskedKnown bool
}

// Options name the provider, and the client as which we are registered with it.
type Options struct {
	Issuer       string // exactly as the provider writes it in its tokens
	ClientID     string
	ClientSecret string
	RedirectURL  string // where browsers return to; also registered with the provider
	Now          func() time.Time
}

const (
	// A person is waiting, and the provider is a site that answers within a second.
	requestTimeout = 10 * time.Second
	finishTimeout  = 25 * time.Second // three requests
	// 128 bits in base64url; for the verifier, the limits in RFC 7636.
	minSecret                = 22
	minVerifier, maxVerifier = 43, 128
	maxCode                  = 4096 // Microsoft's have a little over a thousand characters
	// Thirty days, in seconds: given a maximum, a provider reports when it asked.
	longestKnown = "2592000"
)

// Client asks one provider. It is safe for concurrent use.
type Client struct {
	options Options
	http    *http.Client
	turn    chan struct{} // guards what follows
	found   *found        // nil: not yet
	failed  *Error        // the last attempt to find it
	again   time.Time     // when it may be tried again
}

// New checks the options. It makes no request.
func New(o Options) (*Client, error) {
	switch {
	case !IsIssuer(o.Issuer):
		return nil, errors.New("the issuer is not an address with https; write it as in the provider's documents, for instance https://accounts.google.com")
	case o.ClientID == "" || o.ClientSecret == "":
		return nil, errors.New("OpenID Connect needs a client and its secret")
	case o.Now == nil:
		return nil, errors.New("OpenID Connect has no clock")
	}
	back, err := url.Parse(o.RedirectURL)
	if err != nil || back.Scheme != "http" && back.Scheme != "https" || back.Host == "" || back.Fragment != "" {
		return nil, fmt.Errorf("the address that browsers come back to, %q, is not one", o.RedirectURL)
	}
	return &Client{options: o, http: newHTTP(), turn: make(chan struct{}, 1)}, nil
}

// IsIssuer reports whether a text can name a provider: an address with https, or one of
// this machine.
func IsIssuer(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.RawQuery == "" && u.Fragment == "" && u.User == nil && safe(u)
}

// safe reports whether requests to an address cannot be overheard.
func safe(u *url.URL) bool {
	addr, err := netip.ParseAddr(u.Hostname())
	here := u.Hostname() == "localhost" || err == nil && addr.IsLoopback()
	return u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && here)
}

var errMisuse = errors.New("state, nonce and verifier must be secrets")

// Begin implements Provider.
func (c *Client) Begin(ctx context.Context, state, nonce, verifier string) (string, error) {
	return c.begin(ctx, state, nonce, verifier, oauth2.SetAuthURLParam("max_age", longestKnown))
}

// BeginAgain implements Provider.
func (c *Client) BeginAgain(ctx context.Context, state, nonce, verifier string) (string, error) {
	return c.begin(ctx, state, nonce, verifier, oauth2.SetAuthURLParam("max_age", "0"), oauth2.SetAuthURLParam("prompt", "login"))
}

func (c *Client) begin(ctx context.Context, state, nonce, verifier string, more ...oauth2.AuthCodeOption) (string, error) {
	if len(state) < minSecret || len(nonce) < minSecret || !fit(verifier) {
		return "", errMisuse
	}
	provider, err := c.provider(ctx)
	if err != nil {
		return "", err
	}
	return provider.config.AuthCodeURL(state, append(more, oauth2.SetAuthURLParam("nonce", nonce), oauth2.S256ChallengeOption(verifier))...), nil
}

// fit reports whether a text is a code verifier (RFC 7636, 4.1).
func fit(verifier string) bool {
	return len(verifier) >= minVerifier && len(verifier) <= maxVerifier && !slices.ContainsFunc([]byte(verifier), func(b byte) bool {
		return !('a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '-' || b == '.' || b == '_' || b == '~')
	})
}

// Finish implements Provider.
func (c *Client) Finish(ctx context.Context, code, nonce, verifier string) (Identity, error) {
	if len(nonce) < minSecret || !fit(verifier) {
		return Identity{}, errMisuse
	}
	if code == "" || len(code) > maxCode {
		return Identity{}, &Error{Reason: Refused, detail: "there is no code"}
	}
	ctx, cancel := context.WithTimeout(ctx, finishTimeout)
	defer cancel()
	provider, err := c.provider(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, c.http)
	token, err := provider.config.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return Identity{}, refused(err)
	}
	said, err := provider.verify(ctx, token)
	if err != nil {
		return Identity{}, err
	}
	if subtle.ConstantTimeCompare([]byte(said.Nonce), []byte(nonce)) != 1 {
		return Identity{}, &Error{Reason: Invalid, detail: "the token is of another sign-in"}
	}
	return provider.identity(ctx, token, said)
}
