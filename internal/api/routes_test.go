package api_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"rastro/internal/api"
	"rastro/internal/trace"
)

// golden reads a list of routes: method, path, operation, and for the creates of record kinds how
// the interface declares their input. routes.txt was made from the interface's own tables, never
// from the code.
func golden(t testing.TB, name string) [][]string {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(file)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}

func TestRoutesAreTheInterfaces(t *testing.T) {
	t.Parallel()
	rows := golden(t, "routes.txt")
	same(t, "routes of the interface, in testdata and in the code", []int{len(rows), api.InterfaceRoutes}, []int{126, 19*6 + 1 + 8 + 3})
	rows = append(rows, golden(t, "extras.txt")...)
	var got, want []string
	for _, r := range api.Routes() {
		got = append(got, r.Method+" "+r.Path+" "+r.Operation)
	}
	for _, row := range rows {
		want = append(want, strings.Join(row[:3], " "))
	}
	same(t, "routes", got, want)
}

func TestQueryUnknownIsAsTheInterfaceSays(t *testing.T) {
	t.Parallel()
	declared := 0
	for i, row := range golden(t, "routes.txt") {
		if row[2] != "create" || len(row) < 4 {
			continue
		}
		r := api.Routes()[i]
		if want := row[3] == "query-unknown"; r.Kind.QueryUnknown != want {
			t.Errorf("%s: unknown declared: %t, want %t", r.Path, r.Kind.QueryUnknown, want)
		}
		if r.Kind.QueryUnknown {
			declared++
		}
	}
	if declared != 9 {
		t.Errorf("%d creates declare unknown, want 9", declared)
	}
}

// someID is an id in the right form that no record has.
const someID = "0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22"

// filled returns a route's path with something for every parameter.
func filled(path string) string {
	return strings.NewReplacer("{id}", someID, "{codigo}", "NADA", "{cultura}", "SOJA", "{etapa}", "01", "{nome}", "x", "{accessKey}", "rk_nada").Replace(path)
}

// Every route is served: none is answered 405 or as an unknown path, a public one needs no key, and
// all others refuse requests without one.
func TestEveryRouteIsServed(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.service.Changes.Close() // streams end at once
	for i, r := range api.Routes() {
		a := c.do(r.Method, filled(r.Path), "")
		if a.status == 405 || a.Error == "CAMINHO_NAO_ENCONTRADO" || a.status >= 500 {
			t.Errorf("%s: %d %s", a.request, a.status, a.body)
		}
		// From its own address: an address that keeps failing is slowed down.
		request := httptest.NewRequest(r.Method, filled(r.Path), nil)
		request.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", i)
		a = c.direct(request)
		if public := len(r.Scopes) == 0; public == (a.status == 401) {
			t.Errorf("%s without a key: %d, public: %t", a.request, a.status, public)
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.service.Changes.Close() // streams end at once
	for _, scopes := range [][]trace.Scope{{trace.Read}, {trace.Write}, {trace.Admin}, {trace.Read, trace.Write}} {
		body, err := json.Marshal(map[string]any{"escopos": scopes})
		if err != nil {
			t.Fatal(err)
		}
		key := c.newKey(string(body))
		has := func(s trace.Scope) bool { return slices.Contains(scopes, s) }
		lacks := func(s trace.Scope) bool { return !has(s) }
		for _, r := range api.Routes() {
			a := key.do(r.Method, filled(r.Path), "")
			want := len(r.Scopes) == 0 || slices.ContainsFunc(r.Scopes, has) && !slices.ContainsFunc(r.Also, lacks)
			if refused := a.status == 403; refused == want {
				t.Errorf("%s with %v: %d %s, allowed: one of %v and all of %v", a.request, scopes, a.status, a.Error, r.Scopes, r.Also)
			} else if refused && a.Error != "SEM_PERMISSAO" {
				t.Errorf("%s with %v: %s", a.request, scopes, a.Error)
			}
		}
	}
}
