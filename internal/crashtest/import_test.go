package crashtest

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// importRows is how many rows the killed import has; each occurs twice, on purpose.
const importRows = 12_000

func importFile(t *testing.T, rows int) string {
	t.Helper()
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, `{"tipo":"recebimento","safraId":"S-%d","dados":{"volume":"%d kg","loteOrigem":"L-%d"}}`+"\n", i/2%7, i/2, i/2%7)
	}
	path := filepath.Join(t.TempDir(), "rows.ndjson")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestImportKilled kills an import again and again, and runs the same command
// until it ends: every row is there once, with its mark.
func TestImportKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rastro.db")
	dsn := pgtest.New(t).DSN(t)
	for _, c := range []struct{ name, db, driver, source string }{
		{"sqlite", "sqlite:" + path, "sqlite", "file:" + path + "?_pragma=busy_timeout(5000)"},
		{"postgres", dsn, "pgx", dsn},
	} {
		t.Run(c.name, func(t *testing.T) { importKilled(t, c.db, c.driver, c.source) })
	}
}

func importKilled(t *testing.T, db, driver, source string) {
	binary := drive.Program(t)
	file := importFile(t, importRows)
	run := func() (*exec.Cmd, *testkit.Transcript) {
		said := &testkit.Transcript{}
		cmd := exec.Command(binary, "import", file, "--db", db)
		cmd.Stdout, cmd.Stderr = said, said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, said
	}
	// Built before the database is opened.
	if out, err := exec.Command(binary, "import", file, "--db", db, "--dry-run").CombinedOutput(); err != nil {
		t.Fatalf("%v: %.500s", err, out)
	}
	at, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	at.SetMaxOpenConns(1)
	count := func(query string) (n int) {
		t.Helper()
		if err := at.QueryRow(query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const others = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
	const marks, records, different = `SELECT count(*) FROM imported`, `SELECT count(*) FROM journal WHERE kind < 200`, `SELECT count(DISTINCT dados) FROM journal WHERE kind < 200` // without the import's own notes
	for _, least := range []int{1, 3000, 7000} {
		cmd, said := run()
		testkit.Eventually(t, "rows are written", func() bool { return count(marks) >= least })
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if driver == "pgx" { // PostgreSQL still commits what the killed process had sent
			testkit.Eventually(t, "its connections end", func() bool { return count(others) == 0 })
		}
		if n, m := count(records), count(marks); n != m || n > importRows {
			t.Fatalf("killed after %d rows there are %d records and %d marks: %s", least, n, m, said)
		}
	}
	had := count(records)
	cmd, said := run()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if want := fmt.Sprintf("%d rows: %d created, %d already there, 0 refused\n", importRows, importRows-had, had); !strings.HasSuffix(said.String(), want) {
		t.Errorf("it says %q, want %q", said, want)
	}
	if n, m, d := count(records), count(marks), count(different); n != importRows || m != importRows || d != importRows/2 {
		t.Errorf("%d records of %d payloads with %d marks, want %[4]d of %[5]d with %[4]d", n, d, m, importRows, importRows/2)
	}
}
