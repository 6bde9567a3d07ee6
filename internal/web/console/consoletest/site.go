// Package consoletest runs the console over a real store and gives tests a browser to
// use it with: it keeps cookies, follows redirects and fills in forms.
package consoletest

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/account/password"
	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/kind"
	"rastro/internal/remote"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/web/console"
	"rastro/internal/web/console/harvest"
	"rastro/internal/web/console/intake"
	"rastro/internal/zone"
)

// Site is a console over a real store.
type Site struct {
	T       testing.TB
	Service *app.App
	Server  *httptest.Server
	Root    *access.NewKey
	Jobs    *intake.Jobs
	Memory  *admit.Budget
	Clock   Ahead     // how far ahead the service's clock is
	stopped time.Time // the time at which it stands still; zero: it runs
}

// NewSite returns a console with the usual bounds and no limits.
func NewSite(t testing.TB) *Site {
	t.Helper()
	return NewBoundSite(t, harvest.Bounds{})
}

// NewLimitedSite returns a site with limits, behind a proxy at 192.0.2.1.
func NewLimitedSite(t testing.TB, limits keygate.Limits) *Site {
	t.Helper()
	return makeSite(t, limits, console.Options{Proxies: remote.Trust(netip.MustParsePrefix("192.0.2.1/32"))})
}

// NewBoundSite returns a site that reviews no more at once than the bounds say.
func NewBoundSite(t testing.TB, most harvest.Bounds) *Site {
	t.Helper()
	return makeSite(t, keygate.Limits{}, console.Options{Bounds: most})
}

// NewSiteWith returns a site with some options of the console, such as a mail server.
func NewSiteWith(t testing.TB, o console.Options) *Site {
	t.Helper()
	return makeSite(t, keygate.Limits{}, o)
}

// origin names the log of every site.
const origin = "console.example/log"

// prepared is a database with a first key and the catalogue; root is that key.
type prepared struct {
	*stores.Template
	root *access.NewKey
}

// The databases of sites: each engine has its own first key.
var ready, readyPostgreSQL = prepare(), prepare()

func prepare() *prepared {
	p := &prepared{}
	p.Template = stores.NewTemplate(func(ctx context.Context, store trace.Store) error {
		service, err := app.New(ctx, store, app.Options{Now: time.Now, Random: rand.Reader, Log: testkit.Silent(), PasswordWork: password.Least})
		if err == nil {
			err = service.StartLog(ctx, origin)
		}
		if err == nil {
			p.root, err = service.Bootstrap(ctx, "", "")
		}
		return err
	})
	return p
}

// Each runs a test with a site on each engine. The package's TestMain is pgtest.Main.
func Each(t *testing.T, run func(s *Site)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { run(NewSite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		run(makeSiteOn(t, readyPostgreSQL.PostgreSQL(t), readyPostgreSQL, keygate.Limits{}, console.Options{}))
	})
}

// Ahead is a duration that a test changes while requests are under way.
type Ahead struct{ nanoseconds atomic.Int64 }

// Add makes it longer.
func (a *Ahead) Add(d time.Duration) { a.nanoseconds.Add(int64(d)) }

// Set sets how far it is ahead.
func (a *Ahead) Set(d time.Duration) { a.nanoseconds.Store(int64(d)) }

// StopClock stops the service's clock, except for what a test adds to Clock, so that a test of
// something that recovers over time gives the same result on a slow machine.
func (s *Site) StopClock() { s.stopped = time.Now() }

func (s *Site) now() time.Time {
	now := s.stopped
	if now.IsZero() {
		now = time.Now()
	}
	return now.Add(time.Duration(s.Clock.nanoseconds.Load()))
}

func makeSite(t testing.TB, limits keygate.Limits, o console.Options) *Site {
	t.Helper()
	return makeSiteOn(t, ready.SQLite(t), ready, limits, o)
}

func makeSiteOn(t testing.TB, database *stores.Database, from *prepared, limits keygate.Limits, o console.Options) *Site {
	t.Helper()
	s := &Site{T: t}
	var err error
	if o.Zone, err = zone.Parse(zone.Default); err != nil {
		t.Fatal(err)
	}
	store := database.Store(t)
	log := o.Log
	if log == nil {
		log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	s.Service, err = app.New(t.Context(), store, app.Options{Now: s.now, Random: rand.Reader, Log: log, Blobs: database.Blobs(t), PasswordWork: password.Least})
	if err == nil {
		err = s.Service.StartLog(t.Context(), origin)
	}
	if err != nil {
		t.Fatal(err)
	}
	first := *from.root
	s.Root = &first
	door, err := keygate.New(s.Service, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Jobs = intake.NewJobs(nil)
	mux := http.NewServeMux()
	o.PublicURL = cmp.Or(o.PublicURL, "https://rastro.example")
	o.Service, o.Gate, o.Log, o.Jobs = s.Service, door, log, s.Jobs
	if err := console.Mount(mux, o); err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer admit.From(r.Context()).Done()
		mux.ServeHTTP(w, r)
	}))
	s.Memory = admit.New(128<<20, 0)
	s.Server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context { return admit.Context(ctx, s.Memory.Claim()) }
	s.Server.Start()
	t.Cleanup(func() {
		s.Server.Close()
		s.Jobs.Close()
	})
	return s
}

