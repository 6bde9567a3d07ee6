package evidence

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"rastro/internal/trace"
)

// intactCheck compares versions with their commitments, on all processors: it takes three
// times as long as reading them.
type intactCheck struct {
	batches chan []*trace.Record
	working sync.WaitGroup
	changed atomic.Pointer[trace.Record] // the first one found

	batch []*trace.Record
	bytes int
}

// A batch is passed on when it has this many versions, or this many bytes of payload.
const (
	intactBatch = 64
	intactBytes = 256 << 10
)

// errChanged ends a walk after it meets a version that is not intact.
var errChanged = errors.New("a version was changed after it was written")

func newIntactCheck() *intactCheck {
	c := &intactCheck{batches: make(chan []*trace.Record)}
	for range runtime.GOMAXPROCS(0) {
		c.working.Go(func() {
			for batch := range c.batches {
				for _, v := range batch {
					if c.changed.Load() == nil && !v.IntactAsWritten() {
						c.changed.CompareAndSwap(nil, v)
					}
				}
			}
		})
	}
	return c
}

// add takes a version, which must not be changed afterwards. It compares a large one at once, so
// that only one is in memory.
func (c *intactCheck) add(v *trace.Record) error {
	if len(v.Payload) > intactBytes {
		if !v.IntactAsWritten() {
			c.changed.CompareAndSwap(nil, v)
			return errChanged
		}
		return nil
	}
	c.batch, c.bytes = append(c.batch, v), c.bytes+len(v.Payload)
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
func (c *intactCheck) end() *trace.Record {
	c.batches <- c.batch
	close(c.batches)
	c.working.Wait()
	return c.changed.Load()
}
