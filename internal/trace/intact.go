package trace

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"rastro/internal/kind"
	"rastro/internal/ledger"
)

// intactCheck compares versions with their commitments, on all processors: that takes
// three times as long as reading them.
type intactCheck struct {
	batches chan []*Record
	working sync.WaitGroup
	changed atomic.Pointer[Record] // the first one found

	batch []*Record
	bytes int
}

// A batch is handed over once it has so many versions, or so many bytes of payload.
const (
	intactBatch = 64
	intactBytes = 256 << 10
)

// errChanged ends a walk over versions one of which is not intact.
var errChanged = errors.New("a version was changed after it was written")

func newIntactCheck() *intactCheck {
	c := &intactCheck{batches: make(chan []*Record)}
	for range runtime.GOMAXPROCS(0) {
		c.working.Go(func() {
			for batch := range c.batches {
				for _, v := range batch {
					if c.changed.Load() == nil && !v.intactAsWritten() {
						c.changed.CompareAndSwap(nil, v)
					}
				}
			}
		})
	}
	return c
}

// add takes a version, which nobody may change after it. A large one is compared at
// once, so that only one is held at a time.
func (c *intactCheck) add(v *Record) error {
	if len(v.Dados) > intactBytes {
		if !v.intactAsWritten() {
			c.changed.CompareAndSwap(nil, v)
			return errChanged
		}
		return nil
	}
	c.batch, c.bytes = append(c.batch, v), c.bytes+len(v.Dados)
	if len(c.batch) == intactBatch || c.bytes >= intactBytes {
		c.batches <- c.batch
		c.batch, c.bytes = nil, 0
	}
	if c.changed.Load() != nil {
		return errChanged
	}
	return nil
}

// end waits until all versions were compared, and returns one that is not intact.
func (c *intactCheck) end() *Record {
	c.batches <- c.batch
	close(c.batches)
	c.working.Wait()
	return c.changed.Load()
}

// intactAsWritten is Intact for any version. The report of a recall is written in
// canonical form, and may be a hundred megabytes: it is not copied.
func (r *Record) intactAsWritten() bool {
	if r.Kind == kind.RecallReport {
		after, err := r.appendAfter(nil)
		if err == nil && ledger.Commit(r.Salt[:], r.appendBefore(nil), r.Dados, after) == r.Hash {
			return true
		}
	}
	return r.Intact()
}
