package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A server with another log folder is noticed too: on another machine, or on this one
// under another --log-dir. A server that was killed leaves nothing that would keep the
// log from being adopted.
func TestAttackAdoptBesideAServerElsewhere(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db, theirs, ours := engine.db(t), t.TempDir(), filepath.Join(t.TempDir(), "ours")
			server := spawn(t, db, "--log-dir", theirs)
			proofOf(t, server.client, create(t, server.client, `{}`).Data.ID)
			if err := os.CopyFS(ours, os.DirFS(theirs)); err != nil {
				t.Fatal(err)
			}
			keys, err := filepath.Glob(filepath.Join(ours, "*.logkey"))
			if err != nil || len(keys) != 1 {
				t.Fatalf("key files: %q, %v", keys, err)
			}
			if err := os.Chmod(keys[0], 0o600); err != nil { // CopyFS does not keep it
				t.Fatal(err)
			}
			adopt := []string{"log", "adopt", "--rotate", "--db", db, "--log-dir", ours}
			said(t, "while a server is running with another log folder", adopt, 1, "", "stop it first")
			create(t, server.client, `{"quantidadeSemente":2}`) // it continues as before
			if retired, _ := filepath.Glob(filepath.Join(ours, "*.retired")); len(retired) > 0 {
				t.Errorf("a key was retired: %q", retired)
			}
			server.kill()
			until(t, func(late bool) bool { // the kernel ends the process, and the database notices
				code, _, errs := run(t, adopt...)
				if late || code != 0 && !strings.Contains(errs, "stop it first") {
					t.Fatalf("after it was killed: %d, %s", code, errs)
				}
				return code == 0
			})
		})
	}
}

// A mark that a server left on the disk means nothing: only the kernel's lock counts.
func TestAStaleServingFileMeansNothing(t *testing.T) {
	db := engines[0].db(t)
	folder := t.TempDir()
	_, stop := serve(t, db, "--log-dir", folder)
	stop()
	beside := strings.TrimPrefix(db, "sqlite:") + ".serving"
	if _, err := os.Stat(beside); err != nil {
		t.Fatalf("the mark next to the database: %v", err)
	}
	said(t, "next to a mark that is left", []string{"log", "adopt", "--rotate", "--db", db, "--log-dir", folder}, 0, "", "")
}
