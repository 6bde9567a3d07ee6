package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/api"
	"rastro/internal/api/params"
	"rastro/internal/trace"
)

// Any query's paging is either read or refused, and a list with it answers or explains the mistake:
// never 5xx.
func FuzzPaging(f *testing.F) {
	c := start(f, withoutCatalogue)
	c.fill(5)
	whole := c.get(planting + "?size=2").records()
	byHarvest := c.get(planting + "?size=2&sort=safraCodigo").records()
	for _, q := range []string{"", "size=1", "size=1001&page=3", "limit=99999999999999999999", "page_size=0", "page=9223372036854775807&size=1000", "total=false", "cursor=",
		"size=2&cursor=" + *whole.Next, "sort=safraCodigo&cursor=" + *byHarvest.Next, "cursor=AQ", "size=%zz", "size=1;page=2", "page=-1"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, _ := url.ParseQuery(raw)
		p, err := params.Paging(query)
		if err == nil && (p.Size < 1 || p.Size > trace.MaxPageSize || p.Number < 0) {
			t.Fatalf("%q: %+v", raw, p)
		}
		for _, path := range []string{planting, planting + "/safra/S-001", "/fase"} {
			request := httptest.NewRequest("GET", path, nil)
			request.URL.RawQuery = raw
			status, _ := c.call(t, request)
			if status != 200 && status != 400 || err != nil && status != 400 {
				t.Fatalf("%s?%s: %d, paging: %v", path, raw, status, err)
			}
		}
	})
}

// For any body, the sender gets an answer in the envelope, and never an internal error.
func FuzzBody(f *testing.F) {
	c := start(f, withoutCatalogue)
	var routes []api.Route
	for _, r := range api.Routes() {
		if r.Body > 0 {
			routes = append(routes, r)
			body := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>`
			if r.Doc.Takes != "" {
				body = example(f, r.Method, r.Path)
			}
			f.Add(uint8(len(routes)-1), []byte(body))
		}
	}
	for _, body := range []string{"", "{", "[]", "null", `{"safraId":"S"}`, entity("S", `{"codigo":"a"}`), entity("S", `{"x":1e-999}`), "\xff", `{"id":"` + someID + `"}`} {
		f.Add(uint8(2), []byte(body))
		f.Add(uint8(len(routes)-1), []byte(body))
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		r := routes[int(which)%len(routes)]
		request := httptest.NewRequest(r.Method, r.Path, strings.NewReader(string(body)))
		status, answer := c.call(t, request)
		if status >= 500 || status == 401 || status == 403 || status == 405 {
			t.Fatalf("%s %s %q: %d %s", r.Method, r.Path, body, status, answer)
		}
		var got envelope
		if err := json.Unmarshal(answer, &got); err != nil || status < 400 && got.Status != "success" || status >= 400 && got.Code != status {
			t.Fatalf("%s %s %q: %d %s: %v", r.Method, r.Path, body, status, answer, err)
		}
	})
}

// call passes a request to the handler with the root key.
func (c client) call(t *testing.T, request *http.Request) (status int, body []byte) {
	t.Helper()
	request.Header.Set("X-API-ACCESS-KEY", rootAccess)
	request.Header.Set("X-API-SECRET-KEY", rootSecret)
	w := httptest.NewRecorder()
	c.api.ServeHTTP(w, request)
	return w.Code, w.Body.Bytes()
}
