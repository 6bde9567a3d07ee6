package rastro_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	rastro "rastro/clients/go"
)

// script answers requests as a test specifies, in order: "503 30" is a status with Retry-After,
// "lost" an answer that never arrives, "refused" a port without a listener, "long" an answer too
// long to read.
type script struct {
	answers []string
	keys    []string
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.keys = append(s.keys, r.Header.Get("Idempotency-Key"))
	say := s.answers[0]
	s.answers = s.answers[1:]
	switch say {
	case "lost":
		return nil, errors.New("connection reset by peer")
	case "long":
		return &http.Response{StatusCode: 200, ContentLength: 1 << 40, Body: http.NoBody}, nil
	case "refused":
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}
	answer := httptest.NewRecorder()
	status, rest, _ := strings.Cut(say, " ")
	body := `{"status":"success","message":"","data":{}}`
	if code, ok := strings.CutPrefix(rest, "code="); ok {
		body = `{"status":"error","message":"no","error":"` + code + `"}`
	} else if rest != "" {
		answer.Header().Set("Retry-After", rest)
	}
	answer.WriteHeader(map[string]int{"200": 200, "301": 301, "404": 404, "429": 429, "500": 500, "502": 502, "503": 503}[status])
	answer.WriteString(body)
	return answer.Result(), nil
}

func TestRetries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, answers string
		sent            int // how many requests
		status          int // of the error; 0 is a success, -1 no answer
		least, most     time.Duration
	}{
		{"GET", "200", 1, 0, 0, 0},
		{"GET", "503,502,lost,200", 4, 0, time.Second, 4 * time.Second},
		{"GET", "429 30,200", 2, 0, 30 * time.Second, 30 * time.Second},
		{"GET", "429 Sat%2C 01 Jan 2000 00:00:20 GMT,200", 2, 0, 20 * time.Second, 20 * time.Second},
		{"GET", "429 3600", 1, 429, 0, 0}, // the caller decides about an hour
		{"GET", "404", 1, 404, 0, 0},
		{"GET", "500", 1, 500, 0, 0},
		{"GET", "301", 1, 301, 0, 0},
		{"GET", "503,503,503,503,503", 5, 503, 3 * time.Second, 8 * time.Second},
		{"GET", "long", 1, -1, 0, 0},
		{"POST", "long", 1, -1, 0, 0}, // the request was carried out
		{"POST", "lost,lost,200", 3, 0, 0, 2 * time.Second},
		{"POST", "502,200", 2, 0, 0, time.Second},
		{"PUT", "lost", 1, -1, 0, 0},
		{"PUT", "refused,200", 2, 0, 0, time.Second},
		{"PUT", "502", 1, 502, 0, 0},
		{"PUT", "503", 1, 503, 0, 0}, // not of the server itself
		{"PUT", "503 code=RESULTADO_DESCONHECIDO", 1, 503, 0, 0},
		{"PUT", "503 code=SERVIDOR_OCUPADO,200", 2, 0, 0, time.Second},
		{"DELETE", "lost", 1, -1, 0, 0},
		{"DELETE", "429,200", 2, 0, 0, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			var answers []string
			for _, a := range strings.Split(c.answers, ",") {
				answers = append(answers, strings.ReplaceAll(a, "%2C", ","))
			}
			s := &script{answers: answers}
			client := &rastro.Client{URL: "https://rastro.example.com", HTTP: &http.Client{Transport: s}}
			began := time.Now()
			err := client.Call(t.Context(), c.method, "/x", nil, nil, nil)
			took := time.Since(began)
			var said *rastro.Error
			if status := 0; err != nil {
				if status = -1; errors.As(err, &said) {
					status = said.Status
				}
				if status != c.status {
					t.Errorf("%s %s: %v", c.method, c.answers, err)
				}
			} else if c.status != 0 {
				t.Errorf("%s %s: no error", c.method, c.answers)
			}
			if len(s.keys) != c.sent || took < c.least || took > c.most {
				t.Errorf("%s %s: %d requests in %s", c.method, c.answers, len(s.keys), took)
			}
			for _, key := range s.keys {
				if key != s.keys[0] || (key != "") != (c.method == "POST") {
					t.Errorf("%s %s: Idempotency-Key %q", c.method, c.answers, s.keys)
				}
			}
		})
	}
}

// A caller who gives up while a call waits gets both: its own cancellation, and the server's error.
func TestRetryEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		client := &rastro.Client{URL: "https://rastro.example.com", HTTP: &http.Client{Transport: &script{answers: []string{"503 30"}}}}
		err := client.Call(ctx, "GET", "/x", nil, nil, nil)
		var said *rastro.Error
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &said) || said.RetryAfter != 30*time.Second {
			t.Errorf("%v", err)
		}
	})
}

// Another attempt changes neither the server's identity nor the address.
func TestNoRetry(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.StartTLS()
	defer server.Close()
	var refused *tls.CertificateVerificationError
	if err := (&rastro.Client{URL: server.URL}).Call(t.Context(), "POST", "/x", nil, nil, nil); !errors.As(err, &refused) {
		t.Errorf("an unknown certificate: %v", err)
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections to a server that is not the one meant", n)
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := (&rastro.Client{URL: "https://[rastro"}).Call(t.Context(), "GET", "/x", nil, nil, nil); err == nil || time.Since(began) > 0 {
			t.Errorf("not an address: %v after %s", err, time.Since(began))
		}
	})
}

// Follow always waits, whatever its query says, and continues from its position.
func TestFollowWaits(t *testing.T) {
	t.Parallel()
	var asked []string
	page := sender(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.URL.RawQuery)
		answer := httptest.NewRecorder()
		fmt.Fprintf(answer, `{"data":{"content":[{"id":"1","rastroposicao":%d}],"next":%d}}`, len(asked), len(asked)+1)
		return answer.Result(), nil
	})
	client := &rastro.Client{URL: "https://rastro.example.com", HTTP: &http.Client{Transport: page}}
	query := url.Values{"espera": {"0"}, "desde": {"9"}, "lote": {"A"}}
	for event, err := range client.Follow(t.Context(), 1, query) {
		if err != nil || event.Posicao == 2 {
			if err != nil {
				t.Error(err)
			}
			break
		}
	}
	if want := []string{"desde=1&espera=50&lote=A", "desde=2&espera=50&lote=A"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if query.Get("espera") != "0" {
		t.Error("the caller's query was changed")
	}
}

type sender func(*http.Request) (*http.Response, error)

func (s sender) RoundTrip(r *http.Request) (*http.Response, error) { return s(r) }
