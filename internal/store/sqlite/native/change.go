package native

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Commits to a database in WAL mode are counted in memory that all connections to it share,
// including those of other processes. SQLite itself reads the count at the start of every read to
// see whether its cached pages are still valid.
//
// The count is in the header of the WAL index, at byte 8. It changes with every commit, before the
// commit returns.
//
// The number of the WAL's last page is 8 bytes after it.
const (
	changeOffset = 8
	pagesOffset  = 16
	indexRegion  = 32 << 10 // SQLite maps the index in regions of this size
)

// ChangeCounter reads how often the database was changed, by anyone. It costs
// one load of memory. It is good until its connection is closed.
type ChangeCounter struct{ count, pages *uint32 }

// Load returns the count. Equal counts mean that nothing was committed in between.
func (c ChangeCounter) Load() uint32 { return atomic.LoadUint32(c.count) }

// Pages returns how many pages the WAL has.
func (c ChangeCounter) Pages() uint32 { return atomic.LoadUint32(c.pages) }

// ErrNoCounter is a database that is not in WAL mode.
var ErrNoCounter = errors.New("the database has no shared count of changes")

// ChangeCounter finds the counter. The connection must have read the database.
func (c *Conn) ChangeCounter() (ChangeCounter, error) {
	main, err := libc.CString("main")
	if err != nil {
		return ChangeCounter{}, err
	}
	defer libc.Xfree(c.tls, main)
	out := c.tls.Alloc(8)
	defer c.tls.Free(8)
	*(*uintptr)(at(out)) = 0
	if rc := sqlite3.Xsqlite3_file_control(c.tls, c.db, main, sqlite3.SQLITE_FCNTL_FILE_POINTER, out); rc != sqlite3.SQLITE_OK {
		return ChangeCounter{}, c.failure(rc)
	}
	file := *(*uintptr)(at(out))
	methods := (*sqlite3.Tsqlite3_io_methods)(at((*sqlite3.Tsqlite3_file)(at(file)).FpMethods))
	if methods.FiVersion < 2 || methods.FxShmMap == 0 {
		return ChangeCounter{}, ErrNoCounter
	}
	*(*uintptr)(at(out)) = 0
	// A translated function is called through the word that holds its address.
	shmMap := *(*func(*libc.TLS, uintptr, int32, int32, int32, uintptr) int32)(unsafe.Pointer(&methods.FxShmMap))
	if rc := shmMap(c.tls, file, 0, indexRegion, 0, out); rc != sqlite3.SQLITE_OK {
		return ChangeCounter{}, &Error{int(rc), "mapping the WAL index"}
	}
	index := *(*uintptr)(at(out))
	if index == 0 {
		return ChangeCounter{}, ErrNoCounter
	}
	return ChangeCounter{(*uint32)(at(index + changeOffset)), (*uint32)(at(index + pagesOffset))}, nil
}
