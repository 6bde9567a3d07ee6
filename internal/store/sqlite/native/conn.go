// Package native calls SQLite's C interface, translated to Go, without
// database/sql, which took more than half the time of a read by id. It offers
// connections, statements and values. One goroutine at a time may use a Conn and
// its statements.
package native

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Conn is a connection.
type Conn struct {
	tls *libc.TLS
	db  uintptr

	// Name returns the text for a number that is scanned into a text; nil: that is an error.
	Name func(number int64) (string, error)

	// names are texts that were read before: authors and harvests repeat, and
	// a text that is found here is not allocated again.
	names map[string]string

	mu     sync.Mutex // Interrupt is called from another goroutine
	closed bool
}

// Error is an error from SQLite.
type Error struct {
	code    int
	message string
}

// Code is SQLite's extended result code.
func (e *Error) Code() int { return e.code }

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.message, e.code) }

// Open opens a database by its URI and runs statements that set it up.
func Open(uri string, setup ...string) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS(), names: map[string]string{}}
	name, err := libc.CString(uri)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	out := c.tls.Alloc(8)
	defer c.tls.Free(8)
	*(*uintptr)(at(out)) = 0
	// No mutex: only one goroutine at a time may use the connection.
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, out,
		sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE|sqlite3.SQLITE_OPEN_NOMUTEX|sqlite3.SQLITE_OPEN_URI, 0)
	c.db = *(*uintptr)(at(out))
	if rc != sqlite3.SQLITE_OK {
		return nil, errors.Join(c.failure(rc), c.Close())
	}
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	if err := c.stablePlans(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for _, sql := range setup {
		if err := c.Exec(sql); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// stablePlans keeps SQLite from preparing a statement again whenever another
// value is bound, in the hope of a better plan: ours do not depend on values,
// and preparing takes longer than most of them run.
func (c *Conn) stablePlans() error {
	list := libc.NewVaList(int32(1), uintptr(0))
	defer libc.Xfree(c.tls, list)
	if rc := sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, list); rc != sqlite3.SQLITE_OK {
		return c.failure(rc)
	}
	return nil
}

// Close closes the connection; an open transaction is rolled back. Statements
// that were not finalized keep it open.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	var err error
	if c.db != 0 {
		if rc := sqlite3.Xsqlite3_close_v2(c.tls, c.db); rc != sqlite3.SQLITE_OK {
			err = &Error{int(rc), "closing the database"}
		}
	}
	c.tls.Close()
	return err
}

// LastRow returns the row that was inserted last.
func (c *Conn) LastRow() int64 { return sqlite3.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// Interrupt stops the statement that runs, from any goroutine.
func (c *Conn) Interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		tls := libc.NewTLS() // the connection's own may be in use
		defer tls.Close()
		sqlite3.Xsqlite3_interrupt(tls, c.db)
	}
}

// Exec runs one statement without values, and ignores its rows.
func (c *Conn) Exec(sql string) error {
	s, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	defer s.Finalize()
	for {
		if more, err := s.Step(); err != nil || !more {
			return err
		}
	}
}

// Changes returns how many rows the last statement changed.
func (c *Conn) Changes() int64 { return int64(sqlite3.Xsqlite3_changes(c.tls, c.db)) }

// failure is the error of a result code.
func (c *Conn) failure(rc int32) error {
	if c.db == 0 {
		return &Error{int(rc), "cannot open the database"}
	}
	return &Error{int(rc), libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))}
}

// at converts an address in SQLite's memory, which is unknown to the garbage collector, to a
// pointer.
func at(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// view returns a stretch of SQLite's memory, good until SQLite changes it.
func view(address uintptr, n int) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(at(address)), n)
}

// Bound limits how large a text, a blob or a row may be that the connection reads.
func (c *Conn) Bound(most int32) {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_LENGTH, most)
}
