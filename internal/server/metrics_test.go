package server

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/api"
)

var counted = regexp.MustCompile(`(?m)^http_server_request_duration_seconds_count\{http_request_method="([^"]*)",http_response_status_code="([^"]*)",http_route="([^"]*)"\} (\d+)$`)

func TestMetrics(t *testing.T) {
	s := start(t, nil)
	id := s.call("POST", planting, `{"safraId":"S-MARCA","dados":{}}`).envelope(t).Data.ID
	for _, c := range []struct{ method, target string }{
		{"GET", planting + "/" + id}, {"GET", planting + "/" + id + "?x=MARCA"}, {"HEAD", planting + "/" + id},
		{"GET", planting + "/safra/S-MARCA"}, {"GET", planting}, {"GET", planting + "/MARCA"}, {"PATCH", planting + "/" + id},
		{"GET", "/MARCA"}, {"GET", "/MARCA/2"}, {"GET", "/docs/MARCA/3"}, {"POST", "/docs"},
		{"MARCA", planting}, {"INVENTADO", "/MARCA"}, {"GET", "/docs"}, {"GET", "/openapi.json"}, {"GET", "/healthz"},
	} {
		s.call(c.method, c.target, "")
	}
	s.access(17) // the last is counted
	a := s.call("GET", "/metrics", "")
	if a.StatusCode != 200 {
		t.Fatalf("GET /metrics: %d", a.StatusCode)
	}
	got := map[string]string{}
	for _, m := range counted.FindAllStringSubmatch(a.body, -1) {
		got[m[1]+" "+m[3]+" "+m[2]] = m[4]
	}
	want := map[string]string{
		"POST " + planting + " 201":           "1",
		"GET " + planting + "/{id} 200":       "2",
		"HEAD " + planting + "/{id} 200":      "1",
		"GET " + planting + "/safra/{id} 200": "1",
		"GET " + planting + " 200":            "1",
		"GET " + planting + "/{id} 404":       "1",
		"PATCH none 405":                      "1",
		"GET none 404":                        "3",
		"POST none 405":                       "1",
		"_OTHER none 405":                     "1",
		"_OTHER none 404":                     "1",
		"GET /docs 200":                       "1",
		"GET /openapi.json 200":               "1",
		"GET /healthz 200":                    "1",
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] {
			t.Errorf("%s: counted %q, want %q", key, got[key], want[key])
		}
		delete(got, key)
	}
	if len(got) > 0 {
		t.Errorf("counted beside: %v", got)
	}
	for _, mark := range []string{"MARCA", "INVENTADO", id, s.key.AccessKey, s.key.SecretKey} {
		if strings.Contains(a.body, mark) {
			t.Errorf("the metrics tell %q", mark)
		}
	}
	for _, line := range []string{"http_server_active_requests 1\n", "go_goroutines ", "process_open_fds "} {
		if !strings.Contains(a.body, "\n"+line) {
			t.Errorf("the metrics lack %q", line)
		}
	}
}

// TestRouteLabels: a label is a template of the route table, whatever is called.
func TestRouteLabels(t *testing.T) {
	s := start(t, nil)
	s.service.Changes.Close() // streams end at once
	templates := map[string]bool{}
	for _, r := range api.Routes() {
		templates[r.Path] = true
		s.call(r.Method, strings.NewReplacer("{", "", "}", "").Replace(r.Path), "")
	}
	for _, line := range s.access(len(api.Routes())) {
		if !templates[line.Route] {
			t.Errorf("route label %q is not a row of the route table", line.Route)
		}
	}
}
