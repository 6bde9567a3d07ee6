package cli

import (
	"database/sql"
	"flag"
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"rastro/internal/store/postgres/pgtest"
)

var update = flag.Bool("update", false, "rewrite the help texts in the scripts")

// TestScripts runs the command line as a person would, each script in a folder
// of its own.
func TestScripts(t *testing.T) {
	dsn := pgtest.DSN(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("POSTGRES", dsn)
			env.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each command ends with a second's sleep
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"refused": refused, "listen": listen, "sqlite": runSQL, "capture": capture,
		},
	})
}

// refused checks how the last command failed: one line on standard error that begins with its name
// and contains the argument, and nothing on standard output.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: refused PATTERN")
	}
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	if stdout != "" {
		ts.Fatalf("standard output: %q", stdout)
	}
	if !strings.HasPrefix(stderr, "rastro: ") || strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, "\n") {
		ts.Fatalf("not one line of the program's: %q", stderr)
	}
	if !regexp.MustCompile(args[0]).MatchString(strings.TrimSuffix(stderr, "\n")) {
		ts.Fatalf("%q does not say %q", stderr, args[0])
	}
}

// listen occupies a port until the script ends, and sets a variable to its address.
func listen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: listen VARIABLE")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { listener.Close() })
	ts.Setenv(args[0], listener.Addr().String())
}

// runSQL runs statements on an SQLite file as another program would.
func runSQL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: sqlite FILE STATEMENT...")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	for _, statement := range args[1:] {
		_, err := db.Exec(statement)
		ts.Check(err)
	}
}

// capture sets a variable to the first group of a pattern in the last command's
// standard output.
func capture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture VARIABLE PATTERN")
	}
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no %q in %q", args[1], ts.ReadFile("stdout"))
	}
	ts.Setenv(args[0], found[1])
}
