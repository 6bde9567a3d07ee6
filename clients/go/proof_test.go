package rastro_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	rastro "rastro/clients/go"
)

// The vector on the page about writing a verifier.
func documented(t *testing.T) (key rastro.LogKey, proof string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```\n(\\S+)\n```\n\n```json\n(.*?)\n```").FindSubmatch(page)
	if found == nil {
		t.Fatal("docs/verify.md has no vector")
	}
	if key, err = rastro.ParseLogKey(string(found[1])); err != nil {
		t.Fatal(err)
	}
	return key, string(found[2])
}

func TestVerify(t *testing.T) {
	t.Parallel()
	key, proof := documented(t)
	for _, text := range []string{proof, `{"status":"success","message":"","data":` + proof + `}`} {
		got, err := key.Verify([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got.Index != 1 || got.Size != 3 || !strings.Contains(string(got.Document), `"notaFiscal":35250112345678000195550010000012341000012345`) {
			t.Errorf("%+v", got)
		}
	}
	for _, change := range [][2]string{
		{`12345},"versao"`, `12346},"versao"`}, // the last digit of the invoice
		{`"sal":"73`, `"sal":"74`}, {`"hash":"20`, `"hash":"21`}, {`"indice":1`, `"indice":0`}, {`"indice":1`, `"indice":-1`}, {`"indice":1`, `"indice":3`}, {`"indice":1,`, ``},
		{`"AURk`, `"AURl`}, {`,"TazfierNfMk7uJJPMcpdXLKf4geRMfIVQNRoQWaVjQA="`, ``}, {`"prova":[`, `"prova":["TazfierNfMk7uJJPMcpdXLKf4geRMfIVQNRoQWaVjQA=",`},
		{`\n3\n`, `\n4\n`}, {`RO+YTikm`, `RO+YTikn`}, {`trace.example/vector\n3`, `trace.example/other\n3`}, {`"checkpoint":"`, `"checkpoint":"x`}, {`{"documento"`, `["documento"`},
		{`"sal":"7369787465656e2062797465732e2e2e"`, `"sal":""`},
	} {
		if !strings.Contains(proof, change[0]) {
			t.Fatalf("the vector has no %s", change[0])
		}
		if _, err := key.Verify([]byte(strings.Replace(proof, change[0], change[1], 1))); err == nil {
			t.Errorf("%s instead of %s still holds", change[1], change[0])
		}
	}
	if _, err := (rastro.LogKey{}).Verify([]byte(proof)); err == nil {
		t.Error("no key signed it")
	}
}

func TestParseLogKey(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "a+b", "trace.example/vector+44ef984f+AaPqOZaW8vdBYKL93FatrDxDPoGosZdSNLT9Fba1QfDT", "trace.example/other+44ef984e+AaPqOZaW8vdBYKL93FatrDxDPoGosZdSNLT9Fba1QfDT",
		"trace.example/vector+44ef984e+AaPqOZaW8vdBYKL93FatrDxDPoGosZdSNLT9Fba1Qf", "trace.example/vector+44ef984e+!",
	} {
		if _, err := rastro.ParseLogKey(text); err == nil {
			t.Errorf("%q is a key", text)
		}
	}
}

// What a person reads is what is checked: a false document next to the genuine one is refused,
// whatever its name.
func TestVerifyAmbiguous(t *testing.T) {
	t.Parallel()
	key, proof := documented(t)
	if _, err := key.Verify([]byte(`{"status":"success","data":` + proof + `}`)); err != nil {
		t.Fatalf("an answer of the interface: %v", err)
	}
	members, ok := strings.CutPrefix(proof, "{")
	if !ok {
		t.Fatalf("not an object: %s", proof)
	}
	const fake = `{"dados":{"volume":"1 t"}}`
	for _, forged := range []string{
		`{"documento":` + fake + `,` + members,
		`{"Documento":` + fake + `,` + members,
		`{"documento":` + fake + `,"Documento"` + strings.TrimPrefix(members, `"documento"`),
		`{"\u0064ocumento":` + fake + `,` + members,
		`{"DOCUMENTO":` + fake + `,` + members,
		`{"ſal":"00",` + members,
		`{"Hash":"00",` + members,
		`{"outros":{"a":1,"b":[{"c":1,"c":2}]},` + members,
		`{"documento":` + fake + `,"data":` + proof + `}`,
		`{"data":{"documento":` + fake + `},"data":` + proof + `}`,
		`{"Data":{"documento":` + fake + `},"data":` + proof + `}`,
		`{"data":{"Documento":` + fake + `,` + members + `}`,
		`{"revelados":[{"sal":"00","Sal":"00"}],` + members,
		`{"revelados":[{"detalhes":1,"detalhes":2}],` + members,
		`[` + proof + `]`, proof + proof, `null`, `"documento"`, `1`, ``,
	} {
		if proven, err := key.Verify([]byte(forged)); err == nil {
			t.Errorf("%s: proves %s", forged, proven.Document)
		}
	}
}
