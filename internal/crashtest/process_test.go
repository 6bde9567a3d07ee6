package crashtest

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	accessKey = "rk_crash"
	secretKey = "rs_crash-test-secret"
)

// patience bounds what a healthy machine does in a moment.
const patience = 30 * time.Second

// eventually waits for a condition that another process brings about, and that shows in
// answers or in its database alone: nothing tells when it holds, so it is asked again. What
// a process prints is awaited: see transcript.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s", what, patience)
		}
	}
}

// folder is where the program is built.
var folder string

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) {
	binary := filepath.Join(folder, "rastro")
	if out, err := exec.Command("go", "build", "-o", binary, "rastro/cmd/rastro").CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return binary, nil
})

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "rastro-crash-"); err != nil {
		log.Fatal(err)
	}
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		log.Fatal(err)
	}
	os.Exit(code)
}

// killer runs a program until its own standard input ends, then kills it and
// exits as it did. So the program dies at the test's word, and also when the
// test process does, in whatever way; and as its parent the shell cannot mistake
// another for it. Descriptor 3 is left to the program alone: it ends with it.
const killer = `"$@" & echo "pid $!"; exec 3>&-; read -r _; kill -KILL $!; wait $!`

// process is a running server.
type process struct {
	url    string
	pid    int
	client *http.Client
	shell  *exec.Cmd
	leash  io.Closer
	output *transcript
	ended  chan struct{} // closed when the program has
}

func startProcess(t *testing.T, db string) *process {
	t.Helper()
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{output: &transcript{}, ended: make(chan struct{})}
	p.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * writers}, Timeout: patience}
	p.shell = exec.Command("sh", "-c", killer, "killer", binary, "serve", "--addr", "127.0.0.1:0", "--db", db)
	p.shell.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "RASTRO_") })
	p.shell.Env = append(p.shell.Env, "STATE_DIRECTORY="+folder, "RASTRO_ROOT_ACCESS_KEY="+accessKey, "RASTRO_ROOT_SECRET_KEY="+secretKey)
	p.shell.Stdout, p.shell.Stderr = p.output, p.output
	if p.leash, err = p.shell.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	life, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.shell.ExtraFiles = []*os.File{held}
	err = p.shell.Start()
	held.Close()
	if err != nil {
		life.Close()
		t.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, life)
		life.Close()
		close(p.ended)
	}()
	t.Cleanup(p.kill) // a second time, as a rule
	listening := regexp.MustCompile(`(?s)pid (\d+)\n.*is listening on (http://\S+)`)
	p.await(t, "the server listens", func(said string) bool {
		found := listening.FindStringSubmatch(said)
		if found != nil {
			p.url = found[2]
			p.pid, err = strconv.Atoi(found[1])
		}
		return found != nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// await waits until what the process has printed is as it should be.
func (p *process) await(t *testing.T, what string, holds func(said string) bool) {
	t.Helper()
	for late := time.After(patience); ; {
		more := p.output.more() // before it is read
		if holds(p.output.String()) {
			return
		}
		select {
		case <-more:
		case <-p.ended:
			if holds(p.output.String()) {
				return
			}
			t.Fatalf("%s: the server ended: %s", what, p.output)
		case <-late:
			t.Fatalf("%s: not within %s: %s", what, patience, p.output)
		}
	}
}

// kill ends the process with SIGKILL, if it has not ended, and waits until it
// is gone.
func (p *process) kill() {
	_ = p.leash.Close()
	_ = p.shell.Wait()
	p.client.CloseIdleConnections()
}

// answer is a response read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do makes a request. An error means that there was no whole answer.
func (p *process) do(method, path, body, idempotencyKey string) (answer, error) {
	r, err := http.NewRequest(method, p.url+path, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	r.SetBasicAuth(accessKey, secretKey)
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, read}, err
}

// transcript is what a process printed so far.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	grew chan struct{} // closed at the next write, where somebody waits for it
}

// more returns what is closed once more is written.
func (t *transcript) more() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.grew == nil {
		t.grew = make(chan struct{})
	}
	return t.grew
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.grew != nil {
		close(t.grew)
		t.grew = nil
	}
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
