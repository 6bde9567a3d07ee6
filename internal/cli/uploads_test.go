package cli_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// A caller who sends too many files at once is told so, and when to try again, even while a large
// file is still being sent: a closed connection says neither.
func TestTooManyUploads(t *testing.T) {
	c, stop := serve(t, "sqlite:"+t.TempDir()+"/rastro.db")
	defer stop()
	status, answer, _, err := c.do(t.Context(), http.MethodPost, "/armazenamento/recebimento", `{"safraId":"S","dados":{"volume":"1 t"}}`)
	var made struct {
		Data struct{ ID string } `json:"data"`
	}
	if err != nil || status != http.StatusCreated || json.Unmarshal(answer, &made) != nil {
		t.Fatalf("%d %s, %v", status, answer, err)
	}
	path := "/armazenamento/recebimento/" + made.Data.ID + "/anexos"
	var slow sync.WaitGroup
	var ends []*io.PipeWriter
	defer func() {
		for _, end := range ends {
			_ = end.CloseWithError(io.ErrUnexpectedEOF)
		}
		slow.Wait()
	}()
	for range 16 { // as many as a key may send at a time
		body, end := io.Pipe()
		ends = append(ends, end)
		slow.Go(func() {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+path, body)
			if err != nil {
				return
			}
			request.Header.Set("X-API-ACCESS-KEY", rootAccess)
			request.Header.Set("X-API-SECRET-KEY", rootSecret)
			if response, err := caller.Do(request); err == nil {
				_ = response.Body.Close()
			}
		})
		if _, err := io.WriteString(end, "<nota>"); err != nil {
			t.Fatal(err)
		}
	}
	large := `{"type":"Feature","properties":{"x":"` + strings.Repeat("x", 20<<20) + `"},"geometry":null}`
	until(t, func(late bool) bool {
		status, answer, header, err := c.do(t.Context(), http.MethodPost, path, large)
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		if status == http.StatusCreated && !late { // the others are not there yet
			return false
		}
		if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || !strings.Contains(string(answer), "ENVIOS_DEMAIS") {
			t.Errorf("%d %.200s", status, answer)
		}
		return true
	})
}
