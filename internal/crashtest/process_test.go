package crashtest

import (
	"io"
	"log"
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

const (
	accessKey = "rk_crash"
	secretKey = "rs_crash-test-secret"
)

// folder is where the program is built.
var folder string

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) { return testkit.Build(folder) })

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
	output *testkit.Transcript
	ended  chan struct{} // closed when the program has
}

func startProcess(t *testing.T, db string) *process {
	t.Helper()
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{output: &testkit.Transcript{}, ended: make(chan struct{})}
	p.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * writers}, Timeout: testkit.Patience}
	p.shell = exec.Command("sh", "-c", killer, "killer", binary, "serve", "--addr", "127.0.0.1:0", "--db", db)
	p.shell.Env = testkit.Without(os.Environ(), "RASTRO_")
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
	p.output.Await(t, what, p.ended, holds)
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
