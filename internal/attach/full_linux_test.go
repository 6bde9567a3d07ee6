package attach_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/blob"
	"rastro/internal/blob/folder"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// smallDisk returns a file system of a few megabytes.
func smallDisk(t *testing.T) string {
	t.Helper()
	at := t.TempDir()
	if err := syscall.Mount("tmpfs", at, "tmpfs", 0, "size=4m"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("only root can make a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(at, 0); err != nil {
			t.Error(err)
		}
	})
	return at
}

// left returns the files anywhere below a folder.
func left(t *testing.T, root string) (n int) {
	t.Helper()
	err := filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

// A disk that fills up during an upload is the server's problem, not the sender's; nothing is left
// of the file, and there is room again for one that fits.
func TestDiskFillsUp(t *testing.T) {
	disk := smallDisk(t)
	b := newBench(t, stores.SQLite(t))
	b.blobs = folder.Open(disk, b.app.Now)
	b.app = b.server()
	id := b.create("S")
	long := table(strings.Repeat("talhão", 1<<21))
	for range 2 {
		_, err := b.app.Files.Receive(t.Context(), attach.Upload{Body: bytes.NewReader(long)})
		if !trace.Is(err, trace.CodeFilesFull) || trace.AsError(err).Class() != trace.Unavailable {
			t.Errorf("%v", err)
		}
		if n := left(t, disk); n != 0 {
			t.Errorf("%d files were left behind", n)
		}
	}
	b.attach(id, table(strings.Repeat("talhão", 1<<17)))
	b.whole(1)
}

// A refused file leaves nothing behind, even if only its digest is wrong.
func TestNothingLeftOfRefused(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	root := t.TempDir()
	b.blobs = folder.Open(root, b.app.Now)
	b.app = b.server()
	other := blob.Sum{1}
	for _, up := range []attach.Upload{
		{Body: bytes.NewReader(table("x")), Digest: &other},
		{Body: io.MultiReader(bytes.NewReader(table("x")), failing{})},
		{Body: bytes.NewReader([]byte("<html></html>"))},
	} {
		if _, err := b.app.Files.Receive(t.Context(), up); err == nil {
			t.Error("it was accepted")
		}
		if n := left(t, root); n != 0 {
			t.Errorf("%d files were left behind", n)
		}
	}
}
