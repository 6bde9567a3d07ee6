package cli_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
)

// All rows of a lot are deleted under a running server. The file for the EU and the recall are
// refused, not "not found". A key that may not read the lot, and a lot that nobody names, get the
// usual answers. /readyz reports it until the same questions can be answered again.
func TestAttackLotWithoutRows(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, _ := serve(t, db)
			shipped(t, c)
			waitFor(t, c, logKey(t, db), 4)
			asks := func(when, method, path, body string, status int, holds string, has bool) {
				t.Helper()
				got, answer, _, err := c.do(t.Context(), method, path, body)
				if err != nil || got != status || bytes.Contains(answer, []byte(holds)) != has {
					t.Errorf("%s: %s %s = %d %s, %v; want %d and %q: %t", when, method, path, got, answer, err, status, holds, has)
				}
			}
			const file, recall = "/eudr/lote/VIT-L-9", `{"motivo":"teste","lotes":["VIT-L-9"]}`
			asks("before", http.MethodGet, "/readyz", "", 200, "divergencia", false)
			asks("before", http.MethodGet, file, "", 409, "LOTES_DIVERGENTES", false) // it has no plot
			tamper(t, door(t, db), `DELETE FROM lot_entry WHERE lot = 'VIT-L-9'`)
			asks("without rows", http.MethodGet, file, "", 503, "LOTES_DIVERGENTES", true)
			asks("after the file", http.MethodGet, "/readyz", "", 200, `"divergencia":"2`, true)
			asks("a lot that nobody names", http.MethodGet, "/eudr/lote/NOBODY-1", "", 404, "LOTE_NAO_ENCONTRADO", true)
			for range 2 { // the second time from memory
				asks("without rows", http.MethodPost, "/rastreio/recall", recall, 503, "LOTES_DIVERGENTES", true)
				asks("one of two without rows", http.MethodPost, "/rastreio/recall", `{"motivo":"teste","lotes":["NOBODY-1","VIT-L-9"]}`, 503, "LOTES_DIVERGENTES", true)
				asks("a lot that nobody names", http.MethodPost, "/rastreio/recall", `{"motivo":"teste","lotes":["NOBODY-1"]}`, 404, "LOTE_NAO_ENCONTRADO", true)
			}
			other := limitedTo(t, c, "OTHER")
			got, answer, _, err := other(http.MethodGet, file)
			if err != nil || got != 404 {
				t.Errorf("a key of another harvest: %d %s, %v", got, answer, err)
			}
			said(t, "rebuild", []string{"rebuild", "--db", db}, 0, "2 rows", "")
			asks("rebuilt", http.MethodGet, "/readyz", "", 200, "divergencia", true)
			asks("rebuilt", http.MethodGet, file, "", 409, "LOTES_DIVERGENTES", false)
			asks("rebuilt", http.MethodPost, "/rastreio/recall", recall, 201, "LOTES_DIVERGENTES", false)
			asks("rebuilt", http.MethodPost, "/rastreio/recall", `{"motivo":"teste","lotes":["NOBODY-1","VIT-L-9"]}`, 404, "LOTE_NAO_ENCONTRADO", true)
			asks("answered again", http.MethodGet, "/readyz", "", 200, "divergencia", false)
		})
	}
}

// limitedTo makes a key that reads one harvest, and returns a call with it.
func limitedTo(t *testing.T, c client, harvest string) func(method, path string) (int, []byte, http.Header, error) {
	t.Helper()
	_, answer, _, err := c.do(t.Context(), http.MethodPost, "/apikey", `{"nome":"Outra","escopos":["leitura"],"safras":["`+harvest+`"]}`)
	var pair struct {
		Data struct{ AccessKey, SecretKey string }
	}
	if err != nil || json.Unmarshal(answer, &pair) != nil || pair.Data.SecretKey == "" {
		t.Fatalf("a limited key: %s, %v", answer, err)
	}
	return func(method, path string) (int, []byte, http.Header, error) {
		return c.do(t.Context(), method, path, "", "X-API-ACCESS-KEY", pair.Data.AccessKey, "X-API-SECRET-KEY", pair.Data.SecretKey)
	}
}
