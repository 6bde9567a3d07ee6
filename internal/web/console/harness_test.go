package console

import (
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
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/admit"
	"rastro/internal/gate"
	"rastro/internal/kind"
	"rastro/internal/remote"
	"rastro/internal/store/sqlite"
	"rastro/internal/trace"
)

// site is a console over a real store.
type site struct {
	t       testing.TB
	service *trace.Service
	server  *httptest.Server
	root    *trace.NewKey
	jobs    *Jobs
	memory  *admit.Budget
	clock   time.Duration // how far ahead the service's clock is
}

func newSite(t testing.TB) *site {
	t.Helper()
	return newBoundSite(t, bounds{})
}

// newLimitedSite is a site with limits, behind a proxy at 192.0.2.1.
func newLimitedSite(t testing.TB, limits gate.Limits) *site {
	t.Helper()
	return makeSite(t, limits, Options{Proxies: remote.Trust(netip.MustParsePrefix("192.0.2.1/32"))})
}

// newBoundSite is a site that confers no more at once than the bounds say.
func newBoundSite(t testing.TB, most bounds) *site {
	t.Helper()
	return makeSite(t, gate.Limits{}, Options{bounds: most})
}

func makeSite(t testing.TB, limits gate.Limits, o Options) *site {
	t.Helper()
	s := &site{t: t}
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "rastro.db"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	s.service, err = trace.NewService(t.Context(), store, trace.Options{Now: func() time.Time { return time.Now().Add(s.clock) }, Random: rand.Reader, Log: log})
	if err == nil {
		err = s.service.StartLog(t.Context(), "console.example/log")
	}
	if err == nil {
		s.root, err = s.service.Bootstrap(t.Context(), "", "")
	}
	if err != nil {
		t.Fatal(err)
	}
	door, err := gate.New(s.service, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.jobs = NewJobs(nil)
	mux := http.NewServeMux()
	o.Service, o.Gate, o.PublicURL, o.Log, o.Jobs = s.service, door, "https://rastro.example", log, s.jobs
	if err := Mount(mux, o); err != nil {
		t.Fatal(err)
	}
	s.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer admit.From(r.Context()).Done()
		mux.ServeHTTP(w, r)
	}))
	s.memory = admit.New(128<<20, 0)
	s.server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context { return admit.Context(ctx, s.memory.Claim()) }
	s.server.Start()
	t.Cleanup(func() {
		s.server.Close()
		s.jobs.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// key makes a key with some scopes.
func (s *site) key(req trace.KeyRequest) *trace.NewKey {
	s.t.Helper()
	made, err := s.service.CreateKey(s.t.Context(), nil, req, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &made.Key
}

// create writes a record as the root key, a millisecond after the one before: ids
// of one millisecond have no order.
func (s *site) create(prefix, safraID, dados string) trace.Record {
	s.t.Helper()
	s.clock += time.Millisecond
	made, err := s.service.Create(s.t.Context(), &s.root.Key, kind.ByPrefix(prefix), trace.Envelope{SafraID: safraID, SafraCodigo: "2025/26", Dados: []byte(dados)}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return made.Record
}

// browser is somebody at the console: it keeps cookies and follows redirects.
type browser struct {
	*site
	client *http.Client
	header http.Header
}

// visitor is a browser that is not signed in.
func (s *site) visitor() *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{site: s, client: &http.Client{Jar: jar, Transport: s.server.Client().Transport}, header: http.Header{"Accept-Language": {"pt-BR"}}}
}

// as is a browser signed in with a key.
func (s *site) as(key *trace.NewKey) *browser {
	s.t.Helper()
	b := s.visitor()
	if got := b.post("/entrar", "accessKey", key.AccessKey, "secretKey", key.SecretKey); got.status != http.StatusOK || got.path != "/console" {
		s.t.Fatalf("signing in: %d at %s\n%s", got.status, got.path, got.body)
	}
	return b
}

// seen is what a browser shows.
type seen struct {
	t      testing.TB
	status int
	path   string // where redirects led
	header http.Header
	body   string
}

func (b *browser) get(path string, header ...string) seen {
	b.t.Helper()
	return b.do(http.MethodGet, path, nil, header)
}

// post sends a form of name, value pairs.
func (b *browser) post(path string, pairs ...string) seen {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return b.do(http.MethodPost, path, strings.NewReader(form.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.server.URL})
}

func (b *browser) do(method, path string, body io.Reader, header []string) seen {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.server.URL+"/console"+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header = b.header.Clone()
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return seen{b.t, res.StatusCode, res.Request.URL.Path, res.Header, string(text)}
}

// has fails unless the page has the status and shows the texts.
func (s seen) has(status int, texts ...string) seen {
	s.t.Helper()
	if s.status != status {
		s.t.Errorf("%s: %d, want %d\n%s", s.path, s.status, status, s.body)
	}
	for _, text := range texts {
		if !strings.Contains(s.body, text) {
			s.t.Errorf("%s does not show %q\n%s", s.path, text, s.body)
		}
	}
	return s
}

// lacks fails if the page shows one of the texts.
func (s seen) lacks(texts ...string) seen {
	s.t.Helper()
	for _, text := range texts {
		if strings.Contains(s.body, text) {
			s.t.Errorf("%s shows %q\n%s", s.path, text, s.body)
		}
	}
	return s
}
