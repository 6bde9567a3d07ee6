package cli_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"rastro/internal/ledger"
)

const verifierPage = "../../docs/verify.md"

// blockOf returns the nth block of a language on the page about verifiers.
func blockOf(t *testing.T, language string, n int) string {
	t.Helper()
	page, err := os.ReadFile(verifierPage)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)\n```"+language+"\n(.*?\n)```\n").FindAllSubmatch(page, -1)
	if len(found) <= n {
		t.Fatalf("%s has %d blocks of %q", verifierPage, len(found), language)
	}
	return string(found[n][1])
}

// The test vector on the page is computed by the product from its parts.
func TestVectorOfTheVerifierPage(t *testing.T) {
	const origin = "trace.example/vector"
	seed := sha256.Sum256([]byte("a key that signs nothing else"))
	key, err := note.NewEd25519VerifierKey(origin, ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitN(key, "+", 3)
	signer, err := ledger.NewSigner("PRIVATE+KEY+" + origin + "+" + parts[1] + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed[:]...)))
	if err != nil {
		t.Fatal(err)
	}
	document := []byte(`{"atualizadoEm":"2026-11-15T12:00:00.000Z","dados":{"notaFiscal":35250112345678000195550010000012341000012345},"versao":1}`)
	salt := []byte("sixteen bytes...")
	entry := ledger.Commit(salt, document)
	first, last := sha256.Sum256([]byte("first")), sha256.Sum256([]byte("last"))
	left, leaf, right := ledger.LeafHash(first[:]), ledger.LeafHash(entry[:]), ledger.LeafHash(last[:])
	node := sha256.Sum256(append(append([]byte{1}, left[:]...), leaf[:]...))
	root := sha256.Sum256(append(append([]byte{1}, node[:]...), right[:]...))
	checkpoint, err := signer.Sign(ledger.Tree{Size: 3, Root: root})
	if err != nil {
		t.Fatal(err)
	}
	proof, err := json.Marshal(ledger.NewProof(document, salt, entry, 1, []ledger.Hash{left, right}, checkpoint, origin))
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"key": "\n```\n" + key + "\n```\n", "proof": "\n```json\n" + string(proof) + "\n```\n",
		"leaf": fmt.Sprintf("| leaf | `%x` |", leaf[:]), "node": fmt.Sprintf("| node of entries 0 and 1 | `%x` |", node), "root": fmt.Sprintf("| root | `%x` |", root),
	} {
		page, err := os.ReadFile(verifierPage)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page's %s is not %s", what, want)
		}
	}
}

