package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// writer owns the one connection that writes. The committer's single lane is
// the only one to use it.
type writer struct {
	open    func() (*conn, error)
	inPlace *fileWatch
	conn    *conn // nil before the first transaction and after a broken one

	// harvests are the numbers of committed harvest names, so that a create
	// does not look its harvest up; pending are those of the open transaction.
	harvests, pending map[string]int64

	// cache is told what a commit changes: the records in changed and, if sure is set, nothing
	// else.
	cache   *cache
	changed []trace.ID
	sure    bool

	// places is told where a version was written; appended is the version that the next statement
	// writes.
	places   *rowidHints
	appended *trace.ID

	// rest: a checkpoint left little of the write-ahead log to move.
	rest atomic.Bool

	// erased: the open transaction destroys payloads. residue: committed transactions did, and the
	// write-ahead log may still contain the data.
	erased  bool
	residue atomic.Bool
}

func (w *writer) begin(ctx context.Context) (sqlstore.Tx, error) {
	if err := w.inPlace.begin(); err != nil {
		return nil, err
	}
	if w.conn == nil {
		c, err := w.open()
		if err != nil {
			return nil, err
		}
		for _, setting := range []string{fmt.Sprintf("cache_size = %d", writerPages), writerPatience} {
			if _, err := c.Exec(ctx, "PRAGMA "+setting); err != nil {
				return nil, errors.Join(err, c.close())
			}
		}
		w.conn = c
	}
	if err := w.lock(ctx); err != nil {
		w.drop()
		return nil, err
	}
	clear(w.pending)
	w.changed, w.sure, w.erased = w.changed[:0], false, false
	return w, nil
}

// Another process may be writing. SQLite's own waiting tries ten times a second, but between the
// commits of a busy writer the file is free for less than a millisecond, so it could wait forever.
// The writer therefore tries by itself, and often.
const (
	writerPatience = "busy_timeout = 0"
	lockPatience   = 5 * time.Second
	lockPause      = time.Millisecond // at most
)

// lock begins a transaction that writes.
func (w *writer) lock(ctx context.Context) error {
	for begin := time.Now(); ; {
		_, err := w.conn.Exec(ctx, "BEGIN IMMEDIATE")
		if !isBusy(err) || time.Since(begin) > lockPatience || ctx.Err() != nil {
			return err
		}
		time.Sleep(rand.N(lockPause))
	}
}

// drop closes the connection, whatever its state; the next transaction opens a new one.
func (w *writer) drop() {
	if w.conn != nil {
		_ = w.conn.close() // whatever state it was in
		w.conn = nil
	}
}

func (w *writer) close() { w.drop() }

// Query implements sqlstore.Conn.
func (w *writer) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	return w.conn.Query(ctx, query, args...)
}

// Exec implements sqlstore.Conn.
func (w *writer) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return w.conn.Exec(ctx, query, args...)
}

// Later implements sqlstore.Tx. Nothing is gained by waiting in one process.
func (w *writer) Later(ctx context.Context, want int64, query string, args ...any) error {
	n, err := w.conn.Exec(ctx, query, args...)
	if err == nil && want >= 0 && n != want {
		err = sqlstore.ErrConflict
	}
	if w.appended != nil {
		w.places.remember(*w.appended, w.conn.native.LastRow())
		w.appended = nil
	}
	return err
}

// Commit implements sqlstore.Tx.
func (w *writer) Commit(ctx context.Context) error {
	err := w.cache.commit(w.sure && !w.erased, w.changed, func() error {
		_, err := w.conn.Exec(ctx, "COMMIT")
		return err
	})
	if err != nil {
		return err
	}
	if err := w.inPlace.committed(); err != nil {
		return err
	}
	if len(w.harvests) > maxHarvests {
		clear(w.harvests)
	}
	maps.Copy(w.harvests, w.pending)
	if w.erased {
		w.residue.Store(true)
	}
	switch {
	case w.residue.Load():
		w.truncateLog(w.conn, writerPatience)
	case w.rest.CompareAndSwap(true, false):
		w.conn.checkpoint()
	}
	return nil
}

// truncateLog moves the write-ahead log into the file and empties it. Otherwise what an erasure
// overwrote would stay readable in the log. A reader with an older snapshot can prevent that; then
// every later commit tries again, and so does the housekeeping. The attempt waits only for a
// moment; afterwards the connection has its usual timeout again.
func (w *writer) truncateLog(on *conn, patience string) {
	ctx := context.Background()
	if _, err := on.Exec(ctx, "PRAGMA busy_timeout = 20"); err != nil {
		return
	}
	found, err := on.Query(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil {
		var busy, pages, moved int64
		if found.Next() && found.Scan(&busy, &pages, &moved) == nil && busy == 0 {
			w.residue.Store(false)
		}
		found.Close()
	}
	_, _ = on.Exec(ctx, "PRAGMA "+patience) // a failing connection is replaced
}

// Rollback implements sqlstore.Tx.
func (w *writer) Rollback(ctx context.Context) {
	if _, err := w.conn.Exec(context.WithoutCancel(ctx), "ROLLBACK"); err != nil {
		// After some failures, such as a full disk, SQLite has already rolled back and reports an
		// error here. A new connection is clean in either case.
		w.drop()
	}
}
