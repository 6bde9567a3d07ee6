package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// patience limits each step of a server's life. All take a second or two; recovery after Kill
	// on a machine busy with other tests takes longest.
	patience = time.Minute

	// portTries is how often create picks another port because someone took the first one before
	// the start.
	portTries = 3
)

// Cluster is a PostgreSQL server with its data folder and port. Many tests may call DSN at once;
// only one may call Start, Stop or Kill, and not concurrently with another method.
type Cluster struct {
	binaries binaries
	dir      string // contains data/, log and the Unix socket
	port     int
	guard    *guard
	running  bool
	how      string // databases are copied; "": as the server likes
}

// New starts a private server for one test and removes it when the test ends. Each setting is a
// line of postgresql.conf, such as "fsync = off"; without any, committed data is on disk, as in
// production.
func New(tb testing.TB, settings ...string) *Cluster {
	tb.Helper()
	return NewIn(tb, os.TempDir(), settings...)
}

// NewOther is New for a server with its own identity, different from all others.
func NewOther(tb testing.TB, settings ...string) *Cluster {
	tb.Helper()
	return newIn(tb, os.TempDir(), binaries.initdb, settings...)
}

// NewIn is New with the server's data in a folder of the test's, which the server's user
// has to be able to enter.
func NewIn(tb testing.TB, folder string, settings ...string) *Cluster {
	tb.Helper()
	return newIn(tb, folder, binaries.initial, settings...)
}

func newIn(tb testing.TB, folder string, fill func(b binaries, data string) error, settings ...string) *Cluster {
	tb.Helper()
	c, err := create(folder, fill, settings...)
	require(tb, err)
	tb.Cleanup(func() {
		if err := c.remove(); err != nil {
			tb.Error(err)
		}
	})
	return c
}

// Start starts the server again after Stop or Kill, on the same port and data,
// and returns once it takes connections.
func (c *Cluster) Start(tb testing.TB) {
	tb.Helper()
	if err := c.start(); err != nil {
		tb.Fatal(err)
	}
}

// Revive starts the server again if it has stopped without being told, as on a full disk.
func (c *Cluster) Revive(tb testing.TB) {
	tb.Helper()
	if c.binaries.run("pg_ctl", "status", "--pgdata", c.data()) != nil {
		c.Start(tb)
	}
}

// Stop ends every connection and shuts the server down cleanly.
func (c *Cluster) Stop(tb testing.TB) {
	tb.Helper()
	if err := c.stop("fast"); err != nil {
		tb.Fatal(err)
	}
}

// Kill ends the server as a crash would: nothing more is flushed or
// checkpointed, and the next Start has to recover from the write-ahead log.
func (c *Cluster) Kill(tb testing.TB) {
	tb.Helper()
	if err := c.stop("immediate"); err != nil {
		tb.Fatal(err)
	}
}

// DSN returns the URL of a fresh, empty database. It stays the same over Stop,
// Kill and Start. The database is dropped when the test ends, whatever may still
// be connected to it.
func (c *Cluster) DSN(tb testing.TB) string {
	tb.Helper()
	return c.copyOf(tb, "template0") // no session is ever in it to make the copy wait
}

// copyOf returns the URL of a fresh copy of a database.
func (c *Cluster) copyOf(tb testing.TB, template string) string {
	tb.Helper()
	name := "rastro_" + strings.ToLower(rand.Text())
	if err := c.exec("CREATE DATABASE " + name + " TEMPLATE " + template + c.how); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if !c.running {
			return // the test removed the server; its data is deleted with the folder
		}
		if err := c.exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			tb.Error(err)
		}
	})
	return c.url(name)
}

func (c *Cluster) url(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", c.port, database)
}

// exec runs one statement as superuser, outside of any test's database.
func (c *Cluster) exec(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return fmt.Errorf("pgtest: connect: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("pgtest: %s: %w", statement, err)
	}
	return nil
}

// create makes a data folder in another, which fill fills, and starts a server on it.
func create(in string, fill func(b binaries, data string) error, settings ...string) (*Cluster, error) {
	installed, err := find()
	if err != nil {
		return nil, err
	}
	dir, err := installed.tempDir(in)
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	guard, err := watch(dir) // before there is a server to guard
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	c := &Cluster{binaries: installed, dir: dir, guard: guard}
	err = fill(installed, c.data())
	if err == nil {
		err = c.first(settings)
	}
	if err != nil {
		return nil, errors.Join(err, c.remove())
	}
	return c, nil
}

// first configures the server, finds a port and starts it.
func (c *Cluster) first(settings []string) error {
	err := c.configure(settings)
	if err != nil {
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

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// configure appends to postgresql.conf, where the last word wins.
func (c *Cluster) configure(settings []string) error {
	lines := append([]string{
		"listen_addresses = '127.0.0.1'",
		"unix_socket_directories = '" + strings.ReplaceAll(c.dir, "'", "''") + "'",
		"max_connections = 200",
	}, settings...)
	f, err := os.OpenFile(filepath.Join(c.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("\n" + strings.Join(lines, "\n") + "\n")
	return errors.Join(err, f.Close())
}

func (c *Cluster) start() error {
	log := filepath.Join(c.dir, "log")
	if err := c.control("start", "--log", log, "--options", "-p "+strconv.Itoa(c.port)); err != nil {
		said, _ := os.ReadFile(log)
		return fmt.Errorf("%w\n%s", err, said)
	}
	c.running = true
	return nil
}

func (c *Cluster) stop(mode string) error {
	if err := c.control("stop", "--mode", mode); err != nil {
		return err
	}
	c.running = false
	return nil
}

// control calls pg_ctl, which returns only when the server has started or stopped.
func (c *Cluster) control(action string, args ...string) error {
	return c.binaries.run("pg_ctl", append([]string{action, "--pgdata", c.data(), "--silent",
		"--wait", "--timeout", strconv.Itoa(int(patience.Seconds()))}, args...)...)
}

// remove ends the server without a clean shutdown, and removes its folder.
func (c *Cluster) remove() error {
	c.running = false
	return c.guard.release()
}
