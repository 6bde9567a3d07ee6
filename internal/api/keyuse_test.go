package api_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/trace"
)

func TestLastUse(t *testing.T) {
	t.Parallel()
	c := start(t)
	key := c.newKey(`{}`)
	if got := c.key(key.access).UltimoUso; got != nil {
		t.Errorf("never used, but last on %s", *got)
	}
	c.clock.advance(hour)
	key.get(planting).ok(200)
	if err := c.service.FlushUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := c.key(key.access).UltimoUso; got == nil || *got < epoch.Add(hour).Format(trace.TimeLayout) {
		t.Errorf("last used on %v", got)
	}
}

// failUntilSlowed presents a wrong key until it is told to wait.
func (c client) failUntilSlowed() {
	c.t.Helper()
	for n := 0; ; n++ {
		a := c.get(planting)
		if a.status == 401 && n < 1000 {
			continue
		}
		if wait, err := strconv.Atoi(a.fails(429, "MUITAS_TENTATIVAS").header.Get("Retry-After")); err != nil || wait < 1 || wait > 3 || n < 10 {
			c.t.Errorf("%q: after %d failures Retry-After is %q", c.access, n, a.header.Get("Retry-After"))
		}
		return
	}
}

// Who keeps failing is slowed, but not the others behind the same address.
func TestFailedLogIns(t *testing.T) {
	t.Parallel()
	c := start(t)
	unused, used := c.newKey(`{}`), c.newKey(`{}`)
	used.get(planting).ok(200)
	unused.as(unused.access, "rs_errada").failUntilSlowed()
	unused.get(planting).fails(429, "MUITAS_TENTATIVAS") // it may have been guessed
	used.as(used.access, "rs_errada").failUntilSlowed()
	used.get(planting).ok(200) // it is known to be at home here
	c.as("rk_inventada", "x").failUntilSlowed()
	for _, name := range []string{"rk_outra", ""} { // made-up names share one allowance
		c.as(name, "x").get(planting).fails(429, "MUITAS_TENTATIVAS")
	}
	c.get(planting).ok(200)
}

// An IPv4 address is counted by itself, an IPv6 one with its /64.
func TestFailedLogInsAreOfANetwork(t *testing.T) {
	t.Parallel()
	c := start(t)
	from := func(address string) int {
		request := httptest.NewRequest("GET", planting, nil)
		request.RemoteAddr = address
		return c.direct(request).status
	}
	for _, tc := range []struct {
		address           string
		together, another []string
	}{
		{"192.0.2.1:1", []string{"192.0.2.1:2", "[::ffff:192.0.2.1]:1"}, []string{"192.0.2.2:1", "[2001:db8::1]:1"}},
		{"[2001:db8:0:1::1]:1", []string{"[2001:db8:0:1::2]:1", "[2001:db8:0:1:ffff::]:9"}, []string{"[2001:db8:0:2::1]:1"}},
		{"[fe80::1%eth0]:1", []string{"[fe80::1%eth1]:1"}, []string{"[fe80:0:0:1::1%eth0]:1"}},
		{"@", []string{"@"}, []string{"pipe:1"}},
	} {
		for n := 0; from(tc.address) != 429; n++ {
			if n > 1000 {
				t.Fatalf("%s is never slowed", tc.address)
			}
		}
		for _, address := range tc.together {
			if got := from(address); got != 429 {
				t.Errorf("%s beside %s: %d, want 429", address, tc.address, got)
			}
		}
		for _, address := range tc.another {
			if got := from(address); got != 401 {
				t.Errorf("%s beside %s: %d, want 401", address, tc.address, got)
			}
		}
	}
}

// A repeated request for a key gives the same secret again, which the store
// itself must not give away.
func TestIdempotentKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	const once = "Idempotency-Key: chave-1"
	first := c.post("/apikey", `{"nome":"a"}`, once).ok(201)
	again := c.post("/apikey", `{"nome":"a"}`, once).ok(201).has("Idempotent-Replayed", "true").has("Location", first.header.Get("Location")).has("Cache-Control", "no-store")
	made := decode[apiKey](t, again.request, again.Data)
	if string(first.Data) != string(again.Data) || len(c.keys()) != 2 {
		t.Errorf("%d keys:\n%s\n%s", len(c.keys()), first.Data, again.Data)
	}
	c.as(made.AccessKey, made.SecretKey).get(planting).ok(200)
	c.post("/apikey", `{"nome":"b"}`, once).fails(422, "IDEMPOTENCIA_DIVERGENTE")

	found := false
	for _, name := range []string{c.db, c.db + "-wal"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found = found || bytes.Contains(file, []byte(made.AccessKey))
		for _, secret := range []string{made.SecretKey, strings.TrimPrefix(made.SecretKey, "rs_"), rootSecret} {
			if bytes.Contains(file, []byte(secret)) {
				t.Errorf("%s holds the secret", name)
			}
		}
	}
	if !found {
		t.Error("the access key is in no file: the files looked at are not the store's")
	}
}

// A record that is read again and again comes out of a cache. It still comes
// only to who may read it, and only where it belongs.
func TestCachedRecordIsNobodyElses(t *testing.T) {
	t.Parallel()
	c := start(t)
	mine, theirs := c.create(planting, "S-1", `{"quantidadeSemente":1}`), c.create(planting, "S-2", `{"quantidadeSemente":2}`)
	narrow := c.newKey(`{"safras":["S-1"]}`)
	writer := c.newKey(`{"escopos":["escrita"]}`)
	for range 5 {
		for _, r := range []record{mine, theirs} {
			if got := c.get(planting + "/" + r.ID).ok(200).record(); got.ID != r.ID || string(got.Dados) != string(r.Dados) {
				t.Errorf("asked for %s, got %+v", r.ID, got)
			}
			c.get("/armazenamento/recebimento/"+r.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
			writer.get(planting+"/"+r.ID).fails(403, "SEM_PERMISSAO")
		}
		narrow.get(planting + "/" + mine.ID).ok(200)
		narrow.get(planting+"/"+theirs.ID).fails(403, "SAFRA_NAO_PERMITIDA")
	}
}
