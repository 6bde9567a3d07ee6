package cli_test

import (
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the engines' doors, to tamper through
	_ "modernc.org/sqlite"

	"rastro/internal/ledger"
)

// made is the server's answer to a create.
type made struct {
	Data struct{ ID, Hash string }
}

func create(t *testing.T, c client, payload string) made {
	t.Helper()
	status, body, _, err := c.do(t.Context(), http.MethodPost, planting, `{"safraId":"S","dados":`+payload+`}`)
	var r made
	if err != nil || status != http.StatusCreated || json.Unmarshal(body, &r) != nil {
		t.Fatalf("create: %d %s, %v", status, body, err)
	}
	return r
}

// proofOf fetches a record's proof as soon as the log has it.
func proofOf(t *testing.T, c client, id string) []byte {
	t.Helper()
	var proof []byte
	until(t, func(late bool) bool {
		status, body, _, err := c.do(t.Context(), http.MethodGet, planting+"/"+id+"/prova", "")
		if proof = body; err == nil && status == http.StatusOK {
			return true
		}
		if err != nil || status != http.StatusServiceUnavailable || late {
			t.Fatalf("prova: %d %s, %v", status, body, err)
		}
		return false
	})
	return proof
}

func file(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// said checks a command's result: its exit code and, if it failed, one clear line on standard
// error.
func said(t *testing.T, what string, args []string, code int, out, errs string) {
	t.Helper()
	got, stdout, stderr := run(t, args...)
	if got != code || !strings.Contains(stdout, out) || !strings.Contains(stderr, errs) || (errs == "") != (stderr == "") {
		t.Errorf("%s: exit %d\nout: %s\nerr: %s\nwant exit %d, %q, %q", what, got, stdout, stderr, code, out, errs)
	}
	if code != 0 && (strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "rastro: ")) {
		t.Errorf("%s: the error is not one line: %q", what, stderr)
	}
}

