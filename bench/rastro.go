package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/store/sqlite"
	"rastro/internal/trace"
)

// The key of the caller; it lives in throw-away stores on loopback.
const (
	rootAccess = "rk_bench"
	rootSecret = "rs_bench-0123456789abcdef"
	rootName   = "root" // as Bootstrap names it
)

// schemaKey returns the digest of an engine's schema, so that a cached store is not
// taken for one of another schema. The files are read from the source, since
// this runs there.
func schemaKey(engine string) (string, error) {
	names, err := filepath.Glob(filepath.Join("internal", "store", engine, "migrations", "*.sql"))
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", fmt.Errorf("no schema of %s found: run from the project's root", engine)
	}
	digest := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		digest.Write(text)
	}
	return hex.EncodeToString(digest.Sum(nil)[:4]), nil
}

// sqliteSystem is Rastro on SQLite.
type sqliteSystem struct {
	binary string
	cache  cache
	work   string
}

func (sqliteSystem) name() string { return sqliteName }

func (s sqliteSystem) prepare(ctx context.Context, out *console, records int) (*stored, error) {
	key, err := schemaKey("sqlite")
	if err != nil {
		return nil, err
	}
	return s.cache.store(sqliteName, key, records, out, func(made *stored) error {
		return fillRastro(ctx, made, out, sqliteName, layout{records}, 1, func() (trace.Store, error) {
			return sqlite.Open(ctx, filepath.Join(made.database(), "rastro.db"))
		})
	})
}

func (s sqliteSystem) start(ctx context.Context, made *stored, dir string, _ int) (*running, error) {
	return startRastro(ctx, rastroSpec{
		name: sqliteName, binary: s.binary, work: s.work, db: "sqlite:" + filepath.Join(dir, "rastro.db"), logDir: dir, first: made,
	})
}

// fillRastro fills a store of either engine and writes its lists.
func fillRastro(ctx context.Context, made *stored, out *console, name string, l layout, writers int, open func() (trace.Store, error)) (err error) {
	store, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	service, err := app.New(ctx, store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if _, err := service.Bootstrap(ctx, rootAccess, rootSecret); err != nil {
		return err
	}
	if err := service.StartLog(ctx, "rastro.example/bench"); err != nil {
		return err
	}
	lists, err := newLists(made.dir, l)
	if err != nil {
		return err
	}
	b := bulk{store: store, layout: l, lists: lists, out: out, name: name + " " + grouped(int64(l.records)), writers: writers}
	if err := errors.Join(b.fill(ctx), lists.close()); err != nil {
		return err
	}
	made.meta.BodyBytes = int64(l.records) * bodyBytes
	made.meta.PayloadBytes = int64(l.records) * int64(len(payload(body(0, 0)))) // all are equally long
	extra, err := validate(ctx, service, l, filepath.Join(made.dir, codesFile))
	if err != nil {
		return err
	}
	made.meta.BodyBytes += extra
	made.meta.PayloadBytes += extra
	if err := b.integrate(ctx); err != nil {
		return err
	}
	if err := deepCursors(ctx, service, l, filepath.Join(made.dir, cursorsFile)); err != nil {
		return err
	}
	return writeRest(made.dir, l, func(body string) string { return body })
}

func caller() *trace.Key {
	return &trace.Key{AccessKey: rootAccess, Name: rootName, Scopes: []trace.Scope{trace.Read, trace.Write}}
}

// validate makes validations of harvests all over the store, and reports how
// many bytes were sent for them.
func validate(ctx context.Context, service *app.App, l layout, file string) (bytes int64, err error) {
	var codes []byte
	k := kind.ByPrefix(kind.Validation)
	for i := range l.validated() {
		payload := fmt.Sprintf(`{"dataValidacao":"2025-03-25","responsavel":"Marina Couto","status":"APROVADO","lotes":["MT25-S-%03d"],"resultado":"Todos os registros conferem","validade":"2035-12-31","cultura":"SOJA"}`, i)
		harvest := harvestID(i * l.full() / l.validated())
		written, err := service.Create(ctx, caller(), k, trace.Envelope{HarvestID: harvest, HarvestCode: season, Payload: []byte(payload)}, nil)
		if err != nil {
			return 0, fmt.Errorf("validate %s: %w", harvest, err)
		}
		codes = append(codes, written.Record.ValidationCode...)
		bytes += int64(len(payload))
	}
	return bytes, os.WriteFile(file, codes, 0o644)
}

// deepCursors finds where the deep pages begin, by page number. That costs the store a walk, which
// a reader with a cursor does not cause.
func deepCursors(ctx context.Context, service *app.App, l layout, file string) error {
	var all []byte
	k := kind.ByPrefix(recordPrefix)
	for i := range l.cursors() {
		page, err := service.List(ctx, caller(), k, trace.NewestFirst, trace.Paging{Size: pageSize, Number: int64(l.deep()/pageSize - 1 - i)})
		if err != nil {
			return fmt.Errorf("find a deep page: %w", err)
		}
		all = append(all, page.Next...)
	}
	return os.WriteFile(file, all, 0o644)
}

// rastroSpec says how to start Rastro.
type rastroSpec struct {
	name, binary, work, db string
	// logDir is the folder of the log's key and checkpoint. It belongs to the store
	// and is copied with it: a copy with another's checkpoint is refused.
	logDir string
	// first is the store whose first record is requested: its answer ends the start.
	first *stored
}

// startRastro starts the real program with everything on. The access log goes
// to a file, as it does under a service manager.
func startRastro(ctx context.Context, s rastroSpec) (*running, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	id, err := firstItem(s.first, hotFile, 36)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	child, err := startChild(childSpec{
		name: s.name, path: s.binary, log: filepath.Join(s.work, fmt.Sprintf("%s-%d.log", s.name, port)),
		args: []string{"serve", "--addr", loopback(port), "--visitor-rate-limit", "1000000", "--log-dir", s.logDir},
		env:  []string{"RASTRO_DB=" + s.db},
	})
	if err != nil {
		return nil, err
	}
	r := &running{
		child: child, base: "http://" + loopback(port), pid: child.pid(),
		headers: []string{"X-API-ACCESS-KEY: " + rootAccess, "X-API-SECRET-KEY: " + rootSecret},
	}
	if err := r.awaitAnswer(ctx, request{path: recordPrefix + "/" + id, want: http.StatusOK}); err != nil {
		return nil, err
	}
	r.took = time.Since(began)
	return r, nil
}

// firstItem returns the first item of a list.
func firstItem(s *stored, list string, width int) (string, error) {
	file, err := os.Open(filepath.Join(s.dir, list))
	if err != nil {
		return "", err
	}
	defer file.Close()
	item := make([]byte, width)
	if _, err := io.ReadFull(file, item); err != nil {
		return "", fmt.Errorf("read the list %s: %w", list, err)
	}
	return string(item), nil
}
