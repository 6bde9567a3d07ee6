package attack_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// with sends a request with one more header.
func (p *party) with(method, path, body, header, value string) answer {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-API-ACCESS-KEY", p.accessKey)
	r.Header.Set("X-API-SECRET-KEY", p.secret)
	if header != "" {
		r.Header.Set(header, value)
	}
	rec := httptest.NewRecorder()
	p.handler.ServeHTTP(rec, r)
	return answer{rec.Code, rec.Header(), rec.Body.String()}
}

// A write that is refused anyway costs the caller nothing. So it does not tell whether another
// organisation has the harvest: the answer is the same for one that nobody has. HERE is the harvest.
func TestAttackRefusedWriteTellsOfAHarvest(t *testing.T) {
	t.Parallel()
	planting, validation := kind.ByPrefix(kind.Planting).Prefix, "/validacao"
	row, wrong := entity("HERE", "25", `{"cultura":"Soja"}`), `{"safraId":"HERE","dados":[]}`
	tries := []struct{ name, method, path, body, header, value string }{
		{"a bulk import with a wrong row", "POST", planting + "/all", "[" + row + "," + wrong + "]", "", ""},
		{"a bulk import with a harvest that is known to be taken", "POST", planting + "/all", "[" + row + "," + entity("S-2", "25", `{}`) + "]", "", ""},
		{"the same, the other way round", "POST", planting + "/all", "[" + entity("S-2", "25", `{}`) + "," + row + "]", "", ""},
		{"a bulk import of the rows that are right", "POST", planting + "/all?modo=validas", "[" + wrong + "]", "", ""},
		{"a bulk import under a used name", "POST", planting + "/all", "[" + row + "]", "Idempotency-Key", "used-all"},
		{"a wrong record", "POST", planting, wrong, "", ""},
		{"a record under a used name", "POST", planting, row, "Idempotency-Key", "used"},
		{"an empty profile", "PUT", "/safras/HERE", `{}`, "", ""},
		{"a profile over a version", "PUT", "/safras/HERE", `{"dados":{"nome":"x"}}`, "If-Match", `"99"`},
		{"a profile over the version that it has", "PUT", "/safras/HERE", `{"dados":{"nome":"x"}}`, "If-Match", `"1"`},
		{"a profile under a used name", "PUT", "/safras/HERE", `{"dados":{"nome":"x"}}`, "Idempotency-Key", "used"},
		{"a validation with a code that is taken", "POST", validation, entity("HERE", "25", `{"codigo":"NORTE-1"}`), "", ""},
		{"a validation under a used name", "POST", validation, entity("HERE", "25", `{"resultado":"x"}`), "Idempotency-Key", "used"},
	}
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		w := newWorld(t, d)
		w.register("Norte")
		w.register("Sul")
		all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
		norte, sul := w.newParty("norte", access.Request{Organization: "Norte", Scopes: all}), w.newParty("sul", access.Request{Organization: "Sul", Scopes: all})
		sul.must("POST", planting, entity("S-1", "25", `{"cultura":"Soja"}`))
		sul.must("PUT", "/safras/S-1", `{"dados":{"nome":"x"}}`)
		sul.must("POST", planting, entity("S-2", "25", `{}`))
		norte.must("POST", validation, entity("N-1", "25", `{"codigo":"NORTE-1"}`))
		for _, used := range []struct{ path, body, name string }{{planting, entity("N-1", "25", `{}`), "used"}, {planting + "/all", "[" + entity("N-1", "25", `{}`) + "]", "used-all"}} {
			if got := norte.with("POST", used.path, used.body, "Idempotency-Key", used.name); got.status != http.StatusCreated {
				t.Fatalf("%s: %d %.300s", used.path, got.status, got.body)
			}
		}
		for _, try := range tries {
			in := func(harvestID string) string {
				return norte.with(try.method, strings.ReplaceAll(try.path, "HERE", harvestID), strings.ReplaceAll(try.body, "HERE", harvestID), try.header, try.value).plain(harvestID)
			}
			theirs, nobodys := in("S-1"), in("X-1")
			if theirs != nobodys {
				t.Errorf("%s: %.400s\nin a harvest that nobody has: %.400s", try.name, theirs, nobodys)
			}
		}
		// None of them began the harvest. A write with no other reason to be refused still says
		// that a harvest is taken.
		sul.must("POST", planting, entity("X-1", "25", `{}`))
		if got := norte.with("POST", planting+"/all", "["+entity("N-1", "25", `{}`)+","+strings.ReplaceAll(row, "HERE", "S-1")+"]", "", ""); got.status != http.StatusUnprocessableEntity || strings.Count(got.body, string(trace.CodeForbiddenHarvest)) != 1 || !strings.Contains(got.body, `"linha":2`) {
			t.Errorf("an import into a taken harvest: %d %s", got.status, got.body)
		}
		for _, c := range []struct{ method, path, body string }{{"POST", planting, row}, {"PUT", "/safras/HERE", `{"dados":{"nome":"x"}}`}, {"POST", validation, entity("HERE", "25", `{"resultado":"x"}`)}} {
			if got := norte.with(c.method, strings.ReplaceAll(c.path, "HERE", "S-1"), strings.ReplaceAll(c.body, "HERE", "S-1"), "", ""); got.status != http.StatusForbidden || !strings.Contains(got.body, string(trace.CodeForbiddenHarvest)) {
				t.Errorf("%s %s: %d %s", c.method, c.path, got.status, got.body)
			}
		}
	})
}
