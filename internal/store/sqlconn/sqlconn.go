// Package sqlconn is how packages with tables of their own reach the database of an engine.
package sqlconn

import "context"

// Conn runs statements. Placeholders are $1, $2 … on both engines. Errors are classified by the
// engine: a conflict, a *trace.Error of class Unavailable, or the driver's error.
type Conn interface {
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (affected int64, err error)
}

// Rows is the cursor of a query. Scan takes *[16]byte for an id.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}
