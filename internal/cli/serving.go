package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"rastro/internal/config"
	"rastro/internal/derive"
	"rastro/internal/logkey"
)

// errServing is the reason why a log is not adopted: that server would continue under the old key.
var errServing = errors.New("a server of this store is running, perhaps on another machine: stop it first, adopt the log, then start it again")

// marked says that a server uses the log's files and the store, until release is called
// or the process ends.
func (e *env) marked(ctx context.Context, cfg config.Config, vault *logkey.Files, store derive.Store) (release func(), err error) {
	leave, err := vault.Serve()
	if err != nil {
		return nil, err
	}
	known := e.servedStore(cfg, store)
	if known == nil {
		return leave, nil
	}
	unmark, err := known.Serve(ctx)
	if err != nil {
		leave()
		return nil, err
	}
	return func() { unmark(); leave() }, nil
}

// alone keeps servers of the store from starting until release is called. It fails with
// errServing if one runs.
func (e *env) alone(ctx context.Context, cfg config.Config, vault *logkey.Files, store derive.Store) (release func(), err error) {
	leave, ok, err := vault.Alone()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errServing
	}
	known := e.servedStore(cfg, store)
	if known == nil {
		return leave, nil
	}
	unmark, ok, err := known.Alone(ctx)
	if err == nil && !ok {
		err = errServing
	}
	if err != nil {
		leave()
		return nil, err
	}
	return func() { unmark(); leave() }, nil
}

// served is a store that knows whether servers use it.
type served interface {
	Serve(ctx context.Context) (release func(), err error)
	Alone(ctx context.Context) (release func(), ok bool, err error)
}

// servedStore returns the store's own mark for being used by servers, whatever log folder they
// have: PostgreSQL keeps it in the database, SQLite in a file next to it. It returns nil if the
// mark in the log folder is that same file.
func (e *env) servedStore(cfg config.Config, store derive.Store) served {
	if s, ok := store.(served); ok {
		return s
	}
	path, ok := fileOf(cfg.DB)
	if !ok {
		return nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	folder, name := e.vaultPlace(cfg)
	if name == filepath.Base(path) && sameFolder(folder, filepath.Dir(path)) {
		return nil
	}
	return besideFile{logkey.In(filepath.Dir(path), filepath.Base(path), "")}
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// besideFile is the mark next to an SQLite file.
type besideFile struct{ files *logkey.Files }

func (b besideFile) Serve(context.Context) (release func(), err error) { return b.files.Serve() }

func (b besideFile) Alone(context.Context) (release func(), ok bool, err error) {
	return b.files.Alone()
}
