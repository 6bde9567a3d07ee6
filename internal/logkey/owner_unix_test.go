//go:build unix

package logkey

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Files that root makes belong to the user whose folder it is: the server could not
// read them otherwise.
func TestFilesBelongToTheServersUser(t *testing.T) {
	folder, want := t.TempDir(), os.Geteuid()
	if want == 0 { // others can only create files of their own
		if want = 54321; os.Chown(folder, want, want) != nil {
			t.Fatal("root cannot give a folder away")
		}
	}
	files := In(folder, "rastro.db", "")
	if err := files.PutKey("first"); err != nil {
		t.Fatal(err)
	}
	if moved, err := files.Swap(nil, []byte("checkpoint")); moved || err != nil {
		t.Fatal(moved, err)
	}
	if err := files.StageKey("second"); err != nil {
		t.Fatal(err)
	}
	if err := files.Promote([]byte("another")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 4 { // key, checkpoint, lock, retired key
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if uid := int(info.Sys().(*syscall.Stat_t).Uid); uid != want || info.Mode().Perm() != 0o600 {
			t.Errorf("%s belongs to %d with mode %v, want %d and 0600", entry.Name(), uid, info.Mode(), want)
		}
	}
}

// The error for an unreadable file says who owns it, and what to do.
func TestUnreadableFileSaysWhoseItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db.logkey")
	if err := os.WriteFile(path, []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
	for _, tc := range []struct {
		me   int
		want string
	}{
		{os.Geteuid(), "run 'chmod 600 " + path + "'"},
		{54321, fmt.Sprintf("belongs to %s, and this program runs as 54321: run 'chown 54321 %s' as root", userName(os.Geteuid()), path)},
	} {
		if got := whose(path, refused, tc.me).Error(); !strings.Contains(got, tc.want) {
			t.Errorf("as %s: %q, want %q", strconv.Itoa(tc.me), got, tc.want)
		}
	}
	if other := os.ErrNotExist; whose(path, other, 54321) != other {
		t.Error("another error was changed")
	}
}
