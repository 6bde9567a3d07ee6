package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"rastro/internal/remote"
	"rastro/internal/testkit"
)

// crowded returns a server with few places.
func crowded(t *testing.T, places int, handler http.HandlerFunc) (address string, c *crowd) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c = newCrowd(places)
	srv := &http.Server{ConnState: c.note, ConnContext: c.context, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(w, arriving(r))
	})}
	ended := make(chan error)
	go func() { ended <- srv.Serve(c.over(listener)) }()
	t.Cleanup(func() {
		_ = srv.Close()
		<-ended
		if len(c.places) != 0 || len(c.held) != 0 {
			t.Errorf("%d places are taken, %d connections held", len(c.places), len(c.held))
		}
	})
	return listener.Addr().String(), c
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func ask(t *testing.T, conn net.Conn, path string) string {
	t.Helper()
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// A connection that only stays open makes room for one with a request, the longest idle first.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	address, _ := crowded(t, 3, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	var silent []net.Conn
	for range 3 {
		silent = append(silent, dial(t, address))
	}
	for range 5 {
		if got := ask(t, dial(t, address), "/"); got != "HTTP/1.1 200 OK" {
			t.Error(got)
		}
	}
	for _, conn := range silent {
		if n, err := conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("%d bytes for one that was silent", n)
		}
	}
}

// A visitor with a request keeps the place; the next one waits.
func TestBusyConnectionsKeepTheirPlaces(t *testing.T) {
	release, inside := make(chan struct{}), make(chan struct{})
	address, c := crowded(t, 2, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			inside <- struct{}{}
			<-release
		}
		_, _ = io.WriteString(w, "ok")
	})
	answers := make(chan string)
	for range 2 {
		conn := dial(t, address)
		go func() { answers <- ask(t, conn, "/long") }()
		<-inside
	}
	c.makeRoom()
	late := dial(t, address)
	go func() { answers <- ask(t, late, "/") }()
	close(release)
	for range 3 {
		if got := <-answers; got != "HTTP/1.1 200 OK" {
			t.Error(got)
		}
	}
}

// Requests whose bodies never arrive make room for others, however little the server reads at a
// time: it reads a single byte if a chunk's line fills the rest of its buffer.
func TestAttackUnfinishedBodies(t *testing.T) {
	address, c := crowded(t, 3, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/unread" {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		w.WriteHeader(http.StatusUnauthorized) // the server itself then waits for the rest
	})
	for _, request := range []string{
		"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{",
		"POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{",
		"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 4095),
	} {
		if _, err := io.WriteString(dial(t, address), request); err != nil {
			t.Fatal(err)
		}
	}
	owe := func() (n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for v := range c.held {
			if v.owes.Load() > 0 && v.awaited.Load() {
				n++
			}
		}
		return n
	}
	for deadline := time.Now().Add(testkit.Patience); owe() < 3; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d of 3 are waited for", owe())
		}
	}
	for range 4 {
		if got := ask(t, dial(t, address), "/"); got != "HTTP/1.1 401 Unauthorized" {
			t.Error(got)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.held) > 3 {
		t.Errorf("%d connections are held", len(c.held))
	}
}

// Of the requests that are still arriving, the slowest one of the most crowded address is closed,
// however it trickles.
func TestSlowestSender(t *testing.T) {
	c := newCrowd(9)
	const now = int64(time.Hour)
	lone, many := remote.NetworkOf("198.51.100.7:1"), remote.NetworkOf("[2001:db8::1]:1")
	put := func(from remote.Network, since time.Duration, sent int64, awaited bool) *visitor {
		v := &visitor{crowd: c, from: from}
		v.owes.Store(int64(since))
		v.sent.Store(sent)
		v.awaited.Store(awaited)
		c.held[v] = struct{}{}
		return v
	}
	put(lone, 1, 1, true)
	put(many, 0, 0, true)                        // it has arrived completely
	put(many, time.Minute, 0, false)             // it waits for the server
	put(many, time.Minute, 100<<20, true)        // a large file
	want := put(many, 30*time.Minute, 100, true) // a byte now and then
	put(many, time.Hour-grace/2, 0, true)        // has only just begun
	if got := c.slowestSender(now); got != want {
		t.Errorf("%+v leaves", got)
	}
	if got := c.slowestSender(int64(grace) / 2); got != nil {
		t.Errorf("%+v leaves, and has only just begun", got)
	}
}

// A listener that is closed releases those who wait for a place.
func TestACrowdedDoorCloses(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := newCrowd(1)
	c.places <- struct{}{}
	door := c.over(listener)
	dial(t, listener.Addr().String())
	failed := make(chan error)
	go func() {
		_, err := door.Accept()
		failed <- err
	}()
	if err := door.Close(); err != nil {
		t.Error(err)
	}
	if err := <-failed; err == nil {
		t.Error("accepted")
	}
	_ = door.Close()
}
