package sqlite

import (
	"context"
	"encoding/binary"
	"sync/atomic"
	"time"

	"rastro/internal/trace"
)

// rowidHints remembers the position in the journal of records' newest versions, so that reading a
// record searches the journal's tree without searching that of the ids first.
//
// A place is only a hint. The version found there counts only if it has the requested id and is
// live, and a record has only one live version. So rowidHints need not be invalidated, whoever writes;
// a missing or outdated place only means a look-up by id.
type rowidHints [1 << placeBits][placeWays]atomic.Uint64

const (
	placeBits = 19
	placeWays = 4 // entries that share a bucket: 16 MiB in all
	seqBits   = 40
)

// placeOf returns the bucket of an id, and what distinguishes it from others there, in the bits
// where an entry has that.
func placeOf(id trace.ID) (bucket int, mark uint64) {
	random := binary.BigEndian.Uint64(id[8:]) // except for its two highest bits
	return int(random & (1<<placeBits - 1)), random >> placeBits << seqBits
}

// find returns the place of an id, or 0.
func (p *rowidHints) find(id trace.ID) int64 {
	bucket, mark := placeOf(id)
	for i := range p[bucket] {
		if entry := p[bucket][i].Load(); entry != 0 && entry>>seqBits == mark>>seqBits {
			return int64(entry & (1<<seqBits - 1))
		}
	}
	return 0
}

// remember notes the place of an id's newest version. If the bucket is full, the oldest place in it
// is replaced. Of two concurrent calls one may be lost, which costs a look-up by id.
func (p *rowidHints) remember(id trace.ID, seq int64) {
	if seq <= 0 || seq >= 1<<seqBits {
		return
	}
	bucket, mark := placeOf(id)
	oldest := &p[bucket][0]
	for i := range p[bucket] {
		slot := &p[bucket][i]
		entry := slot.Load()
		if entry != 0 && entry>>seqBits == mark>>seqBits {
			if int64(entry&(1<<seqBits-1)) < seq {
				slot.Store(mark | uint64(seq))
			}
			return
		}
		if entry&(1<<seqBits-1) < oldest.Load()&(1<<seqBits-1) {
			oldest = slot
		}
	}
	oldest.Store(mark | uint64(seq))
}

// Places are learned from the newest ids, as many as fit, in small steps that nobody waits for.
const (
	learnIDs      = placeWays << placeBits * 3 / 4
	learnAtOnce   = 2_000
	learnInterval = 5 * time.Millisecond
)

// learnPlaces runs after a store is opened, until it has learned enough or the store is closed.
func (s *Store) learnPlaces() {
	tick := time.NewTicker(learnInterval)
	defer tick.Stop()
	var last trace.ID
	for i := range last {
		last[i] = 0xff
	}
	for range learnIDs / learnAtOnce {
		select {
		case <-tick.C:
		case <-s.closing:
			return
		}
		n, err := s.learnBefore(&last)
		if err != nil || n < learnAtOnce {
			return // an unknown place is looked up by id
		}
	}
}

// learnBefore notes the places of the ids before one, and moves it on.
func (s *Store) learnBefore(last *trace.ID) (n int, err error) {
	found, err := s.pool.Query(context.Background(), `SELECT id, seq FROM journal WHERE id < $1 ORDER BY id DESC, version DESC LIMIT $2`, last[:], int64(learnAtOnce))
	if err != nil {
		return 0, err
	}
	defer found.Close()
	for ; found.Next(); n++ {
		var seq int64
		if err := found.Scan((*[16]byte)(last), &seq); err != nil {
			return n, err
		}
		s.places.remember(*last, seq)
	}
	return n, found.Err()
}
