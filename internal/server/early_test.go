package server

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/httpkit/early"
	"rastro/internal/testkit"
)

// blanks is a body without an end.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// Whoever sends a body that is far too large reads the 413: a client that looks at answers while it
// sends, and one that first sends everything.
func TestTooLargeIsTold(t *testing.T) {
	s := start(t, nil)
	files := receipt + "/" + s.call("POST", receipt, `{"safraId":"S","dados":{}}`).envelope(t).Data.ID + "/anexos"
	tools := map[string]func(*testing.T, *running, upload){"plain": sendPlain, "Go": sendGo}
	if _, err := exec.LookPath("curl"); err == nil {
		tools["curl"] = sendCurl
	}
	for _, sent := range []upload{
		{name: "with a length"}, {name: "in chunks", chunked: true}, {name: "asking first", asks: true}, {name: "in chunks, asking first", chunked: true, asks: true},
		{name: "attached", path: files, code: "ANEXO_GRANDE", size: 27_000_000}, // one may have 25 MiB
	} {
		sent.size = cmp.Or(sent.size, 6_000_000) // more than the system and the server keep of a body unread
		for tool, send := range tools {
			t.Run(tool+"/"+sent.name, func(t *testing.T) { send(t, s.in(t), sent) })
		}
	}
}

// Whoever goes on sending after a refusal holds no memory that others need.
func TestRefusedUploadHoldsNoMemory(t *testing.T) {
	s := start(t, nil)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		t.Fatal(err)
	}
	const sent = 40 << 20 // tax documents may have less
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n",
		"/documentos/importar", s.key.AccessKey, s.key.SecretKey, sent, strings.Repeat(" ", sent))
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || a.StatusCode != http.StatusRequestEntityTooLarge {
		t.Fatalf("%+v, %v", a, err)
	}
	if held := s.memory.Usage().Held; held != 0 { // the rest is still awaited
		t.Errorf("%d bytes are held", held)
	}
	if n := s.server.active.Load(); n != 1 {
		t.Errorf("%d requests are served", n)
	}
}

// The rest of a body is awaited only as long as its request lasts.
func TestRestEndsWithItsRequest(t *testing.T) {
	ended := make(chan struct{})
	s := start(t, map[string]http.HandlerFunc{"POST /rest": func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		ctx, end := context.WithCancel(r.Context())
		early.Allow(w)
		w.Header().Set("Content-Length", "0")
		early.Discard(ctx, w, starting{r.Body, end}, early.Limits{Time: testkit.Patience, Pause: testkit.Patience})
	}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /rest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(testkit.Patience / 2):
		t.Error("the rest is still awaited")
	}
}

// starting calls a function when it is read.
type starting struct {
	io.Reader
	call func()
}

func (s starting) Read(p []byte) (int, error) {
	s.call()
	return s.Reader.Read(p)
}

type upload struct {
	name          string
	size          int64
	chunked, asks bool
	path, code    string // other than a record
}

func (u upload) target() string { return cmp.Or(u.path, receipt) }

// refused checks the answer.
func (u upload) refused(t *testing.T, status int, body string) {
	t.Helper()
	var e envelope
	if err := json.Unmarshal([]byte(body), &e); err != nil || status != 413 || e.Error != cmp.Or(u.code, "CORPO_GRANDE") {
		t.Errorf("%d %q, %v", status, body, err)
	}
}

// sendPlain sends everything over a connection before it reads.
func sendPlain(t *testing.T, s *running, u upload) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		t.Fatal(err)
	}
	head := "POST " + u.target() + " HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: " + s.key.AccessKey + "\r\nX-API-SECRET-KEY: " + s.key.SecretKey + "\r\n"
	if u.asks {
		head += "Expect: 100-continue\r\n" // and does not wait
	}
	body, end := io.LimitReader(blanks{}, u.size), ""
	if u.chunked {
		head += fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n", u.size)
		end = "\r\n0\r\n\r\n"
	} else {
		head += fmt.Sprintf("Content-Length: %d\r\n\r\n", u.size)
	}
	if _, err := io.Copy(conn, io.MultiReader(strings.NewReader(head), body, strings.NewReader(end))); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	for {
		a, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.StatusCode == http.StatusContinue {
			continue
		}
		text, err := io.ReadAll(a.Body)
		if err != nil || !a.Close {
			t.Errorf("%v, closes: %t", err, a.Close)
		}
		u.refused(t, a.StatusCode, string(text))
		return
	}
}

// sendGo sends with Go's client.
func sendGo(t *testing.T, s *running, u upload) {
	r := s.request("POST", u.target(), "x")
	r.GetBody, r.Body, r.ContentLength = nil, io.NopCloser(io.LimitReader(blanks{}, u.size)), u.size
	if u.chunked {
		r.ContentLength = -1
	}
	if u.asks {
		r.Header.Set("Expect", "100-continue")
	}
	a := s.do(r)
	u.refused(t, a.StatusCode, a.body)
}

// sendCurl sends with curl.
func sendCurl(t *testing.T, s *running, u upload) {
	file, err := os.Create(filepath.Join(t.TempDir(), "body"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(u.size); err != nil {
		t.Fatal(err)
	}
	source, expect := file.Name(), "Expect:"
	if u.chunked {
		source = "-"
	}
	if u.asks {
		expect = "Expect: 100-continue"
	}
	run := exec.CommandContext(t.Context(), "curl", "-q", "-sS", "--max-time", "120", "-X", "POST", "-T", source, "-H", expect, "-H", "X-API-ACCESS-KEY: "+s.key.AccessKey,
		"-H", "X-API-SECRET-KEY: "+s.key.SecretKey, "-w", `\n%{http_code}`, s.url+u.target())
	run.Stdin = file
	var wrong strings.Builder
	run.Stderr = &wrong
	said, err := run.Output()
	if err != nil {
		t.Fatalf("curl: %v %s", err, &wrong)
	}
	body, status, _ := strings.Cut(string(said), "\n\n")
	if status != "413" {
		t.Errorf("curl: status %q", status)
	}
	u.refused(t, 413, body)
}
