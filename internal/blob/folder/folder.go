// Package folder keeps files in a folder, each under its SHA-256: ab/cd/abcd….
package folder

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rastro/internal/blob"
	"rastro/internal/wholefile"
)

// Store keeps files in a folder.
type Store struct {
	root   string
	now    func() time.Time
	synced synced
}

// drafts is the folder of files that are not kept yet. It is in the same file system, so that
// keeping one is a rename.
const drafts = ".envios"

// staleDraft is the age at which a leftover draft must be from a killed process: no upload takes
// that long.
const staleDraft = 24 * time.Hour

// Open opens a store. The folder is made when the first file is sent.
func Open(root string, now func() time.Time) *Store { return &Store{root: root, now: now} }

// Draft implements blob.Store.
func (s *Store) Draft(context.Context) (blob.Draft, error) {
	dir := filepath.Join(s.root, drafts)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, blob.Failed(err)
	}
	file, err := os.CreateTemp(dir, "*") // mode 0600
	if err != nil {
		return nil, blob.Failed(err)
	}
	return &draft{store: s, file: file, hash: sha256.New()}, nil
}

// path returns the path of a file.
func (s *Store) path(sum blob.Sum) string {
	name := sum.String()
	return filepath.Join(s.root, name[:2], name[2:4], name)
}

// Open implements blob.Store.
func (s *Store) Open(_ context.Context, sum blob.Sum) (blob.Content, error) {
	file, err := os.Open(s.path(sum))
	if err != nil {
		return nil, missing(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return content{file, info.Size()}, nil
}

type content struct {
	*os.File
	size int64
}

func (c content) Size() int64 { return c.size }

// Stat implements blob.Store.
func (s *Store) Stat(_ context.Context, sum blob.Sum) (blob.Info, error) {
	info, err := os.Stat(s.path(sum))
	if err != nil {
		return blob.Info{}, missing(err)
	}
	return blob.Info{Sum: sum, Size: info.Size(), At: info.ModTime()}, nil
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", blob.ErrMissing, err)
	}
	return err
}

// Delete implements blob.Store.
func (s *Store) Delete(_ context.Context, sum blob.Sum) error {
	path := s.path(sum)
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return wholefile.SyncFolder(filepath.Dir(path)) // an erased file must not come back after a power failure
}

// Each implements blob.Store. It also removes drafts that a killed process left behind.
func (s *Store) Each(ctx context.Context, fn func(blob.Info) error) error {
	err := filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if d.IsDir() {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if filepath.Base(filepath.Dir(path)) == drafts {
			return s.dropStale(path, info)
		}
		sum, ok := blob.ParseSum(strings.ToLower(d.Name()))
		if !ok || s.path(sum) != path {
			return nil // somebody else's file
		}
		return fn(blob.Info{Sum: sum, Size: info.Size(), At: info.ModTime()})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no file was sent yet
	}
	return err
}

func (s *Store) dropStale(path string, info fs.FileInfo) error {
	if s.now().Sub(info.ModTime()) < staleDraft {
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Close implements blob.Store.
func (s *Store) Close() error { return nil }

// draft is a file in the folder of drafts.
type draft struct {
	store *Store
	file  *os.File
	hash  hash.Hash
	size  int64
	kept  bool
	// synced receives the result of writing the file to disk; nil before Written.
	synced chan error
}

func (d *draft) Write(p []byte) (int, error) {
	n, err := blob.WriteHashed(d.file, d.hash, p)
	d.size += int64(n)
	return n, blob.Failed(err)
}

func (d *draft) ReadAt(p []byte, at int64) (int, error) { return d.file.ReadAt(p, at) }

// Sum implements blob.Draft.
func (d *draft) Sum() blob.Sum { return blob.Sum(d.hash.Sum(nil)) }

// Written implements blob.Draft: the disk writes while somebody reads what the file is.
func (d *draft) Written() {
	if d.synced == nil {
		d.synced = make(chan error, 1)
		go func() { d.synced <- d.file.Sync() }()
	}
}

// durable waits until the file is on disk.
func (d *draft) durable() error {
	if d.synced == nil {
		return d.file.Sync()
	}
	err := <-d.synced
	d.synced <- err // for whoever asks again
	return err
}

// Keep implements blob.Draft. The rename also replaces a file that is there: its bytes are the
// same, or were damaged.
func (d *draft) Keep(context.Context) (blob.Info, error) {
	sum := d.Sum()
	path := d.store.path(sum)
	if err := d.durable(); err != nil {
		return blob.Info{}, blob.Failed(err)
	}
	if err := d.store.place(d.file.Name(), path); err != nil {
		return blob.Info{}, blob.Failed(err)
	}
	d.kept = true
	if err := d.store.sync(filepath.Dir(path)); err != nil {
		return blob.Info{}, err
	}
	return blob.Info{Sum: sum, Size: d.size, At: d.store.now()}, nil
}

// Drop implements blob.Draft.
func (d *draft) Drop() {
	if d.synced != nil {
		_ = d.durable() // its file is open until then
	}
	_ = d.file.Close()
	if !d.kept {
		_ = os.Remove(d.file.Name())
	}
}
