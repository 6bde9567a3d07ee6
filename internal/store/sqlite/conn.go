package sqlite

import (
	"context"
	"errors"

	sqlite3 "modernc.org/sqlite/lib"

	"rastro/internal/store/sqlite/native"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// conn is one connection with its prepared statements. It is used by one
// goroutine at a time.
type conn struct {
	native     *native.Conn
	statements map[string]*statement
	damage     *damage

	// open: a snapshot is open that was the newest when the changes were count.
	open  bool
	count uint32
}

// statement is a prepared statement. While its rows are read, it is taken; another user
// meanwhile gets one that is not kept.
type statement struct {
	*native.Stmt
	taken, kept bool
}

// maxStatements bounds the statements kept prepared: a few dozen are fixed, and
// lists of harvests make the rest.
const maxStatements = 200

// take borrows a prepared statement, which the caller returns.
func (c *conn) take(query string) (*statement, error) {
	s, ok := c.statements[query]
	if ok && !s.taken {
		s.taken = true
		return s, nil
	}
	made, err := c.native.Prepare(query)
	if err != nil {
		return nil, c.classify(err)
	}
	s = &statement{Stmt: made, taken: true, kept: !ok}
	if s.kept {
		if len(c.statements) >= maxStatements {
			c.forget()
		}
		c.statements[query] = s
	}
	return s, nil
}

func (c *conn) give(s *statement) {
	s.Reset()
	s.taken = false
	if !s.kept {
		s.Finalize()
	}
}

// forget drops the statements that are not in use.
func (c *conn) forget() {
	for query, s := range c.statements {
		if !s.taken {
			s.Finalize()
			delete(c.statements, query)
		}
	}
}

// close closes the connection, and with it whatever transaction is open on it.
func (c *conn) close() error {
	c.forget()
	return c.classify(c.native.Close())
}

// refresh moves the connection to the newest snapshot, for a read whose end is not reported. The
// snapshot stays open for the next such read, which then needs no locks, and is renewed after a
// commit.
//
// While the write-ahead log is large, or contains erased data, snapshots are not kept open, because
// they would keep the log from being reset.
func (c *conn) refresh(w *writer) error {
	changes := w.cache.changes
	count := changes.Load()
	hold := changes.Pages() < heldPages && !w.residue.Load()
	if c.open && c.count == count && hold {
		return nil
	}
	if err := c.release(); err != nil || !hold {
		return err
	}
	if _, err := c.Exec(context.Background(), "BEGIN"); err != nil {
		return err
	}
	c.open, c.count = true, count
	return nil
}

// release ends the snapshot that refresh left open.
func (c *conn) release() error {
	if !c.open {
		return nil
	}
	c.open = false
	_, err := c.Exec(context.Background(), "ROLLBACK")
	return err
}

// Query implements sqlstore.Conn.
func (c *conn) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stmt, err := c.take(query)
	if err != nil {
		return nil, err
	}
	if err := stmt.Bind(args); err != nil {
		c.give(stmt)
		return nil, c.classify(err)
	}
	r := &rows{ctx: ctx, conn: c, stmt: stmt}
	if ctx.Done() != nil {
		// An interrupt from outside must be over before the statement ends; otherwise it would stop
		// the next one.
		r.watch()
	}
	return r, nil
}

// Exec implements sqlstore.Conn. A statement that writes is not interrupted.
func (c *conn) Exec(_ context.Context, query string, args ...any) (int64, error) {
	stmt, err := c.take(query)
	if err != nil {
		return 0, err
	}
	defer c.give(stmt)
	if err := stmt.Bind(args); err != nil {
		return 0, c.classify(err)
	}
	for {
		more, err := stmt.Step()
		if err != nil {
			return 0, c.classify(err)
		}
		if !more {
			return c.native.Changes(), nil
		}
	}
}

// rows reads the rows of a statement.
type rows struct {
	ctx     context.Context
	conn    *conn
	stmt    *statement
	err     error
	unwatch func() bool
	watched chan struct{} // closed when the watcher is through
}

// watch interrupts the statement when the context ends.
func (r *rows) watch() {
	r.watched = make(chan struct{})
	r.unwatch = context.AfterFunc(r.ctx, func() {
		defer close(r.watched)
		r.conn.native.Interrupt()
	})
}

func (r *rows) Next() bool {
	if r.stmt == nil || r.err != nil {
		return false
	}
	more, err := r.stmt.Step()
	if err != nil {
		r.err = r.conn.classify(err)
		if failed, ok := errors.AsType[*native.Error](err); ok && failed.Code()&0xff == sqlite3.SQLITE_INTERRUPT && r.ctx.Err() != nil {
			r.err = r.ctx.Err()
		}
	}
	return more
}

func (r *rows) Scan(dest ...any) error { return r.stmt.Scan(dest) }

// ScanRecord implements sqlstore.RecordRows.
func (r *rows) ScanRecord(to *trace.Record) (live bool, err error) { return r.stmt.scanRecord(to) }

func (r *rows) Err() error { return r.err }

func (r *rows) Close() {
	if r.stmt == nil {
		return
	}
	if r.unwatch != nil && !r.unwatch() {
		<-r.watched
	}
	r.conn.give(r.stmt)
	r.stmt = nil
}
