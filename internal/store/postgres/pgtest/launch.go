package pgtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Launch starts a server for tests to share, which the caller stops. Its files are in memory if
// there is room, and it does not sync. Each further setting is a line of postgresql.conf.
func Launch(settings ...string) (*Cluster, error) {
	return create(sharedFolder(), binaries.initial, append(settings, unsynced...)...)
}

// Remove ends the server and removes its files.
func (c *Cluster) Remove() error { return c.remove() }

// URL returns the address of a database on the server.
func (c *Cluster) URL(database string) string { return c.url(database) }

// Port returns where the server listens, on 127.0.0.1.
func (c *Cluster) Port() int { return c.port }

// Pid returns the process that starts all others of the server.
func (c *Cluster) Pid() (int, error) { return c.pid() }

// Exec runs one statement as superuser, outside of any test's database.
func (c *Cluster) Exec(statement string) error { return c.exec(statement) }

// HasExtension reports whether the files of an extension are installed with the server.
func HasExtension(name string) (bool, error) {
	binaries, err := find()
	if err != nil {
		return false, err
	}
	shared, err := binaries.command(binaries.path("pg_config"), "--sharedir").Output()
	if err != nil {
		return false, fmt.Errorf("pgtest: pg_config: %w", err)
	}
	_, err = os.Stat(filepath.Join(strings.TrimSpace(string(shared)), "extension", name+".control"))
	return err == nil, nil
}
