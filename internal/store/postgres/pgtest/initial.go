package pgtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// initArgs are how the data folder of every server is made. --no-sync: what initdb writes must
// outlive a server, not the machine.
var initArgs = []string{"--no-sync", "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8"}

// initdb fills a data folder.
func (b binaries) initdb(data string) error {
	return b.run("initdb", append([]string{"--pgdata", data}, initArgs...)...)
}

// initial fills a data folder with a copy of an earlier initdb's result, which takes a tenth of the
// time. Servers made this way share an identity, which only matters to replicas.
func (b binaries) initial(data string) error {
	kept, err := b.keptInitial()
	if err != nil {
		return b.initdb(data)
	}
	if _, err := os.Stat(kept); err == nil {
		return b.copyFolder(kept, data, true)
	}
	if err := b.initdb(data); err != nil {
		return err
	}
	b.keep(data, kept)
	return nil
}

// keptInitial returns where the first data folder is kept: one for each version of the server and
// each way to make it.
func (b binaries) keptInitial() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	version, err := b.command(b.path("initdb"), "--version").Output()
	if err != nil {
		return "", err
	}
	key := sha256.Sum256([]byte(string(version) + strings.Join(initArgs, " ")))
	return filepath.Join(cache, "rastro-tests", fmt.Sprintf("initdb-%x", key[:8])), nil
}

// keep saves a copy of a data folder for later. The first to do so wins, and nobody sees a partial
// copy. If there is no room, later tests run initdb themselves.
func (b binaries) keep(data, kept string) {
	parent := filepath.Dir(kept)
	if os.MkdirAll(parent, 0o700) != nil {
		return
	}
	half, err := os.MkdirTemp(parent, "half-")
	if err != nil {
		return
	}
	defer os.RemoveAll(half)
	whole := filepath.Join(half, "data")
	if b.copyFolder(data, whole, false) == nil {
		_ = os.Rename(whole, kept)
	}
}

// copyFolder copies a data folder, for the server's user or for the one that runs the tests.
func (b binaries) copyFolder(from, to string, server bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			err = os.Mkdir(target, 0o700)
		} else {
			err = copyFile(path, target)
		}
		if err != nil || !server || b.as == nil {
			return err
		}
		return os.Lchown(target, int(b.as.Uid), int(b.as.Gid))
	})
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