func TestVerifyFile(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	c, stop := serve(t, db, "--log-origin", "verify.example/log")
	r := create(t, c, `{"quantidadeSemente":7200,"observacao":"ç"}`)
	answer := proofOf(t, c, r.Data.ID)
	stop() // no server from here on
	key := logKey(t, db)
	var envelope struct{ Data json.RawMessage }
	if err := json.Unmarshal(answer, &envelope); err != nil {
		t.Fatal(err)
	}
	proof := string(envelope.Data)
	var parts struct {
		Prova []string
		Sal   string
		Hash  string
	}
	if err := json.Unmarshal(envelope.Data, &parts); err != nil || len(parts.Prova) == 0 {
		t.Fatalf("%v in %s", err, proof)
	}
	_, other, err := ledger.NewKey(rand.Reader, "verify.example/log")
	if err != nil {
		t.Fatal(err)
	}
	_, stranger, err := ledger.NewKey(rand.Reader, "stranger.example/log")
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) string {
		if !strings.Contains(proof, old) {
			t.Fatalf("no %q in %s", old, proof)
		}
		return strings.Replace(proof, old, new, 1)
	}
	swap := func(text string) string { // one byte changed
		first := byte('A')
		if text[0] == 'A' {
			first = 'B'
		}
		return edit(text, string(first)+text[1:])
	}
	for _, tc := range []struct {
		name, content, key string
		code               int
		out, errs          string
	}{
		{"as answered", string(answer), key, 0, "holds: entry 2 of 3 in the log verify.example/log", ""},
		{"the proof alone", proof, key, 0, "holds: entry 2 of 3", ""},
		{"the key with a newline", proof, key + "\n", 0, "holds", ""},
		{"one byte of the document", edit(`7200`, `7201`), key, 1, "", "does not hold: commitment: "},
		{"one byte of the salt", edit(parts.Sal[:4], flipHex(parts.Sal[:4])), key, 1, "", "does not hold: commitment: "},
		{"one byte of the hash", edit(parts.Hash[:8], flipHex(parts.Hash[:8])), key, 1, "", "does not hold: commitment: "},
		{"one byte of the path", swap(parts.Prova[0]), key, 1, "", "does not hold: inclusion: "},
		{"another place", edit(`"indice":2`, `"indice":1`), key, 1, "", "does not hold: inclusion: "},
		{"a place beyond the log", edit(`"indice":2`, `"indice":3`), key, 1, "", "entry 3 is beyond the 3 of the checkpoint"},
		{"one byte of the checkpoint", edit(`\n3\n`, `\n4\n`), key, 1, "", "does not hold: signature: "},
		{"a path cut short", edit(`"`+parts.Prova[0]+`"`, ""), key, 1, "", "does not hold: "},
		{"another log's key of the same name", proof, other, 1, "", "does not hold: signature: "},
		{"a stranger's key", proof, stranger, 1, "", "does not hold: signature: the checkpoint is not signed by stranger.example/log but by verify.example/log"},
		{"cut short", proof[:len(proof)/2], key, 1, "", "does not hold: file: "},
		{"cut by one byte", proof[:len(proof)-1], key, 1, "", "does not hold: file: "},
		{"not JSON", "-----BEGIN PROOF-----", key, 1, "", "does not hold: file: "},
		{"empty", "", key, 1, "", "does not hold: file: "},
		{"a list", "[]", key, 1, "", "does not hold: file: "},
		{"another answer", `{"status":"success","data":{"content":[]}}`, key, 1, "", "does not hold: file: not a proof"},
		{"no UTF-8", "{\"documento\":\"\xff\"}", key, 1, "", "does not hold: file: "},
		{"no key", proof, "", 1, "", "name the log's verifier key with --key"},
		{"half a key", proof, key[:len(key)-5], 1, "", "not a verifier key"},
		{"something else as a key", proof, "segredo", 1, "", "not a verifier key"},
	} {
		args := []string{"verify", file(t, "prova.json", []byte(tc.content))}
		if tc.key != "" {
			args = append(args, "--key", tc.key)
		}
		said(t, tc.name, args, tc.code, tc.out, tc.errs)
	}
	path := file(t, "prova.json", []byte(proof))
	said(t, "no such file", []string{"verify", path + ".not", "--key", key}, 1, "", "cannot read the proof: ")
	said(t, "a folder", []string{"verify", filepath.Dir(path), "--key", key}, 1, "", "cannot read the proof: ")
	said(t, "two files", []string{"verify", path, path, "--key", key}, 1, "", "name one proof file")
	said(t, "a store besides", []string{"verify", path, "--key", key, "--db", db}, 1, "", "--db goes with a store")
	said(t, "no checkpoint", []string{"verify", path, "--key", key, "--checkpoint", path}, 1, "", "the kept checkpoint: ")
	var held struct{ Checkpoint string }
	if err := json.Unmarshal(envelope.Data, &held); err != nil {
		t.Fatal(err)
	}
	kept, keyFile := file(t, "kept.txt", []byte(held.Checkpoint)), file(t, "log.pub", []byte(key+"\n"))
	said(t, "a kept checkpoint", []string{"verify", path, "--key-file", keyFile, "--checkpoint", kept}, 0, "It is the same state of the log that you kept, with 3 entries.", "")
	said(t, "an empty key", []string{"verify", path, "--key", ""}, 1, "", "it is empty")
	said(t, "an empty list of witnesses", []string{"verify", path, "--key", key, "--witness-file", file(t, "none.txt", nil)}, 1, "", "the file is empty")
	said(t, "a threshold alone", []string{"verify", path, "--key", key, "--threshold", "1"}, 1, "", "--threshold goes with keys of witnesses")
	said(t, "a threshold for a store", []string{"verify", "--db", db, "--threshold", "1"}, 1, "", "witnesses go with a file")

	// Wherever it is truncated, the file is invalid.
	for at := range len(proof) {
		if _, err := ledger.ReadProof([]byte(proof[:at])); err == nil {
			t.Errorf("cut at %d of %d it can be read", at, len(proof))
		}
	}
}

// flipHex changes the last digit of a hexadecimal text.
func flipHex(text string) string {
	last := byte('0')
	if text[len(text)-1] == '0' {
		last = '1'
	}
	return text[:len(text)-1] + string(last)
}

