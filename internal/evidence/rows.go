package evidence

import (
	"hash/maphash"

	"rastro/internal/check/record"
	"rastro/internal/lot"
)

// A recall is signed, so the rows of the lot graph that it used are compared with the
// journal first, and the journal with the signed log: someone may have changed either
// under the running server.

// RowSum is a digest of a set of rows, independent of their order. Its seed is unpredictable, so
// nobody can construct two sets with the same sum.
type RowSum struct {
	Seed maphash.Seed
	n    int64
	sum  uint64
	buf  []byte
}

// Add adds a row. For a light one only the version that names the lot is stored; its content
// is read from the version.
func (s *RowSum) Add(row *lot.Row) {
	s.buf = append(s.buf[:0], row.Lot...)
	s.buf = append(s.buf, 0, byte(row.Role), byte(row.Kind), byte(row.Kind>>8))
	s.buf = append(s.buf, row.ID[:]...)
	for shift := 0; shift < 64; shift += 8 {
		s.buf = append(s.buf, byte(row.Version>>shift), byte(row.Since>>shift))
	}
	if !row.Role.Light() {
		s.buf = row.Fact.Append(s.buf)
	}
	s.n++
	s.sum += maphash.Bytes(s.Seed, s.buf)
}

// unreadRule is the finding of a text about lots that could not be read.
var unreadRule = []byte(record.LotUnread.ID)