// pageVerifier runs the program exactly as printed on the page.
func pageVerifier(t *testing.T, key string, files ...string) (code int, said string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "python3", "-c", "import cryptography").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("Python is needed in CI (Debian: apt-get install python3 python3-cryptography): %v: %s", err, out)
		}
		t.Skipf("no Python, nothing verified by it (Debian: apt-get install python3 python3-cryptography): %v: %s", err, out)
	}
	program := filepath.Join(t.TempDir(), "verify.py")
	if err := os.WriteFile(program, []byte(blockOf(t, "python", 0)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", append([]string{program, strings.TrimSpace(key)}, files...)...)
	cmd.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// A stranger with only the page can check proofs, public proofs and dossiers, and sees what was
// changed.
func TestAStrangersVerifier(t *testing.T) {
	db := engines[0].db(t)
	c, stop := serve(t, db, "--log-origin", "stranger.example/log")
	blended(t, c)
	const invoice = "35250112345678000195550010000012341000012345"
	status, made, _, err := c.do(t.Context(), http.MethodPost, "/transporteLogistico/documentacaoCarga", `{"safraId":"DEMO-W","dados":{"notaFiscal":`+invoice+`,"transportadora":"É \u0007 \u2028 😀 \" / \\ ção","ção":1.50,"𝒳":1,"\ufb33":2}}`)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s, %v", status, made, err)
	}
	var record struct{ Data struct{ ID string } }
	if err := json.Unmarshal(made, &record); err != nil {
		t.Fatal(err)
	}
	get := func(path string) (body []byte) {
		until(t, func(late bool) bool {
			var status int
			var err error
			status, body, _, err = c.do(t.Context(), http.MethodGet, path, "")
			if late && (err != nil || status != http.StatusOK) {
				t.Fatalf("%s: %d %s, %v", path, status, body, err)
			}
			return err == nil && status == http.StatusOK
		})
		return body
	}
	proof := get("/transporteLogistico/documentacaoCarga/" + record.Data.ID + "/prova")
	public := get("/v/DEM0-S0JA-2025-MT01/prova")
	dossier := dossierOf(t, c, "mix%20%C3%A7%C3%A3o%2F1")
	stop() // no server from here on
	key := logKey(t, db)
	files := []string{file(t, "prova.json", proof), file(t, "publica.json", public), file(t, "dossie.zip", dossier)}
	if code, said := pageVerifier(t, key, files...); code != 0 || strings.Count(said, " holds: ") != 3 {
		t.Errorf("exit code %d:\n%s", code, said)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, proof, "", "  "); err != nil {
		t.Fatal(err)
	}
	if code, said := pageVerifier(t, key, file(t, "indented.json", pretty.Bytes())); code != 0 {
		t.Errorf("indented: exit code %d:\n%s", code, said)
	}
	if code, said := pageVerifier(t, blockOf(t, "", 0), file(t, "vector.json", []byte(blockOf(t, "json", 0)))); code != 0 || !strings.Contains(said, "holds: entry 1 of 3") {
		t.Errorf("the vector: exit code %d:\n%s", code, said)
	}

	members := unzip(t, dossier)
	changed := func(change func([]member) []member) []byte {
		return relisted(t, change(append([]member{}, members...)))
	}
	otherHash := hex.EncodeToString(make([]byte, 32))
	for name, tc := range map[string]struct{ file, key string }{
		"another last digit": {file(t, "a.json", bytes.Replace(proof, []byte(invoice), []byte(invoice[:43]+"6"), 1)), key},
		"a rounded number":   {file(t, "b.json", bytes.Replace(proof, []byte(invoice), []byte("3.5250112345678e+43"), 1)), key},
		"another entry":      {file(t, "c.json", regexp.MustCompile(`"hash":"[0-9a-f]{64}"`).ReplaceAll(public, []byte(`"hash":"`+otherHash+`"`))), key},
		"another place":      {file(t, "d.json", regexp.MustCompile(`"indice":(\d+)`).ReplaceAll(public, []byte(`"indice":${1}1`))), key},
		"a shorter path":     {file(t, "e.json", regexp.MustCompile(`"prova":\["[^"]*",`).ReplaceAll(public, []byte(`"prova":[`))), key},
		"a member twice":     {file(t, "f.json", bytes.Replace(proof, []byte(`"notaFiscal"`), []byte(`"notaFiscal":1,"notaFiscal"`), 1)), key},
		"another key":        {files[0], blockOf(t, "", 0)},
		"a changed file":     {file(t, "g.zip", rezip(t, append([]member{{members[0].name, append([]byte(" "), members[0].text...)}}, members[1:]...))), key},
		"one file more":      {file(t, "h.zip", rezip(t, append([]member{{"mais.txt", nil}}, members...))), key},
		"a record left out": {file(t, "i.zip", changed(func(all []member) []member {
			for i, m := range all {
				if strings.HasPrefix(m.name, "registros/") {
					return append(all[:i], all[i+1:]...)
				}
			}
			return all
		})), key},
		"no records": {file(t, "k.zip", changed(func(all []member) []member {
			var kept []member
			for _, m := range all {
				if m.name == "rastreio.json" {
					m.text = regexp.MustCompile(`(?s)"registros":\[.*?\]`).ReplaceAll(m.text, []byte(`"registros":[]`))
				}
				if !strings.HasPrefix(m.name, "registros/") && !strings.HasPrefix(m.name, "anexos/") {
					kept = append(kept, m)
				}
			}
			return kept
		})), key},
		"a changed record": {file(t, "j.zip", changed(func(all []member) []member {
			for i, m := range all {
				if strings.HasPrefix(m.name, "registros/") {
					all[i].text = bytes.Replace(m.text, []byte(`"versao":1`), []byte(`"versao":2`), 1)
				}
			}
			return all
		})), key},
	} {
		if code, said := pageVerifier(t, tc.key, tc.file); code == 0 {
			t.Errorf("%s: %s", name, said)
		}
	}
}
