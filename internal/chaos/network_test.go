//go:build linux

package chaos

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"rastro/internal/testkit/drive"
)

// dial opens as many connections to the server as allowed.
func dial(t *testing.T, s *site, n int) []net.Conn {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if most := int(limit.Cur) - 500; n > most {
		t.Logf("only %d connections: the limit of open files is %d", most, limit.Cur)
		n = most
	}
	var conns []net.Conn
	for range n {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.server.URL, "http://"))
		if err != nil {
			t.Fatalf("after %d connections: %v", len(conns), err)
		}
		conns = append(conns, conn)
	}
	return conns
}

func hangUp(conns []net.Conn) func() {
	return func() {
		for _, conn := range conns {
			conn.Close()
		}
	}
}

// idle opens connections that send nothing.
func idle(t *testing.T, s *site, _ *drive.Round) func() {
	return hangUp(dial(t, s, number("CONNECTIONS", 100)))
}

// slowloris opens connections that send requests a byte at a time and never finish one.
func slowloris(t *testing.T, s *site, _ *drive.Round) func() {
	conns := dial(t, s, number("SLOW", 50))
	request := "POST /armazenamento/recebimento HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nX-Slow: "
	stop := make(chan struct{})
	var dripping sync.WaitGroup
	dripping.Go(func() {
		for at := 0; ; at++ {
			for i, conn := range conns {
				select {
				case <-stop:
					return
				default:
				}
				next := byte('x')
				if at+i%7 < len(request) {
					next = request[min(at, len(request)-1)]
				}
				_, _ = conn.Write([]byte{next}) // the server may have hung up: so it should
			}
			s.server.Ready() // no faster than others are answered
		}
	})
	return func() {
		close(stop)
		hangUp(conns)()
		dripping.Wait()
	}
}

// onLittleMemory returns a server to which the kernel gives only as much memory as the documents
// require for the smallest --memory.
func onLittleMemory(t *testing.T) *site {
	t.Helper()
	const kib = (512 + 48) << 10
	return newSite(t, t.TempDir(), nil, drive.How{
		Under: []string{"sh", "-c", fmt.Sprintf(`ulimit -d %d && exec "$@"`, kib), "sh"},
		Flags: []string{"--memory", "128MiB"},
	})
}

// largeImports sends large bodies at once, more than there is memory for. They are dry runs,
// because only their memory matters.
func largeImports(t *testing.T, s *site, _ *drive.Round) func() {
	body := strings.Repeat(`{"safraId":"M","safraCodigo":"2025","dados":{"observacao":"`+strings.Repeat("x", 2000)+`"}}`+"\n", number("IMPORT_ROWS", 2000))
	var sending sync.WaitGroup
	for range 8 {
		sending.Go(func() {
			a, err := s.server.Do("POST", "/armazenamento/recebimento/all?simular=true", body, "Content-Type", "application/x-ndjson")
			if err != nil || a.Status != 200 && a.Status != 503 {
				t.Errorf("a large import: %d %.200s, %v", a.Status, a.Body, err)
			}
		})
	}
	return sending.Wait
}

// needsNetwork reports whether a slow network can be made here.
func needsNetwork() error {
	if err := needsRoot(); err != nil {
		return err
	}
	for _, program := range []string{"ip", "tc"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("needs %s (iproute2)", program)
		}
	}
	if said, err := exec.Command("unshare", "--net", "sh", "-c", "ip link add near0 type veth peer name far0 && tc qdisc add dev near0 root tbf "+slowness).CombinedOutput(); err != nil {
		return fmt.Errorf("the kernel makes no slow network: %s", strings.TrimSpace(string(said)))
	}
	return nil
}

// slowness is a bad connection: 256 kbit/s, both ways.
const slowness = "rate 256kbit burst 4kb latency 2s"

// cable connects to the network of a server.
type cable struct{ network, near, far string }

// onNetwork has the server in a network of its own, at the other end of a cable.
func onNetwork(t *testing.T) *site {
	t.Helper()
	id := os.Getpid() % 10_000
	c := &cable{fmt.Sprintf("rastro%d", id), fmt.Sprintf("rn%d", id), fmt.Sprintf("rf%d", id)}
	address := func(n int) string { return fmt.Sprintf("198.18.%d.%d", id%250, n) } // for tests of networks
	command(t, "ip", "netns", "add", c.network)
	t.Cleanup(func() { command(t, "ip", "netns", "del", c.network) }) // and the cable with it
	command(t, "ip", "link", "add", c.near, "type", "veth", "peer", "name", c.far, "netns", c.network)
	command(t, "ip", "addr", "add", address(1)+"/30", "dev", c.near)
	command(t, "ip", "link", "set", c.near, "up")
	command(t, "ip", "-n", c.network, "addr", "add", address(2)+"/30", "dev", c.far)
	command(t, "ip", "-n", c.network, "link", "set", c.far, "up")
	s := newSite(t, t.TempDir(), nil, drive.How{Under: []string{"ip", "netns", "exec", c.network}, Addr: address(2) + ":0"})
	s.cable = c
	return s
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if said, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Errorf("%s %s: %v: %s", name, strings.Join(args, " "), err, said)
	}
}

// slowDown makes the cable slow, both ways.
func slowDown(t *testing.T, s *site, _ *drive.Round) func() {
	ends := func(action string, rest ...string) {
		command(t, "tc", append([]string{"qdisc", action, "dev", s.cable.near, "root"}, rest...)...)
		command(t, "ip", append([]string{"netns", "exec", s.cable.network, "tc", "qdisc", action, "dev", s.cable.far, "root"}, rest...)...)
	}
	ends("add", append([]string{"tbf"}, strings.Fields(slowness)...)...)
	return func() { ends("del") }
}
