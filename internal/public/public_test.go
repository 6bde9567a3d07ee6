package public_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// private are texts that no stranger may read, by type. All are invented; the numbers have a valid
// form.
var private = map[string]string{
	"name":           "Maria-Aparecida",
	"name in words":  "Maria Aparecida da Silva",
	"CPF":            "529.982.247-25",
	"CPF, digits":    "52998224725",
	"CNPJ":           "11.222.333/0001-81",
	"CNPJ, digits":   "11222333000181",
	"plate":          "ABC1D23",
	"older plate":    "ABC-1234",
	"receipt":        "1.2.0000000001234567890",
	"invoice key":    "35250112345678000195550010000012341000012345",
	"newer key":      "41260812ABC34501DE35550010000000421102030404",
	"plot, exact":    "-55.123456",
	"plot, latitude": "-12.654321",
	"CAR":            "MT-5107925-3D9E2A7B4C1F4E5D8A6B7C8D9E0F1A2B",
	"DDS number":     "25BRX7K2QWERTY",
}

// lotLike has the form of a lot's code: written as one, it is shown as one.
var lotLike = []string{"DDS number"}

// filled returns a payload with a text in every field of a kind, in the shape each
// field asks for.
func filled(t *testing.T, k *kind.Kind, what, text string) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]any{"safraId": "Safra " + text, "safraCodigo": clip(text, 100), "dados": json.RawMessage(payloadOf(t, k, what, text))})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func payloadOf(t *testing.T, k *kind.Kind, what, text string) []byte {
	t.Helper()
	payload := map[string]any{"campoDesconhecido": text}
	for _, f := range k.Fields {
		if strings.Contains(strings.ToLower(f.Name), "lote") && slices.Contains(lotLike, what) {
			continue
		}
		switch f.Shape {
		case kind.Number:
			payload[f.Name] = 529982247.25
		case kind.Plot:
			payload[f.Name] = []json.Number{"-55.123456", "-12.654321", "-55.223456", "-12.754321"}
		case kind.Texts, kind.TextOrTexts:
			payload[f.Name] = []string{text}
		case kind.Objects:
			payload[f.Name] = []map[string]string{{"nome": text}}
		default:
			payload[f.Name] = text
		}
	}
	body, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func clip(text string, most int) string { return text[:min(len(text), most)] }

// Whatever is written into any field of any kind, the public form shows none of it.
func TestPublicShowsNothingPrivate(t *testing.T) {
	w := world.New(t)
	for what, text := range private {
		author := &trace.Key{AccessKey: "rk_private", Name: text, Organization: text, Scopes: world.Everybody.Scopes}
		var code string
		profile := trace.Envelope{HarvestID: "Safra " + text, HarvestCode: clip(text, 100), Payload: payloadOf(t, kind.Profile, what, text)} // more than the API accepts
		if _, err := w.App.PutProfile(t.Context(), author, profile, trace.AnyVersion, nil); err != nil {
			t.Fatalf("%s in a profile: %v", what, err)
		}
		for _, k := range kind.All {
			env, err := trace.ReadEnvelope(k, filled(t, k, what, text))
			if err != nil {
				t.Fatalf("%s in %s: %v", what, k.Prefix, err)
			}
			if k.IsValidation() { // its code is in the requested address
				code = fmt.Sprintf("CODE-%x", []byte(what))
				env.Payload = []byte(strings.Replace(string(env.Payload), `"codigo":`+quoted(t, text), `"codigo":"`+code+`"`, 1))
			}
			if _, err := w.App.Create(t.Context(), author, k, env, nil); err != nil {
				t.Fatalf("%s in %s: %v", what, k.Prefix, err)
			}
		}
		public, err := w.App.PublicValidation(t.Context(), code)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := json.Marshal(public)
		if err != nil {
			t.Fatal(err)
		}
		for hidden, forbidden := range private {
			if strings.Contains(string(shown), forbidden) {
				t.Errorf("with %s everywhere the public form shows %s, %q: %s", what, hidden, forbidden, shown)
			}
		}
		if digits := "529982247"; strings.Contains(string(shown), digits) {
			t.Errorf("with %s everywhere the public form shows a number of the payload: %s", what, shown)
		}
	}
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPublicValidation(t *testing.T) {
	w := world.New(t)
	if _, err := w.App.Bootstrap(t.Context(), "", ""); err != nil {
		t.Fatal(err)
	}
	w.Create(world.Planting, "S", `{"cultura":"soja"}`)
	w.Create(world.Receipt, "S", `{}`)
	w.Create(world.Receipt, "S", `{}`)
	v := w.Create(world.Validation, "S", `{"codigo":"MT25-S-001","cultura":"SOJA","status":"APROVADO","validade":"30/06/2027","lotes":["MT25-S-001","LOTE/7.b","Silo da Maria","529.982.247-25","`+strings.Repeat("9", 44)+`"],"responsavel":"Maria"}`)
	got, err := w.App.PublicValidation(t.Context(), "mt25 s 001")
	if err != nil {
		t.Fatal(err)
	}
	if got.Code != "MT25-S-001" || got.State != trace.Valid || got.Crop != trace.Soy || got.Harvest != "2025/26" ||
		got.ValidatedAt != "2026-11" || got.ValidUntil != "2027-06" || got.VerifiedAt != w.Clock.Format(trace.TimeLayout) {
		t.Errorf("got %+v", got)
	}
	if want := []string{"MT25-S-001", "LOTE/7.b"}; !slices.Equal(got.Lots, want) {
		t.Errorf("lots %q, want %q", got.Lots, want)
	}
	var phases []string
	for _, p := range got.Phases {
		phases = append(phases, fmt.Sprint(p.Phase, ": ", p.Records))
	}
	if want := []string{world.Planting.Phase + ": 1", world.Receipt.Phase + ": 2", world.Validation.Phase + ": 1"}; !slices.Equal(phases, want) {
		t.Errorf("phases %q, want %q", phases, want)
	}
	if c := got.Completeness; c.Total < 5 || c.Present < 1 || c.Percent != 100*c.Present/c.Total {
		t.Errorf("completeness %+v", c)
	}
	if got.Hash != fmt.Sprintf("%x", v.Hash) || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(got.Root) {
		t.Errorf("hash %s, root %s", got.Hash, got.Root)
	}
	if got.Log.Origin != "trace.example/log" || got.Log.Key != w.App.VerifierKey() {
		t.Errorf("log %+v", got.Log)
	}
}

// What cannot be shown is left out, and is never an error.
func TestPublicOfOddPayloads(t *testing.T) {
	w := world.New(t)
	for i, payload := range []string{
		`"lotes":"não é lista"`, `"lotes":[1,2]`, `"lotes":null`, `"lotes":[{"a":1}]`, `"validade":99`, `"validade":["x"]`,
		`"status":{}`, `"cultura":"inexistente"`, `"lotes":[` + strings.TrimSuffix(strings.Repeat(`"L-1",`, 900), ",") + `]`,
	} {
		code := fmt.Sprintf("ODD-%d", i)
		w.Create(world.Validation, "S", `{"codigo":"`+code+`",`+payload+`}`)
		got, err := w.App.PublicValidation(t.Context(), code)
		if err != nil || len(got.Lots) > 50 || got.Lots == nil {
			t.Errorf("%.40s: %+v, %v", payload, got, err)
		}
	}
}

func TestPublicOfUnknownCodes(t *testing.T) {
	w := world.New(t)
	v := w.Create(world.Validation, "S", `{"codigo":"APAGADA"}`)
	w.Erase(v)
	for _, code := range []string{"", "-", "NADA", "APAGADA", "\x00", "A\x00", "\xff\xfe", strings.Repeat("A", 10_000), "'; DROP TABLE code; --", "%", "*"} {
		_, err := w.App.PublicValidation(t.Context(), code)
		world.WantCode(t, fmt.Sprintf("%.20q", code), err, trace.CodeCodeNotFound)
	}
}
