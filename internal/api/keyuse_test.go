package api_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/remote"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

func TestLastUse(t *testing.T) {
	t.Parallel()
	c := start(t)
	key := c.newKey(`{}`)
	if got := c.key(key.access).UltimoUso; got != nil {
		t.Errorf("never used, but last on %s", *got)
	}
	c.clock.Advance(hour)
	key.get(planting).ok(200)
	if err := c.service.FlushUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := c.key(key.access).UltimoUso; got == nil || *got < testkit.Epoch.Add(hour).Format(trace.TimeLayout) {
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

// The right secret opens its key, no matter who fails in its name or from its network. This holds
// on both engines, and for keys that were never used before.
func TestAttackLockOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		unused, used := c.newKey(`{}`), c.newKey(`{}`)
		used.get(planting).ok(200)
		for _, key := range []client{unused, used} {
			key.as(key.access, "rs_errada").failUntilSlowed()
			for range 5 {
				key.as(key.access, "rs_errada").get(planting).fails(429, "MUITAS_TENTATIVAS")
				key.get(planting).ok(200)
			}
		}
		for i := range 100 { // a whole network that has used up its attempts
			c.as(fmt.Sprintf("rk_%d", i), "x").get(planting)
		}
		c.as("rk_nova", "x").get(planting).fails(429, "MUITAS_TENTATIVAS")
		if a := c.newKey(`{}`).get(planting); a.status != 200 {
			t.Errorf("%s: a new key next to them: %d", name, a.status)
		}
	}
}

// The answer to a wrong pair depends on who sends it and how often, never on whether its access key
// exists, works, or was used from there.
func TestWrongSecretsRevealNoKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	live, expired, deactivated := c.newKey(`{}`), c.newKey(`{"expiraEm":"2026-11-16T00:00:00Z"}`), c.newKey(`{}`)
	c.delete("/apikey/" + deactivated.access).ok(200)
	c.clock.Advance(48 * hour)
	told := func(address, access, secret string) string {
		request := httptest.NewRequest("GET", planting, nil)
		request.RemoteAddr = address + ":1"
		request.Header.Set("X-API-ACCESS-KEY", access)
		request.Header.Set("X-API-SECRET-KEY", secret)
		a := c.direct(request)
		return fmt.Sprint(a.status, a.header.Get("Retry-After"), a.header.Get("WWW-Authenticate"), a.Message, a.Error)
	}
	// Known from this network or not, each pair gets the same answers in a row.
	var want []string
	for i, pair := range []struct{ access, secret string }{
		{"rk_inventada", "rs_errada"}, {live.access, "rs_errada"}, {expired.access, expired.secret},
		{deactivated.access, deactivated.secret}, {rootAccess, "rs_errada"}, {"", "rs_errada"}, {strings.Repeat("a", 5000), "x"}, {live.access, strings.Repeat("s", 5000)},
	} {
		address := fmt.Sprintf("198.51.100.%d", i)
		if told(address, live.access, live.secret)[:3] != "200" {
			t.Fatal("the right secret is refused")
		}
		var got []string
		for range 15 {
			got = append(got, told(address, pair.access, pair.secret))
		}
		if want == nil {
			want = got
			if got[0][:3] != "401" || got[14][:3] != "429" {
				t.Errorf("15 wrong secrets: %q", got)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is told\n%q\nand another\n%q", pair.access, got, want)
		}
	}
	// When a network is over its limit, known and invented names are answered alike.
	for i := range 100 {
		told("203.0.113.1", fmt.Sprintf("rk_%d", i), "x")
	}
	if known, unknown := told("203.0.113.1", live.access, "x"), told("203.0.113.1", "rk_nova", "x"); known[:3] != "429" || known[:5] != unknown[:5] {
		t.Errorf("a known key is told %q, an unknown one %q", known, unknown)
	}
}

// Behind a proxy everyone answers for himself.
func TestFailuresCountBehindAProxy(t *testing.T) {
	t.Parallel()
	for name, headers := range map[string]func(string) string{
		"X-Forwarded-For": func(client string) string { return "10.9.9.9, " + client },
		"Forwarded":       func(client string) string { return "for=10.9.9.9, for=" + client + ";proto=https" },
	} {
		c := start(t, func(s *settings) { s.api.Proxies = remote.Trust(netip.MustParsePrefix("192.0.2.1/32")) })
		from := func(peer, client string) int {
			request := httptest.NewRequest("GET", planting, nil)
			request.RemoteAddr = peer
			request.Header.Set(name, headers(client))
			request.Header.Set("X-API-ACCESS-KEY", rootAccess)
			request.Header.Set("X-API-SECRET-KEY", "rs_errada")
			return c.direct(request).status
		}
		const proxy, stranger = "192.0.2.1:1", "192.0.2.77:1"
		for n := 0; from(proxy, "198.51.100.1") != 429; n++ {
			if n > 1000 {
				t.Fatalf("%s: an attacker behind the proxy is never slowed", name)
			}
		}
		if got := from(proxy, "198.51.100.2"); got != 401 {
			t.Errorf("%s: another client of the proxy: %d, want 401", name, got)
		}
		for n := 0; from(stranger, fmt.Sprintf("198.51.100.%d", n%250)) != 429; n++ {
			if n > 1000 {
				t.Fatalf("%s: a stranger who makes up addresses is never slowed", name)
			}
		}
		if got := from(proxy, "198.51.100.3"); got != 401 {
			t.Errorf("%s: a client in whose name a stranger failed: %d, want 401", name, got)
		}
	}
}

// Callers without a key have their own limit on everything that needs none. Probes have no limit.
func TestVisitorsAreLimited(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.gate.PerVisitor = 0.1 }).as("", "")
	for _, path := range []string{"/openapi.json", "/log/checkpoint", "/log/tile/0/000", "/01/07891234567895", "/nada"} {
		request := func(address string) answer {
			r := httptest.NewRequest("GET", path, nil)
			r.RemoteAddr = address
			return c.direct(r)
		}
		address := "198.51.100.7:1"
		for n := 0; request(address).status != 429; n++ {
			if n > 100 {
				t.Fatalf("%s has no limit", path)
			}
		}
		if wait, err := strconv.Atoi(request(address).header.Get("Retry-After")); err != nil || wait < 1 || wait > 10 {
			t.Errorf("%s: Retry-After %d, %v", path, wait, err)
		}
		if a := request("198.51.100.8:1"); a.status == 429 {
			t.Errorf("%s: another caller waits too", path)
		}
		c.clock.Advance(hour)
	}
	for range 100 {
		c.get("/healthz").ok(200)
		c.get("/readyz").ok(200)
	}
	c.as(rootAccess, rootSecret).get(planting).ok(200)
}

// An IPv4 address counts alone, an IPv6 address with its /64.
func TestFailedLogInsAreOfANetwork(t *testing.T) {
	t.Parallel()
	c := start(t)
	from := func(address string) int {
		request := httptest.NewRequest("GET", planting, nil)
		request.RemoteAddr = address
		request.Header.Set("X-API-SECRET-KEY", "rs_errada")
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
				t.Errorf("%s next to %s: %d, want 429", address, tc.address, got)
			}
		}
		for _, address := range tc.another {
			if got := from(address); got != 401 {
				t.Errorf("%s next to %s: %d, want 401", address, tc.address, got)
			}
		}
	}
}

// A repeated request for a key returns the same secret, which the store itself must not reveal.
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

// A record that is read repeatedly comes from a cache, but only to keys that may read it, and only
// at its own path.
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
		narrow.get(planting+"/"+theirs.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
	}
}
