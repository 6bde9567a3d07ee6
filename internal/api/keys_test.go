package api_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/testkit"
)

const hour = time.Hour

// apiKey is a key as the wire shows it.
type apiKey struct {
	AccessKey, SecretKey, Nome, Organizacao     string
	Escopos, Fases, Safras                      []string
	Ativo                                       bool
	CriadoEm, ExpiraEm, DesativadoEm, UltimoUso *string
}

func (c client) createKey(body string, headers ...string) apiKey {
	c.t.Helper()
	return decode[apiKey](c.t, "POST /apikey", c.post("/apikey", body, headers...).ok(201).Data)
}

// newKey makes a key and returns a client with it.
func (c client) newKey(body string) client {
	c.t.Helper()
	key := c.createKey(body)
	return c.as(key.AccessKey, key.SecretKey)
}

func (c client) keys() []apiKey {
	c.t.Helper()
	return decode[page[apiKey]](c.t, "GET /apikey", c.get("/apikey").ok(200).Data).Content
}

// key returns one key out of the list.
func (c client) key(access string) apiKey {
	c.t.Helper()
	for _, k := range c.keys() {
		if k.AccessKey == access {
			return k
		}
	}
	c.t.Fatalf("key %s is not listed", access)
	return apiKey{}
}

// Each of the ways to send a key.
func TestWaysToSendAKey(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.api.AccessKeyHeader = "X-Chave" })
	for _, tc := range []struct {
		name   string
		set    func(*http.Request)
		status int
	}{
		{"X-API-ACCESS-KEY", headers("X-API-ACCESS-KEY", rootAccess, "X-API-SECRET-KEY", rootSecret), 200},
		{"X-API-KEY", headers("X-API-KEY", rootAccess, "X-API-SECRET-KEY", rootSecret), 200},
		{"X-ACCESS-KEY", headers("X-ACCESS-KEY", rootAccess, "X-API-SECRET-KEY", rootSecret), 200},
		{"the configured header", headers("X-Chave", rootAccess, "X-API-SECRET-KEY", rootSecret), 200},
		{"lower case", headers("x-api-access-key", rootAccess, "x-api-secret-key", rootSecret), 200},
		{"Basic", func(r *http.Request) { r.SetBasicAuth(rootAccess, rootSecret) }, 200},
		{"ours before an alias", headers("X-API-ACCESS-KEY", rootAccess, "X-API-KEY", "rk_x", "X-API-SECRET-KEY", rootSecret), 200},
		{"Basic next to headers", func(r *http.Request) {
			headers("X-API-ACCESS-KEY", rootAccess, "X-API-SECRET-KEY", "rs_x")(r)
			r.SetBasicAuth(rootAccess, rootSecret)
		}, 401},
		{"another header", headers("X-Outra", rootAccess, "X-API-SECRET-KEY", rootSecret), 401},
		{"access key in the query", func(r *http.Request) { r.URL.RawQuery = "accessKey=" + rootAccess + "&secretKey=" + rootSecret }, 401},
		{"Bearer", headers("Authorization", "Bearer "+rootSecret), 401},
		{"Basic with a wrong secret", func(r *http.Request) { r.SetBasicAuth(rootAccess, "x") }, 401},
	} {
		request, err := http.NewRequestWithContext(t.Context(), "GET", c.http.URL+"/apikey", nil)
		if err != nil {
			t.Fatal(err)
		}
		tc.set(request)
		if a := c.send(request); a.status != tc.status {
			t.Errorf("%s: %d, want %d", tc.name, a.status, tc.status)
		}
	}
	// A header that is not configured is not read.
	start(t).as("", "").get("/apikey", "X-Chave: "+rootAccess, "X-API-SECRET-KEY: "+rootSecret).fails(401, "CHAVE_INVALIDA")
}

