package servercert

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/servercert/certtest"
)

const nextYear = 365 * 24 * time.Hour

func TestFilesAreReadAgain(t *testing.T) {
	var said bytes.Buffer
	folder := t.TempDir()
	first, second := certtest.New(t, "rastro.example.org", time.Now().Add(nextYear)), certtest.New(t, "rastro.example.org", time.Now().Add(2*nextYear))
	cert, key := first.Write(t, folder)
	f, err := NewFiles(cert, key, "rastro.example.org", slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	shows := func(when string, want certtest.Pair) {
		t.Helper()
		if got, err := f.Config().GetCertificate(nil); err != nil || !got.Leaf.Equal(want.Leaf) {
			t.Errorf("%s: it shows the certificate until %s, %v; want the one until %s", when, got.Leaf.NotAfter, err, want.Leaf.NotAfter)
		}
	}
	shows("at first", first)
	f.renew(f.look())
	shows("nothing changed", first)

	if err := os.WriteFile(cert, second.Cert[:len(second.Cert)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	f.renew(f.look())
	f.renew(f.look())
	shows("half a file", first)
	if !strings.Contains(said.String(), "the one before it stays") {
		t.Errorf("half a file is not told: %q", &said)
	}
	told := said.Len()
	f.renew(f.look())
	if said.Len() != told {
		t.Errorf("it is told again while nothing changes: %q", said.String()[told:])
	}

	if err := os.WriteFile(cert, second.Cert, 0o600); err != nil {
		t.Fatal(err)
	}
	f.renew(f.look())
	f.renew(f.look())
	shows("the key is not there yet", first)
	second.Write(t, folder)
	f.renew(f.look())
	shows("perhaps still being written", first)
	f.renew(f.look())
	shows("both were replaced", second)
	if !f.Expires().Equal(second.Leaf.NotAfter) {
		t.Errorf("it expires %s, want %s", f.Expires(), second.Leaf.NotAfter)
	}

	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	f.renew(f.look())
	f.renew(f.look())
	shows("the key was removed", second)
}

func TestUnusableFiles(t *testing.T) {
	folder := t.TempDir()
	pair := certtest.New(t, "rastro.example.org", time.Now().Add(nextYear))
	cert, key := pair.Write(t, folder)
	other := certtest.New(t, "rastro.example.org", time.Now().Add(nextYear))
	_, otherKey := other.Write(t, t.TempDir())
	half := filepath.Join(folder, "half.pem")
	if err := os.WriteFile(half, pair.Cert[:40], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, cert, key, want string }{
		{"no certificate", filepath.Join(folder, "none.pem"), key, "--tls-cert: open "},
		{"no key", cert, filepath.Join(folder, "none.pem"), "--tls-key: open "},
		{"half a certificate", half, key, "do not make a certificate"},
		{"the key of another", cert, otherKey, "do not make a certificate"},
		{"the key for the certificate", key, key, "do not make a certificate"},
	} {
		_, err := NewFiles(c.cert, c.key, "", slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name, host string
		until      time.Time
		want       string
	}{
		{"good", "a.example.org", now.Add(nextYear), ""},
		{"nobody said which name", "", now.Add(nextYear), ""},
		{"expired", "a.example.org", now.Add(-time.Hour), "it expired at "},
		{"soon", "a.example.org", now.Add(24 * time.Hour), "it expires at "},
		{"another name", "b.example.org", now.Add(nextYear), "get one for the name in --public-url"},
		{"not yet", "a.example.org", now.Add(11 * nextYear), "it is valid only from "},
	} {
		got := ""
		if err := fault(certtest.New(t, "a.example.org", c.until).Leaf, c.host, now); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