func TestLogKey(t *testing.T) {
	dir := t.TempDir()
	db := "sqlite:" + filepath.Join(dir, "rastro.db")
	said(t, "no store", []string{"log", "key", "--db", db}, 1, "", "there is no database "+filepath.Join(dir, "rastro.db"))
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("looking for a store left %v, %v", entries, err)
	}
	if code, _, errs := run(t, "key", "create", "--db", db, "--scopes", "admin"); code != 0 {
		t.Fatal(errs)
	}
	said(t, "no log yet", []string{"log", "key", "--db", db}, 1, "", "this store has no log yet: 'rastro serve' starts it")
	said(t, "an argument", []string{"log", "key", "x", "--db", db}, 1, "", `unexpected argument "x"`)
	said(t, "another command", []string{"log", "keys"}, 1, "", `unknown command "keys"`)
	_, stop := serve(t, db, "--log-origin", "key.example/log")
	key := logKey(t, db) // while the server is running
	stop()
	verifier, err := ledger.NewVerifier(key)
	if err != nil || verifier.Origin() != "key.example/log" {
		t.Errorf("the key is %q, %v", key, err)
	}
	if again := logKey(t, db); again != key {
		t.Errorf("the key was %s and is %s", key, again)
	}
	// Under another name the server refuses to start; and again under none.
	code, _, errs := run(t, "serve", "--addr", "127.0.0.1:0", "--db", db, "--log-origin", "other.example/log")
	if code != 1 || !strings.Contains(errs, "permanently named key.example/log, not other.example/log") {
		t.Errorf("serve under another name: exit %d, %s", code, errs)
	}
}

// door opens a database behind the store's back.
func door(t *testing.T, db string) *sql.DB {
	t.Helper()
	driver, address := "pgx", db
	if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
		driver, address = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"
	}
	opened, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	return opened
}

func TestVerifyStore(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db)
			key := logKey(t, db)
			a, b := create(t, c, `{"quantidadeSemente":1}`), create(t, c, `{}`)
			waitFor(t, c, key, 4)
			_, older := checkpointOf(t, c, key)
			status, body, _, err := c.do(t.Context(), http.MethodPost, planting+"/"+b.Data.ID+"/expurgo", `{"motivo":"pedido"}`)
			if err != nil || status != http.StatusOK {
				t.Fatalf("expurgo: %d %s, %v", status, body, err)
			}
			waitFor(t, c, key, 5)
			verify := []string{"verify", "--db", db}
			said(t, "while the server is running", verify, 0, "4 versions hold, 1 erased (expurgado), 5 entries in the log, 0 waiting for it\n", "")
			stop()
			said(t, "after it", verify, 0, "4 versions hold, 1 erased (expurgado)", "")
			said(t, "with its key", append(verify, "--key", key), 0, "4 versions hold", "")
			_, other, err := ledger.NewKey(rand.Reader, "verify.example/log")
			if err != nil {
				t.Fatal(err)
			}
			said(t, "with another key", append(verify, "--key", other), 1, "log: its key is "+key, "the store is damaged in 1 place:")

			given := func(checkpoint string) []string {
				return append(verify, "--checkpoint", file(t, "checkpoint.txt", []byte(checkpoint)))
			}
			said(t, "an older checkpoint", given(string(older)), 0, "hold", "")
			said(t, "no checkpoint", given("hello"), 1, "the given checkpoint: not a checkpoint\n", "the store is damaged in 1 place:")
			said(t, "a changed checkpoint", given(strings.Replace(string(older), "\n4\n", "\n3\n", 1)), 1, "the given checkpoint: the checkpoint's signature is wrong\n", "the store is damaged in 1 place:")
			said(t, "a missing checkpoint", append(verify, "--checkpoint", "/nowhere"), 1, "", "cannot read the checkpoint: ")

			behind := door(t, db)
			change := func(payload string) {
				if _, err := behind.Exec(`UPDATE journal SET dados = $1 WHERE hash = $2`, []byte(payload), unhex(t, a.Data.Hash)); err != nil {
					t.Fatal(err)
				}
			}
			change(`{"quantidadeSemente":2}`)
			said(t, "damaged", verify, 1, planting+" "+a.Data.ID+" version 1: changed after it was written (adulterado)\n3 versions hold", "the store is damaged in 1 place:")
			code, _, errs := run(t, "serve", "--addr", "127.0.0.1:0", "--db", db)
			if code != 1 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, a.Data.ID) || !strings.Contains(errs, "restore a backup") || !strings.Contains(errs, "rastro verify") {
				t.Errorf("serve on a damaged store: exit %d, %s", code, errs)
			}
			change(`{"quantidadeSemente":1}`)
			if _, err := behind.Exec(`UPDATE journal SET kind = 999 WHERE hash = $1`, unhex(t, a.Data.Hash)); err != nil {
				t.Fatal(err)
			}
			said(t, "of a kind that is not", verify, 1, "", "record "+a.Data.ID+" has kind 999, which this build does not know")
		})
	}
}

