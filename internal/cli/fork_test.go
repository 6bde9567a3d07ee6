package cli_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/cli"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// restorable are the engines with their ways of going back: snapshot saves the database, and
// restore puts it back.
var restorable = []struct {
	name string
	make func(t *testing.T) (db string, snapshot, restore func())
}{
	{"sqlite", func(t *testing.T) (string, func(), func()) {
		path := filepath.Join(t.TempDir(), "rastro.db")
		kept := filepath.Join(t.TempDir(), "kept.db")
		snapshot := func() {
			said(t, "backup", []string{"backup", "--db", "sqlite:" + path, "--out", kept}, 0, "is copied to", "")
		}
		return "sqlite:" + path, snapshot, func() {
			for _, companion := range []string{"-wal", "-shm"} {
				if err := os.Remove(path + companion); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			content, err := os.ReadFile(kept)
			if err == nil {
				err = os.WriteFile(path+".new", content, 0o600)
			}
			if err == nil {
				err = os.Rename(path+".new", path)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}},
	{"postgres", func(t *testing.T) (string, func(), func()) {
		dsn := pgtest.DSN(t)
		address, err := url.Parse(dsn)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Trim(address.Path, "/")
		address.Path = "/postgres"
		admin, err := sql.Open("pgx", address.String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { admin.Close() })
		do := func(statements ...string) {
			t.Helper()
			for _, s := range statements {
				if _, err := admin.Exec(strings.ReplaceAll(s, "{db}", name)); err != nil {
					t.Fatalf("%s: %v", s, err)
				}
			}
		}
		t.Cleanup(func() {
			_, _ = admin.Exec(strings.ReplaceAll(`DROP DATABASE IF EXISTS "{db}_kept" WITH (FORCE)`, "{db}", name))
		})
		end := `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{db}'`
		return dsn, func() { do(end, `CREATE DATABASE "{db}_kept" TEMPLATE "{db}"`) },
			func() { do(`DROP DATABASE "{db}" WITH (FORCE)`, `ALTER DATABASE "{db}_kept" RENAME TO "{db}"`) }
	}},
}

// refusal starts a server that must refuse to start, and returns its message.
func refusal(t *testing.T, db string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	code := cli.Run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args...), environ(), &out, &errs)
	if code != 1 || ctx.Err() != nil {
		t.Errorf("serve: exit %d\n%s%s", code, &out, &errs)
	}
	return errs.String()
}

// The attack: a store is restored from a backup, and signs again under the same
// name from a smaller size.
func TestAttackRestoreForksTheLog(t *testing.T) {
	for _, engine := range restorable {
		t.Run(engine.name, func(t *testing.T) {
			db, snapshot, restore := engine.make(t)
			c, stop := serve(t, db, "--log-origin", "first.example/log")
			first := create(t, c, `{"quantidadeSemente":1}`)
			proof := proofOf(t, c, first.Data.ID)
			status, body, _, err := c.do(t.Context(), http.MethodPost, "/validacao", `{"safraId":"S","dados":{"codigo":"BIFURCA-1","status":"APROVADO"}}`)
			if err != nil || status != http.StatusCreated {
				t.Fatalf("validacao: %d %s, %v", status, body, err)
			}
			oldKey := logKey(t, db)
			stop()
			snapshot()
			c, stop = serve(t, db)
			lost := create(t, c, `{"quantidadeSemente":2}`)
			proofOf(t, c, lost.Data.ID)
			served, checkpoint := checkpointOf(t, c, oldKey)
			stop()
			restore()

			if got := refusal(t, db); !strings.Contains(got, fmt.Sprintf("a checkpoint of %d", served.Size)) || !strings.Contains(got, "rastro log adopt") {
				t.Errorf("a restored store is refused with %q", got)
			}
			code, out, errs := run(t, "log", "adopt", "--db", db, "--log-origin", "second.example/log")
			if code != 0 || !strings.Contains(out, "continues the log first.example/log from entry") || !strings.Contains(out, fmt.Sprintf("had signed %d entries", served.Size)) {
				t.Fatalf("adopt: exit %d %s %s", code, out, errs)
			}
			c, stop = serve(t, db)
			newKey := logKey(t, db)
			if !strings.HasPrefix(newKey, "second.example/log+") {
				t.Errorf("the log is %s", newKey)
			}
			again := proofOf(t, c, first.Data.ID)
			said(t, "the new proof", []string{"verify", file(t, "prova.json", again), "--key", newKey}, 0, "second.example/log continues the log first.example/log from entry", "")
			said(t, "the old proof", []string{"verify", file(t, "prova.json", proof), "--key", oldKey}, 0, "holds", "")
			said(t, "the store", []string{"verify", "--db", db}, 0, "The log second.example/log continues the log first.example/log from entry", "")
			said(t, "the lost checkpoint", []string{"verify", "--db", db, "--checkpoint", file(t, "checkpoint", checkpoint)}, 1, "the rest of it is lost", "damaged in 1 place")
			said(t, "while a server is running", []string{"log", "adopt", "--db", db}, 1, "", "stop it first")
			status, body, _, err = c.do(t.Context(), http.MethodGet, "/v/BIFURCA-1", "", "Accept", "application/json")
			if err != nil {
				t.Fatal(err)
			}
			var public struct {
				Data struct {
					Log struct {
						Antecessores []struct{ Origem, Chave string }
					}
				}
			}
			if err := json.Unmarshal(body, &public); err != nil || status != http.StatusOK || len(public.Data.Log.Antecessores) != 1 || public.Data.Log.Antecessores[0].Chave != oldKey {
				t.Errorf("the public facts: %d %s, %v", status, body, err)
			}
			_, page, _, err := c.do(t.Context(), http.MethodGet, "/v/BIFURCA-1", "", "Accept", "text/html", "Accept-Language", "en")
			if err != nil || !strings.Contains(string(page), "second.example/log continues first.example/log from entry") {
				t.Errorf("the public page does not name the predecessor: %v", err)
			}
			fsckPassesNow(t, findFsck(t), c, newKey)
			stop()
			said(t, "a second adoption", []string{"log", "adopt", "--db", db}, 1, "", "nothing to adopt")
		})
	}
}

// A log is not adopted while a server is running, which would continue under the old name.
func TestAdoptBesideARunningServer(t *testing.T) {
	for _, engine := range restorable {
		t.Run(engine.name, func(t *testing.T) {
			db, _, _ := engine.make(t)
			c, stop := serve(t, db)
			create(t, c, `{"quantidadeSemente":1}`)
			said(t, "while a server is running", []string{"log", "adopt", "--rotate", "--db", db}, 1, "", "stop it first")
			create(t, c, `{"quantidadeSemente":2}`) // it continues as before
			stop()
			if code, _, errs := run(t, "log", "adopt", "--rotate", "--db", db); code != 0 {
				t.Errorf("after it was stopped: %d, %s", code, errs)
			}
		})
	}
}

// Every running server notices when its database is replaced with an older one.
func TestRestoreUnderARunningServer(t *testing.T) {
	for _, engine := range restorable {
		t.Run(engine.name, func(t *testing.T) {
			db, snapshot, restore := engine.make(t)
			c, stop := serve(t, db)
			create(t, c, `{"quantidadeSemente":1}`)
			stop()
			snapshot()
			c, _ = serve(t, db)
			proofOf(t, c, create(t, c, `{"quantidadeSemente":2}`).Data.ID)
			restore()
			want := map[string]string{"sqlite": "BANCO_FORA_DO_LUGAR", "postgres": "LOG_DIVERGENTE"}[engine.name]
			until(t, func(late bool) bool {
				status, body, _, err := c.do(t.Context(), http.MethodGet, "/readyz", "")
				if late {
					t.Fatalf("/readyz: %d %s, %v; want %s", status, body, err, want)
				}
				return err == nil && status == http.StatusServiceUnavailable && strings.Contains(string(body), want)
			})
			status, body, _, err := c.do(t.Context(), http.MethodPost, planting, `{"safraId":"S","dados":{}}`)
			if err != nil || status != http.StatusServiceUnavailable || !strings.Contains(string(body), want) {
				t.Errorf("a write: %d %s, %v; want 503 %s", status, body, err, want)
			}
		})
	}
}

func TestServeRefusesAMissingDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	db := "sqlite:" + path
	if got := refusal(t, db, "--expect-existing"); !strings.Contains(got, "--expect-existing says that there is one") {
		t.Errorf("a database that was never there: %q", got)
	}
	c, stop := serve(t, db)
	create(t, c, `{}`)
	stop()
	_, stop = serve(t, db, "--expect-existing")
	stop()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if got := refusal(t, db); !strings.Contains(got, "is gone: "+path+".logkey and "+path+".checkpoint say that there was one") {
		t.Errorf("a database that is gone: %q", got)
	}
	said(t, "key create", []string{"key", "create", "--db", db}, 1, "", "is gone")
	if _, err := os.Stat(path); err == nil {
		t.Error("an empty database was made")
	}
	// An empty file in its place is not a way around it.
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := refusal(t, db); !strings.Contains(got, "is empty: "+path+".logkey and "+path+".checkpoint say that there was one") {
		t.Errorf("an empty database: %q", got)
	}
	empty := filepath.Join(t.TempDir(), "rastro.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := refusal(t, "sqlite:"+empty, "--expect-existing"); !strings.Contains(got, "is empty, and --expect-existing says that there is one") {
		t.Errorf("an empty database where one is expected: %q", got)
	}
}

// The commands of docs/operations.md make copies that nobody else can read, under
// whatever umask they are run.
func TestDocumentedBackups(t *testing.T) {
	document, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rastro.db")
	c, _ := serve(t, "sqlite:"+path)
	create(t, c, `{"quantidadeSemente":1}`)
	ran := map[string]bool{}
	for line := range strings.Lines(string(document)) {
		command, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		tool := documentedTool(command)
		if !ok || tool == "" {
			continue
		}
		ran[tool] = true
		folder := t.TempDir()
		command = strings.NewReplacer("/var/lib/rastro/rastro.db", path, "/backup/", folder+"/", "-f rastro.dump rastro", "-f "+folder+"/rastro.dump '"+pgtest.DSN(t)+"'").Replace(command)
		runDocumented(t, tool, command)
		copies, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(copies) == 0 {
			t.Errorf("%s: no copy, %v", command, err)
		}
		for _, name := range copies {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s is %v, %v; want mode 0600", command, name, info.Mode(), err)
			}
		}
	}
	for _, tool := range []string{"rastro backup", ".backup", "VACUUM INTO", "pg_dump"} {
		if !ran[tool] {
			t.Errorf("docs/operations.md shows no %s", tool)
		}
	}
}
