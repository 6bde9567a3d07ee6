package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestDataOutlivesTheServer(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*Cluster, testing.TB){"stop": (*Cluster).Stop, "kill": (*Cluster).Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := New(t)
			dsn := c.DSN(t)
			run(t, dsn, "CREATE TABLE t (n int)")
			run(t, dsn, "INSERT INTO t SELECT generate_series(1, 1000)")
			open := connect(t, dsn)
			if _, err := open.Exec(t.Context(), "BEGIN; INSERT INTO t VALUES (0)"); err != nil {
				t.Fatal(err)
			}

			end(c, t)
			if conn, err := pgx.Connect(t.Context(), dsn); err == nil {
				conn.Close(t.Context())
				t.Fatal("the server still takes connections")
			}
			c.Start(t)

			if got := count(t, dsn); got != 1000 {
				t.Errorf("%d rows after the restart, want the 1000 committed", got)
			}
			if err := open.Ping(t.Context()); err == nil {
				t.Error("a connection from before is still open")
			}
		})
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	c := New(t, "fsync = off", "max_connections = 20")
	conn := connect(t, c.DSN(t))
	var fsync, connections string
	err := conn.QueryRow(t.Context(), "SELECT current_setting('fsync'), current_setting('max_connections')").Scan(&fsync, &connections)
	if err != nil || fsync != "off" || connections != "20" {
		t.Errorf("fsync = %s, max_connections = %s, %v; want off, 20", fsync, connections, err)
	}
}

func TestBadSettingIsReported(t *testing.T) {
	t.Parallel()
	if _, err := create(os.TempDir(), binaries.initial, "no_such_setting = 1"); errors.Is(err, errNotInstalled) {
		t.Skip(err)
	} else if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Errorf("error %v does not say what the server said", err)
	}
}

func TestCleanupLeavesNothing(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]func(*Cluster, testing.TB){
		"running": func(*Cluster, testing.TB) {},
		"stopped": (*Cluster).Stop,
		"killed":  (*Cluster).Kill,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var dir string
			var pid int
			t.Run("user", func(t *testing.T) {
				c := New(t)
				c.DSN(t)
				dir, pid = c.dir, postmaster(t, c.dir)
				last(c, t)
			})
			expectGone(t, dir, pid)
		})
	}
}

// victim is the environment variable that turns this test binary into one that
// starts a server, says where, and waits to be killed.
const victim = "PGTEST_VICTIM"

func beVictim() {
	c, err := create(os.TempDir(), binaries.initial)
	if err != nil {
		panic(err)
	}
	fmt.Println(c.dir)
	select {}
}

func TestKilledProcessLeavesNothing(t *testing.T) {
	t.Parallel()
	_, err := find()
	require(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), victim+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(line)
	pid := postmaster(t, dir)

	cmd.Process.Kill() // SIGKILL: it cannot clean up
	cmd.Wait()
	expectGone(t, dir, pid)
}

// expectGone fails the test unless folder and process go soon.
func expectGone(t *testing.T, dir string, pid int) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		_, err := os.Stat(dir)
		gone := errors.Is(err, fs.ErrNotExist)
		if gone && !alive(pid) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("folder %s gone: %t, process %d alive: %t", dir, gone, pid, alive(pid))
		}
		// Neither is a child of this process, and nothing announces their end.
		time.Sleep(20 * time.Millisecond)
	}
}

// alive reports whether a process runs. One that has ended but is not yet
// collected by its parent counts as ended: it has no command line any more.
func alive(pid int) bool {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	return err == nil && len(line) > 0
}

// postmaster returns the process id of the server in a folder.
func postmaster(t *testing.T, dir string) int {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(file), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil || !alive(pid) {
		t.Fatalf("process %q is not a server: %v", first, err)
	}
	return pid
}

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func run(t *testing.T, dsn, statement string) {
	t.Helper()
	if _, err := connect(t, dsn).Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func count(t *testing.T, dsn string) (rows int) {
	t.Helper()
	if err := connect(t, dsn).QueryRow(t.Context(), "SELECT count(*) FROM t").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
