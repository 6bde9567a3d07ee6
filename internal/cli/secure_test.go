package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/servercert/certtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/outside"
)

// trusting makes a server be called by a client that trusts some certificates, under a name.
func (s *serving) trusting(pool *x509.CertPool, name string) *serving {
	s.t.Helper()
	at, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	dialer := &net.Dialer{}
	calls := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: name}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", at.Port()))
		},
	}
	other := *s
	other.client = &http.Client{Transport: calls, Timeout: testkit.Patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &other
}

func TestHTTPS(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, second := certtest.New(t, "127.0.0.1", time.Now().Add(100*24*time.Hour)), certtest.New(t, "127.0.0.1", time.Now().Add(200*24*time.Hour))
	cert, key := first.Write(t, folder)
	plain := fmt.Sprintf("127.0.0.1:%d", outside.FreePort(t))
	s := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), "--tls-cert", cert, "--tls-key", key, "--http-addr", plain)
	if !strings.HasPrefix(s.url, "https://") {
		t.Fatalf("it listens on %s", s.url)
	}
	before := s.trusting(certtest.Pool(first), "127.0.0.1")
	id := before.create("S")
	a, err := before.client.Get(s.url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.ProtoMajor != 2 || a.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Errorf("HTTP/%d, Strict-Transport-Security %q", a.ProtoMajor, a.Header.Get("Strict-Transport-Security"))
	}
	if got, want := before.call("GET", "/metrics", "").body, fmt.Sprintf("rastro_certificate_expires_seconds %g", float64(first.Leaf.NotAfter.Unix())); !strings.Contains(got, want) {
		t.Errorf("no %q in the metrics", want)
	}
	for _, c := range []struct {
		name, method, key, want string
		status                  int
	}{
		{"a page", "GET", "", s.url + "/producaoAgricola/plantioManejo/" + id + "?x=1", http.StatusPermanentRedirect},
		{"a key", "GET", s.access, "", http.StatusForbidden},
		{"a write", "POST", "", "", http.StatusForbidden},
	} {
		r, err := http.NewRequest(c.method, "http://"+plain+planting+"/"+id+"?x=1", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if c.key != "" {
			r.Header.Set("X-API-ACCESS-KEY", c.key)
		}
		a, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != c.status || a.Header.Get("Location") != c.want {
			t.Errorf("%s over plain HTTP: %d, Location %q; want %d, %q", c.name, a.StatusCode, a.Header.Get("Location"), c.status, c.want)
		}
	}
	second.Write(t, folder)
	after := s.trusting(certtest.Pool(second), "127.0.0.1")
	testkit.Eventually(t, "the new certificate is shown", func() bool {
		a, err := after.try("GET", planting+"/"+id, "")
		return err == nil && a.status == http.StatusOK
	})
}

// TestManyRequestsInOneConnection sends many requests in one connection, each of which claims
// memory.
func TestManyRequestsInOneConnection(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	pair := certtest.New(t, "127.0.0.1", time.Now().Add(100*24*time.Hour))
	cert, key := pair.Write(t, folder)
	s := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), "--tls-cert", cert, "--tls-key", key)
	s = s.trusting(certtest.Pool(pair), "127.0.0.1")
	s.client.Transport.(*http.Transport).DisableKeepAlives = false
	t.Cleanup(s.client.CloseIdleConnections)
	s.create("S")
	const requests = 60
	answers := make(chan string, requests)
	for i := range requests {
		go func() {
			a, err := s.try("POST", planting, fmt.Sprintf(`{"safraId":"S","dados":{"observacao":"%d %s"}}`, i, strings.Repeat("x", 4000)))
			answers <- fmt.Sprint(a.status, err)
		}()
	}
	for range requests {
		if got := <-answers; got != "201 <nil>" && got != "200 <nil>" {
			t.Errorf("%s", got)
		}
	}
	if got := s.total(planting); got != requests+1 {
		t.Errorf("%d records, want %d", got, requests+1)
	}
	testkit.Eventually(t, "all memory was given back", func() bool {
		return strings.Contains(s.call("GET", "/metrics", "").body, "\nrastro_memory_claimed_bytes 0\n")
	})
}

func TestBadCertificates(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	pair := certtest.New(t, "rastro.example.org", time.Now().Add(-time.Hour))
	cert, key := pair.Write(t, folder)
	half := filepath.Join(folder, "half.pem")
	if err := os.WriteFile(half, pair.Cert[:60], 0o600); err != nil {
		t.Fatal(err)
	}
	var out, complaints testkit.Transcript
	if code := Run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--db", "sqlite:" + filepath.Join(folder, "none.db"), "--tls-cert", half, "--tls-key", key}, nil, &out, &complaints); code == 0 || !strings.Contains(complaints.String(), "do not make a certificate") {
		t.Errorf("half a certificate: exit code %d: %s", code, &complaints)
	}
	if _, err := os.Stat(filepath.Join(folder, "none.db")); err == nil {
		t.Error("a server that cannot start made a database")
	}
	// A certificate that has expired or is for another name is still served to those who insist.
	s := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), "--tls-cert", cert, "--tls-key", key, "--public-url", "https://outro.example.org")
	for _, want := range []string{"it expired at ", "get one for the name in --public-url"} {
		if !strings.Contains(s.stderr.String(), want) {
			t.Errorf("no %q in: %s", want, s.stderr)
		}
	}
}

func TestCertificateFromAnAuthority(t *testing.T) {
	t.Parallel()
	const name = "rastro.test"
	for _, c := range []struct {
		name string
		args func(plain string) []string
	}{
		{"over port 443", func(string) []string { return nil }},
		{"over port 80", func(plain string) []string { return []string{"--http-addr", plain} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			sealed, plain := outside.FreePort(t), outside.FreePort(t)
			authority := outside.StartACME(t, plain, sealed)
			args := append([]string{"--addr", fmt.Sprintf("127.0.0.1:%d", sealed), "--acme", name, "--acme-directory", authority.Directory, "--acme-roots", authority.Roots},
				c.args(fmt.Sprintf("127.0.0.1:%d", plain))...)
			s := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), args...).trusting(authority.Issues, name)
			s.stderr.Await(t, "it got a certificate", nil, func(said string) bool {
				if strings.Contains(said, "cannot get a certificate") {
					t.Fatal(said)
				}
				return strings.Contains(said, "there is a certificate")
			})
			testkit.Eventually(t, "there is a certificate", func() bool { a, err := s.try("GET", "/healthz", ""); return err == nil && a.status == http.StatusOK })
			if got := s.stderr.String(); !strings.Contains(got, "https://"+name) {
				t.Errorf("the link to the console is not of %s: %s", name, got)
			}
			s.stop()
			// The next start does not ask again.
			again := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), "--acme", name, "--acme-directory", "https://127.0.0.1:1/dir").trusting(authority.Issues, name)
			if a := again.call("GET", "/healthz", ""); a.status != http.StatusOK {
				t.Errorf("after a restart: %d", a.status)
			}
		})
	}
}

func TestAuthorityOutOfReach(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := serve(t, "sqlite:"+filepath.Join(folder, "rastro.db"), "--acme", "rastro.test", "--acme-directory", "https://127.0.0.1:1/dir")
	s.stderr.Await(t, "it says that there is no certificate", nil, func(said string) bool { return strings.Contains(said, "cannot get a certificate") })
}
