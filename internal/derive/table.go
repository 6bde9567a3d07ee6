package derive

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"rastro/internal/trace"
)

// Type is the type of a column.
type Type uint8

// The types, and the Go values that represent them in a Row.
const (
	Text  Type = iota + 1 // string
	Int                   // int64
	ID                    // trace.ID
	Bytes                 // []byte
)

// Column is a column of a table.
type Column struct {
	Name string
	Type Type
}

// Row is a row of a derived table: its key and its values.
type Row struct{ Key, Value []any }

// Table is a derived table: its name, the form of its rows, and how they follow from the
// journal.
type Table struct {
	Name string
	// Group is its name in `rastro rebuild --only`.
	Group string
	// What describes a row, for reports of differences.
	What       string
	Key, Value []Column
	// Of emits the rows for a version; next is the version after it, nil for the newest of its
	// record. Of is nil if a row depends on many versions in the order of the log: see owners.go.
	Of func(v, next *trace.Record, emit func(Row))
	// Merge combines two rows with the same key. It is nil if each row comes from one version.
	// All merged rows are held in memory, so only a small table has it.
	Merge func(a, b Row) Row
	// Record is the record that a row comes from; the zero ID if a row names none. It is nil if
	// Merge is not.
	Record func(Row) trace.ID
	// Mend restores one row. It is nil if Merge is: the rows of a record are then derived again
	// while nobody can change it.
	Mend func(ctx context.Context, w Writer, t *Table, key []any) error
	// Lasts is set if an erasure leaves a row of the record behind, of which the journal confirms
	// only the existence. It returns the row in the form in which it is compared, whether derived
	// or stored; ok is false for a stored row that no erasure left.
	Lasts func(id trace.ID, stored *Row) (row Row, ok bool)
	// Stray is set if the engine returns only rows that belong to nothing: it completes the
	// sentence that names one.
	Stray string
	// Filled reports whether the store's versions are all in the table; nil: always.
	Filled func(ctx context.Context, r trace.Reader) (bool, error)
	// UpTo is the place in the log before which the table has every version, for a table that
	// follows the journal; nil: it is written with each version.
	UpTo func(ctx context.Context, r trace.Reader) (int64, error)
}

// encode encodes values so that different ones never look the same.
func encode(dst []byte, values []any) []byte {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			dst = append(binary.AppendUvarint(append(dst, 's'), uint64(len(v))), v...)
		case int64:
			dst = binary.AppendVarint(append(dst, 'i'), v)
		case trace.ID:
			dst = append(append(dst, 'u'), v[:]...)
		case []byte:
			dst = append(binary.AppendUvarint(append(dst, 'b'), uint64(len(v))), v...)
		default:
			panic(fmt.Sprintf("derive: a row has a %T", v))
		}
	}
	return dst
}

// name identifies the row in messages.
func (t *Table) name(key []any) string {
	var b strings.Builder
	b.WriteString(t.Name)
	for i, c := range t.Key {
		if c.Name == "part" { // follows from the id
			continue
		}
		switch v := key[i].(type) {
		case string:
			fmt.Fprintf(&b, " %s %q", c.Name, v)
		default:
			fmt.Fprintf(&b, " %s %v", c.Name, v)
		}
	}
	return b.String()
}
