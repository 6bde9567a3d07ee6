package cli

import (
	"net/http"
	"path/filepath"
	"regexp"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// works reports whether a server accepts a key.
func works(t *testing.T, s *serving, key keyPair) bool {
	t.Helper()
	a := s.as(key).call("GET", planting+"?size=1&total=false", "")
	switch a.status {
	case http.StatusOK:
		return true
	case http.StatusUnauthorized, http.StatusTooManyRequests: // too many requests with an unknown key
		return false
	}
	t.Fatalf("GET: %d %s", a.status, a.body)
	return false
}

var printedKey = regexp.MustCompile(`access key  (\S+)\nsecret key  (\S+)`)

// TestKeysBesideAServer changes keys with the command line while a server runs.
func TestKeysBesideAServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		db   func(t *testing.T) string
	}{
		{"sqlite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "rastro.db") }},
		{"postgres", func(t *testing.T) string { return pgtest.DSN(t) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := c.db(t)
			s := serve(t, db)
			found := printedKey.FindStringSubmatch(command(t, "key", "create", "--db", db))
			if found == nil {
				t.Fatal("no key was printed")
			}
			key := keyPair{found[1], found[2]}
			testkit.Eventually(t, "the new key works", func() bool { return works(t, s, key) })
			command(t, "key", "deactivate", key.access, "--db", db)
			testkit.Eventually(t, "the deactivated key stops working", func() bool { return !works(t, s, key) })
			if !works(t, s, s.keyPair) {
				t.Error("the first key stopped working too")
			}
		})
	}
}

func TestTwoServersOnOneDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.DSN(t)
	a := serve(t, db)
	b := serve(t, db)
	if announced(b.stderr.String()) != nil {
		t.Errorf("the second server made a first key as well: %s", b.stderr)
	}
	key := a.newKey()
	if !works(t, a, key) {
		t.Error("the new key does not work at once on the server that made it")
	}
	testkit.Eventually(t, "the new key works on the other server", func() bool { return works(t, b, key) })

	id := a.as(key).create("S")
	if got := b.as(key).call("GET", planting+"/"+id, ""); got.status != http.StatusOK {
		t.Errorf("the record on the other server: %d %s", got.status, got.body)
	}

	if got := a.call("DELETE", "/apikey/"+key.access, ""); got.status != http.StatusOK {
		t.Fatalf("deactivating: %d %s", got.status, got.body)
	}
	if works(t, a, key) {
		t.Error("the deactivated key still works on the server that was told")
	}
	testkit.Eventually(t, "the deactivated key stops on the other server", func() bool { return !works(t, b, key) })
}
