package cli

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// TestPostgresOutOfReach stops the database under a running server.
func TestPostgresOutOfReach(t *testing.T) {
	t.Parallel()
	cluster := pgtest.New(t)
	s := serve(t, cluster.DSN(t))
	id := s.create("S")
	for _, c := range []struct {
		name string
		take func(testing.TB)
	}{
		{"stopped", cluster.Stop},
		{"crashed", cluster.Kill},
		{"stopped again", cluster.Stop},
	} {
		c.take(t)
		for _, r := range []struct{ method, target, body string }{
			{"GET", planting + "/" + id, ""},
			{"GET", planting, ""},
			{"GET", planting + "/safra/S?total=false", ""},
			{"POST", planting, `{"safraId":"S","dados":{}}`},
			{"PUT", planting, `{"id":"` + id + `","safraId":"S","dados":{}}`},
			{"DELETE", planting + "/" + id, ""},
			{"POST", "/apikey", `{}`},
			{"GET", "/apikey", ""},
			{"GET", "/fase", ""},
			{"GET", "/readyz", ""},
		} {
			begin := time.Now()
			a := s.call(r.method, r.target, r.body)
			if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" || !strings.Contains(a.body, `"error":"ARMAZENAMENTO_INDISPONIVEL"`) {
				t.Errorf("%s: %s %s: %d, Retry-After %q, %s; want 503", c.name, r.method, r.target, a.status, a.header.Get("Retry-After"), a.body)
			}
			if strings.Contains(a.body, "127.0.0.1") || strings.Contains(a.body, "connect") {
				t.Errorf("%s: %s %s tells the caller the cause: %s", c.name, r.method, r.target, a.body)
			}
			if took := time.Since(begin); took > testkit.Patience/2 {
				t.Errorf("%s: %s %s took %s", c.name, r.method, r.target, took)
			}
		}
		if a := s.call("GET", "/healthz", ""); a.status != http.StatusOK {
			t.Errorf("%s: /healthz: %d, want 200", c.name, a.status)
		}
		cluster.Start(t)
		testkit.Eventually(t, "the server is ready again", func() bool { return s.call("GET", "/readyz", "").status == http.StatusOK })
		testkit.Eventually(t, "the server reads again", func() bool { return s.call("GET", planting+"/"+id, "").status == http.StatusOK })
		testkit.Eventually(t, "the server writes again", func() bool {
			a := s.call("PUT", planting, `{"id":"`+id+`","safraId":"S","dados":{}}`)
			return a.status == http.StatusOK
		})
	}
	if got := s.total(planting); got != 1 {
		t.Errorf("%d records, want the one: those refused were not written", got)
	}
}

// TestSQLiteFull fills the disk under a running server, and frees it again.
func TestSQLiteFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rastro.db")
	s := serve(t, "sqlite:"+path)
	first := s.keyPair
	s.create("S")
	s.stop()
	onFile(t, path, `CREATE TABLE ballast AS SELECT zeroblob(500000)`)

	s = serve(t, fmt.Sprintf("sqlite:%s?_pragma=max_page_count(%d)", path, pages(t, path)+20)).as(first)
	body := `{"safraId":"S","dados":{"observacoes":"` + strings.Repeat("x", 4000) + `"}}`
	written, full := 1, answer{}
	for full.status == 0 {
		switch a := s.call("POST", planting, body); a.status {
		case http.StatusCreated:
			written++
		case http.StatusServiceUnavailable:
			full = a
		default:
			t.Fatalf("after %d records: %d %s", written, a.status, a.body)
		}
	}
	if full.header.Get("Retry-After") == "" || strings.Contains(full.body, "SQL") {
		t.Errorf("a full database answers %s, Retry-After %q", full.body, full.header.Get("Retry-After"))
	}
	if written < 5 {
		t.Errorf("only %d records found room", written)
	}
	for range 3 { // and it stays that way, without harm
		if a := s.call("POST", planting, body); a.status != http.StatusServiceUnavailable {
			t.Errorf("another: %d %s", a.status, a.body)
		}
		if got := s.total(planting + "?size=1000"); got != written {
			t.Errorf("%d records, want the %d that were acknowledged", got, written)
		}
	}
	if n := strings.Count(s.call("GET", planting+"/safra/S?size=1000", "").body, `"versao":1,`); n != written {
		t.Errorf("read %d records, want %d", n, written)
	}

	onFile(t, path, `DROP TABLE ballast`)
	s.create("S") // without a restart
	s.stop()
	s = serve(t, "sqlite:"+path).as(first)
	s.create("S")
	if got := s.total(planting + "/safra/S"); got != written+2 {
		t.Errorf("with room again: %d records, want %d", got, written+2)
	}
}

// onFile runs a statement on a database, as another program would.
func onFile(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// pages returns how many pages a database has.
func pages(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("PRAGMA page_count").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
