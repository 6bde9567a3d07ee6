package pgtest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Replica starts a server that follows this one, for a test, and removes it when the test ends. It
// can be stopped, killed and started like any other, and a replica can itself be followed.
func (c *Cluster) Replica(tb testing.TB) *Cluster {
	tb.Helper()
	r, err := c.replica()
	require(tb, err)
	tb.Cleanup(func() {
		if err := r.remove(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

func (c *Cluster) replica() (*Cluster, error) {
	dir, err := c.binaries.tempDir(filepath.Dir(c.dir))
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	guard, err := watch(dir) // before there is a server to guard
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	r := &Cluster{binaries: c.binaries, dir: dir, guard: guard}
	if err := r.follow(c); err != nil {
		return nil, errors.Join(err, r.remove())
	}
	return r, nil
}

// follow fills the data folder with a copy of another server's and starts on it.
func (c *Cluster) follow(leader *Cluster) error {
	err := c.binaries.run("pg_basebackup", "--pgdata", c.data(), "--no-sync", "--checkpoint", "fast", "--write-recovery-conf",
		"--host", "127.0.0.1", "--port", strconv.Itoa(leader.port), "--username", "postgres")
	if err != nil {
		return err
	}
	if err := c.configure(nil); err != nil {
		return fmt.Errorf("pgtest: configure: %w", err)
	}
	for range portTries {
		if c.port, err = freePort(); err != nil {
			return fmt.Errorf("pgtest: %w", err)
		}
		if err = c.start(); err == nil {
			return nil
		}
	}
	return err
}

// At returns a database's URL on this server instead of the one that it follows.
func (c *Cluster) At(tb testing.TB, dsn string) string {
	tb.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		tb.Fatal(err)
	}
	address.Host = "127.0.0.1:" + strconv.Itoa(c.port)
	return address.String()
}
