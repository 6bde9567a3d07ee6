package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/store/sqlstore"
)

// tx is a write transaction that keeps statements back until it must send
// them: a group of creates goes out, with its BEGIN and COMMIT, in one round
// trip.
type tx struct {
	conn  *pgxpool.Conn
	begun bool
	wrote bool // it has statements other than queries
	stale bool // its connection leads to a server that no longer writes
	batch pgx.Batch
	wants []int64 // rows each queued statement must change; < 0: any

	// held are rows to insert before the next statement, for each of the engine's bulks; nil:
	// none.
	held   [][][]any
	engine *Engine
	moving *moving
}

func (s *Store) begin(ctx context.Context) (sqlstore.Tx, error) {
	return s.beginOn(s.pool.Acquire(ctx))
}

// beginOn begins a transaction on a connection, which may have failed.
func (s *Store) beginOn(conn *pgxpool.Conn, err error) (sqlstore.Tx, error) {
	if err != nil {
		return nil, classify(err)
	}
	return &tx{conn: conn, engine: s.engine, moving: s.moving}, nil
}

func (t *tx) start() {
	if !t.begun {
		t.begun = true
		t.batch.Queue("BEGIN")
		t.wants = append(t.wants, -1)
	}
}

func (t *tx) queue(want int64, sql string, args ...any) {
	t.start()
	t.settle()
	t.batch.Queue(t.engine.rewrite(sql), args...)
	t.wants = append(t.wants, want)
}

// settle queues the rows that were held back.
func (t *tx) settle() {
	held := t.held
	t.held = nil
	for i, rows := range held {
		if len(rows) > 0 {
			t.engine.Bulks[i].Many(rows, func(sql string, args ...any) { t.queue(-1, sql, args...) })
		}
	}
}

// flush sends the queued statements.
func (t *tx) flush(ctx context.Context) error {
	t.settle()
	if len(t.wants) == 0 {
		return nil
	}
	batch, wants := t.batch, t.wants
	t.batch, t.wants = pgx.Batch{}, nil
	results := t.conn.SendBatch(ctx, &batch)
	var failed error
	for _, want := range wants {
		tag, err := results.Exec()
		if err == nil && want >= 0 && tag.RowsAffected() != want {
			err = fmt.Errorf("%w: %s, want %d", sqlstore.ErrConflict, tag, want)
		}
		if failed == nil {
			failed = err
		}
	}
	if err := results.Close(); failed == nil {
		failed = err
	}
	t.stale = t.stale || isReadOnly(failed)
	return t.moving.classify(failed)
}

// Later implements sqlstore.Tx.
func (t *tx) Later(_ context.Context, want int64, sql string, args ...any) error {
	t.wrote = true
	for i := range t.engine.Bulks {
		if sql == t.engine.Bulks[i].One {
			t.start()
			if t.held == nil {
				t.held = make([][][]any, len(t.engine.Bulks))
			}
			t.held[i] = append(t.held[i], args)
			return nil
		}
	}
	t.queue(want, sql, args...)
	return nil
}

func (t *tx) ready(ctx context.Context) error {
	t.start()
	return t.flush(ctx)
}

// Query implements sqlstore.Conn.
func (t *tx) Query(ctx context.Context, sql string, args ...any) (sqlstore.Rows, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	return querier{on: t.conn, engine: t.engine, moving: t.moving}.Query(ctx, sql, args...)
}

// Exec implements sqlstore.Conn.
func (t *tx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	t.wrote = true
	if err := t.ready(ctx); err != nil {
		return 0, err
	}
	on := querier{on: t.conn, engine: t.engine, moving: t.moving}
	n, err := on.Exec(ctx, sql, args...)
	if err == nil {
		err = t.engine.locked(ctx, on, sql)
	}
	return n, err
}

// Commit implements sqlstore.Tx.
//
// A statement that changed the wrong number of rows must not be committed, but this shows only
// in its answer. So COMMIT is sent with the rest only if no statement must change an exact
// number of rows.
func (t *tx) Commit(ctx context.Context) error {
	if !t.begun {
		t.conn.Release()
		return nil
	}
	for _, want := range t.wants {
		if want >= 0 {
			if err := t.flush(ctx); err != nil {
				return err
			}
			break
		}
	}
	done, err := t.committing(ctx)
	if err != nil {
		return err
	}
	defer done()
	if !t.wrote {
		t.queue(-1, confirm)
	}
	t.queue(-1, "COMMIT")
	err = t.flush(ctx)
	// Whatever else was reported: a server was told to commit, and may have done so.
	if why := takeDoubt(t.conn.Conn()); why != nil {
		err = why
	}
	if err != nil {
		return uncertain(err)
	}
	t.conn.Release()
	return nil
}

// committing runs the engine's step before a commit. Everything else is sent first, because the
// step may have to wait for others who want to commit.
func (t *tx) committing(ctx context.Context) (done func(), err error) {
	if t.engine.Committing == nil || !t.wrote {
		return func() {}, nil
	}
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	if done, err = t.engine.Committing(ctx); err != nil {
		return nil, classify(err)
	}
	return done, nil
}

// endTimeout bounds a rollback: if it takes longer, the connection is closed, which has the
// same effect.
const endTimeout = 5 * time.Second

// Rollback implements sqlstore.Tx.
func (t *tx) Rollback(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	if t.begun {
		if _, err := t.conn.Exec(ctx, "ROLLBACK"); err != nil || t.stale {
			// Its state is unknown: do not use it again.
			_ = t.conn.Conn().Close(ctx)
		}
	}
	t.conn.Release()
}
