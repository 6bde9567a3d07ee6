package backup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/backup"
)

var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The write-ahead log is set aside with its database: it must not be applied to the next one.
func TestReplaceKeepsAllOfWhatWasThere(t *testing.T) {
	folder := t.TempDir()
	place, copied := filepath.Join(folder, "a.db"), filepath.Join(folder, "copy")
	write(t, place, "old")
	write(t, place+"-wal", "old wal")
	write(t, copied, "new")
	staged, err := backup.Stage(copied, place)
	if err != nil {
		t.Fatal(err)
	}
	aside, err := backup.Replace(staged, place, noon)
	if err != nil || aside != place+".replaced-20261118T120000Z" {
		t.Fatalf("%q, %v", aside, err)
	}
	for path, want := range map[string]string{place: "new", aside: "old", aside + "-wal": "old wal", copied: "new"} {
		if got := read(t, path); got != want {
			t.Errorf("%s has %q, want %q", path, got, want)
		}
	}
	if _, err := os.Stat(place + "-wal"); err == nil {
		t.Error("the write-ahead log of what was there stays beside the new database")
	}
	staged, err = backup.Stage(copied, place)
	if err != nil {
		t.Fatal(err)
	}
	defer staged.Abandon()
	if _, err := backup.Replace(staged, place, noon); err == nil || read(t, aside) != "old" {
		t.Errorf("%v: what was kept before has %q", err, read(t, aside))
	}
}

func TestReplaceNothing(t *testing.T) {
	folder := t.TempDir()
	copied := filepath.Join(folder, "copy")
	write(t, copied, "new")
	staged, err := backup.Stage(copied, filepath.Join(folder, "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	if aside, err := backup.Replace(staged, filepath.Join(folder, "a.db"), noon); err != nil || aside != "" {
		t.Errorf("%q, %v", aside, err)
	}
}

func TestManifest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	write(t, path, "content")
	if m, err := backup.Read(path); m != nil || err != nil {
		t.Errorf("without a manifest: %v, %v", m, err)
	}
	if err := backup.Describe(path, "v1", []byte("log\n1\n"), noon); err != nil {
		t.Fatal(err)
	}
	m, err := backup.Read(path)
	if err != nil || m.Program != "v1" || m.Checkpoint != "log\n1\n" || !m.Made.Equal(noon) {
		t.Fatalf("%+v, %v", m, err)
	}
	if err := m.Holds(path); err != nil {
		t.Error(err)
	}
	write(t, path, "contenT")
	if err := m.Holds(path); err == nil || !strings.Contains(err.Error(), "it was changed") {
		t.Error(err)
	}
}
