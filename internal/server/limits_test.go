package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// receipt has no plot, so its body may have up to a megabyte.
const (
	receipt   = "/armazenamento/recebimento"
	overLimit = 1<<20 + 1
)

func TestLimits(t *testing.T) {
	s := start(t, nil)
	for name, test := range map[string]func(*testing.T, *running){
		"body": tooLarge, "body on one connection": tooLargeOnOneConnection, "head": headTooLarge, "timeouts": timeouts,
	} {
		t.Run(name, func(t *testing.T) { test(t, s.in(t)) })
	}
}

// tooLarge: a client that sends too much is told so in the envelope, and the next request is
// served, on the same connection or another.
func tooLarge(t *testing.T, s *running) {
	body := `{"safraId":"S","dados":{"x":"` + strings.Repeat("x", overLimit) + `"}}`
	for _, c := range []struct {
		name   string
		change func(*http.Request)
	}{
		{"with a length", func(*http.Request) {}},
		{"in chunks", func(r *http.Request) { r.ContentLength, r.Body = -1, io.NopCloser(strings.NewReader(body)) }},
		{"asking first", func(r *http.Request) { r.Header.Set("Expect", "100-continue") }},
	} {
		for range 3 {
			r := s.request("POST", receipt, body)
			c.change(r)
			a := s.do(r)
			if e := a.envelope(t); a.StatusCode != 413 || e.Error != "CORPO_GRANDE" {
				t.Errorf("%s: %d %s", c.name, a.StatusCode, a.body)
			}
			if a := s.call("POST", receipt, `{"safraId":"S","dados":{}}`); a.StatusCode != 201 {
				t.Errorf("%s: the next request: %d %s", c.name, a.StatusCode, a.body)
			}
		}
	}
}

// tooLargeOnOneConnection inspects the bytes: after the 413 the connection carries another request,
// or closes as announced.
func tooLargeOnOneConnection(t *testing.T, s *running) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		t.Fatal(err)
	}
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Length: %d\r\n\r\n",
		receipt, s.key.AccessKey, s.key.SecretKey, overLimit)
	if _, err := io.WriteString(conn, head+strings.Repeat("x", 1000)); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	resp, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatalf("the answer to who sent too much: %v", err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 413 {
		t.Fatalf("%d, %v; want a whole 413", resp.StatusCode, err)
	}
	if !resp.Close {
		t.Fatal("a megabyte is still to come, and the connection is said to stay open")
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil { // otherwise the server waits a little for the rest
		t.Fatal(err)
	}
	if _, err := reader.ReadByte(); err != io.EOF {
		t.Errorf("after the answer: %v, want the end", err)
	}
}

func headTooLarge(t *testing.T, s *running) {
	r := s.request("GET", "/healthz", "")
	r.Header.Set("X-Long", strings.Repeat("x", 2*maxHead))
	if a := s.do(r); a.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a head of %d bytes: %d", 2*maxHead, a.StatusCode)
	}
	r.Header.Set("X-Long", strings.Repeat("x", maxHead/2))
	if a := s.do(r); a.StatusCode != 200 {
		t.Errorf("a head of %d bytes: %d", maxHead/2, a.StatusCode)
	}
}

// timeouts: none keeps the library's default of "forever".
func timeouts(t *testing.T, s *running) {
	h := s.server.http
	for name, timeout := range map[string]time.Duration{
		"ReadHeaderTimeout": h.ReadHeaderTimeout, "ReadTimeout": h.ReadTimeout, "IdleTimeout": h.IdleTimeout,
	} {
		if timeout <= 0 || timeout > 10*time.Minute {
			t.Errorf("%s is %s", name, timeout)
		}
	}
	if h.ReadTimeout < time.Minute {
		t.Errorf("a handler is cut off after %s", h.ReadTimeout)
	}
	if h.ReadHeaderTimeout > 30*time.Second || h.MaxHeaderBytes <= 0 {
		t.Errorf("a head may take %s and %d bytes", h.ReadHeaderTimeout, h.MaxHeaderBytes)
	}
	if drainTimeout >= 20*time.Second {
		t.Errorf("a stop may take %s, and the process has 20 s", drainTimeout)
	}
}
