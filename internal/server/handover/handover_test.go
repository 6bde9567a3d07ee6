package handover

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// answering returns a function that serves one word until its context ends.
func answering(word string) func(context.Context, net.Listener) error {
	return func(ctx context.Context, l net.Listener) error {
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, word) }), ReadHeaderTimeout: time.Minute}
		defer context.AfterFunc(ctx, func() { _ = srv.Shutdown(context.WithoutCancel(ctx)) })()
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}
}

func ask(t *testing.T, address string) string {
	t.Helper()
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

type served struct {
	handed bool
	err    error
}

// A caller who connects between two servers is answered by the second one.
func TestHandover(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	address := listener.Addr().String()

	moved, first := make(chan struct{}), make(chan served)
	go func() {
		handed, err := Serve(t.Context(), moved, listener, answering("first"))
		first <- served{handed, err}
	}()
	if said := ask(t, address); said != "first" {
		t.Errorf("the first server says %q", said)
	}
	close(moved)
	if got := <-first; !got.handed || got.err != nil {
		t.Fatalf("the first server: %+v", got)
	}

	waiting, err := net.Dial("tcp", address) // nobody serves now
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Close()
	ctx, stop := context.WithCancel(t.Context())
	second := make(chan served)
	go func() {
		handed, err := Serve(ctx, make(chan struct{}), listener, answering("second"))
		second <- served{handed, err}
	}()
	if _, err := io.WriteString(waiting, "GET / HTTP/1.0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(waiting); err != nil || len(said) < 6 || string(said[len(said)-6:]) != "second" {
		t.Errorf("the second server says %q, %v", said, err)
	}
	stop()
	if got := <-second; got.handed || got.err != nil {
		t.Errorf("the second server: %+v", got)
	}
	if _, err := net.DialTimeout("tcp", address, time.Second); err == nil {
		t.Error("the port is open although nobody follows")
	}
}

// A server that fails is not followed by another one.
func TestFailure(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	broken := errors.New("broken")
	for _, moved := range []chan struct{}{nil, make(chan struct{})} {
		handed, err := Serve(t.Context(), moved, listener, func(context.Context, net.Listener) error { return broken })
		if handed || !errors.Is(err, broken) {
			t.Errorf("handed %v, %v", handed, err)
		}
	}
}
