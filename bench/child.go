package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// childSpec says how to start a program.
type childSpec struct {
	name string
	path string
	args []string
	env  []string
	// log is the file that takes standard error; out gets standard output. If out is nil, standard
	// output goes to log as well.
	log string
	out io.Writer
	// as is the user that it runs as, nil for the caller's; end is the signal that ends it
	// properly, SIGTERM if 0.
	as  *syscall.Credential
	end syscall.Signal
}

// child is a server under measurement. It never outlives the harness: a guard, a small shell, reads
// from a pipe whose other end only the harness holds, and ends the server when that pipe closes,
// whatever happened to the harness.
type child struct {
	name  string
	cmd   *exec.Cmd
	log   string
	end   syscall.Signal
	guard *exec.Cmd
	leash io.Closer
	ended chan struct{}
	once  sync.Once
}

const guardScript = `read -r _; kill -TERM "$1"; sleep 5; kill -KILL "$1"`

// stopPatience is how long a server may take to end in good order.
const stopPatience = 30 * time.Second

func startChild(s childSpec) (*child, error) {
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(s.path, s.args...)
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr, cmd.Stdout = log, log
	if s.out != nil {
		cmd.Stdout = s.out
	}
	// An interrupt from the keyboard is for the harness, which then stops its
	// children one by one.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.as}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", s.name, err)
	}
	c := &child{name: s.name, cmd: cmd, log: s.log, end: cmp.Or(s.end, syscall.SIGTERM), ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // its state shows how it ended
		close(c.ended)
	}()
	c.guard = exec.Command("sh", "-c", guardScript, "bench-guard", strconv.Itoa(c.pid()))
	c.guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if c.leash, err = c.guard.StdinPipe(); err == nil {
		err = c.guard.Start()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("guard %s: %w", s.name, err), c.stop())
	}
	return c, nil
}

func (c *child) pid() int { return c.cmd.Process.Pid }

// stop ends the server properly, and the guard before it, so that the guard never kills an
// unrelated process with the same id.
func (c *child) stop() (err error) {
	c.once.Do(func() {
		if c.guard.Process != nil {
			_ = c.guard.Process.Kill() // it only waits
			_ = c.guard.Wait()
		}
		_ = c.cmd.Process.Signal(c.end) // it may have ended by itself
		select {
		case <-c.ended:
		case <-time.After(stopPatience):
			_ = c.cmd.Process.Kill()
			<-c.ended
			err = fmt.Errorf("%s did not end within %s", c.name, stopPatience)
		}
	})
	return err
}

// said returns the server's last lines other than its access log, and how it ended if it did, to
// explain why it does not answer.
func (c *child) said() string {
	const most = 20
	text, _ := os.ReadFile(c.log)
	var lines []string
	for line := range strings.Lines(string(text[max(0, len(text)-1<<20):])) {
		if !strings.Contains(line, "msg=request") {
			lines = append(lines, line)
		}
	}
	said := strings.Join(lines[max(0, len(lines)-most):], "")
	select {
	case <-c.ended:
		return said + "(" + c.cmd.ProcessState.String() + ")"
	default:
		return said
	}
}
