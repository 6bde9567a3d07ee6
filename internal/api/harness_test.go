package api_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rastro/internal/admit"
	"rastro/internal/api"
	"rastro/internal/app"
	"rastro/internal/blob"
	"rastro/internal/eudr/submit"
	"rastro/internal/harvests"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

const (
	rootAccess = "rk_root"
	rootSecret = "rs_root-secret-of-the-tests"
	publicURL  = "https://rastro.example"
)

// settings are what a test may change in its server.
type settings struct {
	api    api.Options
	gate   keygate.Limits
	strict bool
	limits harvests.Limits
	store  func(testing.TB) *stores.Database
	memory *admit.Budget // nil: memory is not limited
	sender func(*server) *submit.Sender
}

// server is the API on a real store of its own.
type server struct {
	api     *api.API
	service *app.App
	http    *httptest.Server
	clock   *testkit.Clock
	db      string // file of the SQLite store, "" on another
}

// client calls a server with one key. Every answer it gets is compared with both
// OpenAPI documents.
type client struct {
	*server
	t              testing.TB
	access, secret string
}

// start starts a server and returns a client with the root key.
func start(t testing.TB, change ...func(*settings)) client {
	t.Helper()
	s := &server{clock: testkit.Ticking()}
	s.clock.Advance(time.Second) // after the data of the copied store
	set := settings{api: api.Options{PublicURL: publicURL, Version: "test"}}
	set.store = ready.SQLite
	for _, c := range change {
		c(&set)
	}
	database := set.store(t)
	s.db = database.Path
	store := database.Store(t)
	var err error
	if s.service, err = newService(store, database.Blobs(t), s.clock, set.strict, set.limits); err != nil {
		t.Fatal(err)
	}
	if set.api.Gate, err = keygate.New(s.service, set.gate, nil); err != nil {
		t.Fatal(err)
	}
	if set.sender != nil {
		set.api.Sender = set.sender(s)
	}
	if s.api, err = api.New(s.service, set.api); err != nil {
		t.Fatal(err)
	}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer admit.From(r.Context()).Done()
		s.api.ServeHTTP(w, r)
	}))
	s.http.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context { return admit.Context(ctx, set.memory.Claim()) }
	s.http.Start()
	t.Cleanup(s.http.Close)
	return client{s, t, rootAccess, rootSecret}
}

// newService returns a service with the root key, which it creates on a new store.
func newService(store trace.Store, files blob.Store, c *testkit.Clock, strict bool, limits harvests.Limits) (*app.App, error) {
	ctx := context.Background()
	service, err := app.New(ctx, store, app.Options{
		Now: c.Now, Random: rand.Reader, Log: testkit.Silent(), Strict: strict, Harvests: limits, Blobs: files,
	})
	if err != nil {
		return nil, err
	}
	if _, err = service.Bootstrap(ctx, rootAccess, rootSecret); err != nil {
		return nil, err
	}
	err = service.StartLog(ctx, "")
	return service, err
}

// ready has the root key and the catalogue.
var ready = stores.NewTemplate(func(_ context.Context, store trace.Store) error {
	_, err := newService(store, nil, testkit.Ticking(), false, harvests.Limits{})
	return err
})

// in returns the client in a subtest.
func (c client) in(t testing.TB) client {
	c.t = t
	return c
}

// as returns the client with another key; "" sends none.
func (c client) as(access, secret string) client {
	c.access, c.secret = access, secret
	return c
}

// answer is what came back.
type answer struct {
	t       testing.TB
	request string // for messages: method and path
	status  int
	header  http.Header
	body    []byte
	envelope
}

type envelope struct {
	Status    string          `json:"status"`
	Message   string          `json:"message"`
	Data      json.RawMessage `json:"data"`
	Code      int             `json:"code"`
	Error     string          `json:"error"`
	RequestID *string         `json:"requestId"`
	Errors    []problem       `json:"errors"`
}

type problem struct {
	Linha                            int
	Campo, Ponteiro, Regra, Mensagem string
}

// do sends a request; headers are written "Name: value". The path is sent unchanged, so it must be
// escaped.
func (c client) do(method, path, body string, headers ...string) answer {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.http.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	if c.access != "" {
		request.Header.Set("X-API-ACCESS-KEY", c.access)
		request.Header.Set("X-API-SECRET-KEY", c.secret)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept-Encoding", "identity") // Go's client requests gzip by itself, but not with HEAD
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		request.Header.Del(name)
		if value = strings.TrimSpace(value); value != "" {
			request.Header.Set(name, value)
		}
	}
	return c.send(request)
}

// send sends a request unchanged, and checks what every answer must satisfy.
func (c client) send(request *http.Request) answer {
	c.t.Helper()
	transport := c.http.Client().Transport // not the client: it would follow redirects
	response, err := transport.RoundTrip(request)
	if err != nil {
		c.t.Fatalf("%s %s: %v", request.Method, request.URL, err)
	}
	return c.read(request, response)
}

func (c client) read(request *http.Request, response *http.Response) answer {
	c.t.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatalf("%s %s: %v", request.Method, request.URL, err)
	}
	return checked(c.t, request, response.StatusCode, response.Header, body)
}

// direct passes a request to the handler without a connection, for what a test cannot control on a
// real one.
func (c client) direct(request *http.Request) answer {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.api.ServeHTTP(w, request)
	return checked(c.t, request, w.Code, w.Header(), w.Body.Bytes())
}

func (c client) get(path string, headers ...string) answer {
	c.t.Helper()
	return c.do("GET", path, "", headers...)
}

func (c client) post(path, body string, headers ...string) answer {
	c.t.Helper()
	return c.do("POST", path, body, headers...)
}

func (c client) put(path, body string, headers ...string) answer {
	c.t.Helper()
	return c.do("PUT", path, body, headers...)
}

func (c client) delete(path string, headers ...string) answer {
	c.t.Helper()
	return c.do("DELETE", path, "", headers...)
}
