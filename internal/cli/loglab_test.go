package cli_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/cli"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// asProgram makes the test binary act as the program itself: what a test starts as a child process,
// to kill it, is this very build.
const asProgram = "CLI_TEST_AS_PROGRAM"

// The first key of every server under test.
const (
	rootAccess = "rk_cli"
	rootSecret = "rs_secret-of-the-cli-tests"
)

// pause is the time between two checks.
const pause = 10 * time.Millisecond

// until repeats a check until it succeeds. It is for what a server does by itself (adding records
// to its log, reloading keys) and shows only in its answers: no event tells an HTTP caller.
func until(t *testing.T, look func(late bool) (done bool)) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); !look(time.Now().After(deadline)); {
		time.Sleep(pause)
	}
}

// engines are the databases that a test runs on, each new and empty.
var engines = []struct {
	name string
	db   func(*testing.T) string
}{
	{"sqlite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "rastro.db") }},
	{"postgres", func(t *testing.T) string { return pgtest.DSN(t) }},
}

// run runs a command to its end.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(t.Context(), args, []string{"STATE_DIRECTORY=" + os.Getenv("STATE_DIRECTORY")}, &out, &errs)
	return code, out.String(), errs.String()
}

// listening extracts the address from a server's output. It keeps reading, so that the server can
// keep printing.
type listening struct {
	mu   sync.Mutex
	text strings.Builder
	url  chan string
	said bool
}

var address = regexp.MustCompile(`listening on (http://\S+)`)

func newListening() *listening { return &listening{url: make(chan string, 1)} }

func (l *listening) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	if m := address.FindStringSubmatch(l.text.String()); m != nil && !l.said {
		l.said = true
		l.url <- m[1]
	}
	return len(p), nil
}

func (l *listening) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// client calls one server with the root key.
type client struct{ url string }

// caller keeps connections, so that a busy test does not open and close them
// all the time.
var caller = &http.Client{
	Timeout:   testkit.Patience,
	Transport: &http.Transport{MaxIdleConnsPerHost: 64},
}

func (c client) do(ctx context.Context, method, path, body string, header ...string) (status int, answer []byte, h http.Header, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	request.Header.Set("X-API-ACCESS-KEY", rootAccess)
	request.Header.Set("X-API-SECRET-KEY", rootSecret)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := caller.Do(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, response.Header, err
}

func environ() []string {
	return []string{"STATE_DIRECTORY=" + os.Getenv("STATE_DIRECTORY"), "RASTRO_ROOT_ACCESS_KEY=" + rootAccess, "RASTRO_ROOT_SECRET_KEY=" + rootSecret}
}

// serve runs a server in this process until the test ends, or until stop.
func serve(t *testing.T, db string, args ...string) (c client, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, errs := newListening(), newListening()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args...), environ(), out, errs)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("serve exited with %d:\n%s", code, errs)
		}
	})
	t.Cleanup(stop)
	select {
	case url := <-out.url:
		return client{url}, stop
	case code := <-ended:
		ended <- code
		t.Fatalf("serve exited with %d:\n%s", code, errs)
	case <-time.After(testkit.Patience):
		t.Fatalf("serve did not start:\n%s", errs)
	}
	return client{}, nil
}

// process is a server in its own process.
type process struct {
	client
	cmd *exec.Cmd
	err *listening
}

// spawn starts a server as a child process.
func spawn(t *testing.T, db string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, errs := newListening(), newListening()
	cmd := exec.Command(self, append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args...)...)
	cmd.Env = append(append(os.Environ(), asProgram+"=1"), environ()...)
	cmd.Stdout, cmd.Stderr = out, errs
	cmd.WaitDelay = time.Second
	if _, err := cmd.StdinPipe(); err != nil { // held open while the test lives
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: cmd, err: errs}
	t.Cleanup(p.kill)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed, as a rule
		close(ended)
	}()
	select {
	case p.url = <-out.url:
	case <-ended:
		t.Fatalf("the server ended:\n%s", errs)
	case <-time.After(testkit.Patience):
		t.Fatalf("the server did not start:\n%s", errs)
	}
	return p
}

// kill ends the process as a loss of power would.
func (p *process) kill() { _ = p.cmd.Process.Kill() }
