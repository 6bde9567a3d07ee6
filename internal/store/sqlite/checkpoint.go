package sqlite

import (
	"context"
	"time"
)

// The write-ahead log is moved into the file beside the writer, not by it: a
// checkpoint syncs two files, and every writer would wait for that. What the
// writer appended meanwhile is little, and that little it moves itself, which
// lets the log start anew.
const (
	houseInterval   = 50 * time.Millisecond
	checkpointPages = 12000 // 47 MiB: scattered pages are written once for many changes
	heldPages       = 2 * checkpointPages
)

// keepHouse runs until the store is closed: it ends snapshots that hold the log
// back, moves the log into the file, and empties it of what was erased.
func (s *Store) keepHouse() {
	tick := time.NewTicker(houseInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			residue := s.writer.residue.Load()
			s.points.releaseIdle(s.writer.cache.changes, residue)
			if residue {
				s.writer.truncateLog(s.counting)
			} else if s.writer.cache.changes.Pages() >= checkpointPages {
				s.writer.rest.Store(s.counting.checkpoint())
			}
		case <-s.closing:
			return
		}
	}
}

// checkpoint moves what it can of the log into the file, waiting for nobody. It
// tells whether it moved anything.
func (c *conn) checkpoint() bool {
	found, err := c.Query(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
	if err != nil {
		return false // a full disk, or another process at it: the next tick tries again
	}
	defer found.Close()
	var busy, pages, moved int64
	return found.Next() && found.Scan(&busy, &pages, &moved) == nil && moved > 0
}
