package cli_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/testkit"
)

// The attack: someone deletes the last checkpoint and puts an older database in
// place. Without the checkpoint the server could not tell, and signed again.
func TestAttackDeletedCheckpointHidesARestore(t *testing.T) {
	for _, engine := range restorable {
		t.Run(engine.name, func(t *testing.T) {
			db, snapshot, restore := engine.make(t)
			folder := t.TempDir()
			c, stop := serve(t, db, "--log-dir", folder)
			create(t, c, `{"quantidadeSemente":1}`)
			stop()
			snapshot()
			c, stop = serve(t, db, "--log-dir", folder)
			proofOf(t, c, create(t, c, `{"quantidadeSemente":2}`).Data.ID)
			stop()
			restore()
			kept, err := filepath.Glob(filepath.Join(folder, "*.checkpoint"))
			if err != nil || len(kept) != 1 {
				t.Fatalf("%d checkpoints, %v", len(kept), err)
			}
			if err := os.Remove(kept[0]); err != nil {
				t.Fatal(err)
			}
			for range 2 { // a refused start changes nothing
				if got := refusal(t, db, "--log-dir", folder); !strings.Contains(got, kept[0]+" is not there") || !strings.Contains(got, "rastro log adopt") {
					t.Errorf("an older store without a checkpoint is refused with %q", got)
				}
			}
			code, out, errs := run(t, "log", "adopt", "--db", db, "--log-dir", folder)
			if code != 0 || !strings.Contains(out, "continues the log ") || !strings.Contains(out, ".logkey: restart") {
				t.Fatalf("adopt: exit %d %s %s", code, out, errs)
			}
			c, stop = serve(t, db, "--log-dir", folder)
			proofOf(t, c, create(t, c, `{}`).Data.ID)
			if page := consolePage(t, c, db, "/console/log"); !strings.Contains(page, " continues rastro/") {
				t.Errorf("the console's page of the log does not name the log before it: %.3000s", page)
			}
			stop()
			said(t, "the store", []string{"verify", "--db", db}, 0, " continues the log ", "")
		})
	}
}

// consolePage reads a page of the console, signed in by a link of the command line.
func consolePage(t *testing.T, c client, db, path string) string {
	t.Helper()
	code, link, errs := run(t, "key", "link", rootAccess, "--db", db, "--public-url", c.url)
	if code != 0 {
		t.Fatal(errs)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Timeout: testkit.Patience, Jar: jar}
	opened, err := browser.Post(strings.TrimSpace(link), "application/x-www-form-urlencoded", nil)
	if err != nil {
		t.Fatal(err)
	}
	opened.Body.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Language", "en")
	answer, err := browser.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d, %v", path, answer.StatusCode, err)
	}
	return string(page)
}