func unhex(t *testing.T, text string) (out []byte) {
	t.Helper()
	if _, err := fmt.Sscanf(text, "%x", &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// A store that was set back to an older copy is consistent in itself.
func TestVerifyRolledBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	db := "sqlite:" + path
	c, stop := serve(t, db)
	key := logKey(t, db)
	create(t, c, `{}`)
	waitFor(t, c, key, 3)
	stop()
	copied, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, stop = serve(t, db)
	create(t, c, `{}`)
	waitFor(t, c, key, 4)
	_, kept := checkpointOf(t, c, key)
	stop()
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	beside := path + ".checkpoint"
	said(t, "next to what was served", []string{"verify", "--db", db}, 1, beside+": the last checkpoint that was served has 4 entries, and this store has 3 for the log", "the store is older than what was served from it: restore a newer backup")
	if err := os.Rename(beside, filepath.Join(t.TempDir(), "away")); err != nil {
		t.Fatal(err)
	}
	said(t, "by itself", []string{"verify", "--db", db}, 0, "3 entries in the log", "")
	said(t, "against a newer checkpoint", []string{"verify", "--db", db, "--checkpoint", file(t, "kept.txt", kept)}, 1,
		"the given checkpoint: it has 4 entries, the store's log 3: the store was rolled back\n", "the store is damaged in 1 place:")
}

func TestVerifyWithoutAStore(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "none.db")
	said(t, "no file", []string{"verify", "--db", "sqlite:" + missing}, 1, "", "there is no database "+missing)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("verifying nothing left %v, %v", entries, err)
	}
	empty := "sqlite:" + filepath.Join(dir, "empty.db")
	if code, _, errs := run(t, "key", "create", "--db", empty, "--scopes", "admin"); code != 0 {
		t.Fatal(errs)
	}
	said(t, "a store without a log yet", []string{"verify", "--db", empty}, 2, "log: there is none yet", "nothing is damaged, but 1 part could not be compared")
	said(t, "no database", []string{"verify", "--db", "sqlite:" + file(t, "notes.txt", []byte(strings.Repeat("text ", 100)))}, 1, "", "is not a SQLite database")
}

