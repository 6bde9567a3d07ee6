package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// fileWatch knows which files the store has open. It checks that they are still the files under their
// names, and complete. SQLite itself continues to use a file that was removed, replaced or
// truncated; what it then writes is lost when the process ends.
type fileWatch struct {
	mu    sync.Mutex
	files []placed
	// data reads the database file. It stays open as long as SQLite has the file
	// open: POSIX locks, SQLite's too, end when any descriptor of a file is closed.
	data *os.File
	wal  *os.File // nil until it is there
	// index reads the index of the write-ahead log, in the shared memory. It stays open for
	// the same reason; nil until it is needed.
	index *os.File
	size  int64   // of the database file when it was last looked at
	log   walMark // the write-ahead log after the last commit
	cut   error   // the file was cut short: its content is gone, whatever happens next
	lost  bool    // the last look after a commit failed; the writer's own
}

// walMark identifies a state of a write-ahead log. SQLite begins a
// log again with another salt; under the same salt it only grows, until it is
// emptied.
type walMark struct {
	size int64
	salt [8]byte
}

type placed struct {
	path string
	info os.FileInfo // nil until the file is there
}

// newInPlace notes the files of an open database: the file itself under the
// name it was opened by, and its companions next to the file that a link leads to.
func newInPlace(path string) (*fileWatch, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	p := &fileWatch{files: []placed{{path: path}, {path: real + "-wal"}, {path: real + "-shm"}}}
	if p.data, err = os.Open(real); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// close closes the files, once SQLite has closed its own.
func (p *fileWatch) close() {
	for _, file := range []*os.File{p.data, p.wal, p.index} {
		if file != nil {
			_ = file.Close() // it was only read
		}
	}
}

// check fails with CodeStoreGone if a file is not under its name any more, or was
// cut short.
func (p *fileWatch) check() error { return p.checkFirst(len(p.files)) }

func (p *fileWatch) checkFirst(n int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut != nil {
		return p.cut
	}
	for i := range p.files[:n] {
		file := &p.files[i]
		info, err := os.Stat(file.path)
		switch {
		case file.info == nil && err == nil:
			file.info = info
		case file.info == nil:
			// A companion that SQLite has not made yet.
		case err != nil:
			return gone("%s was removed while the server was running (%w): put the same file back and writing continues; otherwise stop the server, restore a backup and start it", file.path, err)
		case !os.SameFile(file.info, info):
			return gone("%s was replaced while the server was running: put the same file back and writing continues; to use the new one, restart the server", file.path)
		}
		if info == nil {
			continue
		}
		var short error
		switch i {
		case 0:
			short = p.whole(info.Size())
		case 1:
			short = p.wholeLog(info.Size())
		}
		if short != nil {
			p.cut = gone("%s was cut short while the server runs (%w): stop the server, restore a backup and start it", file.path, short)
			return p.cut
		}
	}
	return nil
}

func gone(format string, args ...any) error {
	return &trace.Error{Code: trace.CodeStoreGone, Cause: fmt.Errorf(format, args...)}
}

// whole checks that a database file of some size has all its pages. A file that has not become
// smaller has them. VACUUM makes a file smaller, and its header then says so.
func (p *fileWatch) whole(size int64) error {
	if size >= p.size {
		p.size = size
		return nil
	}
	// See "The Database Header" in SQLite's file format.
	var head [32]byte
	if _, err := p.data.ReadAt(head[:], 0); err != nil {
		return fmt.Errorf("%d bytes are left of %d", size, p.size)
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 1 << 16
	}
	if need := page * int64(binary.BigEndian.Uint32(head[28:])); need == 0 || size < need {
		return fmt.Errorf("%d bytes are left of %d", size, p.size)
	}
	p.size = size
	return nil
}

// wholeLog checks that a write-ahead log of some size was not cut since the last commit:
// SQLite would continue after the hole.
func (p *fileWatch) wholeLog(size int64) error {
	if size == 0 {
		return p.emptyLog()
	}
	if size >= p.log.size || p.wal == nil {
		return nil
	}
	head, err := p.logHead()
	if err != nil && p.isEmptyNow() {
		return p.emptyLog()
	}
	if err != nil || [8]byte(head[16:24]) == p.log.salt {
		return fmt.Errorf("%d bytes are left of %d", size, p.log.size)
	}
	return nil
}

// isEmptyNow reports whether the write-ahead log was emptied since it was looked at, as the
// housekeeping may do during a check.
func (p *fileWatch) isEmptyNow() bool {
	info, err := p.wal.Stat()
	return err == nil && info.Size() == 0
}

// emptyLog checks that SQLite itself emptied the write-ahead log. Before SQLite does that, it
// writes in the index that the log begins again, with another salt and without a frame. If the
// index has frames both before and after the log is seen empty, under the same salt, they are lost.
func (p *fileWatch) emptyLog() error {
	before, err := p.indexHead()
	if err != nil || before.frames == 0 {
		return nil // without an index, check reports that it is gone
	}
	info, err := os.Stat(p.files[1].path)
	if err != nil || info.Size() > 0 {
		return nil // it was written to meanwhile
	}
	after, err := p.indexHead()
	if err != nil || after.salt != before.salt || after.frames < before.frames {
		return nil
	}
	return fmt.Errorf("nothing is left of %d frames", after.frames)
}

// walIndex is what the index records about the write-ahead log.
type walIndex struct {
	frames uint32
	salt   [8]byte
}

// indexHead reads the head of the index: see "WAL-Index File Format" in SQLite's
// documentation. Numbers in it are in the order of the machine, the salt as in the log.
func (p *fileWatch) indexHead() (walIndex, error) {
	if p.index == nil {
		file, err := os.Open(p.files[2].path)
		if err != nil {
			return walIndex{}, err
		}
		p.index = file
	}
	var head [40]byte
	_, err := p.index.ReadAt(head[:], 0)
	return walIndex{binary.NativeEndian.Uint32(head[16:]), [8]byte(head[32:])}, err
}

// logHead reads the first bytes of the write-ahead log: see "WAL File Format" in
// SQLite's file format.
func (p *fileWatch) logHead() (head [24]byte, err error) {
	_, err = p.wal.ReadAt(head[:], 0)
	return head, err
}

// The first bytes of a write-ahead log, whichever way its sums are made.
const walMagic = 0x377f0682

// wroteLog checks that a commit is in a write-ahead log that can be read again. One that was
// emptied since it was begun has no head: SQLite continues after the last commit.
func (p *fileWatch) wroteLog() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut != nil {
		return p.cut
	}
	log := p.files[1].path
	if p.wal == nil {
		file, err := os.Open(log)
		if errors.Is(err, os.ErrNotExist) {
			return nil // SQLite is configured to keep no log
		}
		if err != nil {
			return gone("cannot read %s: %w", log, err)
		}
		p.wal = file
	}
	info, err := p.wal.Stat()
	if err != nil {
		return gone("cannot read %s: %w", log, err)
	}
	head, err := p.logHead()
	if info.Size() == 0 || err != nil && p.isEmptyNow() {
		p.log = walMark{}
		return nil // nothing was written since the log was checkpointed
	}
	if err == nil && binary.BigEndian.Uint32(head[:])&^1 == walMagic {
		p.log = walMark{info.Size(), [8]byte(head[16:24])}
		return nil
	}
	p.cut = gone("%s was cut short while the server runs: stop the server, restore a backup and start it", log)
	return p.cut
}

// begin refuses a transaction while the file is known to be lost, or was cut short:
// the next checkpoint would make it look whole again.
func (p *fileWatch) begin() error {
	n := 2
	if p.lost {
		n = len(p.files)
	}
	err := p.checkFirst(n)
	p.lost = err != nil
	return err
}

// committed checks that the commit is in a file that the next start will find. If it is not, no
// caller may be told that it was written, and it must not be written again. Together with begin,
// the check costs each group of writes five stat calls and a read of 24 bytes, plus a read of the
// index if the log is empty. Losing the shared memory loses no data, because the next start
// rebuilds it.
func (p *fileWatch) committed() error {
	err := p.checkFirst(2)
	if err == nil {
		err = p.wroteLog()
	}
	p.lost = err != nil
	if failed, ok := err.(*trace.Error); ok {
		err = &trace.Error{Code: failed.Code, Cause: fmt.Errorf("%w: %w", sqlstore.ErrUncertain, failed.Cause)}
	}
	return err
}
