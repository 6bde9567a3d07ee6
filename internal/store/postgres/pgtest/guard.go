package pgtest

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guardScript waits for the end of its standard input. Then it stops the server, if one is running,
// and deletes the folder. The last thing a server does is to delete its pid file; ten seconds are
// twice as long as it waits for its children. The second rm is for files that a process on its way
// out, such as an initdb, wrote during the first.
const guardScript = `
read -r _
file=$1/data/postmaster.pid
if read -r pid <"$file" && kill -QUIT "$pid"; then
	kill -CONT "$pid" # a test may have paused it
	for _ in $(seq 100); do
		[ -e "$file" ] || break
		sleep 0.1
	done
fi
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`

// guard is a small shell that outlives the test process and cleans up after it.
//
// A test process cannot always clean up: it may panic, reach the timeout of go test, be interrupted
// at the keyboard, or be killed. In all these cases the kernel closes its files. So the guard reads
// from a pipe whose other end only the test process holds, and the end of the pipe means the end of
// the tests. A parent-death signal on the server would do less: it exists only on Linux, depends on
// the thread rather than the process, and leaves the folder behind.
type guard struct {
	shell *exec.Cmd
	leash io.Closer
}

// watch starts a guard for a folder and the server that will run in it.
func watch(dir string) (*guard, error) {
	shell := exec.Command("sh", "-c", guardScript, "pgtest-guard", dir)
	// It has its own process group, because an interrupt from the keyboard goes to the whole group
	// of the tests. Its output is discarded: go test would wait for a process that still holds the
	// test's output.
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	leash, err := shell.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("pgtest: guard: %w", err)
	}
	if err := shell.Start(); err != nil {
		return nil, fmt.Errorf("pgtest: guard: %w", err)
	}
	return &guard{shell, leash}, nil
}

// release lets the guard clean up, and waits for it.
func (g *guard) release() error {
	if err := errors.Join(g.leash.Close(), g.shell.Wait()); err != nil {
		return fmt.Errorf("pgtest: guard of %s: %w", g.shell.Args[len(g.shell.Args)-1], err)
	}
	return nil
}