// Addresses of the log, and the errors for invalid ones.
func TestLogOverHTTP(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	c, _ := serve(t, db)
	key := logKey(t, db)
	r := create(t, c, `{}`)
	waitFor(t, c, key, 3)
	const forever, revalidate, private = "public, max-age=31536000, immutable", "no-cache", "private, no-cache"
	record := planting + "/" + r.Data.ID
	for _, tc := range []struct {
		path    string
		status  int
		code    string // of the error, "" for none
		caching string
	}{
		{"/log/checkpoint", 200, "", revalidate},
		{"/log/tile/0/000.p/3", 200, "", forever},
		{"/log/tile/0/000.p/1", 200, "", forever},
		{"/log/tile/entries/000.p/3", 200, "", forever},
		{"/log/tile/0/000", 404, "FORA_DO_LOG", private},
		{"/log/tile/0/000.p/4", 404, "FORA_DO_LOG", private},
		{"/log/tile/1/000.p/1", 404, "FORA_DO_LOG", private},
		{"/log/tile/entries/001.p/1", 404, "FORA_DO_LOG", private},
		{"/log/tile/0/x123/x456/789", 404, "FORA_DO_LOG", private},
		{"/log/tile/0/0", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/0/000.p/0", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/0/000.p/256", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/0/000.p/03", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/9/000", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/-1/000", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/data/000", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/8/0/000", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/0/000%00", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/tile/", 400, "CAMINHO_DE_BLOCO_INVALIDO", private},
		{"/log/", 404, "CAMINHO_NAO_ENCONTRADO", private},
		{record + "/prova", 200, "", private},
		{record + "/prova?versao=1", 200, "", private},
		{record + "/prova?versao=2", 404, "VERSAO_NAO_ENCONTRADA", private},
		{record + "/prova?versao=0", 400, "PARAMETRO_INVALIDO", private},
		{record + "/prova?versao=x", 400, "PARAMETRO_INVALIDO", private},
		{record + "/historico", 200, "", private},
		{record + "/outro", 404, "CAMINHO_NAO_ENCONTRADO", private},
		{record + "?em=2999-01-01T00:00:00Z", 400, "INSTANTE_FUTURO", private},
		{record + "?em=2001-01-01T00:00:00Z", 404, "REGISTRO_AINDA_NAO_EXISTIA", private},
		{record + "?em=ontem", 400, "PARAMETRO_INVALIDO", private},
		{record + "?em=", 400, "PARAMETRO_INVALIDO", private},
		{planting + "?em=2001-01-01", 200, "", private},
		{planting + "?em=2999-01-01", 400, "INSTANTE_FUTURO", private},
		{planting + "/safra/S?em=2001-01-01", 200, "", private},
		{"/safras/S/diferencas?de=2001-01-01", 200, "", private},
		{"/safras/S/diferencas", 400, "PARAMETRO_INVALIDO", private},
		{"/safras/S/diferencas?de=2001-01-02&ate=2001-01-01", 400, "PARAMETRO_INVALIDO", private},
		{"/safras/S/diferencas?de=2001-01-01&ate=2999-01-01", 400, "INSTANTE_FUTURO", private},
	} {
		status, body, header, err := c.do(t.Context(), http.MethodGet, tc.path, "")
		if err != nil || status != tc.status || header.Get("Cache-Control") != tc.caching {
			t.Errorf("GET %s: %d, Cache-Control %q, %v; want %d, %q\n%.200s", tc.path, status, header.Get("Cache-Control"), err, tc.status, tc.caching, body)
		}
		if tc.code != "" && !strings.Contains(string(body), `"error":"`+tc.code+`"`) {
			t.Errorf("GET %s: %s; want %s", tc.path, body, tc.code)
		}
	}
}

// A client that already has a validation's version still gets its current state.
func TestStateIsNeverStale(t *testing.T) {
	c, _ := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
	create(t, c, `{}`)
	status, body, header, err := c.do(t.Context(), http.MethodPost, "/validacao", `{"safraId":"S","dados":{"codigo":"COD","status":"APROVADO"}}`)
	if err != nil || status != http.StatusCreated || !strings.Contains(string(body), `"estado":"VALIDA"`) {
		t.Fatalf("validacao: %d %s, %v", status, body, err)
	}
	location, tag := header.Get("Location"), header.Get("ETag")
	create(t, c, `{}`)
	status, body, _, err = c.do(t.Context(), http.MethodGet, location, "", "If-None-Match", tag)
	if err != nil || status != http.StatusOK || !strings.Contains(string(body), `"estado":"ALTERADA"`) {
		t.Errorf("with If-None-Match %s: %d %s, %v; want the new state", tag, status, body, err)
	}
	status, body, _, err = c.do(t.Context(), http.MethodGet, "/validacao/qrcode/cod", "")
	if err != nil || status != http.StatusOK || !strings.Contains(string(body), `"estado":"ALTERADA"`) {
		t.Errorf("the QR code: %d %.300s, %v", status, body, err)
	}
}
