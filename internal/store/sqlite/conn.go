package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"rastro/internal/store/sqlstore"
)

// conn is one connection with its prepared statements. It is used by one
// goroutine at a time.
type conn struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
}

// maxStatements bounds the statements kept prepared: a few dozen are fixed, and
// lists of harvests make the rest.
const maxStatements = 200

func (c *conn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := c.statements[query]; ok {
		return stmt, nil
	}
	if len(c.statements) >= maxStatements {
		c.forget()
	}
	stmt, err := c.conn.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, classify(err)
	}
	c.statements[query] = stmt
	return stmt, nil
}

func (c *conn) forget() {
	for query, stmt := range c.statements {
		_ = stmt.Close() // read to its end; nothing to lose
		delete(c.statements, query)
	}
}

func (c *conn) close() {
	c.forget()
	_ = c.conn.Close() // only returns it to database/sql
}

// discard closes the connection for good, and with it whatever transaction is
// open on it.
func (c *conn) discard() {
	c.forget()
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn }) // database/sql then closes it
}

// Query implements sqlstore.Conn.
func (c *conn) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	stmt, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	found, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return nil, classify(err)
	}
	return rows{found}, nil
}

// Exec implements sqlstore.Conn.
func (c *conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	stmt, err := c.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, classify(err)
	}
	return result.RowsAffected()
}

// rows adapts *sql.Rows.
type rows struct{ *sql.Rows }

func (r rows) Scan(dest ...any) error {
	for i, d := range dest {
		if id, ok := d.(*[16]byte); ok {
			dest[i] = (*blob16)(id)
		}
	}
	return classify(r.Rows.Scan(dest...))
}

func (r rows) Err() error { return classify(r.Rows.Err()) }

func (r rows) Close() { _ = r.Rows.Close() } // Err has told what there is to tell

// blob16 reads an id out of a BLOB.
type blob16 [16]byte

// Scan implements sql.Scanner.
func (b *blob16) Scan(src any) error {
	blob, ok := src.([]byte)
	if !ok || len(blob) != len(b) {
		return fmt.Errorf("an id must be 16 bytes, not %T", src)
	}
	copy(b[:], blob)
	return nil
}
