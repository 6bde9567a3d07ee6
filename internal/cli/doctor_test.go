package cli

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/servercert/certtest"
	"rastro/internal/testkit"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "rastro.db")
	expired := certtest.New(t, "rastro.example.org", time.Now().Add(-time.Hour))
	cert, key := expired.Write(t, t.TempDir())
	examine := func(name string, code int, wants []string, args ...string) {
		t.Helper()
		var out, complaints testkit.Transcript
		got := Run(t.Context(), append([]string{"doctor", "--db", "sqlite:" + path}, args...), nil, &out, &complaints)
		if got != code {
			t.Errorf("%s: exit code %d, want %d: %s%s", name, got, code, &out, &complaints)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in:\n%s", name, want, &out)
			}
		}
	}
	examine("nothing there", 1, []string{"WRONG  database: there is no database", "WARN   log: it has not begun"}, "--addr", "127.0.0.1:1")
	s := serve(t, "sqlite:"+path)
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	// The machine's disk space is not part of the test.
	examine("a server runs", 2, []string{"ok     database: ", "ok     log: ", "ok     attached files: they are in " + path + "-anexos", "ok     server: it is ready", "ok     roles: no organisation's own role", "WARN   address: --public-url is not set"}, "--addr", at.Host)
	examine("an expired certificate", 2, []string{"WARN   certificate: it expired at ", "get one for the name in --public-url"}, "--addr", at.Host, "--tls-cert", cert, "--tls-key", key, "--public-url", "https://outro.example.org")
	s.stop()
	examine("it was stopped", 2, []string{"WARN   server: none answers at http://" + at.Host}, "--addr", at.Host)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	examine("others can read it", 2, []string{"WARN   database: others than its owner can open the database"}, "--addr", at.Host)
	if err := os.Remove(path + ".logkey"); err != nil {
		t.Fatal(err)
	}
	examine("the key is gone", 1, []string{"WRONG  log: the signing key " + path + ".logkey is missing"}, "--addr", at.Host)
}
