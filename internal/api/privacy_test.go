package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/print/labels"
	"rastro/internal/public"
	"rastro/internal/web"
	"rastro/internal/zone"
)

// private are texts that no stranger may read, by type. All are invented; the numbers have a valid
// form.
var private = map[string]string{
	"name":          "Maria-Aparecida",
	"name in words": "Maria Aparecida da Silva",
	"CPF":           "529.982.247-25",
	"CPF, digits":   "52998224725",
	"CNPJ":          "11.222.333/0001-81",
	"plate":         "ABC1D23",
	"older plate":   "ABC-1234",
	"receipt":       "1.2.0000000001234567890",
	"invoice key":   "35250112345678000195550010000012341000012345",
	"plot":          "-55.123456",
	"CAR":           "MT-5107925-3D9E2A7B4C1F4E5D8A6B7C8D9E0F1A2B",
	"DDS number":    "25BRX7K2QWERTY",
}

// lotLike names the texts that have the form of a lot's code: where one is written as a lot, it is
// one.
var lotLike = []string{"CAR", "DDS number"}

// marked returns a payload with a text in every field of a kind, in the shape each
// field asks for. A validation has its own code, and a GTIN to be found by.
func marked(t *testing.T, k *kind.Kind, what, text, code, gtin string) string {
	t.Helper()
	payload := map[string]any{"campoDesconhecido": text}
	for _, f := range k.Fields {
		switch {
		case k.IsValidation() && f.Name == "codigo":
			payload[f.Name] = code
		case k.IsValidation() && f.Name == "gtin":
			payload[f.Name] = gtin
		case f.Name == "lotes" && slices.Contains(lotLike, what):
		case f.Shape == kind.Number:
			payload[f.Name] = 529982247.25
		case f.Shape == kind.Plot:
			payload[f.Name] = []json.Number{"-55.123456", "-12.654321", "-55.223456", "-12.754321"}
		case f.Shape == kind.Texts || f.Shape == kind.TextOrTexts:
			payload[f.Name] = []string{text}
		case f.Shape == kind.Objects:
			payload[f.Name] = []map[string]string{{"nome": text}}
		default:
			payload[f.Name] = text
		}
	}
	body, err := json.Marshal(map[string]any{"safraId": "Safra " + text, "safraCodigo": text, "dados": payload})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// Whatever is written into any field of any kind, no print or public text of a validation contains
// it. A label in every format is byte for byte that of someone who wrote nothing.
func TestPrintsNothingPrivate(t *testing.T) {
	t.Parallel()
	c := start(t)
	mux := http.NewServeMux()
	if err := web.MountPublic(mux, c.service, nil, publicURL, nil, slog.New(slog.DiscardHandler), zone.Zone{}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for what, text := range private {
		n++
		code, gtin := fmt.Sprintf("CODE-%d", n), gtinOf(n)
		key := c.createKey(`{"nome":` + quote(t, text) + `,"organizacao":` + quote(t, text) + `}`)
		author := c.as(key.AccessKey, key.SecretKey)
		for _, k := range kind.All {
			author.post(k.Prefix, marked(t, k, what, text, code, gtin)).ok(201)
		}
		for _, size := range labels.Sizes {
			for _, f := range labels.Formats {
				if f.Name == "png" && size.Name == "a4" {
					continue // nine million dots, drawn from the same data as the others
				}
				plain, err := labels.Draw(public.Page{Code: code}, publicURL, lang.PT, f, size, f.DPI)
				if err != nil {
					t.Fatal(err)
				}
				got := c.get("/validacao/etiqueta/" + code + "?formato=" + f.Name + "&tamanho=" + size.Name).ok(200)
				if !bytes.Equal(got.body, plain) {
					t.Errorf("%s everywhere changes the label %s %s", what, f.Name, size.Name)
				}
			}
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "/v/"+code+".pdf", nil))
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/pdf" {
			t.Fatalf("certificate: %d", w.Code)
		}
		clean(t, what+", certificate", pdfText(t, w.Body.Bytes()))
		clean(t, what+", certificate's file", w.Body.String()+fmt.Sprint(w.Header()))
		stranger := c.as("", "")
		for _, a := range []answer{stranger.get("/01/" + gtin), stranger.get("/01/" + gtin + "?linkType=linkset")} {
			if a.status != 200 && a.status != 307 {
				t.Fatalf("%s: %d %s", a.request, a.status, a.body)
			}
			clean(t, what+", "+a.request, string(a.body)+fmt.Sprint(a.header))
		}
		// A stranger cannot find out by asking either that such a lot is named.
		stranger.get("/01/"+gtin+"/10/"+url.PathEscape(text)).fails(404, "ITEM_NAO_ENCONTRADO")
	}
}

// clean reports private texts in something, however they are spaced.
func clean(t *testing.T, what, shown string) {
	t.Helper()
	shown = strings.Join(strings.Fields(shown), "")
	for hidden, forbidden := range private {
		if strings.Contains(shown, strings.ReplaceAll(forbidden, " ", "")) {
			t.Errorf("%s shows %s, %q: %.2000s", what, hidden, forbidden, shown)
		}
	}
	for _, part := range []string{"529982247", "-12.654321", "Aparecida"} {
		if strings.Contains(shown, part) {
			t.Errorf("%s shows %q", what, part)
		}
	}
}

// gtinOf makes a GTIN-13 with its check digit.
func gtinOf(n int) string {
	digits := fmt.Sprintf("789%09d", n)
	sum := 0
	for i := range digits {
		sum += int(digits[i]-'0') * (1 + 2*(i%2))
	}
	return fmt.Sprintf("%s%d", digits, (10-sum%10)%10)
}

func quote(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// pdfText returns the text of a PDF as read by an independent program.
func pdfText(t *testing.T, file []byte) string {
	t.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("pdftotext is needed in CI (Debian: apt-get install poppler-utils): %v", err)
		}
		t.Skipf("no pdftotext, nothing read back (Debian: apt-get install poppler-utils): %v", err)
	}
	path := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "-layout", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
