package live_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rastro/internal/httpkit/live"
)

// A reader that reads nothing is dropped, and delays nobody.
func TestAttackSilentReader(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sender, err := live.Start(w, time.Millisecond)
		for piece := make([]byte, 1<<20); err == nil; {
			err = sender.Send(piece)
		}
		ended <- err
	}))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, live.ErrGone) {
		t.Error(err)
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sender, err := live.Start(w, time.Minute)
		if err == nil {
			err = sender.Send([]byte("data: x\n\n"))
		}
		if err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	piece := make([]byte, 9)
	if _, err := response.Body.Read(piece); string(piece) != "data: x\n\n" || response.Header.Get("Content-Type") != live.Media {
		t.Errorf("%q, %v, %v", piece, err, response.Header)
	}
}
