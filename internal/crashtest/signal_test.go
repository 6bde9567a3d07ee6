package crashtest

import (
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// TestSignals ends the program as an operator would: in good order, and at once
// when told a second time.
func TestSignals(t *testing.T) {
	t.Parallel()
	const killed = 128 + int(syscall.SIGTERM) // as a shell tells it
	for _, c := range []struct {
		name    string
		busy    bool // with a request that does not end
		signals []syscall.Signal
		want    int
	}{
		{"interrupt", false, []syscall.Signal{syscall.SIGINT}, 0},
		{"terminate", false, []syscall.Signal{syscall.SIGTERM}, 0},
		{"terminate twice", true, []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM}, killed},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startProcess(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
			if c.busy {
				p.occupy(t)
			}
			for i, signal := range c.signals {
				if err := syscall.Kill(p.pid, signal); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					p.await(t, "it begins to stop", func(said string) bool { return strings.Contains(said, "stopping") })
				}
			}
			select {
			case <-p.ended:
			case <-time.After(testkit.Patience):
				t.Fatalf("it does not end: %s", p.output)
			}
			p.kill()
			if got := p.shell.ProcessState.ExitCode(); got != c.want {
				t.Errorf("exit code %d, want %d: %s", got, c.want, p.output)
			}
		})
	}
}

// occupy begins a request that never ends.
func (p *process) occupy(t *testing.T) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Length: 100\r\n\r\n{",
		prefixes[0], accessKey, secretKey); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the request is under way", func() bool {
		resp, err := p.client.Get(p.url + "/metrics")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return err == nil && strings.Contains(string(body), "\nhttp_server_active_requests 2\n")
	})
}
