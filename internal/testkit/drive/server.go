// Package drive runs the built program, lets writers write to it over HTTP while a test disturbs
// it, and then compares the store with the acknowledged writes: every acknowledged write is
// complete, every other write is complete or absent, nothing is there twice, and the public log
// extends every checkpoint that was served.
package drive

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rastro/internal/testkit"
)

// The first key of every store.
const (
	AccessKey = "rk_drive"
	SecretKey = "rs_drive-test-secret"
)

// folder is where the program is built.
var folder string

var build = sync.OnceValues(func() (string, error) {
	if folder == "" {
		return "", errors.New("TestMain has to call drive.Main")
	}
	return testkit.Build(folder)
})

// Main runs a package's tests and returns the exit code. The program is built once for all of them,
// on first use.
func Main(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "rastro-drive-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// Program returns the path of the built program.
func Program(tb testing.TB) string {
	tb.Helper()
	binary, err := build()
	if err != nil {
		tb.Fatal(err)
	}
	return binary
}

// killer runs a program until its own standard input ends, then kills it and exits with its status.
// So the program dies on the test's command, and also when the test process dies in any way; and as
// its parent, the shell cannot mistake another process for it. Descriptor 3 belongs to the program
// alone, and closes with it.
const killer = `"$@" & echo "pid $!"; exec 3>&-; read -r _; kill -KILL $!; wait $!`

// Server is a running server.
type Server struct {
	URL    string
	PID    int
	Output *testkit.Transcript
	Ended  chan struct{} // closed when the program has

	client *http.Client
	shell  *exec.Cmd
	leash  io.Closer
}

// How says how a server is started.
type How struct {
	Under []string // a command that becomes the program that its last arguments name
	Addr  string   // to listen on; "" is a free port of the loopback address
	Flags []string
	Env   []string
}

// Start starts a server on a store and waits until it listens.
func Start(tb testing.TB, store *Store, how How) *Server {
	tb.Helper()
	if how.Addr == "" {
		how.Addr = "127.0.0.1:0"
	}
	s := &Server{Output: &testkit.Transcript{}, Ended: make(chan struct{})}
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * writers}, Timeout: testkit.Patience}
	args := append([]string{"-c", killer, "killer"}, how.Under...)
	args = append(args, Program(tb), "serve", "--addr", how.Addr, "--db", store.DB)
	s.shell = exec.Command("sh", append(args, how.Flags...)...)
	s.shell.Env = append(environ(), "RASTRO_ROOT_ACCESS_KEY="+AccessKey, "RASTRO_ROOT_SECRET_KEY="+SecretKey)
	s.shell.Env = append(s.shell.Env, how.Env...)
	s.shell.Stdout, s.shell.Stderr = s.Output, s.Output
	s.start(tb)
	tb.Cleanup(s.Kill) // a second time, as a rule
	listening := regexp.MustCompile(`(?s)pid (\d+)\n.*is listening on (http://\S+)`)
	var err error
	s.Await(tb, "the server listens", func(said string) bool {
		found := listening.FindStringSubmatch(said)
		if found != nil {
			s.URL = found[2]
			s.PID, err = strconv.Atoi(found[1])
		}
		return found != nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// environ returns the program's environment: nothing of this machine's settings, and a folder for
// the key of a log that is outside its database.
func environ() []string {
	return append(testkit.Without(os.Environ(), "RASTRO_"), "STATE_DIRECTORY="+folder)
}

// start starts the shell, and notices when the program ends.
func (s *Server) start(tb testing.TB) {
	tb.Helper()
	var err error
	if s.leash, err = s.shell.StdinPipe(); err != nil {
		tb.Fatal(err)
	}
	life, held, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	s.shell.ExtraFiles = []*os.File{held}
	err = s.shell.Start()
	held.Close()
	if err != nil {
		life.Close()
		tb.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, life)
		life.Close()
		close(s.Ended)
	}()
}

// Await waits until the server's output meets a condition.
func (s *Server) Await(tb testing.TB, what string, holds func(said string) bool) {
	tb.Helper()
	s.Output.Await(tb, what, s.Ended, holds)
}

// Kill ends the server with SIGKILL, if it has not ended, and waits until it is gone.
func (s *Server) Kill() {
	_ = s.leash.Close()
	_ = s.shell.Wait()
	s.client.CloseIdleConnections()
}

// Complaints returns the server's output without the lines of successful requests.
func (s *Server) Complaints() string {
	var b strings.Builder
	for line := range strings.Lines(s.Output.String()) {
		if !strings.Contains(line, "level=INFO") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// ExitCode returns the server's exit code after Kill, as a shell reports it.
func (s *Server) ExitCode() int { return s.shell.ProcessState.ExitCode() }

// Answer is a response read to its end.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do makes a request with the first key. An error means that there was no whole answer.
// header has names and values by turns.
func (s *Server) Do(method, path, body string, header ...string) (Answer, error) {
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	r.SetBasicAuth(AccessKey, SecretKey)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	return Answer{resp.StatusCode, resp.Header, read}, err
}

// Ready returns the server's own report: whether it is ready, and the whole body. A server that
// does not answer is not ready.
func (s *Server) Ready() (bool, string) {
	a, err := s.Do("GET", "/readyz", "")
	if err != nil {
		return false, err.Error()
	}
	return a.Status == http.StatusOK, string(a.Body)
}