func headers(pairs ...string) func(*http.Request) {
	return func(r *http.Request) {
		for i := 0; i < len(pairs); i += 2 {
			r.Header.Set(pairs[i], pairs[i+1])
		}
	}
}

func TestCreateKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := c.post("/apikey", `{}`).ok(201).has("Cache-Control", "no-store")
	made := decode[apiKey](t, a.request, a.Data)
	a.has("Location", "/apikey/"+made.AccessKey)
	if !regexp.MustCompile(`^rk_[A-Za-z2-9]{24}$`).MatchString(made.AccessKey) || !regexp.MustCompile(`^rs_[A-Za-z0-9_-]{43}$`).MatchString(made.SecretKey) {
		t.Errorf("access key %q, secret %q", made.AccessKey, made.SecretKey)
	}
	same(t, "default scopes", made.Escopos, []string{"leitura", "escrita"})
	if !made.Ativo || len(made.Fases)+len(made.Safras) != 0 || made.ExpiraEm != nil || made.DesativadoEm != nil || made.UltimoUso != nil {
		t.Errorf("made of nothing: %+v", made)
	}
	full := c.createKey(`{"nome":" Balança ","organizacao":"Cooperativa","escopos":["ADMIN","leitura","admin"],"fases":["4","validacao","04"],"safras":["S-1 "],"expiraEm":"31/12/2030"}`)
	same(t, "scopes", full.Escopos, []string{"admin", "leitura"})
	same(t, "phases", full.Fases, []string{"04", "05", "10"})
	same(t, "harvests", full.Safras, []string{"S-1"})
	if full.Nome != "Balança" || full.Organizacao != "Cooperativa" || *full.ExpiraEm < "2030-12-31" {
		t.Errorf("%+v", full)
	}
	// A record's author is the organisation, else the name, else the key.
	for body, want := range map[string]string{`{"nome":"n","organizacao":"o"}`: "o", `{"nome":"n"}`: "n", `{}`: ""} {
		key := c.newKey(body)
		if want == "" {
			want = key.access
		}
		if r := key.create(planting, "S-1", `{}`); r.CriadoPor != want {
			t.Errorf("key %s wrote as %q, want %q", body, r.CriadoPor, want)
		}
	}
}

// A key's phases limit what it may write, not what it may read.
func TestPhasesOfAKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	for written, want := range map[string][]string{
		"04": {"04", "05"}, "05": {"05"}, "posColheita": {"04"}, "POSCOLHEITA": {"04"}, "transporteLogistico": {"05"}, "2": {"02"}, "validacao": {"10"},
	} {
		key := c.newKey(`{"fases":["` + written + `"]}`)
		var allowed []string
		for _, k := range kind.All {
			a := key.post(k.Prefix, entity("S-1", payloadOf(k)))
			if a.status == 201 && (len(allowed) == 0 || allowed[len(allowed)-1] != k.Phase) {
				allowed = append(allowed, k.Phase)
			} else if a.status != 201 {
				a.fails(403, "FASE_NAO_PERMITIDA")
			}
			key.get(k.Prefix).ok(200)
		}
		same(t, "key of "+written, allowed, want)
	}
}

