package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// server is an installed PostgreSQL.
type server struct {
	bin  string
	as   *syscall.Credential // whom to run as; nil: the user that runs the benchmark
	work string
}

// findServer looks where Debian keeps the server programs, of which the newest
// is taken, and on PATH.
func findServer(work string) (server, error) {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	for _, dir := range dirs {
		s := server{bin: dir, work: work}
		if !s.has("initdb") || !s.has("postgres") || !s.has("pgbench") {
			continue
		}
		var err error
		s.as, err = serverUser()
		return s, err
	}
	return server{}, errors.New("no PostgreSQL server with pgbench found: as root, apt-get install postgresql; or leave both out with -only")
}

func version(dir string) int {
	v, _ := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
	return v
}

func (s server) path(program string) string { return filepath.Join(s.bin, program) }

func (s server) has(program string) bool {
	_, err := exec.LookPath(s.path(program))
	return err == nil
}

// serverUser returns the user to run the server as: PostgreSQL refuses to run as root.
func serverUser() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2)
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}

// sharedBuffers is PostgreSQL's own cache: a quarter of the memory, as its
// manual advises, but no more than leaves the machine to the others.
func sharedBuffers(memory int64) int64 { return min(memory/4, 2<<30) }

// create makes an empty cluster in a folder. Durability keeps its defaults: fsync,
// synchronous_commit and full_page_writes are on.
func (s server) create(dir string) error {
	if s.as != nil {
		if err := os.Chown(dir, int(s.as.Uid), int(s.as.Gid)); err != nil {
			return err
		}
	}
	cmd := exec.Command(s.path("initdb"), "--pgdata", s.data(dir), "--no-sync", "--username", "postgres",
		"--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8")
	cmd.Dir, cmd.SysProcAttr = "/", &syscall.SysProcAttr{Credential: s.as}
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: the user postgres must be able to reach the folder of -data\n%s", err, text)
	}
	total, err := memoryIn("/proc/meminfo", "MemTotal")
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(s.data(dir), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\nshared_buffers = %dMB\n", sharedBuffers(total)>>20)
	return errors.Join(err, f.Close())
}

func (s server) data(dir string) string { return filepath.Join(dir, "data") }

// cluster is a server that runs.
type cluster struct {
	child *child
	port  int
}

// start runs a server on the cluster in a folder, and returns when it accepts connections. Each
// setting is a line of postgresql.conf, such as "max_wal_size=4GB".
func (s server) start(ctx context.Context, dir string, settings ...string) (*cluster, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args := []string{"-D", s.data(dir), "-p", strconv.Itoa(port)}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	// A copy of a properly stopped cluster has no lock file; one whose harness was killed has the
	// lock file of a process that no longer exists.
	c := &cluster{port: port}
	if c.child, err = startChild(childSpec{
		name: "PostgreSQL", path: s.path("postgres"), args: args, as: s.as, end: syscall.SIGINT,
		log: filepath.Join(s.work, fmt.Sprintf("postgres-%d.log", port)),
	}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		err := c.exec(ctx, "SELECT 1")
		if err == nil {
			return c, nil
		}
		select {
		case <-c.child.ended:
			return nil, errors.Join(fmt.Errorf("PostgreSQL ended at its start:\n%s", c.child.said()), c.child.stop())
		case <-ctx.Done():
			return nil, errors.Join(err, c.child.stop())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (c *cluster) dsn() string {
	return "postgres://postgres@" + loopback(c.port) + "/postgres?sslmode=disable"
}

// exec runs statements, each in its own transaction.
func (c *cluster) exec(ctx context.Context, statements ...string) error {
	conn, err := pgx.Connect(ctx, c.dsn())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", strings.Fields(statement)[0], err)
		}
	}
	return nil
}

// number queries a number.
func (c *cluster) number(ctx context.Context, query string) (n int64, err error) {
	conn, err := pgx.Connect(ctx, c.dsn())
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	return n, conn.QueryRow(ctx, query).Scan(&n)
}
