// Package logkey keeps the public log's signing key and the last checkpoint in
// files outside the database. A copy of the database therefore cannot sign, and a
// restored database cannot make the server forget what it has served. See
// docs/decisions.md#log-key-outside.
package logkey

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rastro/internal/wholefile"
)

// Files implements publiclog.Vault with two files in a folder: NAME.logkey, which contains the key,
// and NAME.checkpoint.
type Files struct {
	base  string // folder and NAME
	given string // the key, where the operator hands it over; else ""
}

// In returns the files of a name in a folder. given is the signing key where the
// operator keeps it elsewhere; no key file is read then.
func In(folder, name, given string) *Files {
	return &Files{filepath.Join(folder, name), strings.TrimSpace(given)}
}

// KeyPlace returns where the signing key is, for messages.
func (f *Files) KeyPlace() string {
	if f.given != "" {
		return "RASTRO_LOG_KEY"
	}
	return f.keyFile()
}

// CheckpointPlace returns where the last checkpoint is, for messages.
func (f *Files) CheckpointPlace() string { return f.base + ".checkpoint" }

func (f *Files) keyFile() string    { return f.base + ".logkey" }
func (f *Files) stagedFile() string { return f.base + ".logkey.next" }

// Present reports whether this server has kept a key or a checkpoint: it has
// served this store before.
func (f *Files) Present() bool {
	for _, path := range []string{f.keyFile(), f.CheckpointPlace()} {
		if _, err := os.Lstat(path); err == nil {
			return true
		}
	}
	return false
}

// Key implements publiclog.Vault.
func (f *Files) Key() (string, error) {
	if f.given != "" {
		return f.given, nil
	}
	return readKey(f.keyFile())
}

// StagedKey implements publiclog.Vault.
func (f *Files) StagedKey() (string, error) { return readKey(f.stagedFile()) }

// readKey reads a key file; "" if there is none. It refuses a file that others can read: anyone
// with the key can sign in the log's name.
func readKey(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("cannot read the log's signing key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("the log's signing key %s is not a regular file: put the right file in its place", path)
	}
	if mode := info.Mode().Perm(); private && mode&0o077 != 0 {
		return "", fmt.Errorf("others can read the log's signing key %s (mode %04o): run 'chmod 600 %s'; if somebody may have read it, run 'rastro log adopt --rotate'", path, mode, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cannot read the log's signing key: %w", whose(path, err, os.Geteuid()))
	}
	secret := strings.TrimSpace(string(data))
	if secret == "" {
		return "", fmt.Errorf("the log's signing key %s is empty: put the right file in its place", path)
	}
	return secret, nil
}

// write puts a file in its place, owned by the server's user.
func (f *Files) write(path string, data []byte, put func(*wholefile.File) error) error {
	file, err := wholefile.Create(path)
	if err != nil {
		return err
	}
	if _, err = file.Write(data); err == nil {
		err = f.give(file.File)
	}
	if err != nil {
		file.Abandon()
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return put(file)
}

// PutKey implements publiclog.Vault. It never replaces a key.
func (f *Files) PutKey(secret string) error {
	if f.given != "" {
		return errors.New("the signing key comes from RASTRO_LOG_KEY and cannot be written there")
	}
	err := f.write(f.keyFile(), []byte(secret+"\n"), (*wholefile.File).Add)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already and is left as it is", f.keyFile())
	}
	return err
}

// StageKey implements publiclog.Vault.
func (f *Files) StageKey(secret string) error {
	return f.write(f.stagedFile(), []byte(secret+"\n"), (*wholefile.File).Replace)
}

// Promote implements publiclog.Vault. The old key is kept under another name. Each
// step leaves a state from which Promote can run again.
func (f *Files) Promote(checkpoint []byte) error {
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := f.write(f.CheckpointPlace(), checkpoint, (*wholefile.File).Replace); err != nil {
		return err
	}
	switch info, err := os.Lstat(f.stagedFile()); {
	case err != nil:
		return fmt.Errorf("the new signing key is missing: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("the new signing key %s is not a regular file: find out who put it there, then remove it", f.stagedFile())
	}
	if info, err := os.Lstat(f.keyFile()); err == nil {
		retired := f.keyFile() + "." + info.ModTime().UTC().Format(time.DateOnly) + ".retired"
		for n := 2; exists(retired); n++ {
			retired = fmt.Sprintf("%s.%s.%d.retired", f.keyFile(), info.ModTime().UTC().Format(time.DateOnly), n)
		}
		if err := os.Rename(f.keyFile(), retired); err != nil {
			return err
		}
	}
	if err := os.Rename(f.stagedFile(), f.keyFile()); err != nil {
		return err
	}
	return wholefile.SyncFolder(filepath.Dir(f.keyFile()))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// maxCheckpoint is more than any checkpoint has: a name, a size, a hash and some
// signatures.
const maxCheckpoint = 64 << 10

// Checkpoint implements publiclog.Vault.
func (f *Files) Checkpoint() ([]byte, error) {
	if info, err := os.Stat(f.CheckpointPlace()); err == nil && !info.Mode().IsRegular() { // reading a pipe would never end
		return nil, fmt.Errorf("%s is not a regular file: put the right file in its place", f.CheckpointPlace())
	}
	data, err := os.ReadFile(f.CheckpointPlace())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("cannot read the last checkpoint: %w", whose(f.CheckpointPlace(), err, os.Geteuid()))
	case len(data) > maxCheckpoint:
		return nil, fmt.Errorf("%s is not a checkpoint: put the right file in its place", f.CheckpointPlace())
	}
	return data, nil
}

// Swap implements publiclog.Vault. The lock makes comparing and replacing one step.
func (f *Files) Swap(old, next []byte) (moved bool, err error) {
	unlock, err := f.lock()
	if err != nil {
		return false, err
	}
	defer unlock()
	kept, err := f.Checkpoint()
	if err != nil {
		return false, err
	}
	if kept != nil && !bytes.Equal(kept, old) {
		return true, nil
	}
	return false, f.write(f.CheckpointPlace(), next, (*wholefile.File).Replace)
}
