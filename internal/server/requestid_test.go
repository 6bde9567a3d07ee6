package server

import (
	"regexp"
	"strings"
	"testing"
)

func TestRequestID(t *testing.T) {
	s := start(t, nil)
	made := regexp.MustCompile(`^[0-9a-f]{32}$`)
	requests := 0
	for _, c := range []struct {
		given string
		taken bool
	}{
		{"", false},
		{"pedido-1", true},
		{"4bf92f3577b34da6a3ce929d0e0e4736", true},
		{"Root=1-67891233-abcdef012345678912345678", true}, // of a load balancer
		{"a/b+c_d.e:f=", true},
		{strings.Repeat("x", 128), true},
		{strings.Repeat("x", 129), false},
		{"com espaço", false},
		{`a"b`, false},
		{"a,b", false},
		{"ação", false},
		{"a\tb", false},
	} {
		for _, target := range []string{"/healthz", "/nada", "/docs", planting + "/nada", "/metrics"} {
			r := s.request("GET", target, "")
			if c.given != "" {
				r.Header["X-Request-Id"] = []string{c.given}
			}
			a := s.do(r)
			requests++
			got := a.Header.Get("X-Request-Id")
			if c.taken && got != c.given || !c.taken && !made.MatchString(got) {
				t.Errorf("GET %s with id %q: echoed %q, want it taken: %t", target, c.given, got, c.taken)
			}
			if a.StatusCode >= 400 {
				if e := a.envelope(t); e.RequestID != got {
					t.Errorf("GET %s with id %q: the envelope says %q, the header %q", target, c.given, e.RequestID, got)
				}
			}
			if line := s.access(requests)[requests-1]; line.ID != got {
				t.Errorf("GET %s with id %q: the log says %q, the header %q", target, c.given, line.ID, got)
			}
		}
	}
	first, second := s.call("GET", "/healthz", ""), s.call("GET", "/healthz", "")
	if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
		t.Error("two requests got one id")
	}
}
