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

// shared is the server behind DSN, one per test process.
var shared struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

// DSN returns the URL of a fresh, empty database on the shared server, which it
// starts when it is the first to ask. The database is dropped when the test
// ends, whatever is still connected to it.
func DSN(tb testing.TB) string {
	tb.Helper()
	return sharedCluster(tb).DSN(tb)
}

// unsynced leaves syncing out: nobody kills the shared server, and a power failure
// takes the tests with it. What a commit waits for is in the order of production.
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

// version returns the server's, such as 15; "" where its folder does not tell.
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

// require ends the test when there is no server for it: skipped where
// PostgreSQL is not installed and nobody promised that it would be.
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
