//go:build unix

package logkey

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// give hands a file that the caller has just made to the user that the server runs
// as, when root writes it ('rastro log adopt' run as root): the owner of the folder or
// of a file that belongs with it. Anyone else can only make files of their own.
func (f *Files) give(file *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	uid, gid := f.owner()
	if uid == 0 {
		return nil
	}
	if err := file.Chown(uid, gid); err != nil {
		return fmt.Errorf("cannot give %s to user %s: %w", file.Name(), userName(uid), err)
	}
	return nil
}

// owner returns the user that the server runs as: the owner of the folder or, if that is root, of
// the first file in it that belongs to somebody else; otherwise root. A link counts as itself, not
// as its target. In a folder where anyone can create files, they prove nothing.
func (f *Files) owner() (uid, gid int) {
	folder, err := os.Stat(filepath.Dir(f.base))
	if err != nil {
		return 0, 0
	}
	if stat, ok := folder.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
		return int(stat.Uid), int(stat.Gid)
	}
	if folder.Mode().Perm()&0o002 != 0 {
		return 0, 0
	}
	for _, path := range []string{f.base, f.keyFile(), f.CheckpointPlace()} {
		if info, err := os.Lstat(path); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
				return int(stat.Uid), int(stat.Gid)
			}
		}
	}
	return 0, 0
}

// whose adds to a refusal who owns the file, and the command that fixes the problem. me is the user
// that was refused.
func whose(path string, err error, me int) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	info, statErr := os.Stat(path)
	if statErr != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return err
	}
	if int(stat.Uid) == me {
		return fmt.Errorf("%w: run 'chmod 600 %s'", err, path)
	}
	return fmt.Errorf("%w: it belongs to %s, and this program runs as %s: run 'chown %s %s' as root", err, userName(int(stat.Uid)), userName(me), userName(me), path)
}

func userName(uid int) string {
	if found, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return found.Username
	}
	return strconv.Itoa(uid)
}
