package native

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Stmt is a prepared statement.
type Stmt struct {
	conn *Conn
	ptr  uintptr

	// params say for each parameter which value it takes. SQLite numbers $1, $2
	// … in the order in which the statement names them.
	params []int

	// values is memory on SQLite's side that holds the bound texts and blobs; it is kept between
	// runs.
	values   uintptr
	capacity int
}

// Prepare compiles one statement.
func (c *Conn) Prepare(sql string) (*Stmt, error) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, text)
	out := c.tls.Alloc(8)
	defer c.tls.Free(8)
	*(*uintptr)(at(out)) = 0
	if rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(sql)), out, 0); rc != sqlite3.SQLITE_OK {
		return nil, c.failure(rc)
	}
	s := &Stmt{conn: c, ptr: *(*uintptr)(at(out))}
	for i := int32(1); i <= sqlite3.Xsqlite3_bind_parameter_count(c.tls, s.ptr); i++ {
		name := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(c.tls, s.ptr, i))
		number, err := strconv.Atoi(strings.TrimPrefix(name, "$"))
		if err != nil || number < 1 {
			s.Finalize()
			return nil, fmt.Errorf("parameter %q: number parameters as $1, $2, …", name)
		}
		s.params = append(s.params, number-1)
	}
	return s, nil
}

// Finalize frees the statement.
func (s *Stmt) Finalize() {
	sqlite3.Xsqlite3_finalize(s.conn.tls, s.ptr) // its result is that of the last step, which was already reported
	if s.values != 0 {
		libc.Xfree(s.conn.tls, s.values)
	}
	s.ptr, s.values, s.capacity = 0, 0, 0
}

// Bind gives the statement's parameters their values: the first to $1, and so
// on. The statement must be reset.
func (s *Stmt) Bind(args []any) error {
	need := 0
	for _, arg := range args {
		switch v := arg.(type) {
		case string:
			need += len(v)
		case []byte:
			need += len(v)
		}
	}
	if err := s.reserve(need); err != nil {
		return err
	}
	next := s.values
	for i, which := range s.params {
		if which >= len(args) {
			return fmt.Errorf("the statement asks for $%d and got %d values", which+1, len(args))
		}
		var rc int32
		n := int32(i + 1)
		switch v := args[which].(type) {
		case nil:
			rc = sqlite3.Xsqlite3_bind_null(s.conn.tls, s.ptr, n)
		case int64:
			rc = sqlite3.Xsqlite3_bind_int64(s.conn.tls, s.ptr, n, v)
		case int16:
			rc = sqlite3.Xsqlite3_bind_int64(s.conn.tls, s.ptr, n, int64(v))
		case int:
			rc = sqlite3.Xsqlite3_bind_int64(s.conn.tls, s.ptr, n, int64(v))
		case *int64:
			if v == nil {
				rc = sqlite3.Xsqlite3_bind_null(s.conn.tls, s.ptr, n)
			} else {
				rc = sqlite3.Xsqlite3_bind_int64(s.conn.tls, s.ptr, n, *v)
			}
		case string:
			copy(view(next, len(v)), v)
			rc = sqlite3.Xsqlite3_bind_text(s.conn.tls, s.ptr, n, next, int32(len(v)), 0)
			next += uintptr(len(v))
		case []byte:
			if v == nil {
				rc = sqlite3.Xsqlite3_bind_null(s.conn.tls, s.ptr, n)
			} else {
				copy(view(next, len(v)), v)
				rc = sqlite3.Xsqlite3_bind_blob(s.conn.tls, s.ptr, n, next, int32(len(v)), 0)
				next += uintptr(len(v))
			}
		default:
			return fmt.Errorf("$%d has type %T, which cannot be stored", which+1, v)
		}
		if rc != sqlite3.SQLITE_OK {
			return s.conn.failure(rc)
		}
	}
	return nil
}

// BindInt binds the statement's only value.
func (s *Stmt) BindInt(value int64) error {
	if rc := sqlite3.Xsqlite3_bind_int64(s.conn.tls, s.ptr, 1, value); rc != sqlite3.SQLITE_OK {
		return s.conn.failure(rc)
	}
	return nil
}

// BindBlob sets the parameter of a statement that has one.
func (s *Stmt) BindBlob(value []byte) error {
	if err := s.reserve(len(value)); err != nil {
		return err
	}
	copy(view(s.values, len(value)), value)
	if rc := sqlite3.Xsqlite3_bind_blob(s.conn.tls, s.ptr, 1, s.values, int32(len(value)), 0); rc != sqlite3.SQLITE_OK {
		return s.conn.failure(rc)
	}
	return nil
}

// minValues is enough for most statements, so that the buffer is rarely enlarged. It is never zero:
// an empty blob needs an address, because a null one means NULL.
const minValues = 512

func (s *Stmt) reserve(need int) error {
	if need <= s.capacity && s.values != 0 {
		return nil
	}
	if s.values != 0 {
		libc.Xfree(s.conn.tls, s.values)
	}
	s.capacity = max(need, minValues)
	s.values = libc.Xmalloc(s.conn.tls, libc.Tsize_t(s.capacity))
	if s.values == 0 {
		s.capacity = 0
		return &Error{sqlite3.SQLITE_NOMEM, "out of memory"}
	}
	return nil
}

// Step advances the statement to its next row, and reports whether there is one.
func (s *Stmt) Step() (bool, error) {
	switch rc := sqlite3.Xsqlite3_step(s.conn.tls, s.ptr); rc {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, s.conn.failure(rc)
	}
}

// maxKept is how much memory a statement keeps for the next values: a plot of megabytes is rare.
const maxKept = 64 << 10

// Reset makes the statement ready to run again. Its result is that of the last step, which was
// reported.
func (s *Stmt) Reset() {
	sqlite3.Xsqlite3_reset(s.conn.tls, s.ptr)
	if s.capacity > maxKept {
		sqlite3.Xsqlite3_clear_bindings(s.conn.tls, s.ptr)
		libc.Xfree(s.conn.tls, s.values)
		s.values, s.capacity = 0, 0
	}
}
