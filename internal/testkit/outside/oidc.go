package outside

import (
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Directory is the people that an OpenID Connect provider knows, and its client.
type Directory struct {
	Client   string                    `json:"client"`
	Secret   string                    `json:"secret"`
	Redirect []string                  `json:"redirect"` // allowed redirect addresses
	People   map[string]map[string]any `json:"people"`   // claims by log-in, which is the subject
	InToken  bool                      `json:"inToken"`  // the claims are in the token, not separate
	AnyPort  bool                      `json:"anyPort"`  // redirects may go to any port of the addresses in Redirect
}

// OIDC is a running OpenID Connect provider.
type OIDC struct{ Issuer string }

// StartOIDC starts a provider. Its pages take any log-in and password.
func StartOIDC(tb testing.TB, directory Directory) *OIDC {
	tb.Helper()
	var ready struct{ Issuer string }
	start(tb, "oidc.mjs", "oidc-provider", directory).next(tb, &ready)
	return &OIDC{ready.Issuer}
}

// form matches where a page of the provider sends its form, and prompt what it asks.
var (
	form   = regexp.MustCompile(`action="([^"]+)" method="post"`)
	prompt = regexp.MustCompile(`name="prompt" value="([a-z]+)"`)
)

// maxPages is how many pages and redirects a sign-in may take. It takes eight.
const maxPages = 20

// SignIn does what a person does in a browser: it opens the address, signs in as login, agrees, and
// returns the address to which the provider then redirects the browser.
func (p *OIDC) SignIn(tb testing.TB, address, login string) *url.URL {
	tb.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		tb.Fatal(err)
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.Get(address)
	for range maxPages {
		if err != nil {
			tb.Fatal(err)
		}
		page, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if next, err := answer.Location(); err == nil {
			if !strings.HasPrefix(next.String(), p.Issuer+"/") {
				return next
			}
			answer, err = browser.Get(next.String())
			if err != nil {
				tb.Fatal(err)
			}
			continue
		}
		to, asked := form.FindSubmatch(page), prompt.FindSubmatch(page)
		if to == nil || asked == nil {
			tb.Fatalf("status %d, and no form: %s", answer.StatusCode, page)
		}
		answer, err = browser.PostForm(html.UnescapeString(string(to[1])), url.Values{
			"prompt": {string(asked[1])}, "login": {login}, "password": {"any"},
		})
	}
	tb.Fatalf("no end after %d pages", maxPages)
	return nil
}
