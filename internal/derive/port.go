package derive

import (
	"context"

	"rastro/internal/trace"
)

// Store provides derived tables as rows, in addition to a trace.Store.
type Store interface {
	trace.Store
	// ViewRows runs fn over one consistent snapshot.
	ViewRows(ctx context.Context, fn func(Reader) error) error
	// UpdateRows runs fn in one transaction, as Update does.
	UpdateRows(ctx context.Context, fn func(Writer) error) error
	// TakeTurn assigns work that one server is enough for. ok is false if another server has the
	// turn; it ends with release, or with the server.
	TakeTurn(ctx context.Context) (release func(), ok bool, err error)
	// CheckSchema names what of the schema, the indexes and the file is not as the
	// program made it: an index that lacks a row hides it from every list.
	CheckSchema(ctx context.Context) ([]string, error)
}

// Reader reads versions and rows.
type Reader interface {
	trace.Reader
	// EachVersion calls fn with every version in the order of id and version,
	// without holding them all. fn must not use the reader.
	EachVersion(ctx context.Context, fn func(*Version) error) error
	// EachRow calls fn with every row of a table, in no particular order, without holding them all.
	// fn must not use the reader.
	EachRow(ctx context.Context, t *Table, fn func(Row) error) error
	// RowsOf calls fn with the rows whose keys begin with some values; as EachRow does.
	RowsOf(ctx context.Context, t *Table, prefix []any, fn func(Row) error) error
	// RowAt returns the row with a key; ok is false if there is none.
	RowAt(ctx context.Context, t *Table, key []any) (row Row, ok bool, err error)
}

// Writer writes rows.
type Writer interface {
	trace.Writer
	Reader
	// Hold waits for writers of versions of a record, and makes further ones wait for
	// this transaction.
	Hold(ctx context.Context, id trace.ID) error
	// HoldCodes does so with others who would claim a code, or give one up.
	HoldCodes(ctx context.Context) error
	// PutRow writes a row, in place of one with its key.
	PutRow(ctx context.Context, t *Table, row Row) error
	// DropRow deletes the row with a key, if there is one.
	DropRow(ctx context.Context, t *Table, key []any) error
	// Recount counts the live records of a kind and writes the number down.
	Recount(ctx context.Context, kind int16) error
	// Mend rewrites the parts of a version's row that follow from the rest.
	Mend(ctx context.Context, v *Version) error
	// Rebuilding marks the lot graph as incomplete, or not any more.
	Rebuilding(ctx context.Context, on bool) error
	// Filled notes that a group of tables has every version of the journal.
	Filled(ctx context.Context, group string) error
}

// Version is a version with the columns of its row that no commitment covers.
type Version struct {
	trace.Record
	Created int64 // when the record was created, in milliseconds
	Until   int64 // when the version ended, in milliseconds; 0: it is live
	Place   int64 // in the log; the maximum while it has none
}
