package cli_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// scalar reads a number behind the store's back.
func scalar(t *testing.T, db *sql.DB, query string) (n int64) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func tamper(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// shipped creates a lot that left the country.
func shipped(t *testing.T, c client) {
	t.Helper()
	for path, body := range map[string]string{
		"/colheitaIdentificacaoProducao/identificacaoLote": `{"safraId":"S","dados":{"codigoLote":"VIT-L-9"}}`,
		"/logisticaExportacao/transporteExportacao":        `{"safraId":"S","dados":{"loteOrigem":"VIT-L-9","volumeTransportado":9000,"destino":"NLRTM"}}`,
	} {
		status, answer, _, err := c.do(t.Context(), http.MethodPost, path, body)
		if err != nil || status != http.StatusCreated {
			t.Fatalf("POST %s: %d %s, %v", path, status, answer, err)
		}
	}
}

// shipments returns the number of shipments in a recall of the lot, and whether the recall reports
// being incomplete.
func shipments(t *testing.T, c client) (n int, cut bool) {
	t.Helper()
	status, answer, _, err := c.do(t.Context(), http.MethodPost, "/rastreio/recall", `{"lotes":["VIT-L-9"]}`)
	var said struct {
		Data struct {
			Embarques []any
			Truncado  bool
		}
	}
	if err != nil || status != http.StatusCreated || json.Unmarshal(answer, &said) != nil {
		t.Fatalf("recall: %d %s, %v", status, answer, err)
	}
	return len(said.Data.Embarques), said.Data.Truncado
}

// The lot graph is emptied behind the server's back. The verification reports it and a start is
// refused. A rebuild while the server is running corrects recalls.
func TestAttackEmptiedLotGraph(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db)
			shipped(t, c)
			waitFor(t, c, logKey(t, db), 4)
			if n, cut := shipments(t, c); n != 1 || cut {
				t.Fatalf("before: %d shipments, cut %t", n, cut)
			}
			waitFor(t, c, logKey(t, db), 5)
			behind := door(t, db)
			tamper(t, behind, `DELETE FROM lot_entry WHERE lot = 'VIT-L-9'`)
			verify, rebuild := []string{"verify", "--db", db}, []string{"rebuild", "--db", db}
			said(t, "verify", verify, 1, `lot_entry lot "VIT-L-9" role 5 id `, "the store is damaged in 2 places")
			said(t, "dry run", append(rebuild, "--dry-run"), 1, `an entry of the lot graph is missing (adulterado)`, "2 rows differ from the journal: run the same command without --dry-run")
			said(t, "another group", append(rebuild, "--only", "plots"), 0, "0 rows, 0 versions and 0 keys restored\n", "")
			said(t, "no group", append(rebuild, "--only", "lot"), 1, "", `there is nothing named "lot" to rebuild: choose among lots, plots`)
			said(t, "rebuild while the server is running", rebuild, 0, "2 rows, 0 versions and 0 keys restored\n", "")
			said(t, "again", rebuild, 0, "0 rows, 0 versions and 0 keys restored\n", "")
			said(t, "dry run of a sound store", append(rebuild, "--dry-run"), 0, "nothing differs from the journal\n", "")
			said(t, "verify after it", verify, 0, "0 waiting for it\n", "")
			if n, cut := shipments(t, c); n != 1 || cut {
				t.Errorf("after: %d shipments, cut %t", n, cut)
			}
			stop()
			tamper(t, behind, `DELETE FROM lot_entry WHERE lot = 'VIT-L-9'`)
			said(t, "serve", []string{"serve", "--addr", "127.0.0.1:0", "--db", db}, 1, "", "run 'rastro verify' to see everything that was changed, then 'rastro rebuild' to restore it; lot_entry lot \"VIT-L-9\"")
			said(t, "rebuild", rebuild, 0, "2 rows", "")
			c, _ = serve(t, db)
			if n, _ := shipments(t, c); n != 1 {
				t.Errorf("at last: %d shipments", n)
			}
		})
	}
}

