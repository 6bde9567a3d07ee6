package native

import (
	"fmt"
	"sync"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// pageSize is SQLite's own default.
const pageSize = 4096

var (
	reserve    sync.Once
	errReserve error
)

// ReservePages reserves memory for that many cached pages of all connections of the process
// together; beyond it each page is allocated separately, and one byte over 4 KiB then takes 8.
// Only the first call counts, and it must precede the first connection of any package.
func ReservePages(pages int) error {
	reserve.Do(func() { errReserve = reservePages(pages) })
	return errReserve
}

func reservePages(pages int) error {
	tls := libc.NewTLS()
	defer tls.Close()
	config := func(op int32, args ...any) int32 {
		list := libc.NewVaList(args...)
		defer libc.Xfree(tls, list)
		return sqlite3.Xsqlite3_config(tls, op, list)
	}
	out := tls.Alloc(8)
	defer tls.Free(8)
	if rc := config(sqlite3.SQLITE_CONFIG_PCACHE_HDRSZ, out); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("the size of a cached page's head: code %d", rc)
	}
	slot := pageSize + (*(*int32)(at(out))+7)&^7
	buffer := libc.Xmalloc(tls, libc.Tsize_t(int(slot)*pages)) // never freed, like the process's connections
	if buffer == 0 {
		return &Error{sqlite3.SQLITE_NOMEM, "out of memory"}
	}
	if rc := config(sqlite3.SQLITE_CONFIG_PAGECACHE, buffer, slot, int32(pages)); rc != sqlite3.SQLITE_OK {
		libc.Xfree(tls, buffer)
		return fmt.Errorf("setting memory aside for pages: code %d; something opened a SQLite database before", rc)
	}
	return nil
}
