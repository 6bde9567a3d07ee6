package trace

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestNewCode(t *testing.T) {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's: no I, L, O, U
	form := regexp.MustCompile(`^[` + alphabet + `]{4}(-[` + alphabet + `]{4}){3}$`)
	random := rand.NewChaCha8([32]byte{1})
	seen, letters := map[string]bool{}, map[rune]bool{}
	for range 1000 {
		code, err := NewCode(random)
		if err != nil || !form.MatchString(code) {
			t.Fatalf("newCode() = %q, %v; want the form %s", code, err, form)
		}
		if seen[code] {
			t.Fatalf("code %s came twice", code)
		}
		seen[code] = true
		for _, r := range code {
			letters[r] = true
		}
		if folded := FoldCode(code); folded != strings.ReplaceAll(code, "-", "") {
			t.Fatalf("FoldCode(%s) = %s", code, folded)
		}
	}
	if got, want := len(letters), len(alphabet)+1; got != want {
		t.Errorf("1000 codes use %d characters, want all %d", got, want)
	}
	for _, tc := range []struct{ in, want string }{
		{strings.Repeat("\x00", 16), "0000-0000-0000-0000"},
		{"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x1f", "0123-4567-89AB-CDEZ"},
		{strings.Repeat("\xff", 16), "ZZZZ-ZZZZ-ZZZZ-ZZZZ"},
	} {
		if got, err := NewCode(strings.NewReader(tc.in)); err != nil || got != tc.want {
			t.Errorf("newCode of %q = %q, %v; want %q", tc.in, got, err, tc.want)
		}
	}
	for name, source := range map[string]io.Reader{"a failing": iotest.ErrReader(errors.New("no entropy")), "a short": strings.NewReader("1")} {
		if got, err := NewCode(source); err == nil || got != "" {
			t.Errorf("newCode with %s source = %q, %v; want an error", name, got, err)
		}
	}
}

func TestFoldCode(t *testing.T) {
	const folded = "01AB23CD45EF67GH"
	for _, tc := range []struct{ in, want string }{
		{"01AB-23CD-45EF-67GH", folded},
		{"01ab-23cd-45ef-67gh", folded},
		{" 01AB 23CD 45EF 67GH ", folded},
		{"01AB23CD45EF67GH", folded},
		{"OIAB-23CD-45EF-67GH", folded},
		{"olab-23cd-45ef-67gh", folded},
		{"oiAB–23CD", "OIAB–23CD"}, // a dash that is not a hyphen stays
		{"MT25-001", "MT25001"},
		{"lote-oi", "LOTEOI"},                      // not of 16 characters: as written
		{"MOLIUO-MOLIUO-MOLI", "MOLIUOMOLIUOMOLI"}, // U is not a character of a generated code
		{"", ""},
		{" - ", ""},
		{"---", ""},
		{"ação", "AÇÃO"},
	} {
		if got := FoldCode(tc.in); got != tc.want {
			t.Errorf("FoldCode(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// However a generated code is read aloud and typed in, it is the same code.
func TestFoldCodeForgivesSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "bits")
		code, err := NewCode(bytes.NewReader(bits))
		if err != nil {
			t.Fatal(err)
		}
		var typed strings.Builder
		for i, r := range strings.ReplaceAll(code, "-", "") {
			spellings := []string{string(r), strings.ToLower(string(r))}
			switch r {
			case '0':
				spellings = append(spellings, "o", "O")
			case '1':
				spellings = append(spellings, "i", "I", "l", "L")
			}
			if i > 0 {
				typed.WriteString(rapid.SampledFrom([]string{"", "-", " ", " - "}).Draw(t, "separator"))
			}
			typed.WriteString(rapid.SampledFrom(spellings).Draw(t, "spelling"))
		}
		if got, want := FoldCode(typed.String()), FoldCode(code); got != want {
			t.Fatalf("FoldCode(%q) = %q, want %q as of %q", typed.String(), got, want, code)
		}
	})
}

func TestWithCode(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{}`, `{"codigo":"A-1"}`},
		{`{"codigo":""}`, `{"codigo":"A-1"}`},
		{`{"codigo":null,"status":"APROVADO"}`, `{"codigo":"A-1","status":"APROVADO"}`},
		{`{"a":1.50,"codigo":" - ","b":{ "x" : [ 1e2 ] },"c":"\u00e9\/"}`, `{"codigo":"A-1","a":1.50,"b":{ "x" : [ 1e2 ] },"c":"\u00e9\/"}`},
		{` { "a" : -0.10 } `, `{"codigo":"A-1","a":-0.10}`},
		{`{"\"":{"codigo":"dentro"}}`, `{"codigo":"A-1","\"":{"codigo":"dentro"}}`},
	} {
		if got, err := WithCode([]byte(tc.in), "A-1"); err != nil || string(got) != tc.want {
			t.Errorf("withCode(%s) = %s, %v; want %s", tc.in, got, err, tc.want)
		}
	}
	if got, err := WithCode([]byte(`{}`), `a"b`); err != nil || string(got) != `{"codigo":"a\"b"}` {
		t.Errorf(`withCode({}, a"b) = %s, %v`, got, err)
	}
	if got, err := WithCode([]byte(`[]`), "A"); err == nil {
		t.Errorf("withCode([]) = %s, want an error", got)
	}
}

func TestKeepCode(t *testing.T) {
	for _, tc := range []struct {
		code, in string
		want     string // the payload after, "" when refused
	}{
		{"MT25-001", `{"codigo":"MT25-001","a":1}`, `{"codigo":"MT25-001","a":1}`},
		{"MT25-001", `{"codigo":" mt25 001 "}`, `{"codigo":" mt25 001 "}`},
		{"01AB-23CD-45EF-67GH", `{"codigo":"oiab23cd45ef67gh"}`, `{"codigo":"oiab23cd45ef67gh"}`},
		{"2025001", `{"codigo":2025001}`, `{"codigo":2025001}`},
		{"MT25-001", `{"a":1}`, `{"codigo":"MT25-001","a":1}`},
		{"MT25-001", `{"a":1,"codigo":""}`, `{"codigo":"MT25-001","a":1}`},
		{"MT25-001", `{"codigo":null}`, `{"codigo":"MT25-001"}`},
		{"MT25-001", `{"codigo":"MT25-002"}`, ""},
		{"MT25-001", `{"codigo":7}`, ""},
	} {
		r := &Record{ValidationCode: tc.code, Payload: []byte(tc.in)}
		err := KeepCode(r)
		if tc.want == "" {
			if !Is(err, CodeCodeFixed) || string(r.Payload) != tc.in {
				t.Errorf("keepCode of %s with %s: %s, %v; want %s", tc.code, tc.in, r.Payload, err, CodeCodeFixed)
			}
			continue
		}
		if err != nil || string(r.Payload) != tc.want || r.ValidationCode != tc.code {
			t.Errorf("keepCode of %s with %s: %s, %v; want %s", tc.code, tc.in, r.Payload, err, tc.want)
		}
	}
}
