package access

import (
	"crypto/sha256"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestNewKey(t *testing.T) {
	access := regexp.MustCompile(`^rk_[A-HJKMNP-Za-hjkmnp-z2-9]{24}$`) // no characters that people misread
	secret := regexp.MustCompile(`^rs_[A-Za-z0-9_-]{43}$`)
	random := rand.NewChaCha8([32]byte{})
	seen, letters := map[string]bool{}, map[rune]bool{}
	for range 500 {
		key, err := MakeKey(Request{Name: "n"}, noon, random)
		if err != nil || !access.MatchString(key.AccessKey) || !secret.MatchString(key.SecretKey) {
			t.Fatalf("key %q with secret %q, %v; want the forms %s and %s", key.AccessKey, key.SecretKey, err, access, secret)
		}
		if seen[key.AccessKey] || seen[key.SecretKey] {
			t.Fatalf("%s or its secret came twice", key.AccessKey)
		}
		seen[key.AccessKey], seen[key.SecretKey] = true, true
		for _, r := range key.AccessKey[3:] {
			letters[r] = true
		}
		if key.SecretHash != sha256.Sum256([]byte(key.SecretKey)) || !key.Opens(key.SecretKey) || key.Opens(key.SecretKey+"x") || key.Opens("") {
			t.Fatalf("%s does not open with its secret alone", key.AccessKey)
		}
		if !slices.Equal(key.Scopes, []trace.Scope{trace.Read, trace.Write}) || !key.CreatedAt.Equal(noon) || !key.ActiveAt(noon) {
			t.Fatalf("key %+v is not as a new key is", key.Key)
		}
	}
	if got, want := len(letters), len(accessAlphabet); got != want {
		t.Errorf("500 keys use %d characters, want all %d", got, want)
	}
	if key, err := MakeKey(Request{}, noon, strings.NewReader("short")); err == nil {
		t.Errorf("MakeKey of too few random bits = %+v, want an error", key)
	}
}

func TestReadRequest(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want Request
	}{
		{`{}`, Request{}},
		{`{"nome":null,"organizacao":null,"escopos":null,"fases":null,"safras":null,"expiraEm":null,"outro":1}`, Request{}},
		{`{"nome":" Balança 1 ","organizacao":"Cooperativa X"}`, Request{Name: "Balança 1", Organization: "Cooperativa X"}},
		{`{"escopos":["ADMIN"," leitura ","admin"]}`, Request{Scopes: []trace.Scope{trace.Admin, trace.Read}}},
		{`{"escopos":[]}`, Request{}},
		// 04 is the published number of two phases; the slugs distinguish them.
		{`{"fases":["04"]}`, Request{Phases: []string{"04", "05"}}},
		{`{"fases":["4","05","10","1"]}`, Request{Phases: []string{"01", "04", "05", "10"}}},
		{`{"fases":["posColheita"]}`, Request{Phases: []string{"04"}}},
		{`{"fases":["TransporteLogistico"]}`, Request{Phases: []string{"05"}}},
		{`{"safras":["S-1"," S-2 "]}`, Request{Harvests: []string{"S-1", "S-2"}}},
		{`{"expiraEm":"2027-01-31T12:00:00.5Z"}`, Request{ExpiresAt: time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC)}},
		{`{"expiraEm":"31/01/2027"}`, Request{ExpiresAt: time.Date(2027, 1, 31, 3, 0, 0, 0, time.UTC)}},
		{`{"expiraEm":""}`, Request{}},
	} {
		got, err := ReadRequest([]byte(tc.in), noon)
		if err != nil || got.Name != tc.want.Name || got.Organization != tc.want.Organization || !slices.Equal(got.Scopes, tc.want.Scopes) ||
			!slices.Equal(got.Phases, tc.want.Phases) || !slices.Equal(got.Harvests, tc.want.Harvests) || !got.ExpiresAt.Equal(tc.want.ExpiresAt) {
			t.Errorf("ReadRequest(%s) = %+v, %v; want %+v", tc.in, got, err, tc.want)
		}
	}
}

