//go:build linux

// Package memorytest attacks the real program with everything that makes it use
// memory, under a limit that the kernel enforces.
package memorytest

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"rastro/internal/testkit"
)

const (
	accessKey = "rk_attack"
	secretKey = "rs_attack-test-secret"
)

// patience bounds one request; a busy machine takes its time.
const patience = 5 * time.Minute

// victim is a running server.
type victim struct {
	t       *testing.T
	url     string
	address string
	pid     int
	client  *http.Client
	output  *testkit.Transcript
	ended   chan struct{} // closed when the process has ended
}

var listening = regexp.MustCompile(`is listening on http://(\S+) `)

// victimVariable names the program that this test becomes instead of running.
const victimVariable = "MEMORYTEST_VICTIM"

// untouched is memory that the program maps but never uses, which the kernel counts although no
// machine needs it: Go's index of its address space, and the collector's headroom (see
// cli/memory.go).
const untouched = 32*mib + 16*mib

// TestMain becomes the victim if it was started as one: the limit is set for this process, and the
// program replaces it. The kernel counts all memory that the process could write to, whether in use
// or not, and refuses more; Go ends a process that is refused memory. Unlike a control group, this
// needs neither root nor a system that delegates groups, so the limit works wherever the test runs.
func TestMain(m *testing.M) {
	if program := os.Getenv(victimVariable); program != "" {
		err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: ceiling + untouched, Max: ceiling + untouched})
		if err == nil {
			err = syscall.Exec(program, append([]string{program}, os.Args[1:]...), testkit.Without(os.Environ(), victimVariable))
		}
		fmt.Fprintln(os.Stderr, "becoming the victim:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// startVictim builds the program, or takes the one that RASTRO_ATTACK_BINARY names
// (to compare with an older one), and starts it within the limit.
func startVictim(t *testing.T, options ...string) *victim {
	t.Helper()
	folder := t.TempDir()
	binary := os.Getenv("RASTRO_ATTACK_BINARY")
	if binary == "" {
		var err error
		if binary, err = testkit.Build(folder); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t, output: &testkit.Transcript{}, ended: make(chan struct{}),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: patience}}
	server := exec.CommandContext(t.Context(), self, append([]string{"serve", "--addr", "127.0.0.1:0", "--demo", "--db", "sqlite:" + filepath.Join(folder, "rastro.db")}, options...)...)
	server.Env = append(testkit.Without(os.Environ(), "RASTRO_", "GOMEMLIMIT", "GOGC"), victimVariable+"="+binary,
		"RASTRO_ROOT_ACCESS_KEY="+accessKey, "RASTRO_ROOT_SECRET_KEY="+secretKey, "TMPDIR="+folder)
	server.Stdout, server.Stderr = v.output, v.output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	v.pid = server.Process.Pid
	go func() {
		_ = server.Wait() // how it ended is in its output
		close(v.ended)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-v.ended
		v.client.CloseIdleConnections()
	})
	v.output.Await(t, "the server listens", v.ended, func(said string) bool {
		found := listening.FindStringSubmatch(said)
		if found != nil {
			v.address, v.url = found[1], "http://"+found[1]
		}
		return found != nil
	})
	return v
}

// alive reports whether the server has not ended.
func (v *victim) alive() bool {
	select {
	case <-v.ended:
		return false
	default:
		return true
	}
}

// memory is the memory use of a process.
type memory struct {
	peak  int64 // the most that was ever in use
	bound int64 // counted by the kernel against the limit
}

func (m memory) String() string {
	return fmt.Sprintf("peak %3d MiB, %3d MiB of the limit", m.peak/mib, m.bound/mib)
}

// memory returns the server's memory use.
func (v *victim) memory() memory {
	v.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.pid))
	if err != nil {
		v.t.Fatalf("the server is gone: %v\n%s", err, v.output)
	}
	field := func(name string) int64 {
		found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(status)
		if found == nil {
			v.t.Fatalf("the server is gone:\n%s", v.output)
		}
		kib, err := strconv.ParseInt(string(found[1]), 10, 64)
		if err != nil {
			v.t.Fatal(err)
		}
		return kib << 10
	}
	return memory{peak: field("VmHWM"), bound: field("VmData")}
}

// request makes a request. What is answered is read and thrown away.
func (v *victim) request(method, path string, body io.Reader, header ...string) (status int, retry string, err error) {
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, body)
	if err != nil {
		return 0, "", err
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := v.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, answer.Header.Get("Retry-After"), err
}

// returns is how often a caller who is told to come back does so.
const returns = 20

// outcome is the result for the callers of an attack.
type outcome struct {
	mu       sync.Mutex
	statuses map[int]int
	busy     int // answers that said to come back
}

func (o *outcome) count(status int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.statuses == nil {
		o.statuses = map[int]int{}
	}
	o.statuses[status]++
}

func (o *outcome) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy == 0 {
		return fmt.Sprint(o.statuses)
	}
	return fmt.Sprint(o.statuses, " and ", o.busy, " times 503")
}

// insist repeats a request while it is told to come back, and returns the last status. A 503 must
// say when to come back; the queue has already made the caller wait, so it comes at once.
func (v *victim) insist(o *outcome, what string, request func() (status int, retry string, err error)) {
	for range returns {
		status, retry, err := request()
		if err != nil {
			v.t.Errorf("%s: %v", what, err)
			return
		}
		if status != http.StatusServiceUnavailable {
			o.count(status)
			return
		}
		if retry == "" {
			v.t.Errorf("%s: 503 without Retry-After", what)
		}
		o.mu.Lock()
		o.busy++
		o.mu.Unlock()
	}
	o.count(http.StatusServiceUnavailable)
}

// flood makes a request many times concurrently. Each caller repeats it until it is served.
func (v *victim) flood(n int, method, path string, body []byte, header ...string) *outcome {
	v.t.Helper()
	var o outcome
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			v.insist(&o, method+" "+path, func() (int, string, error) {
				return v.request(method, path, bytes.NewReader(body), header...)
			})
		})
	}
	all.Wait()
	return &o
}

// hold opens connections, sends each the same bytes and leaves them. It returns
// those that could be opened.
func (v *victim) hold(n int, sent []byte) []net.Conn {
	v.t.Helper()
	held := make([]net.Conn, n)
	var all sync.WaitGroup
	places := make(chan struct{}, 256)
	for i := range n {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			conn, err := net.DialTimeout("tcp", v.address, 2*time.Second)
			if err != nil {
				return // the server accepts no more, which is one way to respect the limit
			}
			_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10) // so that the system takes little of an answer
			_ = conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
			_, _ = conn.Write(sent)
			held[i] = conn
		})
	}
	all.Wait()
	return slices.DeleteFunc(held, func(c net.Conn) bool { return c == nil })
}

// answered waits until the server has begun to answer n of the connections, so that their requests
// are running. Nothing more is read from them.
func (v *victim) answered(held []net.Conn, n int) {
	v.t.Helper()
	begun := make(chan bool, len(held))
	for _, conn := range held {
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		go func() {
			read, _ := conn.Read(make([]byte, 1))
			begun <- read > 0
		}()
	}
	for range held {
		if <-begun {
			n--
		}
		if n <= 0 {
			return
		}
	}
	v.t.Errorf("the server left %d more requests alone", n)
}
