// Package outside starts third-party servers that Rastro calls, for tests: a mail server and an
// OpenID Connect provider, which are npm packages in the folder e2e and run in Node.js, on the
// loopback address, and an S3 server, which is a program in bin/. They run until the test ends.
// Without them a test is skipped, and fails in CI.
package outside

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// server is a running script of e2e/outside.
type server struct {
	said chan []byte // the lines that it prints; closed when it ends
}

// maxLine limits a line of a server, such as a message in base64.
const maxLine = 8 << 20

// start runs a script that uses an npm package, with its settings.
func start(tb testing.TB, script, module string, about any) *server {
	tb.Helper()
	folder := filepath.Join(root(tb), "e2e")
	node, err := exec.LookPath("node")
	if err != nil {
		missing(tb, "node is missing: run apt-get install nodejs npm")
	}
	// Reading the files makes go test run again after they changed: it cannot see what node reads.
	path := filepath.Join(folder, "outside", script)
	for _, name := range []string{path, filepath.Join(folder, "package-lock.json")} {
		if _, err := os.Stat(name); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules", module)); err != nil {
		missing(tb, "e2e/node_modules/"+module+" is missing: run make deps")
	}
	told, err := json.Marshal(about)
	if err != nil {
		tb.Fatal(err)
	}
	return run(tb, exec.Command(node, path), told)
}

// run starts a server and ends it with the test. It also ends when its input does, so none outlives
// a killed test.
func run(tb testing.TB, cmd *exec.Cmd, told []byte) *server {
	tb.Helper()
	complaints := &testkit.Transcript{}
	cmd.Stderr = complaints
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	s := &server{said: make(chan []byte, 64)}
	go func() {
		defer close(s.said)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			s.said <- append([]byte(nil), lines.Bytes()...)
		}
	}()
	tb.Cleanup(func() {
		in.Close()
		for range s.said { // to its end: only then may Wait be called
		}
		cmd.Wait() // it was asked to end, so its status means nothing
		if tb.Failed() {
			tb.Logf("%s:\n%s", cmd, complaints)
		}
	})
	if _, err := in.Write(append(told, '\n')); err != nil {
		tb.Fatal(err)
	}
	return s
}

// next waits for the next line and reads it.
func (s *server) next(tb testing.TB, into any) {
	tb.Helper()
	select {
	case line, ok := <-s.said:
		if !ok {
			tb.Fatal("the server ended")
		}
		if err := json.Unmarshal(line, into); err != nil {
			tb.Fatalf("the server said %q: %v", line, err)
		}
	case <-time.After(testkit.Patience):
		tb.Fatalf("the server said nothing within %s", testkit.Patience)
	}
}

// missing ends a test that lacks its server.
func missing(tb testing.TB, why string) {
	tb.Helper()
	if os.Getenv("CI") == "true" {
		tb.Fatal(why)
	}
	tb.Skip(why)
}

// root returns the project's folder. Tests run in the folder of their package.
func root(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			tb.Fatal("no go.mod above the test")
		}
		folder = above
	}
}