func TestReadRequestRefuses(t *testing.T) {
	long := strings.Repeat("ç", trace.MaxName+1)
	for _, tc := range []struct{ in, want string }{
		{``, "CORPO_VAZIO"},
		{`[]`, "OBJETO_ESPERADO"},
		{`{"nome":{},"organizacao":"` + long + `"}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /nome, TEXTO_LONGO /organizacao"},
		{`{"escopos":"leitura"}`, "DADOS_INVALIDOS: LISTA_DE_TEXTOS_ESPERADA /escopos"},
		{`{"escopos":[1]}`, "DADOS_INVALIDOS: LISTA_DE_TEXTOS_ESPERADA /escopos"},
		{`{"escopos":["root"]}`, "DADOS_INVALIDOS: VALOR_DESCONHECIDO /escopos"},
		{`{"fases":["04","11"]}`, "DADOS_INVALIDOS: VALOR_DESCONHECIDO /fases"},
		{`{"fases":{}}`, "DADOS_INVALIDOS: LISTA_DE_TEXTOS_ESPERADA /fases"},
		{`{"safras":["` + long + `"]}`, "DADOS_INVALIDOS: TEXTO_LONGO /safras"},
		{`{"safras":["S"," "]}`, "DADOS_INVALIDOS: OBRIGATORIO /safras"},
		{`{"safras":[` + strings.Repeat(`"S",`, trace.MaxKeyHarvests) + `"S"]}`, "DADOS_INVALIDOS: LISTA_DE_TEXTOS_ESPERADA /safras"},
		{`{"expiraEm":"amanhã"}`, "DADOS_INVALIDOS: INSTANTE_ESPERADO /expiraEm"},
		{`{"expiraEm":"2027-02-30"}`, "DADOS_INVALIDOS: INSTANTE_ESPERADO /expiraEm"},
		{`{"expiraEm":"2026-11-15T12:00:00Z"}`, "DADOS_INVALIDOS: INSTANTE_ESPERADO /expiraEm"},
		{`{"expiraEm":"2020-01-01"}`, "DADOS_INVALIDOS: INSTANTE_ESPERADO /expiraEm"},
		{`{"expiraEm":true}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /expiraEm"},
	} {
		if got, err := ReadRequest([]byte(tc.in), noon); tracetest.Told(err) != tc.want {
			t.Errorf("ReadRequest(%.80s) = %+v, %q; want %q", tc.in, got, tracetest.Told(err), tc.want)
		}
	}
}

func TestReplaceable(t *testing.T) {
	admin := func(access string, change func(*trace.Key)) trace.Key {
		key := trace.Key{AccessKey: access, Scopes: []trace.Scope{trace.Admin}}
		if change != nil {
			change(&key)
		}
		return key
	}
	until := func(end time.Time) func(*trace.Key) {
		return func(k *trace.Key) { k.ExpiresAt = end }
	}
	soon, later := noon.Add(time.Hour), noon.Add(2*time.Hour)
	for _, tc := range []struct {
		name       string
		key, other trace.Key
		want       bool
	}{
		{"another admin stays", admin("a", nil), admin("b", nil), true},
		{"there is no other", admin("a", nil), admin("a", nil), false},
		{"the other is not an admin", admin("a", nil), trace.Key{AccessKey: "b", Scopes: []trace.Scope{trace.Read, trace.Write}}, false},
		{"the other has limits", admin("a", nil), admin("b", func(k *trace.Key) { k.Harvests = []string{"S"} }), false},
		{"the other is deactivated", admin("a", nil), admin("b", func(k *trace.Key) { k.DeactivatedAt = noon }), false},
		{"the other has expired", admin("a", nil), admin("b", until(noon)), false},
		{"the other expires", admin("a", nil), admin("b", until(later)), false},
		{"the other expires first", admin("a", until(later)), admin("b", until(soon)), false},
		{"both expire at once", admin("a", until(soon)), admin("b", until(soon)), true},
		{"the other expires later", admin("a", until(soon)), admin("b", until(later)), true},
		{"it has limits itself", admin("a", func(k *trace.Key) { k.Phases = []string{"02"} }), admin("a", nil), true},
		{"it is deactivated itself", admin("a", func(k *trace.Key) { k.DeactivatedAt = noon }), admin("a", nil), true},
	} {
		if got := replaceable(&tc.key, []trace.Key{tc.key, tc.other}, noon); got != tc.want {
			t.Errorf("%s: replaceable %t, want %t", tc.name, got, tc.want)
		}
	}
}

// No key writes under a name that could be mistaken for a person's.
func TestAttackKeyNamedLikeAPerson(t *testing.T) {
	const person = "pessoa:0198aaaa-0000-7000-8000-000000000001@Coop"
	for body, want := range map[string]string{
		`{"nome":"` + person + `"}`:          "DADOS_INVALIDOS: NOME_RESERVADO /nome",
		`{"organizacao":"  ` + person + `"}`: "DADOS_INVALIDOS: NOME_RESERVADO /organizacao",
	} {
		if _, err := ReadRequest([]byte(body), noon); tracetest.Told(err) != want {
			t.Errorf("%s: %s", body, tracetest.Told(err))
		}
	}
}
