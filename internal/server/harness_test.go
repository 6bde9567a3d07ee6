package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/admit"
	"rastro/internal/api"
	"rastro/internal/app"
	"rastro/internal/httpkit/early"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/web"
	"rastro/internal/zone"
)

const planting = "/producaoAgricola/plantioManejo"

// running is a server on its own port and store.
type running struct {
	t      testing.TB
	url    string
	key    *access.NewKey
	log    *logLines
	server *Server
	client *http.Client
	// service is the service behind the server.
	service *app.App
	memory  *admit.Budget
}

// start starts a server; pages adds routes other than the API's and the docs'.
func start(t testing.TB, pages map[string]http.HandlerFunc) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	lines := &logLines{}
	log := slog.New(slog.NewJSONHandler(lines, nil))
	store := stores.SQLite(t).Open(t)
	service, err := app.New(ctx, store, app.Options{Now: time.Now, Random: rand.Reader, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	key, err := service.Bootstrap(ctx, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := service.StartLog(ctx, ""); err != nil {
		t.Fatal(err)
	}
	var draining atomic.Bool
	notices, err := web.NewNotices(log)
	if err != nil {
		t.Fatal(err)
	}
	surface, err := api.New(service, api.Options{PublicURL: "http://x", Version: "test", Pages: notices, Draining: draining.Load, Rest: early.Limits{Time: testkit.Patience, Pause: testkit.Patience}})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	surface.Mount(mux)
	if err := web.MountDocs(mux, nil); err != nil {
		t.Fatal(err)
	}
	if err := web.MountPublic(mux, service, nil, "http://x", nil, log, zone.Zone{}); err != nil {
		t.Fatal(err)
	}
	for pattern, handler := range pages {
		mux.Handle(pattern, handler)
	}
	memory := admit.New(128<<20, admit.Patience)
	srv, err := New(Options{API: surface, Mux: mux, Log: log, Draining: &draining, Memory: memory, Connections: 1000})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- srv.Serve(ctx, listener) }()
	client := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: testkit.Patience}, Timeout: testkit.Patience}
	t.Cleanup(func() {
		client.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &running{t, "http://" + listener.Addr().String(), key, lines, srv, client, service, memory}
}

// in returns the same server for a subtest.
func (s *running) in(t *testing.T) *running {
	other := *s
	other.t = t
	return &other
}

// request makes a request with the server's key.
func (s *running) request(method, target, body string) *http.Request {
	s.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequest(method, s.url+target, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-API-ACCESS-KEY", s.key.AccessKey)
	r.Header.Set("X-API-SECRET-KEY", s.key.SecretKey)
	return r
}

// answer is a response read to its end.
type answer struct {
	*http.Response
	body string
}

func (s *running) do(r *http.Request) answer {
	s.t.Helper()
	resp, err := s.client.Do(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v", r.Method, r.URL.Path, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", r.Method, r.URL.Path, err)
	}
	return answer{resp, string(body)}
}

func (s *running) call(method, target, body string) answer {
	s.t.Helper()
	return s.do(s.request(method, target, body))
}

// envelope is the JSON that every answer of the API is in.
type envelope struct {
	Status    string `json:"status"`
	Message   string `json:"message"`
	Code      int    `json:"code"`
	Error     string `json:"error"`
	RequestID string `json:"requestId"`
	Data      struct {
		ID string `json:"id"`
	} `json:"data"`
}

func (a answer) envelope(t testing.TB) envelope {
	t.Helper()
	var e envelope
	if err := json.Unmarshal([]byte(a.body), &e); err != nil {
		t.Fatalf("%s %s answered no envelope: %q", a.Request.Method, a.Request.URL.Path, a.body)
	}
	return e
}

// logLines collects log output.
type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
	grew chan struct{} // closed at the next write, if someone waits for it
}

// more returns a channel that is closed at the next write.
func (l *logLines) more() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grew == nil {
		l.grew = make(chan struct{})
	}
	return l.grew
}

func (l *logLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grew != nil {
		close(l.grew)
		l.grew = nil
	}
	return l.text.Write(p)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// accessLine is a line of the access log.
type accessLine struct {
	Level  string   `json:"level"`
	Msg    string   `json:"msg"`
	Method string   `json:"method"`
	Route  string   `json:"route"`
	Status int      `json:"status"`
	Bytes  *int64   `json:"bytes"`
	MS     *float64 `json:"ms"`
	ID     string   `json:"id"`
	Key    string   `json:"key"`
	Error  string   `json:"error"`
	Cause  string   `json:"cause"`
}

// access returns the access log once it has at least n lines: a line may come
// a moment after its answer.
func (s *running) access(n int) []accessLine {
	s.t.Helper()
	for late := time.After(testkit.Patience); ; {
		more := s.log.more() // before it is read
		var lines []accessLine
		for text := range strings.Lines(s.log.String()) {
			var line accessLine
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				s.t.Fatalf("log line %q: %v", text, err)
			}
			if line.Msg == "request" {
				lines = append(lines, line)
			}
		}
		if len(lines) >= n {
			return lines
		}
		select {
		case <-more:
		case <-late:
			s.t.Fatalf("the access log has %d lines after %s, want %d:\n%s", len(lines), testkit.Patience, n, s.log)
		}
	}
}
