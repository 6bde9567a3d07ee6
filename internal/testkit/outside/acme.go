package outside

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"rastro/internal/servercert/certtest"
	"rastro/internal/testkit"
)

// ACME is a running authority that makes certificates.
type ACME struct {
	Directory string
	Roots     string         // a file that vouches for the authority itself
	Issues    *x509.CertPool // what vouches for its certificates
}

// StartACME starts Let's Encrypt's test server (bin/pebble, see scripts/install-test-deps).
// Every name resolves to the loopback address, where it validates names on two ports.
func StartACME(tb testing.TB, httpPort, tlsPort int) *ACME {
	tb.Helper()
	program := filepath.Join(root(tb), "bin", "pebble")
	if _, err := os.Stat(program); err != nil {
		missing(tb, "bin/pebble is missing: run make deps")
	}
	folder := tb.TempDir()
	pair := certtest.New(tb, "127.0.0.1", time.Now().Add(24*time.Hour))
	cert, key := pair.Write(tb, folder)
	listen, manage := FreePort(tb), FreePort(tb)
	type object = map[string]any
	config, err := json.Marshal(object{"pebble": object{
		"listenAddress": address(listen), "managementListenAddress": address(manage), "certificate": cert, "privateKey": key,
		"httpPort": httpPort, "tlsPort": tlsPort, "retryAfter": object{"authz": 1, "order": 1},
		"profiles": object{"default": object{"description": "for tests", "validityPeriod": 90 * 24 * 3600}},
	}})
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(folder, "pebble.json")
	if err := os.WriteFile(path, config, 0o600); err != nil {
		tb.Fatal(err)
	}
	complaints := &testkit.Transcript{}
	cmd := exec.Command(program, "-config", path, "-dnsserver", startNames(tb))
	cmd.Env = append(testkit.Without(os.Environ(), "PEBBLE_"), "PEBBLE_VA_NOSLEEP=1")
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, complaints, complaints
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it is killed, so its status means nothing
		close(ended)
	}()
	tb.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if tb.Failed() {
			tb.Logf("%s:\n%s", cmd, complaints)
		}
	})
	a := &ACME{Directory: "https://" + address(listen) + "/dir", Roots: cert}
	a.Issues = issues(tb, "https://"+address(manage)+"/roots/0", pair)
	return a
}

// FreePort returns an unused port on the loopback address.
func FreePort(tb testing.TB) int {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func address(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

// issues waits until the authority answers, and reads the root of its certificates.
func issues(tb testing.TB, target string, pair certtest.Pair) *x509.CertPool {
	tb.Helper()
	calls := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: certtest.Pool(pair)}}
	defer calls.CloseIdleConnections()
	client := &http.Client{Transport: calls, Timeout: testkit.Patience}
	pool := x509.NewCertPool()
	testkit.Eventually(tb, "the authority answers", func() bool {
		a, err := client.Get(target)
		if err != nil {
			return false
		}
		defer a.Body.Close()
		pem, err := io.ReadAll(a.Body)
		return err == nil && pool.AppendCertsFromPEM(pem)
	})
	return pool
}

// startNames starts a DNS server that resolves every name to the loopback address. The authority
// queries it over TCP.
func startNames(tb testing.TB) (addr string) {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	var calls sync.WaitGroup
	calls.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			calls.Go(func() {
				defer conn.Close()
				_ = answerName(conn) // the client repeats a failed query
			})
		}
	})
	tb.Cleanup(func() { listener.Close(); calls.Wait() })
	return listener.Addr().String()
}

// answerName answers one question.
func answerName(conn net.Conn) error {
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		return err
	}
	var size uint16
	if err := binary.Read(conn, binary.BigEndian, &size); err != nil {
		return err
	}
	question := make([]byte, size)
	if _, err := io.ReadFull(conn, question); err != nil {
		return err
	}
	answer, err := loopback(question)
	if err != nil {
		return err
	}
	_, err = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...))
	return err
}

func loopback(question []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return nil, err
	}
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	for _, q := range m.Questions {
		if q.Type == dnsmessage.TypeA {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
			})
		}
	}
	return m.Pack()
}
