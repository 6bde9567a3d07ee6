package native

import (
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"
)

// Scan copies the columns of the current row. A NULL is an empty text, a nil
// blob or a nil *int64; into anything else it is an error.
func (s *Stmt) Scan(dest []any) error {
	for i, d := range dest {
		if err := s.column(int32(i), d); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Stmt) column(i int32, dest any) error {
	kind := sqlite3.Xsqlite3_column_type(s.conn.tls, s.ptr, i)
	switch d := dest.(type) {
	case *int64:
		return s.integer(i, kind, d)
	case *int16:
		var n int64
		err := s.integer(i, kind, &n)
		*d = int16(n)
		return err
	case *int:
		var n int64
		err := s.integer(i, kind, &n)
		*d = int(n)
		return err
	case **int64:
		if kind == sqlite3.SQLITE_NULL {
			*d = nil
			return nil
		}
		*d = new(int64)
		return s.integer(i, kind, *d)
	case *string:
		if kind == sqlite3.SQLITE_INTEGER && s.conn.Name != nil {
			var err error
			*d, err = s.conn.Name(sqlite3.Xsqlite3_column_int64(s.conn.tls, s.ptr, i))
			return err
		}
		*d = s.conn.name(s.bytes(i, kind))
	case *[]byte:
		if kind == sqlite3.SQLITE_NULL {
			*d = nil
			return nil
		}
		*d = append(make([]byte, 0, sqlite3.Xsqlite3_column_bytes(s.conn.tls, s.ptr, i)), s.bytes(i, kind)...)
	case *[16]byte:
		if n := copy(d[:], s.bytes(i, kind)); n != len(d) || sqlite3.Xsqlite3_column_bytes(s.conn.tls, s.ptr, i) != int32(len(d)) {
			return fmt.Errorf("an id must be 16 bytes, not %d", n)
		}
	default:
		return fmt.Errorf("cannot read into %T", dest)
	}
	return nil
}

func (s *Stmt) integer(i, kind int32, dest *int64) error {
	if kind != sqlite3.SQLITE_INTEGER {
		return fmt.Errorf("not an integer (type %d)", kind)
	}
	*dest = sqlite3.Xsqlite3_column_int64(s.conn.tls, s.ptr, i)
	return nil
}

// bytes returns a column's text or blob, good until the next step.
func (s *Stmt) bytes(i, kind int32) []byte {
	var address uintptr
	if kind == sqlite3.SQLITE_TEXT {
		address = sqlite3.Xsqlite3_column_text(s.conn.tls, s.ptr, i)
	} else {
		address = sqlite3.Xsqlite3_column_blob(s.conn.tls, s.ptr, i)
	}
	return view(address, int(sqlite3.Xsqlite3_column_bytes(s.conn.tls, s.ptr, i)))
}

// What a connection remembers of the texts it read: short ones, and not many.
const (
	maxNames = 4096
	maxName  = 100
)

func (c *Conn) name(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if known, ok := c.names[string(text)]; ok {
		return known
	}
	made := string(text)
	if len(text) <= maxName {
		if len(c.names) >= maxNames {
			clear(c.names)
		}
		c.names[made] = made
	}
	return made
}

// Int returns an integer column of the current row; a NULL is 0.
func (s *Stmt) Int(i int32) int64 { return sqlite3.Xsqlite3_column_int64(s.conn.tls, s.ptr, i) }

// IsNull reports whether a column of the current row is NULL.
func (s *Stmt) IsNull(i int32) bool {
	return sqlite3.Xsqlite3_column_type(s.conn.tls, s.ptr, i) == sqlite3.SQLITE_NULL
}

// Text returns a text column of the current row, a NULL the empty text.
func (s *Stmt) Text(i int32) string { return s.conn.name(s.bytes(i, sqlite3.SQLITE_TEXT)) }

// Blob returns a copy of a blob column of the current row, a NULL nil.
func (s *Stmt) Blob(i int32) []byte {
	if s.IsNull(i) {
		return nil
	}
	lies := s.View(i)
	return append(make([]byte, 0, len(lies)), lies...)
}

// Named returns the text for the number in a column of the current row.
func (s *Stmt) Named(i int32) (string, error) { return s.conn.Name(s.Int(i)) }

// View returns a blob column of the current row, good until the next step.
func (s *Stmt) View(i int32) []byte { return s.bytes(i, sqlite3.SQLITE_BLOB) }
