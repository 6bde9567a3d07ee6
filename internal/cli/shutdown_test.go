package cli

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit"
)

const slowBody = `{"safraId":"S-lenta","dados":{"dataPlantio":"2024-10-05"}}`

// connection is a connection to a server, spoken to byte by byte.
type connection struct {
	t *testing.T
	net.Conn
	answers *bufio.Reader
}

func dial(t *testing.T, s *serving) *connection {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		t.Fatal(err)
	}
	return &connection{t, conn, bufio.NewReader(conn)}
}

func (c *connection) say(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *connection) answer() (int, string) {
	c.t.Helper()
	resp, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// beginSlow begins a create whose body does not arrive yet, and waits until the server is reading
// it.
func beginSlow(t *testing.T, s *serving) *connection {
	t.Helper()
	slow := dial(t, s)
	slow.say(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Length: %d\r\n\r\n",
		planting, s.access, s.secret, len(slowBody)))
	slow.say(slowBody[:10])
	testkit.Eventually(t, "the slow request is under way", func() bool {
		return strings.Contains(s.call("GET", "/metrics", "").body, "\nhttp_server_active_requests 2\n") // with this one
	})
	return slow
}

// TestShutdown: a request that is running when the server is told to stop is answered, and the
// server reports that it is not ready for more.
func TestShutdown(t *testing.T) {
	t.Parallel()
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	s := serve(t, db)
	first := s.keyPair
	slow := beginSlow(t, s)
	s.cancel()
	s.stderr.Await(t, "the server begins to stop", nil, func(said string) bool { return strings.Contains(said, "stopping") })

	if a := s.call("GET", "/readyz", ""); a.status != http.StatusServiceUnavailable || !a.close {
		t.Errorf("/readyz while it stops: %d, closing: %t; want 503 on a connection that ends", a.status, a.close)
	}
	if a := s.call("GET", "/healthz", ""); a.status != http.StatusOK {
		t.Errorf("/healthz while it stops: %d, want 200", a.status)
	}
	for _, b := range []byte(slowBody[10:]) {
		slow.say(string(b))
	}
	if status, body := slow.answer(); status != http.StatusCreated {
		t.Errorf("the slow request: %d %s, want 201", status, body)
	}
	s.stop()
	if _, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err == nil {
		t.Error("somebody still listens")
	}
	if got := serve(t, db).as(first).total(planting + "/safra/S-lenta"); got != 1 {
		t.Errorf("after a restart: %d records of the slow request, want 1", got)
	}
}

// TestShutdownEndsStreams: a normally started server streams changes, and announces that it is
// stopping; nobody waits for a stream to end.
func TestShutdownEndsStreams(t *testing.T) {
	t.Parallel()
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
	reader := dial(t, s)
	reader.say(fmt.Sprintf("GET /mudancas/ao-vivo HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\n\r\n", s.access, s.secret))
	resp, err := http.ReadResponse(reader.answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	until := func(text string) {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), text) {
				return
			}
		}
		t.Fatalf("the stream ended before %q: %v", text, lines.Err())
	}
	until("retry: ")
	if a := s.call("POST", planting, slowBody); a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	until("event: rastro.registro.criado")
	s.cancel()
	until("event: fim")
	s.stop()
	if said := s.stderr.String(); strings.Contains(said, "cut off") {
		t.Errorf("somebody was cut off: %s", said)
	}
}

// TestShutdownCutsOff: a caller that never finishes does not keep the server running.
func TestShutdownCutsOff(t *testing.T) {
	t.Parallel()
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
	beginSlow(t, s)
	s.stop()
	if !strings.Contains(s.stderr.String(), "some requests did not finish in time and were cut off") {
		t.Errorf("nothing is said of the request that was cut off: %s", s.stderr)
	}
}

// A log in JSON gives the time limit of a stop in seconds.
func TestStopInJSONSaysSeconds(t *testing.T) {
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"), "--log-format", "json")
	s.stop()
	if said := s.stderr.String(); !strings.Contains(said, `"within":"15s"`) {
		t.Errorf("the server says %s", said)
	}
}
