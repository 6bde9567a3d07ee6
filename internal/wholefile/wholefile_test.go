package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"rastro/internal/wholefile"
)

// If many add the same file at once, one succeeds, and its file stays.
func TestAddOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	errs := make([]error, 32)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = add(path, byte(i)) })
	}
	wg.Wait()
	won := -1
	for i, err := range errs {
		switch {
		case err == nil && won < 0:
			won = i
		case !errors.Is(err, fs.ErrExist):
			t.Errorf("%d: %v; want that the file is there", i, err)
		}
	}
	if data, err := os.ReadFile(path); err != nil || won < 0 || data[0] != byte(won) {
		t.Errorf("%d won, and the file has %v, %v", won, data, err)
	}
	alone(t, path)
}

func add(path string, content byte) error {
	f, err := wholefile.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write([]byte{content}); err != nil {
		f.Abandon()
		return err
	}
	return f.Add()
}

func TestWriteReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"first", "second"} {
		if err := wholefile.Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); string(data) != text || err != nil {
			t.Errorf("%q, %v, want %q", data, err, text)
		}
	}
	alone(t, path)
}

func TestAbandon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Abandon()
	if left, err := os.ReadDir(filepath.Dir(path)); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// alone checks that a file has mode 0600 and is the only one.
func alone(t *testing.T, path string) {
	t.Helper()
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want mode 0600", info.Mode(), err)
	}
}
