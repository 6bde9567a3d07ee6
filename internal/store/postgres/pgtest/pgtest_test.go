package pgtest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) {
	if os.Getenv(victim) != "" {
		beVictim()
	}
	os.Exit(Main(m))
}

func TestDatabasesAreSeparate(t *testing.T) {
	t.Parallel()
	first, second := DSN(t), DSN(t)
	run(t, first, "CREATE TABLE t (n int)")
	run(t, second, "CREATE TABLE t (n int)")
	run(t, first, "INSERT INTO t VALUES (1)")
	if got := count(t, second); got != 0 {
		t.Errorf("second database holds %d rows of the first, want 0", got)
	}
}

// Copies of a template start out equal to it, and are separate. The template is prepared once.
func TestTemplate(t *testing.T) {
	t.Parallel()
	prepared := 0
	template := &Template{Prepare: func(ctx context.Context, dsn string) error {
		prepared++
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "CREATE TABLE t (n int); INSERT INTO t VALUES (1)")
		return errors.Join(err, conn.Close(ctx))
	}}
	first := template.DSN(t)
	run(t, first, "INSERT INTO t VALUES (2)")
	if got := count(t, first); got != 2 {
		t.Errorf("the first copy holds %d rows, want 2", got)
	}
	if got := count(t, template.DSN(t)); got != 1 || prepared != 1 {
		t.Errorf("the second copy holds %d rows of a template that was prepared %d times, want 1 and 1", got, prepared)
	}
}

func TestDatabaseIsDroppedUnderOpenConnections(t *testing.T) {
	t.Parallel()
	var dsn string
	t.Run("user", func(t *testing.T) {
		dsn = DSN(t)
		connect(t, dsn) // not closed before the drop
	})
	if _, err := pgx.Connect(t.Context(), dsn); err == nil {
		t.Errorf("%s still exists after its test", dsn)
	}
}

// The shared server differs from one in production only in that it does not sync; a private one,
// which tests kill, does not differ at all.
func TestServerIsSetAsInProduction(t *testing.T) {
	t.Parallel()
	for name, server := range map[string]struct {
		dsn   func(testing.TB) string
		syncs string
	}{
		"shared":  {DSN, "off"},
		"private": {func(tb testing.TB) string { return New(tb).DSN(tb) }, "on"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkSettings(t, server.dsn(t), server.syncs)
		})
	}
}

func checkSettings(t *testing.T, dsn, syncs string) {
	t.Helper()
	conn := connect(t, dsn)
	for expression, want := range map[string]string{
		"current_setting('fsync')":              syncs,
		"current_setting('full_page_writes')":   syncs,
		"current_setting('synchronous_commit')": "on",
		"current_setting('max_connections')":    "200",
		"pg_encoding_to_char(encoding)":         "UTF8",
		"datcollate":                            "C.UTF-8",
	} {
		var got string
		query := "SELECT " + expression + " FROM pg_database WHERE datname = current_database()"
		if err := conn.QueryRow(t.Context(), query).Scan(&got); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if got != want {
			t.Errorf("%s = %s, want %s", expression, got, want)
		}
	}
}

// spy records how a test was ended instead of ending it.
type spy struct {
	testing.TB
	ended string
	why   string
}

func (s *spy) Helper()           {}
func (s *spy) Skip(args ...any)  { s.end("skip", args[0].(error)) }
func (s *spy) Fatal(args ...any) { s.end("fatal", args[0].(error)) }

func (s *spy) end(how string, why error) {
	if s.ended == "" { // a true Skip or Fatal does not return
		s.ended, s.why = how, why.Error()
	}
}

func TestMissingServerSkipsButNotInCI(t *testing.T) {
	for ci, want := range map[string]string{"": "skip", "false": "skip", "true": "fatal"} {
		t.Setenv("CI", ci)
		s := &spy{TB: t}
		require(s, errNotInstalled)
		if s.ended != want {
			t.Errorf("CI=%q: %q, want %q", ci, s.ended, want)
		}
		if !strings.Contains(s.why, "package postgresql") {
			t.Errorf("CI=%q: %q does not say what to install", ci, s.why)
		}
	}
	s := &spy{TB: t}
	if require(s, nil); s.ended != "" {
		t.Errorf("no error: %q, want the test to continue", s.ended)
	}
}

func TestNothingIsFoundWhereNothingIsInstalled(t *testing.T) {
	if b := (binaries{dir: t.TempDir()}); b.complete() {
		t.Errorf("an empty folder passes for a server")
	}
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin", -1},
		{"/usr/lib/postgresql/9.6/bin", "/usr/lib/postgresql/15/bin", 1},
		{"/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/15/bin", 0},
	} {
		if got := newestFirst(c.a, c.b); got != c.want {
			t.Errorf("newestFirst(%s, %s) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
