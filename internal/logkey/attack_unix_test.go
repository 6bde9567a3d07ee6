//go:build unix

package logkey

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Root runs 'rastro log adopt' in a folder of the server's user. Whatever that user put there, root
// opens, changes and hands over only files that it made.
func TestAttackLinkedLogFiles(t *testing.T) {
	const stranger = 54321
	for _, planted := range []struct {
		name  string
		plant func(secret, path string) error
	}{
		{"link", os.Symlink},
		{"link to nothing", func(secret, path string) error { return os.Symlink(secret+".new", path) }},
		{"hard link", os.Link},
		{"pipe", func(_, path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"folder", func(_, path string) error { return os.Mkdir(path, 0o700) }},
	} {
		for _, suffix := range []string{".lock", ".checkpoint", ".logkey", ".logkey.next"} {
			t.Run(planted.name+suffix, func(t *testing.T) {
				outside, folder := t.TempDir(), t.TempDir()
				secret := filepath.Join(outside, "shadow")
				if err := os.WriteFile(secret, []byte("root's"), 0o600); err != nil {
					t.Fatal(err)
				}
				before := stateOf(t, secret)
				if err := planted.plant(secret, filepath.Join(folder, "rastro.db"+suffix)); err != nil {
					t.Fatal(err)
				}
				if os.Geteuid() == 0 {
					if err := os.Chown(folder, stranger, stranger); err != nil {
						t.Fatal(err)
					}
				}
				files := In(folder, "rastro.db", "")
				_ = files.PutKey("key")
				_ = files.StageKey("next")
				_, swapped := files.Swap(nil, []byte("checkpoint"))
				promoted := files.Promote([]byte("checkpoint"))
				if suffix == ".lock" {
					for _, err := range []error{swapped, promoted} {
						if err == nil || planted.name != "folder" && !strings.Contains(err.Error(), "a link or no regular file") {
							t.Errorf("over a planted lock: %v", err)
						}
					}
				}
				if after := stateOf(t, secret); planted.name != "hard link" && after != before {
					t.Errorf("the file outside was %s and is %s", before, after)
				} else if !strings.HasPrefix(after, strings.Split(before, " ")[0]+" ") {
					t.Errorf("the file outside was given away: %s, then %s", before, after)
				}
				if left, err := os.ReadDir(outside); err != nil || len(left) != 1 {
					t.Errorf("outside there is %v, %v", left, err)
				}
			})
		}
	}
}

// In a folder where anyone can create files, a file does not determine who gets the key.
func TestAttackKeyOfAnOpenFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	planted := filepath.Join(folder, "rastro.db.checkpoint")
	if err := os.WriteFile(planted, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(planted, 54321, 54321); err != nil {
			t.Fatal(err)
		}
	}
	files := In(folder, "rastro.db", "")
	if err := files.PutKey("key"); err != nil {
		t.Fatal(err)
	}
	if got, want := stateOf(t, files.KeyPlace()), fmt.Sprintf("%d ", os.Geteuid()); !strings.HasPrefix(got, want) {
		t.Errorf("the key is %s, want one of %s", got, want)
	}
}

// stateOf returns the owner and the content of a file.
func stateOf(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %v %s %q", info.Sys().(*syscall.Stat_t).Uid, info.Mode(), info.ModTime().Format(time.RFC3339Nano), data)
}
