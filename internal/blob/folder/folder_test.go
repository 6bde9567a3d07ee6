package folder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/blob"
	"rastro/internal/blob/blobtest"
	"rastro/internal/blob/folder"
)

func TestFolder(t *testing.T) {
	root := filepath.Join(t.TempDir(), "files")
	store := folder.Open(root, time.Now)
	if err := store.Each(t.Context(), func(blob.Info) error { return errors.New("there is none") }); err != nil {
		t.Errorf("an empty store: %v", err)
	}
	blobtest.Run(t, store)
	left, err := os.ReadDir(filepath.Join(root, ".envios"))
	if err != nil || len(left) > 0 {
		t.Errorf("drafts are left: %v, %v", left, err)
	}
	info := blobtest.Keep(t, store, []byte("mode"))
	name := info.Sum.String()
	file, err := os.Stat(filepath.Join(root, name[:2], name[2:4], name))
	if err != nil || file.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want mode 0600", file, err)
	}
}

// A folder that somebody removed while the store was open is made again.
func TestRemovedFolders(t *testing.T) {
	root := filepath.Join(t.TempDir(), "files")
	store := folder.Open(root, time.Now)
	for range 2 {
		name := blobtest.Keep(t, store, []byte("again")).Sum.String()
		if _, err := os.Stat(filepath.Join(root, name[:2], name[2:4], name)); err != nil {
			t.Error(err)
		}
		if err := os.RemoveAll(filepath.Join(root, name[:2])); err != nil {
			t.Fatal(err)
		}
	}
}

// Leftovers of a killed process are removed after a day, and not before.
func TestStaleDrafts(t *testing.T) {
	root, now := t.TempDir(), time.Now()
	store := folder.Open(root, func() time.Time { return now })
	if err := os.MkdirAll(filepath.Join(root, ".envios"), 0o700); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(root, ".envios", "left")
	if err := os.WriteFile(left, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		after time.Duration
		there bool
	}{{time.Hour, true}, {25 * time.Hour, false}} {
		now = now.Add(tc.after)
		if err := store.Each(t.Context(), func(blob.Info) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(left); (err == nil) != tc.there {
			t.Errorf("after %v: %v", tc.after, err)
		}
	}
}

// A full disk gives a clear error, and leaves nothing behind. /dev/full acts as a full disk.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	_, err = full.Write([]byte("x"))
	if !errors.Is(blob.Failed(err), blob.ErrFull) {
		t.Errorf("%v", blob.Failed(err))
	}
	if err := blob.Failed(errors.New("another")); errors.Is(err, blob.ErrFull) {
		t.Error("every failure is a full disk")
	}
}

func TestOthersFiles(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, strings.Repeat("a", 64)), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := folder.Open(root, time.Now).Each(t.Context(), func(info blob.Info) error { return errors.New("listed " + info.Sum.String()) })
	if err != nil {
		t.Error(err)
	}
}
