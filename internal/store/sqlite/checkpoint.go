package sqlite

import (
	"context"
	"time"
)

// The write-ahead log is moved into the file in parallel with the writer, not by it: a checkpoint
// syncs two files, and every writer would wait for that. What the writer appends meanwhile is
// little, and the writer moves that itself, so that the log can be reset.
const (
	houseInterval   = 50 * time.Millisecond
	checkpointPages = 12000 // 47 MiB: scattered pages are written once for many changes
	heldPages       = 2 * checkpointPages
)

// unnamed describes damage until the file has been searched.
var unnamed = "a page of the database is damaged: the file is being checked"

// keepHouse runs until the store is closed: it ends snapshots that keep the log from
// shrinking, moves the log into the file, and empties it of what was erased.
func (s *Store) keepHouse() {
	tick := time.NewTicker(houseInterval)
	defer tick.Stop()
	naming, stop := context.WithCancel(context.Background())
	defer stop()
	for {
		select {
		case <-tick.C:
			if s.damage.met.CompareAndSwap(true, false) && s.damage.found.Load() == nil {
				s.damage.found.Store(&unnamed)
				s.house.Go(func() { s.nameDamage(naming, s.path) })
			}
			residue := s.writer.residue.Load()
			s.points.releaseIdle(s.writer.cache.changes, residue)
			switch full := s.writer.cache.changes.Pages() >= checkpointPages; {
			case !residue && !full:
			case s.writer.inPlace.check() != nil: // leave the rest of a truncated file as it is
			case residue:
				s.writer.truncateLog(s.counting, "busy_timeout = 5000") // the address requests it
			default:
				s.writer.rest.Store(s.counting.checkpoint())
			}
		case <-s.closing:
			return
		}
	}
}

// checkpoint moves as much as possible of the write-ahead log into the file, without waiting. It
// reports whether it moved anything.
func (c *conn) checkpoint() bool {
	found, err := c.Query(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
	if err != nil {
		return false // a full disk, or another process is busy: the next tick tries again
	}
	defer found.Close()
	var busy, pages, moved int64
	return found.Next() && found.Scan(&busy, &pages, &moved) == nil && moved > 0
}