// Key makes a key with some scopes.
func (s *Site) Key(req access.Request) *access.NewKey {
	s.T.Helper()
	made, err := s.Service.CreateKey(s.T.Context(), nil, req, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return &made.Key
}

// Create writes a record as the root key, a millisecond after the one before: ids
// of one millisecond have no order.
func (s *Site) Create(prefix, harvestID, payload string) trace.Record {
	s.T.Helper()
	s.Clock.Add(time.Millisecond)
	made, err := s.Service.Create(s.T.Context(), &s.Root.Key, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, HarvestCode: "2025/26", Payload: []byte(payload)}, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return made.Record
}

// Browser is someone at the console: it keeps cookies and follows redirects.
type Browser struct {
	*Site
	Client *http.Client
	Header http.Header
}

// Visitor returns a browser that is not signed in.
func (s *Site) Visitor() *Browser {
	s.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	b := &Browser{Site: s, Client: &http.Client{Jar: jar, Transport: s.Server.Client().Transport}, Header: http.Header{"Accept-Language": {"pt-BR"}}}
	b.Plant(&http.Cookie{Name: "rastro-detalhes", Value: "1"}) // tests check what developers see
	return b
}

// As returns a browser signed in with a key.
func (s *Site) As(key *access.NewKey) *Browser {
	s.T.Helper()
	b := s.Visitor()
	if got := b.Post("/entrar", "accessKey", key.AccessKey, "secretKey", key.SecretKey); got.Status != http.StatusOK || got.Path != "/console" {
		s.T.Fatalf("signing in: %d at %s\n%s", got.Status, got.Path, got.Body)
	}
	return b
}

// Password is the password of people of the tests.
const Password = "três pássaros na cerca"

// Person is somebody with a role in an organisation, who has just accepted the invitation.
func (s *Site) Person(name, login, role, organization string) (*Browser, account.Person) {
	s.T.Helper()
	p, link, err := s.Service.People.Invite(s.T.Context(), &s.Root.Key, account.Draft{Name: name, Login: login, Role: role, Organization: organization})
	if err != nil {
		s.T.Fatal(err)
	}
	b := s.Visitor()
	b.Post("/convite/"+link, "senha", Password).Has(200, name)
	return b, p
}

// Cookie returns the cookie of the browser's session.
func (b *Browser) Cookie() *http.Cookie {
	b.T.Helper()
	for _, c := range b.Client.Jar.Cookies(b.at("/console")) {
		if c.Name == "rastro" {
			return c
		}
	}
	b.T.Fatal("there is no session")
	return nil
}

// Plant puts a cookie into the browser.
func (b *Browser) Plant(c *http.Cookie) {
	b.T.Helper()
	b.Client.Jar.SetCookies(b.at("/console"), []*http.Cookie{{Name: c.Name, Value: c.Value, Path: "/"}})
}

func (b *Browser) at(path string) *url.URL {
	b.T.Helper()
	to, err := url.Parse(b.Server.URL + path)
	if err != nil {
		b.T.Fatal(err)
	}
	return to
}

// Sent requests a page that redirects, and returns the target without going there.
func (b *Browser) Sent(path string) string {
	b.T.Helper()
	stay := *b
	client := *b.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	stay.Client = &client
	seen := stay.Get(path)
	to := seen.Header.Get("Location")
	if to == "" {
		b.T.Fatalf("%s leads nowhere: %d\n%s", path, seen.Status, seen.Body)
	}
	return to
}

// SignIn signs a person in.
func (b *Browser) SignIn(login, password string) Seen {
	b.T.Helper()
	return b.Post("/entrar", "login", login, "senha", password)
}

// Seen is what a browser shows.
type Seen struct {
	T      testing.TB
	Status int
	Path   string // where redirects led
	Header http.Header
	Body   string
}

func (b *Browser) Get(path string, header ...string) Seen {
	b.T.Helper()
	return b.Do(http.MethodGet, path, nil, header)
}

// Post sends a form of name, value pairs.
func (b *Browser) Post(path string, pairs ...string) Seen {
	b.T.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return b.Do(http.MethodPost, path, strings.NewReader(form.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL})
}

func (b *Browser) Do(method, path string, body io.Reader, header []string) Seen {
	b.T.Helper()
	req, err := http.NewRequestWithContext(b.T.Context(), method, b.Server.URL+"/console"+path, body)
	if err != nil {
		b.T.Fatal(err)
	}
	req.Header = b.Header.Clone()
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return b.answer(req)
}

// answer sends a request and reads its answer.
func (b *Browser) answer(req *http.Request) Seen {
	b.T.Helper()
	res, err := b.Client.Do(req)
	if err != nil {
		b.T.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return Seen{b.T, res.StatusCode, res.Request.URL.Path, res.Header, string(text)}
}

// Has fails unless the page has the status and shows the texts.
func (s Seen) Has(status int, texts ...string) Seen {
	s.T.Helper()
	if s.Status != status {
		s.T.Errorf("%s: %d, want %d\n%s", s.Path, s.Status, status, s.Body)
	}
	for _, text := range texts {
		if !strings.Contains(s.Body, text) {
			s.T.Errorf("%s does not show %q\n%s", s.Path, text, s.Body)
		}
	}
	return s
}

// Lacks fails if the page shows one of the texts.
func (s Seen) Lacks(texts ...string) Seen {
	s.T.Helper()
	for _, text := range texts {
		if strings.Contains(s.Body, text) {
			s.T.Errorf("%s shows %q\n%s", s.Path, text, s.Body)
		}
	}
	return s
}

// Follow adds what was written to the search index, as the housekeeping does.
func (s *Site) Follow() {
	s.T.Helper()
	stores.Integrate(s.T, s.Service)
	for behind := true; behind; {
		var err error
		if behind, err = s.Service.Follow(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
	}
}
