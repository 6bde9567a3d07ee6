// Package crashtest ends the program as operators and accidents do, and checks what is left. Faults
// under load are in package chaos.
package crashtest

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

func TestMain(m *testing.M) { os.Exit(drive.Main(m)) }

// TestSignals ends the program as an operator would: in good order, and at once
// when told a second time.
func TestSignals(t *testing.T) {
	t.Parallel()
	const killed = 128 + int(syscall.SIGTERM) // as a shell reports it
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
			p := drive.Start(t, drive.SQLite(filepath.Join(t.TempDir(), "rastro.db")), drive.How{})
			if c.busy {
				occupy(t, p)
			}
			for i, signal := range c.signals {
				if err := syscall.Kill(p.PID, signal); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					p.Await(t, "it begins to stop", func(said string) bool { return strings.Contains(said, "stopping") })
				}
			}
			select {
			case <-p.Ended:
			case <-time.After(testkit.Patience):
				t.Fatalf("it does not end: %s", p.Output)
			}
			p.Kill()
			if got := p.ExitCode(); got != c.want {
				t.Errorf("exit code %d, want %d: %s", got, c.want, p.Output)
			}
		})
	}
}

// occupy begins a request that never ends.
func occupy(t *testing.T, p *drive.Server) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Length: 100\r\n\r\n{",
		"/armazenamento/recebimento", drive.AccessKey, drive.SecretKey); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the request is under way", func() bool {
		a, err := p.Do("GET", "/metrics", "")
		return err == nil && strings.Contains(string(a.Body), "\nhttp_server_active_requests 2\n")
	})
}
