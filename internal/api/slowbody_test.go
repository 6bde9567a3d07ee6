package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/trace"
)

// during runs a function before a body ends.
type during struct {
	io.Reader
	run func()
}

func (d *during) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err == io.EOF && d.run != nil {
		d.run()
		d.run = nil
	}
	return n, err
}

// A key that is deactivated while its body arrives writes nothing.
func TestAttackSlowBody(t *testing.T) {
	waiting := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}} // the body is sent once it is read
	defer waiting.CloseIdleConnections()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		made, err := c.service.CreateKey(t.Context(), nil, access.Request{Name: "x", Scopes: trace.Scopes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		send := func(run func()) int {
			body := &during{strings.NewReader(`{"safraId":"H","dados":{}}`), run}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.http.URL+"/producaoAgricola/plantioManejo", body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("X-API-ACCESS-KEY", made.Key.AccessKey)
			r.Header.Set("X-API-SECRET-KEY", made.Key.SecretKey)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Expect", "100-continue")
			answer, err := waiting.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			return answer.StatusCode
		}
		if got := send(func() { c.clock.Advance(time.Minute) }); got != http.StatusCreated {
			t.Errorf("%s: a slow body: %d", name, got)
		}
		got := send(func() {
			if _, err := c.service.DeactivateKey(t.Context(), nil, made.Key.AccessKey); err != nil {
				t.Error(err)
			}
			c.clock.Advance(2 * time.Second)
		})
		if got != http.StatusUnauthorized {
			t.Errorf("%s: a key that ended while its body arrived: %d", name, got)
		}
	}
}
