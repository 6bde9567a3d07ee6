package standalone

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/cosign"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/verifyfile"
	"rastro/internal/verifyfile/pinflags"
)

// scene is a log of one entry, and files about it.
type scene struct {
	key, proof, checkpoint string
	folder                 string
}

func newScene(t *testing.T) *scene {
	t.Helper()
	return newSceneOf(t, `{"versao":1}`)
}

func newSceneOf(t *testing.T, content string) *scene {
	t.Helper()
	secret, key, err := ledger.NewKey(rand.Reader, "standalone.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	document, salt := []byte(content), []byte("sixteen bytes...")
	entry := ledger.Commit(salt, document)
	checkpoint, err := signer.Sign(ledger.Tree{Size: 1, Root: ledger.LeafHash(entry[:])})
	if err != nil {
		t.Fatal(err)
	}
	proof, err := json.Marshal(ledger.NewProof(document, salt, entry, 0, nil, checkpoint, signer.Origin()))
	if err != nil {
		t.Fatal(err)
	}
	return &scene{key, string(proof), string(checkpoint), t.TempDir()}
}

func (s *scene) file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(s.folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A proof of a validation says with which layers of which dates the plots were compared.
func TestLayersOfAValidation(t *testing.T) {
	s := newSceneOf(t, `{"selo":{"camadas":{"lista":[{"data":"2025-07-31","fonte":"INPE","nome":"prodes","sha256":"abc","tipo":"DESMATAMENTO"}],"talhoesConferidos":2,"talhoesNaoConferidos":1,"total":1}},"versao":1}`)
	var stdout, stderr strings.Builder
	if code := Run([]string{s.file(t, "prova.json", s.proof), "--key", s.key, "--lang", "en"}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("ends with %d: %s%s", code, &stdout, &stderr)
	}
	if want := "Public layers (1), according to the validation: prodes (DESMATAMENTO, 2025-07-31, SHA-256 abc). Plots compared: 2; not: 1."; !strings.Contains(stdout.String(), want) {
		t.Errorf("%q is missing: %s", want, &stdout)
	}
}

// Every outcome has its exit code and a reason in the reader's language.
func TestExitCodes(t *testing.T) {
	s := newScene(t)
	proof, checkpoint := s.file(t, "prova.json", s.proof), s.file(t, "checkpoint.txt", s.checkpoint)
	keyFile := s.file(t, "key.txt", s.key+"\n")
	_, other, err := ledger.NewKey(rand.Reader, "standalone.example/log")
	if err != nil {
		t.Fatal(err)
	}
	changed := s.file(t, "changed.json", strings.Replace(s.proof, `"versao":1`, `"versao":2`, 1))
	for _, tc := range []struct {
		args []string
		code int
		want string // on either output
	}{
		{[]string{proof, "--key", s.key}, 0, "CONFERE"},
		{[]string{"--lang", "en", "--key-file", keyFile, proof}, 0, "IT HOLDS"},
		{[]string{"--lang", "es", "--key-file", keyFile, proof}, 0, "ES AUTÉNTICO"},
		{[]string{proof, "--lang", "en"}, 3, "THE KEY IS NOT CHECKED YET"},
		{[]string{changed, "--key", s.key}, 1, "alguma coisa foi alterada"},
		{[]string{changed, "--lang", "en"}, 1, "something was changed"},
		{[]string{proof, "--key", other}, 1, "não foi assinado com a chave"},
		{[]string{checkpoint, "--key", s.key}, 0, "com 1 entrada."},
		{[]string{checkpoint, "--key", other}, 1, "NÃO CONFERE"},
		{[]string{proof, checkpoint, changed, "--key", s.key}, 1, "NÃO CONFERE"},
		{[]string{proof, "--key", s.key, "--checkpoint", checkpoint}, 0, "É o mesmo estado do log"},
		{[]string{proof, "--key", "x"}, 2, "not a verifier key"},
		{[]string{proof, "--key", ""}, 2, "empty"},
		{[]string{proof, "--key-file", s.file(t, "empty.txt", "\n")}, 2, "o arquivo está vazio"},
		{[]string{proof, "--key-file", s.file(t, "keys.txt", s.key+"\n"+other)}, 2, "mais de uma chave"},
		{[]string{proof, "--key", s.key, "--checkpoint", s.file(t, "nothing.txt", "")}, 2, "o arquivo está vazio"},
		{[]string{s.file(t, "stateless.json", strings.Replace(s.proof, `\n1\n`, `\nx\n`, 1)), "--lang", "en"}, 1, "is incomplete, or its signature is wrong"},
		{[]string{proof, "--key", s.key, "--key-file", keyFile}, 2, "não os dois"},
		{[]string{proof + "x", "--key", s.key}, 2, "no such file"},
		{[]string{s.folder, "--key", s.key}, 2, "não é um arquivo"},
		{[]string{"--lang", "fr", proof}, 2, "pt, en or es"},
		{[]string{"--quick", proof}, 2, "quick"},
		{nil, 2, "--help"},
		{[]string{"--help"}, 0, "Códigos de saída"},
	} {
		var stdout, stderr bytes.Buffer
		if code := Run(tc.args, nil, &stdout, &stderr); code != tc.code || !strings.Contains(stdout.String()+stderr.String(), tc.want) {
			t.Errorf("%v: ends with %d, want %d and %q:\n%s%s", tc.args, code, tc.code, tc.want, &stdout, &stderr)
		}
	}
}

// A kept state of the log reveals a fork; one of another size proves nothing.
func TestKeptCheckpoint(t *testing.T) {
	s := newScene(t)
	secret, key, err := ledger.NewKey(rand.Reader, "forked.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	state := func(name string, size int64, root byte) string {
		checkpoint, err := signer.Sign(ledger.Tree{Size: size, Root: ledger.Hash{root}})
		if err != nil {
			t.Fatal(err)
		}
		return s.file(t, name, string(checkpoint))
	}
	one, fork, later := state("one.txt", 5, 1), state("fork.txt", 5, 2), state("later.txt", 6, 3)
	for kept, want := range map[string]int{one: 0, fork: 1, later: 0, s.file(t, "strange.txt", s.checkpoint): 2} {
		var stdout, stderr bytes.Buffer
		if code := Run([]string{one, "--key", key, "--checkpoint", kept}, []string{"LANG=en_US.UTF-8"}, &stdout, &stderr); code != want {
			t.Errorf("%s: ends with %d, want %d:\n%s%s", filepath.Base(kept), code, want, &stdout, &stderr)
		}
	}
}

// Witnesses that the reader names must have cosigned, as many as are asked for.
func TestWitnesses(t *testing.T) {
	s := newScene(t)
	var keys []string
	cosigned := s.checkpoint
	for _, name := range []string{"w1.example", "w2.example", "w3.example"} {
		secret, vkey, err := cosign.NewKey(rand.Reader, name)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, vkey)
		line, err := cosign.Sign(secret, []byte(s.checkpoint))
		if err != nil {
			t.Fatal(err)
		}
		if name != "w3.example" {
			cosigned += string(line)
		}
	}
	whole := strings.Replace(s.proof, jsonText(t, s.checkpoint), jsonText(t, cosigned), 1)
	proof := s.file(t, "prova.json", whole)
	forged := s.file(t, "forged.json", strings.Replace(whole, "w2.example", "w3.example", 1))
	listed := s.file(t, "witnesses.txt", strings.Join(keys, "\n")+"\n")
	for _, tc := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{proof, "--witness-key", keys[0]}, 0, "A testemunha w1.example viu este estado"},
		{[]string{proof, "--witness-key", keys[0], "--witness-key", keys[1]}, 0, "w2.example"},
		{[]string{proof, "--witness-file", listed, "--threshold", "2"}, 0, "CONFERE"},
		{[]string{proof, "--witness-file", listed}, 1, "Poucas das testemunhas"},
		{[]string{forged, "--witness-key", keys[2]}, 1, "Poucas das testemunhas"},
		{[]string{s.file(t, "checkpoint.txt", cosigned), "--witness-key", keys[1]}, 0, "w2.example"},
		{[]string{s.file(t, "bare.json", s.proof), "--witness-key", keys[0]}, 1, "NÃO CONFERE"},
		{[]string{proof, "--witness-key", keys[0], "--witness-key", keys[0]}, 2, "twice"},
		{[]string{proof, "--witness-key", keys[0], "--threshold", "2"}, 2, "2 of 1"},
		{[]string{proof, "--threshold", "1"}, 2, "--witness-file"},
		{[]string{proof, "--threshold", "many", "--witness-key", keys[0]}, 2, "threshold"},
		{[]string{proof, "--witness-file", s.file(t, "none.txt", " \n")}, 2, "vazio"},
		{[]string{proof, "--witness-key", ""}, 2, "empty"},
		{[]string{proof, "--witness-file", s.file(t, "long.txt", keys[0]+strings.Repeat("\n", 1<<20)+keys[2])}, 2, "1 MiB"},
		{[]string{proof, "--witness-key", "x"}, 2, "NAME+HASH+KEY"},
	} {
		var stdout, stderr bytes.Buffer
		if code := Run(append(tc.args, "--key", s.key), nil, &stdout, &stderr); code != tc.code || !strings.Contains(stdout.String()+stderr.String(), tc.want) {
			t.Errorf("%v: ends with %d, want %d and %q:\n%s%s", tc.args, code, tc.code, tc.want, &stdout, &stderr)
		}
	}
}

func jsonText(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// The help has every option, in every language.
func TestHelp(t *testing.T) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	pinflags.Add(set)
	for _, l := range []lang.Lang{lang.PT, lang.EN, lang.ES} {
		set.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(help.In(l), "  --"+f.Name+" ") {
				t.Errorf("%s: the help lacks --%s", l.Code(), f.Name)
			}
		})
	}
}

// The language is that of the system, unless it is given.
func TestLanguage(t *testing.T) {
	for environ, want := range map[string]lang.Lang{"LANG=pt_BR.UTF-8": lang.PT, "LANG=es_AR.UTF-8": lang.ES, "LANG=en_GB": lang.EN, "LANG=de_DE.UTF-8": lang.EN, "LANG=": lang.PT, "HOME=/": lang.PT} {
		if got := ofSystem([]string{environ}); got != want {
			t.Errorf("%s: %s", environ, got.Code())
		}
	}
}

// A file's content cannot control the terminal.
func TestPrintable(t *testing.T) {
	if got := verifyfile.Printable("a\x1b[31m\nção\u202e\u009b"); strings.ContainsAny(got, "\x1b\n\u202e\u009b") || !strings.Contains(got, "ção") {
		t.Errorf("%q", got)
	}
}
