package evidence

import (
	"sync"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// memory is what reading the journal showed about lots in one state of the store: how far a
// lot's origin was compared, or nil if it was only searched for: see UnknownLotsError.
type memory struct {
	mu    sync.Mutex
	stamp trace.Stamp
	known map[string]*Compared
}

// maxRemembered bounds the lots that are remembered.
const maxRemembered = 1000

// Remembered returns how much of a lot's origin was compared while the store had this stamp. nil
// means either that nothing was, or that no record that the key may read names the lot, just as in
// the graph. ok reports whether anything is known.
func (c *Checker) Remembered(stamp trace.Stamp, by *trace.Key, code string) (told *Compared, ok bool) {
	m := &c.seen
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stamp != stamp {
		return nil, false
	}
	told, ok = m.known[lotOf(by, code)]
	return told, ok
}

// Remember keeps what Remembered returns. The store had this stamp before and after the
// journal was read.
func (c *Checker) Remember(stamp trace.Stamp, by *trace.Key, code string, told *Compared) {
	m := &c.seen
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stamp != stamp || m.known == nil || len(m.known) >= maxRemembered {
		m.stamp, m.known = stamp, map[string]*Compared{}
	}
	if key := lotOf(by, code); told != nil || m.known[key] == nil {
		m.known[key] = told
	}
}

// lotOf identifies a lot as a key with certain limits sees it.
func lotOf(by *trace.Key, code string) string {
	return by.Limits() + "\x00" + lot.Fold(code)
}
