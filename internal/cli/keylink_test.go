package cli

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// A link that the command line prints opens the console once, with a running
// server.
func TestKeyLink(t *testing.T) {
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
			link := strings.TrimSpace(command(t, "key", "link", s.access, "--db", db, "--public-url", s.url+"/"))
			path, ok := strings.CutPrefix(link, s.url)
			if !ok || !strings.HasPrefix(path, "/console/convite/") {
				t.Fatalf("the link is %q", link)
			}
			visitor := s.as(keyPair{})
			visitor.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			if a := visitor.call("GET", path, ""); a.status != http.StatusOK || !strings.Contains(a.body, "Abrir o console") {
				t.Errorf("GET: %d %.200s", a.status, a.body)
			}
			if a := visitor.call("POST", path, ""); a.status != http.StatusSeeOther || len(a.header.Values("Set-Cookie")) == 0 {
				t.Errorf("POST: %d %.200s", a.status, a.body)
			}
			if a := visitor.call("POST", path, ""); a.status != http.StatusUnauthorized {
				t.Errorf("POST again: %d", a.status)
			}
			if again := command(t, "key", "invite", s.access, "--db", db); again == link || !strings.HasPrefix(again, "http://127.0.0.1:8080/console/convite/") {
				t.Errorf("without --public-url: %q", again)
			}
			var out, told testkit.Transcript
			if code := Run(context.Background(), []string{"key", "link", s.access, "--db", db}, nil, &out, &told); code != 0 || !strings.Contains(told.String(), "public-url is not set. Say --public-url https://") {
				t.Errorf("without --public-url it says: %d %s", code, &told)
			}
			configured := filepath.Join(t.TempDir(), "rastro.conf")
			if err := os.WriteFile(configured, []byte("db = "+db+"\npublic-url = https://rastro.example/\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if link := command(t, "key", "link", s.access, "--config", configured); !strings.HasPrefix(link, "https://rastro.example/console/convite/") {
				t.Errorf("with the server's options: %q", link)
			}
			refused := func(want string, args ...string) {
				t.Helper()
				var out, errs testkit.Transcript
				if code := Run(context.Background(), append([]string{"key", "link", "--db", db}, args...), nil, &out, &errs); code != 1 || out.String() != "" || !strings.Contains(errs.String(), want) {
					t.Errorf("key link %q: exit %d, %q, %q; want %q", args, code, &out, &errs, want)
				}
			}
			refused("name one access key")
			refused("there is no key rk_nobody: 'rastro key list' shows them", "rk_nobody")
			key := s.newKey()
			command(t, "key", "deactivate", key.access, "--db", db)
			refused("does not work any more (deactivated ", key.access)
		})
	}
}