// A key limited to some harvests sees and changes only those.
func TestHarvestsOfAKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	mine, also, theirs := c.create(planting, "S-1", `{}`), c.create(planting, "S-2", `{}`), c.create(planting, "S-3", `{}`)
	validation := c.create("/validacao", "S-3", `{}`)
	key := c.newKey(`{"safras":["S-1","S-2"]}`)
	p := key.get(planting + "?sort=criadoEm").records()
	same(t, "list", ids(p.Content), []string{mine.ID, also.ID})
	if p.total() != 2 {
		t.Errorf("total %d, want 2", p.total())
	}
	first := key.get(planting + "?sort=criadoEm&size=1").records()
	same(t, "next page", ids(key.get(planting+"?sort=criadoEm&size=1&cursor="+*first.Next).records().Content), []string{also.ID})
	key.get(planting + "/" + mine.ID).ok(200)
	key.get(planting + "/safra/S-1").ok(200)
	key.put(planting, entity("S-1", `{}`)).ok(200)
	key.post(planting, entity("S-2", `{}`)).ok(201)
	key.delete(planting + "/" + mine.ID).ok(200)
	for _, a := range []answer{key.get(planting + "/safra/S-3"), key.post(planting, entity("S-3", `{}`)), key.put(planting, entity("S-3", `{}`))} {
		a.fails(403, "SAFRA_NAO_PERMITIDA")
	}
	for _, a := range []answer{key.get(planting + "/" + theirs.ID), key.delete(planting + "/" + theirs.ID), key.get("/validacao/" + validation.ID)} {
		a.fails(404, "REGISTRO_NAO_ENCONTRADO")
	}
	key.get("/validacao/qrcode/"+validation.Codigo).fails(404, "CODIGO_NAO_ENCONTRADO")
	// A cursor of someone else's list does not open it.
	whole := c.get(planting + "?sort=criadoEm&size=1").records()
	key.get(planting+"?sort=criadoEm&size=1&cursor="+*whole.Next).fails(400, "CURSOR_INVALIDO")
}

func TestKeyExpires(t *testing.T) {
	t.Parallel()
	c := start(t)
	key := c.newKey(`{"expiraEm":"` + testkit.Epoch.Add(hour).Format(time.RFC3339) + `"}`)
	key.get(planting).ok(200)
	c.clock.Advance(hour)
	key.get(planting).fails(401, "CHAVE_INVALIDA")
	if shown := c.key(key.access); shown.Ativo || shown.DesativadoEm != nil {
		t.Errorf("expired: %+v", shown)
	}
}

func TestDeactivateKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	key := c.newKey(`{}`)
	key.get(planting).ok(200)
	first := c.delete("/apikey/" + key.access).ok(200)
	key.get(planting).fails(401, "CHAVE_INVALIDA") // at once
	c.clock.Advance(hour)
	again := c.delete("/apikey/" + key.access).ok(200)
	if string(first.Data) != string(again.Data) {
		t.Errorf("twice:\n%s\n%s", first.Data, again.Data)
	}
	if shown := c.key(key.access); shown.Ativo || shown.DesativadoEm == nil {
		t.Errorf("deactivated: %+v", shown)
	}
	c.delete("/apikey/rk_nada").fails(404, "CHAVE_NAO_ENCONTRADA")
	c.delete("/apikey/"+rootAccess).fails(409, "ULTIMA_CHAVE_ADMIN")
	expiring := c.newKey(`{"escopos":["admin"],"expiraEm":"` + testkit.Epoch.Add(2*hour).Format(time.RFC3339) + `"}`)
	c.clock.Advance(2 * hour) // an expired admin does not count
	c.delete("/apikey/"+rootAccess).fails(409, "ULTIMA_CHAVE_ADMIN")
	c.delete("/apikey/" + expiring.access).ok(200)
	second := c.newKey(`{"escopos":["admin"]}`)
	c.delete("/apikey/" + rootAccess).ok(200)
	c.get("/apikey").fails(401, "CHAVE_INVALIDA")
	second.get("/apikey").ok(200)
}

func TestKeysAreListedWithoutSecrets(t *testing.T) {
	t.Parallel()
	c := start(t)
	key := c.newKey(`{"nome":"a"}`)
	a := c.get("/apikey").ok(200)
	for _, secret := range []string{key.secret, rootSecret, "secret", "hash", "Hash"} {
		if strings.Contains(string(a.body), secret) {
			t.Errorf("the list holds %q: %s", secret, a.body)
		}
	}
	if keys := c.keys(); len(keys) != 2 || keys[0].AccessKey != rootAccess || keys[1].Nome != "a" {
		t.Errorf("keys %+v", keys)
	}
}
