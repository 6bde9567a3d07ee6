// Package chaos injects faults into a running server and the database under it, while writers write
// over HTTP. After each fault, no acknowledged write is lost, the public log extends every
// checkpoint that was served, `rastro verify` and fsck pass, readiness has told the true state
// meanwhile, and the server has recovered without a restart.
//
// make test injects each fault once or a few times; make chaos takes the numbers from its variables
// and prints a table.
package chaos

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"rastro/internal/testkit/drive"
)

// seed makes the choices of the load repeatable.
const seed = 20261115

// The engines, as the table names them.
const (
	onSQLite   = "SQLite"
	onPostgres = "PostgreSQL"
	onCitus    = "Citus"
)

// number returns how often or how many, from the environment; make chaos sets these.
func number(name string, short int) int {
	text := os.Getenv("CHAOS_" + name)
	if text == "" {
		return short
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		panic(fmt.Sprintf("CHAOS_%s=%q is not a number", name, text))
	}
	return n
}

// result is a row of the table.
type result struct {
	fault, engine string
	times         int
	acked         int64
	down          []time.Duration // until ready again, each time
	ready, log    string          // results of readiness; results of verify and fsck
}

var results struct {
	sync.Mutex
	rows []result
}

func note(r result) {
	results.Lock()
	defer results.Unlock()
	results.rows = append(results.rows, r)
}

// table writes the results as a Markdown table.
func table() string {
	results.Lock()
	defer results.Unlock()
	slices.SortStableFunc(results.rows, func(a, b result) int { return strings.Compare(a.engine+a.fault, b.engine+b.fault) })
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| Fault\t| Engine\t| Times\t| Acknowledged\t| Seconds until ready: median, most\t| Readiness told the truth\t| verify, fsck\t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, r := range results.rows {
		if r.times == 0 {
			fmt.Fprintf(w, "| %s\t| %s\t| not run: %s\t|\t|\t|\t|\t|\n", r.fault, r.engine, r.ready)
			continue
		}
		slices.Sort(r.down)
		fmt.Fprintf(w, "| %s\t| %s\t| %d\t| %d\t| %.2f, %.2f\t| %s\t| %s\t|\n", r.fault, r.engine, r.times, r.acked,
			r.down[len(r.down)/2].Seconds(), r.down[len(r.down)-1].Seconds(), r.ready, r.log)
	}
	w.Flush()
	return b.String()
}

func TestMain(m *testing.M) {
	code := drive.Main(m)
	if file := os.Getenv("CHAOS_TABLE"); file != "" && code == 0 {
		if err := os.WriteFile(file, []byte(table()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// sound checks all promises of the store, with our own command and with an independent program, and
// returns which of them passed.
func sound(t *testing.T, store *drive.Store, s *drive.Server) string {
	t.Helper()
	store.Verify(t)
	checked := "pass, pass"
	if !drive.Fsck(t, s, store.LogKey(t)) {
		checked = "pass, not installed"
	}
	if t.Failed() {
		t.Fatalf("the server said:\n%s", s.Complaints())
	}
	return checked
}
