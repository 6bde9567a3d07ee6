package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// inPlace knows which files the store has open, and looks whether they are still
// the ones under their names. SQLite itself goes on with a file that was removed
// or replaced: what it then writes is gone when the process ends.
type inPlace struct {
	mu    sync.Mutex
	files []placed
	lost  bool // the last look after a commit failed; the writer's own
}

type placed struct {
	path string
	info os.FileInfo // nil until the file is there
}

// newInPlace takes down the files of an open database: the file itself under the
// name it was opened by, and its companions beside the file that a link leads to.
func newInPlace(path string) (*inPlace, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	p := &inPlace{files: []placed{{path: path}, {path: real + "-wal"}, {path: real + "-shm"}}}
	return p, p.check()
}

// check fails with CodeStoreGone where a file is not under its name any more.
func (p *inPlace) check() error { return p.checkFirst(len(p.files)) }

func (p *inPlace) checkFirst(n int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.files[:n] {
		file := &p.files[i]
		info, err := os.Stat(file.path)
		switch {
		case file.info == nil && err == nil:
			file.info = info
		case file.info == nil:
			// A companion that SQLite has not made yet.
		case err != nil:
			return &trace.Error{Code: trace.CodeStoreGone, Cause: fmt.Errorf("%s was removed while the server runs (%w): put it back or restore a backup, then restart the server", file.path, err)}
		case !os.SameFile(file.info, info):
			return &trace.Error{Code: trace.CodeStoreGone, Cause: fmt.Errorf("%s was replaced while the server runs: restart the server", file.path)}
		}
	}
	return nil
}

// begin refuses a transaction while the file is known to be lost.
func (p *inPlace) begin() error {
	if !p.lost {
		return nil
	}
	err := p.check()
	p.lost = err != nil
	return err
}

// committed holds that what was committed is in a file that the next start will
// find. Where it is not, nobody may be told that it was written, nor may it be
// written again. It costs each group of writes two calls of stat: the loss of the
// shared memory, which the next start makes anew, loses nothing.
func (p *inPlace) committed() error {
	err := p.checkFirst(2)
	p.lost = err != nil
	if gone, ok := err.(*trace.Error); ok {
		gone.Cause = fmt.Errorf("%w: %w", sqlstore.ErrUncertain, gone.Cause)
	}
	return err
}
