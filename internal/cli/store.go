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

// exists refuses an SQLite file that is not there.
func exists(db string) error {
	path, ok := strings.CutPrefix(db, "sqlite:")
	if !ok {
		return nil
	}
	path, _, _ = strings.Cut(path, "?")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database %s: name one with --db sqlite:PATH", path)
	}
	return nil
}

// openService opens the store and makes the service over it. The caller closes
// the store.
func openService(ctx context.Context, cfg config.Config, log *slog.Logger) (*trace.Service, derive.Store, error) {
	store, err := openStore(ctx, cfg.DB)
	if err != nil {
		return nil, nil, err
	}
	service, err := trace.NewService(ctx, store, trace.Options{Now: time.Now, Random: rand.Reader, Log: log, Strict: cfg.Strict})
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return service, store, nil
}
