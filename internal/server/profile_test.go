package server

import (
	"context"
	"net"
	"net/http"
	"testing"
)

func TestProfiles(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- ServeProfiles(ctx, listener) }()
	for target, want := range map[string]int{"/debug/pprof/": 200, "/debug/pprof/goroutine": 200, "/debug/pprof/heap": 200, "/": 404} {
		resp, err := http.Get("http://" + listener.Addr().String() + target)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d, want %d", target, resp.StatusCode, want)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
	s := start(t, nil)
	if a := s.call("GET", "/debug/pprof/", ""); a.StatusCode != 404 {
		t.Errorf("the service itself answers for profiles: %d", a.StatusCode)
	}
}
