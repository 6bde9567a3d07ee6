package pgtest

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guardScript waits for the end of its standard input, then ends the server, if
// one runs, and removes the folder. A server removes its pid file as the last
// thing it does; ten seconds are twice what it gives its own children to end.
// The second rm is for files that a process already on its way out, such as an
// initdb, wrote during the first.
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
// A test process does not always get to clean up: it panics, runs into go
// test's timeout, is interrupted at the keyboard, or is killed. What happens in
// all of these cases is that the kernel closes its files; so the guard reads
// from a pipe whose other end only the test process holds, and takes the end
// of that pipe as the end of the tests. A parent-death signal on the server
// would do less: it exists on Linux only, follows the thread and not the
// process, and leaves the folder behind.
type guard struct {
	shell *exec.Cmd
	leash io.Closer
}

// watch starts a guard for a folder and the server that will run in it.
func watch(dir string) (*guard, error) {
	shell := exec.Command("sh", "-c", guardScript, "pgtest-guard", dir)
	// Its own process group, since an interrupt from the keyboard goes to
	// the whole group of the tests. Its output goes nowhere: go test would
	// wait for a process that still holds the test's own.
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

// release lets the guard do its work and waits for it.
func (g *guard) release() error {
	if err := errors.Join(g.leash.Close(), g.shell.Wait()); err != nil {
		return fmt.Errorf("pgtest: guard of %s: %w", g.shell.Args[len(g.shell.Args)-1], err)
	}
	return nil
}
