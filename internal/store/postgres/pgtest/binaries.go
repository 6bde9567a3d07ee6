package pgtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

var errNotInstalled = errors.New("pgtest: no PostgreSQL server on PATH or in /usr/lib/postgresql: " +
	"install it (on Debian the package postgresql; make test does so as root)")

// binaries is an installed PostgreSQL server.
type binaries struct {
	dir string
	as  *syscall.Credential // whom to run as; nil: the user that runs the tests
}

// find looks on PATH first, then where Debian keeps the server programs, of
// which the newest is taken.
func find() (binaries, error) {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(dirs, newestFirst)
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = slices.Insert(dirs, 0, filepath.Dir(real))
		}
	}
	for _, dir := range dirs {
		b := binaries{dir: dir}
		if !b.complete() {
			continue
		}
		var err error
		b.as, err = serverUser()
		return b, err
	}
	return binaries{}, errNotInstalled
}

// newestFirst orders folders such as /usr/lib/postgresql/15/bin by version.
func newestFirst(a, b string) int {
	version := func(dir string) float64 {
		v, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(dir)), 64)
		return v
	}
	switch va, vb := version(a), version(b); {
	case va > vb:
		return -1
	case va < vb:
		return 1
	}
	return 0
}

// complete reports whether a folder has a server, not only the client programs.
func (b binaries) complete() bool {
	for _, name := range []string{"initdb", "pg_ctl", "postgres"} {
		if _, err := exec.LookPath(b.path(name)); err != nil {
			return false
		}
	}
	return true
}

// serverUser returns the user to run the server as: PostgreSQL refuses to run as root, as which
// tests often run in a container.
func serverUser() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("pgtest: user %s: %w", name, err)
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("pgtest: user %s: %w", name, err)
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("pgtest: PostgreSQL does not run as root, and there is no user postgres or nobody")
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// command prepares a program to run as the server's user, in a folder that
// user may read, and free of the PG… variables that would lead it elsewhere.
func (b binaries) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") })
	cmd.Env = append(cmd.Env, "LC_ALL=C.UTF-8")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: b.as}
	return cmd
}

// run runs one of the server's programs to its end.
func (b binaries) run(name string, args ...string) error {
	if out, err := b.command(b.path(name), args...).CombinedOutput(); err != nil {
		return fmt.Errorf("pgtest: %s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// tempDir makes a folder in another that the server's user owns.
func (b binaries) tempDir(in string) (string, error) {
	dir, err := os.MkdirTemp(in, "rastro-pg-")
	if err != nil || b.as == nil {
		return dir, err
	}
	if err := os.Chown(dir, int(b.as.Uid), int(b.as.Gid)); err != nil {
		return "", errors.Join(err, os.Remove(dir))
	}
	return dir, nil
}

// freePort picks a port from below those that the system gives to outgoing
// connections: a stopped server has to find its port free when it comes back.
func freePort() (int, error) {
	const first, last, tries = 20000, 32000, 50
	var err error
	for range tries {
		port := first + rand.IntN(last-first)
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no free port between %d and %d: %w", first, last, err)
}
