// Package pgtest gives tests a real PostgreSQL server. DSN returns an empty
// database on a server that the whole test process shares; New starts a private
// server that a test may stop, kill and restart.
//
// It needs no configuration: it finds the server's binaries on PATH or where Debian
// installs them, and removes server and files when the test process ends. Without
// PostgreSQL tests are skipped, or fail if CI=true. A package whose tests call DSN
// stops the server before it exits:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
package pgtest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// shared is the server used by DSN, one per test process.
var shared struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

// DSN returns the URL of a fresh, empty database on the shared server, which the first call starts.
// The database is dropped when the test ends, even if something is still connected.
func DSN(tb testing.TB) string {
	tb.Helper()
	return sharedCluster(tb).DSN(tb)
}

// unsynced turns off syncing: nobody kills the shared server, and a power failure would end the
// tests anyway. Everything else that a commit waits for is as in production.
var unsynced = []string{"fsync = off", "full_page_writes = off", "max_wal_size = 256MB"}

func sharedCluster(tb testing.TB) *Cluster {
	tb.Helper()
	shared.once.Do(func() { shared.cluster, shared.err = createShared() })
	require(tb, shared.err)
	return shared.cluster
}

// createShared starts the shared server. It copies databases file by file, which takes half the
// time where nothing is synced; before version 15 that was the only way.
func createShared() (*Cluster, error) {
	c, err := create(sharedFolder(), binaries.initial, unsynced...)
	if err != nil {
		return nil, err
	}
	if major, err := strconv.Atoi(c.version()); err == nil && major >= 15 {
		c.how = " STRATEGY FILE_COPY"
	}
	return c, nil
}

// version returns the server's version, such as 15; "" if its folder does not contain it.
func (c *Cluster) version() string {
	text, _ := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	return strings.TrimSpace(string(text))
}

// Main runs the tests, ends the shared server if one was started, and returns
// the exit code. Without it the server ends as well, but only a moment after
// the test process.
func Main(m *testing.M) int {
	code := m.Run()
	if shared.cluster == nil {
		return code
	}
	if err := shared.cluster.remove(); err != nil {
		os.Stderr.WriteString("pgtest: " + err.Error() + "\n")
		return max(code, 1)
	}
	return code
}

// require ends the test if there is no server for it. It skips the test if PostgreSQL is not
// installed and was not promised.
func require(tb testing.TB, err error) {
	tb.Helper()
	if err == nil {
		return
	}
	if errors.Is(err, errNotInstalled) && os.Getenv("CI") != "true" {
		tb.Skip(err)
	}
	tb.Fatal(err)
}
