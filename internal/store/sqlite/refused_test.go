package sqlite

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		content[e.Name()] = string(data)
	}
	return content
}

// TestRefused: a file that is not ours is refused, with advice, and stays unchanged byte for byte.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"no database", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("safraId;peso\n", 500)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "is not a SQLite database: name another file"},
		{"another program's", func(t *testing.T, path string) {
			execute(t, path, "CREATE TABLE places (url TEXT)", "INSERT INTO places VALUES ('x')")
		}, "belongs to another program: name another file"},
		{"another program's, in WAL mode", func(t *testing.T, path string) {
			execute(t, path, "PRAGMA journal_mode = WAL", "CREATE TABLE places (url TEXT)")
		}, "belongs to another program: name another file"},
		{"another program's, after a crash", func(t *testing.T, path string) {
			original := filepath.Join(t.TempDir(), "original.db")
			db, err := sql.Open("sqlite", original)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, s := range []string{"PRAGMA journal_mode = WAL", "CREATE TABLE places (url TEXT)"} {
				if _, err := db.Exec(s); err != nil {
					t.Fatal(err)
				}
			}
			for _, end := range []string{"", "-wal"} {
				data, err := os.ReadFile(original + end)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path+end, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}, "belongs to another program: name another file"},
		{"a newer Rastro's", func(t *testing.T, path string) {
			s, err := Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, "INSERT INTO schema_version (version_id, is_applied) VALUES (99999, 1)")
		}, "written by a newer Rastro: install that version"},
		{"damaged", func(t *testing.T, path string) {
			s, err := Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteAt([]byte(strings.Repeat("\xff", 3000)), 100); err != nil { // after the header
				t.Fatal(err)
			}
		}, "is damaged: restore a backup"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "x.db")
			c.make(t, path)
			before := files(t, folder)
			s, err := Open(context.Background(), path)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want it to say %q", err, c.want)
			}
			after := files(t, folder)
			for name, data := range before {
				if after[name] != data {
					t.Errorf("%s changed", name)
				}
			}
			// Reading a database in WAL mode opens its log, even an empty one.
			if log := after["x.db-wal"]; log != before["x.db-wal"] {
				t.Errorf("%d bytes were written to the log", len(log))
			}
		})
	}
}
