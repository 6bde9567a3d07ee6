package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/blob"
	"rastro/internal/blob/folder"
	"rastro/internal/blob/pgblob"
	"rastro/internal/blob/s3blob"
	"rastro/internal/build"
	"rastro/internal/config"
	"rastro/internal/derive"
	"rastro/internal/store/citus"
	"rastro/internal/store/postgres"
	"rastro/internal/store/sqlite"
	"rastro/internal/webhook/post"
)

// openStore opens the store that the db option names.
func openStore(ctx context.Context, db string) (derive.Store, error) {
	if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
		return sqlite.Open(ctx, path)
	}
	return citus.Open(ctx, db)
}

// fileOf returns the file of an SQLite database; ok is false for others.
func fileOf(db string) (path string, ok bool) {
	path, ok = strings.CutPrefix(db, "sqlite:")
	path, _, _ = strings.Cut(path, "?")
	return path, ok
}

// current refuses a store that opening it would change, and leaves it unchanged: one that is empty,
// or of an earlier version.
func current(ctx context.Context, db string) error {
	if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
		return sqlite.Current(ctx, path)
	}
	return citus.Current(ctx, db)
}

// exists refuses an SQLite file that is not there, or that is empty.
func exists(db string) error {
	path, ok := fileOf(db)
	if !ok {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no database %s: name one with --db sqlite:PATH", path)
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return fmt.Errorf("the database %s is empty: mount its disk or restore a backup, or name another with --db sqlite:PATH", path)
	}
	return nil
}

// openService opens the store and makes the service over it. The caller closes
// the store. vault is nil for commands that do not sign.
func openService(ctx context.Context, cfg config.Config, vault app.Vault, log *slog.Logger) (*app.App, derive.Store, error) {
	if err := vanished(cfg); err != nil {
		return nil, nil, err
	}
	if _, file := fileOf(cfg.DB); file && len(cfg.DBReplicas) > 0 {
		return nil, nil, errors.New("only PostgreSQL has replicas: leave --db-replicas out, or name a PostgreSQL database with --db")
	}
	trust, err := readRoots(cfg.ICPBrasil)
	if err != nil {
		return nil, nil, err
	}
	store, err := openStore(ctx, cfg.DB)
	if err == nil {
		err = readFrom(ctx, store, cfg.DBReplicas)
	}
	if err != nil {
		return nil, nil, err
	}
	files, err := openBlobs(ctx, cfg)
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	service, err := app.New(ctx, store, app.Options{Now: time.Now, Random: rand.Reader, Log: log, Strict: cfg.Strict, Vault: vault, Blobs: files, RecallsPerHour: cfg.RecallLimit, TaxTrust: trust, Changes: streams(cfg), Webhooks: webhooks(cfg)})
	if err != nil {
		return nil, nil, errors.Join(err, files.Close(), store.Close())
	}
	return service, store, nil
}

// streams limits the callers waiting for changes: each has a connection, and others need some too.
func streams(cfg config.Config) app.ChangeLimits {
	l := app.ChangeLimits{Streams: min(cfg.Streams, connections(cmp.Or(cfg.Memory, admit.Default()))/2), PerKey: cfg.StreamsPerKey}
	if l.Streams == 0 {
		l.Streams = -1 // 0 is the default
	}
	return l
}

// webhooks says which addresses webhooks may call.
func webhooks(cfg config.Config) post.Options {
	return post.Options{Allow: cfg.WebhookAllow, Plain: cfg.WebhookHTTP, UserAgent: "Rastro/" + build.Read(Version, Commit).Version}
}

// readFrom lets replicas answer reads. If that fails it closes the store.
func readFrom(ctx context.Context, store derive.Store, replicas []string) error {
	shared, ok := store.(*postgres.Store)
	if !ok || len(replicas) == 0 {
		return nil
	}
	if err := shared.ReadFrom(ctx, replicas); err != nil {
		return errors.Join(err, store.Close())
	}
	return nil
}

// openBlobs opens the place of attached files that the options name.
func openBlobs(ctx context.Context, cfg config.Config) (blob.Store, error) {
	path, file := fileOf(cfg.DB)
	switch {
	case strings.HasPrefix(cfg.Blobs, "s3://"):
		return s3blob.Open(ctx, s3blob.Options{Place: cfg.Blobs, Endpoint: cfg.S3Endpoint, Region: cfg.S3Region, AccessKey: cfg.S3AccessKey, SecretKey: cfg.S3SecretKey})
	case cfg.Blobs != "":
		return folder.Open(cfg.Blobs, time.Now), nil
	case file:
		return folder.Open(filesBeside(path), time.Now), nil
	}
	return pgblob.Open(ctx, cfg.DB)
}

// filesBeside returns the folder for the files that belong to an SQLite database.
func filesBeside(path string) string { return path + "-anexos" }
