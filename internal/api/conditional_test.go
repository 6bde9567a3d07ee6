package api_test

import (
	"net/http"
	"testing"
)

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(planting, "S-1", `{}`)
	c.put(planting, entity("S-1", `{}`)).ok(200)
	path := planting + "/" + r.ID
	for header, status := range map[string]int{
		`"2"`: 304, `W/"2"`: 304, `*`: 304, `"1", "2"`: 304, `W/"1",W/"2"`: 304, ` "2" `: 304,
		`"1"`: 200, `"3", "4"`: 200, `2`: 200, `"22"`: 200, ``: 200, `W/`: 200,
	} {
		for _, method := range []string{"GET", "HEAD"} {
			a := c.do(method, path, "", "If-None-Match: "+header).ok(status).has("ETag", `"2"`).has("Cache-Control", "private, no-cache")
			if a.header.Get("Vary") == "" {
				t.Errorf("%s If-None-Match %s: no Vary", method, header)
			}
		}
	}
	twice, err := http.NewRequestWithContext(t.Context(), "GET", c.http.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	headers("X-API-ACCESS-KEY", c.access, "X-API-SECRET-KEY", c.secret)(twice)
	twice.Header["If-None-Match"] = []string{`"1"`, `"2"`}
	c.send(twice).ok(304)
	// For a request that reads nothing, the header has no meaning.
	c.put(planting, entity("S-1", `{}`), "If-None-Match: *").ok(200)
	c.post(planting, entity("S-2", `{}`), `If-None-Match: "1"`).ok(201)
	c.get(planting, "If-None-Match: *").ok(200).has("ETag", "")
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct {
		header string
		status int
		code   string
	}{
		{``, 200, ""}, {`*`, 200, ""}, {`"2"`, 200, ""}, {`"1", "2"`, 200, ""}, {`W/"2", "2"`, 200, ""}, {` "2" `, 200, ""},
		{`"1"`, 412, "VERSAO_DESATUALIZADA"}, {`"3"`, 412, "VERSAO_DESATUALIZADA"}, {`W/"2"`, 412, "VERSAO_DESATUALIZADA"},
		{`"abc"`, 412, "VERSAO_DESATUALIZADA"}, {`""`, 412, "VERSAO_DESATUALIZADA"}, {`"99999999999999999999"`, 412, "VERSAO_DESATUALIZADA"},
		{`2`, 400, "PARAMETRO_INVALIDO"}, {`"2`, 400, "PARAMETRO_INVALIDO"}, {`"2",`, 400, "PARAMETRO_INVALIDO"}, {`"2", *`, 400, "PARAMETRO_INVALIDO"}, {`W/2`, 400, "PARAMETRO_INVALIDO"},
	} {
		name := "If-Match: " + tc.header
		r := c.create(planting, "S-1", `{}`)
		c.put(planting+"?id="+r.ID, entity("S-1", `{}`)).ok(200)

		// The same header on an update and then on a deletion: what the update
		// made is version 3.
		c.put(planting+"?id="+r.ID, entity("S-1", `{"x":1}`), name).fails(tc.status, tc.code)
		after := c.get(planting + "/" + r.ID).ok(200).record()
		if changed := after.Versao == 3; changed != (tc.status == 200) {
			t.Errorf("%s: version %d after %d", name, after.Versao, tc.status)
		}
		if tc.status == 200 {
			continue
		}
		c.delete(planting+"/"+r.ID, name).fails(tc.status, tc.code)
		c.get(planting + "/" + r.ID).ok(200)
		c.delete(planting+"/"+r.ID, `If-Match: "2"`).ok(200)
	}
}

// Of two who read the same version, one writes.
func TestLostUpdate(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(planting, "S-1", `{}`)
	tag := c.get(planting + "/" + r.ID).header.Get("ETag")
	c.put(planting, entity("S-1", `{"quantidadeSemente":1}`), "If-Match: "+tag).ok(200)
	c.put(planting, entity("S-1", `{"quantidadeSemente":2}`), "If-Match: "+tag).fails(412, "VERSAO_DESATUALIZADA")
	if got := c.get(planting + "/" + r.ID).record(); string(got.Dados) != `{"quantidadeSemente":1}` {
		t.Errorf("the second write won: %s", got.Dados)
	}
}

func TestIdempotency(t *testing.T) {
	t.Parallel()
	c := start(t)
	body := entity("S-1", `{"dataPlanto":1}`)
	for _, path := range []string{planting, "/validacao"} {
		first := c.post(path, body, "Idempotency-Key: a").ok(201).has("Idempotent-Replayed", "")
		again := c.post(path, body, "Idempotency-Key: a").ok(201).has("Idempotent-Replayed", "true")
		if string(again.body) != string(first.body) {
			t.Errorf("again %s\nfirst %s", again.body, first.body)
		}
		again.has("Location", first.header.Get("Location")).has("ETag", first.header.Get("ETag"))
		if got := c.get(path).records().total(); got != 1 {
			t.Errorf("%s: %d records, want 1", path, got)
		}
		c.post(path, entity("S-2", `{}`), "Idempotency-Key: a").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		c.post(path+"?unknown=1", body, "Idempotency-Key: a").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		c.delete(first.header.Get("Location")).ok(200)
		c.post(path, body, "Idempotency-Key: a").ok(201).has("Idempotent-Replayed", "true")
		c.clock.Advance(24 * hour) // and then it is forgotten
		c.post(path, body, "Idempotency-Key: a").ok(201).has("Idempotent-Replayed", "")
		c.clock.Advance(24 * hour)
	}
	// Another key's name is another name, and a failure keeps none.
	other := c.newKey(`{}`)
	c.post(planting, body, "Idempotency-Key: b").ok(201)
	other.post(planting, body, "Idempotency-Key: b").ok(201).has("Idempotent-Replayed", "")
	c.post(planting, `{`, "Idempotency-Key: c").fails(400, "JSON_INCOMPLETO")
	c.post(planting, body, "Idempotency-Key: c").ok(201).has("Idempotent-Replayed", "")
}
