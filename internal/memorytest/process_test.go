//go:build linux

// Package memorytest attacks the real program with everything that makes it hold
// memory, and looks at how much it took.
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
	"strings"
	"sync"
	"testing"
	"time"
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
	output  *transcript
}

// transcript is what the server says.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// startVictim builds the program, or takes the one that RASTRO_ATTACK_BINARY names
// (to compare with an older one), and starts it.
func startVictim(t *testing.T, options ...string) *victim {
	t.Helper()
	folder := t.TempDir()
	binary := os.Getenv("RASTRO_ATTACK_BINARY")
	if binary == "" {
		binary = filepath.Join(folder, "rastro")
		if out, err := exec.Command("go", "build", "-o", binary, "rastro/cmd/rastro").CombinedOutput(); err != nil {
			t.Fatalf("building the program: %v\n%s", err, out)
		}
	}
	v := &victim{t: t, output: &transcript{}, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: patience}}
	server := exec.CommandContext(t.Context(), binary, append([]string{"serve", "--addr", "127.0.0.1:0", "--demo", "--db", "sqlite:" + filepath.Join(folder, "rastro.db")}, options...)...)
	server.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "RASTRO_") || strings.HasPrefix(v, "GOMEMLIMIT") })
	server.Env = append(server.Env, "RASTRO_ROOT_ACCESS_KEY="+accessKey, "RASTRO_ROOT_SECRET_KEY="+secretKey, "TMPDIR="+folder)
	server.Stdout, server.Stderr = v.output, v.output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	v.pid = server.Process.Pid
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
		v.client.CloseIdleConnections()
	})
	listening := regexp.MustCompile(`is listening on http://(\S+)`)
	for v.address == "" {
		select {
		case <-ended:
			t.Fatalf("the server ended: %s", v.output)
		case <-time.After(10 * time.Millisecond):
		}
		if found := listening.FindStringSubmatch(v.output.String()); found != nil {
			v.address, v.url = found[1], "http://"+found[1]
		}
	}
	return v
}

// peak is the most memory that the process ever held.
func (v *victim) peak() int64 {
	v.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.pid))
	if err != nil {
		v.t.Fatalf("the server is gone: %v\n%s", err, v.output)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		v.t.Fatalf("the server is gone:\n%s", v.output)
	}
	kib, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		v.t.Fatal(err)
	}
	return kib << 10
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

// flood makes a request many times at once, and counts the statuses. A 503 must say
// when to come back.
func (v *victim) flood(n int, method, path string, body []byte, header ...string) map[int]int {
	v.t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	statuses := map[int]int{}
	for range n {
		all.Go(func() {
			status, retry, err := v.request(method, path, bytes.NewReader(body), header...)
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
			if err != nil {
				v.t.Errorf("%s %s: %v", method, path, err)
			}
			if status == http.StatusServiceUnavailable && retry == "" {
				v.t.Errorf("%s %s: 503 without Retry-After", method, path)
			}
		})
	}
	all.Wait()
	return statuses
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
				return // the server takes no more: that is a way to stand it
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

// busyWith waits until the server has so many requests under way.
func (v *victim) busyWith(n int) {
	v.t.Helper()
	active := regexp.MustCompile(`(?m)^http_server_active_requests (\d+)`)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		answer, err := v.client.Get(v.url + "/metrics")
		if err != nil {
			continue // it has no place for us at the moment
		}
		text, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if found := active.FindSubmatch(text); found != nil {
			if under, _ := strconv.Atoi(string(found[1])); under > n {
				return
			}
		}
	}
	v.t.Errorf("the server was never busy with %d requests", n)
}