// A key is made an administrator behind the server's back: it no longer works, on the running
// server and on the next.
func TestAttackTamperedKey(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db)
			status, answer, _, err := c.do(t.Context(), http.MethodPost, "/apikey", `{"nome":"Balança","escopos":["leitura"]}`)
			var pair struct {
				Data struct{ AccessKey, SecretKey string }
			}
			if err != nil || status != http.StatusCreated || json.Unmarshal(answer, &pair) != nil {
				t.Fatalf("POST /apikey: %d %s, %v", status, answer, err)
			}
			as := []string{"X-API-ACCESS-KEY", pair.Data.AccessKey, "X-API-SECRET-KEY", pair.Data.SecretKey}
			get := func() int {
				status, _, _, err := c.do(t.Context(), http.MethodGet, planting, "", as...)
				if err != nil {
					t.Fatal(err)
				}
				return status
			}
			if got := get(); got != http.StatusOK {
				t.Fatalf("before: %d", got)
			}
			behind := door(t, db)
			tamper(t, behind, `UPDATE api_key SET scopes = '["leitura","escrita","admin"]' WHERE access_key = $1`, pair.Data.AccessKey)
			tamper(t, behind, `UPDATE meta SET value = value + 1 WHERE name = 'key_revision'`)
			until(t, func(late bool) bool {
				if late {
					t.Fatal("the running server continues to let the key in")
				}
				return get() == http.StatusUnauthorized
			})
			said(t, "verify", []string{"verify", "--db", db}, 1, "key "+pair.Data.AccessKey+": scopes changed (adulterado)\n", "the store is damaged in 1 place:")
			stop()
			said(t, "serve", []string{"serve", "--addr", "127.0.0.1:0", "--db", db}, 1, "", "then 'rastro rebuild --only keys' to restore the keys from the journal; key "+pair.Data.AccessKey)
			said(t, "rebuild", []string{"rebuild", "--db", db, "--only", "keys"}, 0, "key "+pair.Data.AccessKey+": restored from the journal\n", "")
			c, _ = serve(t, db)
			if got := get(); got != http.StatusOK {
				t.Errorf("after: %d", got)
			}
			if status, _, _, err := c.do(t.Context(), http.MethodGet, "/apikey", "", as...); err != nil || status != http.StatusForbidden {
				t.Errorf("after: GET /apikey is %d, %v", status, err)
			}
		})
	}
}

// Killed in the middle, a rebuild leaves a graph that says it is not whole, and
// continues when it is run again.
func TestRebuildSurvivesKill(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db)
			shipped(t, c)
			var rows bytes.Buffer
			for i := range 3000 {
				fmt.Fprintf(&rows, `{"tipo":"recebimento","safraId":"S","dados":{"loteOrigem":"R-%d","volume":"1 t"}}`+"\n", i)
			}
			if code, _, errs := run(t, "import", file(t, "rows.ndjson", rows.Bytes()), "--db", db); code != 0 {
				t.Fatal(errs)
			}
			waitFor(t, c, logKey(t, db), 3007) // including the import's notes for its three batches
			stop()
			behind := door(t, db)
			all := scalar(t, behind, `SELECT count(*) FROM lot_entry`)
			if !killedHalfway(t, db, behind, all) {
				t.Fatal("every rebuild was through before it could be killed")
			}
			said(t, "verify", []string{"verify", "--db", db}, 2, "lot_entry: older records are still being added", "nothing is damaged, but ")
			c, stop = serve(t, db)
			status, answer, _, err := c.do(t.Context(), http.MethodPost, "/rastreio/recall", `{"lotes":["VIT-L-9"]}`)
			if err != nil || status != http.StatusServiceUnavailable || !strings.Contains(string(answer), "LOTES_EM_PREPARO") {
				t.Errorf("a recall on half a graph: %d %s, %v", status, answer, err)
			}
			stop()
			left := all - scalar(t, behind, `SELECT count(*) FROM lot_entry`)
			// Standard error may contain progress, because a busy machine takes time.
			if code, out, errs := run(t, "rebuild", "--db", db); code != 0 || out != fmt.Sprintf("%d rows, 0 versions and 0 keys restored\n", left) {
				t.Errorf("rebuild of %d rows: exit %d, %s%s", left, code, out, errs)
			}
			said(t, "verify after it", []string{"verify", "--db", db}, 0, "0 waiting for it\n", "")
			c, _ = serve(t, db)
			if n, cut := shipments(t, c); n != 1 || cut {
				t.Errorf("after: %d shipments, cut %t", n, cut)
			}
		})
	}
}

// killedHalfway empties the graph, and kills a rebuild of it after some rows are back. On a busy
// machine the rebuild may have finished; then it tries again.
func killedHalfway(t *testing.T, db string, behind *sql.DB, all int64) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		tamper(t, behind, `DELETE FROM lot_entry`)
		cmd := exec.Command(self, "rebuild", "--db", db)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		var errs strings.Builder
		cmd.Stderr = &errs
		if _, err := cmd.StdinPipe(); err != nil { // held open while it lives
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(testkit.Patience); scalar(t, behind, `SELECT count(*) FROM lot_entry`) == 0; {
			if time.Now().After(deadline) {
				_ = cmd.Process.Kill()
				t.Fatalf("the rebuild restores nothing: %s", errs.String())
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if n := scalar(t, behind, `SELECT count(*) FROM lot_entry`); n > 0 && n < all {
			return true
		}
	}
	return false
}
