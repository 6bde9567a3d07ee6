package pgtest

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Pause stops every process of the server, as if its machine hung: connections stay open, and
// nothing is answered. It returns a function that resumes them.
func (c *Cluster) Pause(tb testing.TB) (resume func()) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	require(tb, err)
	first, err := c.pid()
	require(tb, err)
	require(tb, syscall.Kill(first, syscall.SIGSTOP)) // from here on no new ones start
	stopped := []int{first}
	resume = func() {
		tb.Helper()
		for _, pid := range stopped {
			if err := syscall.Kill(pid, syscall.SIGCONT); err != nil && !errors.Is(err, syscall.ESRCH) {
				tb.Error(err)
			}
		}
		_ = conn.Close(context.Background())
	}
	rows, err := conn.Query(ctx, `SELECT pid FROM pg_stat_activity`)
	if err == nil {
		var pids []int
		pids, err = pgx.CollectRows(rows, pgx.RowTo[int])
		for _, pid := range pids {
			if syscall.Kill(pid, syscall.SIGSTOP) == nil { // one that has ended needs no stop
				stopped = append(stopped, pid)
			}
		}
	}
	if err != nil {
		resume()
		tb.Fatal(err)
	}
	return resume
}

// pid returns the server's first process.
func (c *Cluster) pid() (int, error) {
	f, err := os.Open(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan()
	return strconv.Atoi(lines.Text())
}
