package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"rastro/internal/config"
	"rastro/internal/derive"
	"rastro/internal/store/postgres"
	"rastro/internal/store/sqlite"
	"rastro/internal/trace"
)

// openStore opens the store that the db option names.
func openStore(ctx context.Context, db string) (derive.Store, error) {
	if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
		return sqlite.Open(ctx, path)
	}
	return postgres.Open(ctx, db)
}

// fileOf is the file of an SQLite database; ok is false for others.
func fileOf(db string) (path string, ok bool) {
	path, ok = strings.CutPrefix(db, "sqlite:")
	path, _, _ = strings.Cut(path, "?")
	return path, ok
}

// exists refuses an SQLite file that is not there.
func exists(db string) error {
	path, ok := fileOf(db)
	if !ok {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database %s: name one with --db sqlite:PATH", path)
	}
	return nil
}

// openService opens the store and makes the service over it. The caller closes
// the store. vault is nil for commands that do not sign.
func openService(ctx context.Context, cfg config.Config, vault trace.Vault, log *slog.Logger) (*trace.Service, derive.Store, error) {
	if err := vanished(cfg); err != nil {
		return nil, nil, err
	}
	store, err := openStore(ctx, cfg.DB)
	if err != nil {
		return nil, nil, err
	}
	service, err := trace.NewService(ctx, store, trace.Options{Now: time.Now, Random: rand.Reader, Log: log, Strict: cfg.Strict, Vault: vault})
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return service, store, nil
}
