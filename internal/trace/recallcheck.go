package trace

import (
	"context"
	"hash/maphash"
	"maps"
	"slices"

	"rastro/internal/check/record"
	"rastro/internal/lot"
)

// A recall is signed, so the rows of the lot graph that it used are compared with the
// journal first, and the journal with the signed log: somebody may have changed either
// under the running server.

// rowSum is a digest of a set of rows, in whatever order they come. Nobody can
// foresee its seed, so nobody can make two sets alike.
type rowSum struct {
	seed maphash.Seed
	n    int64
	sum  uint64
	buf  []byte
}

// add takes a row. Of a light one only which version names the lot is stored; what it
// says is read from the version.
func (s *rowSum) add(row *lot.Row) {
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
	s.sum += maphash.Bytes(s.seed, s.buf)
}

// unreadRule is the finding of a text about lots that could not be read.
var unreadRule = []byte(record.LotUnread.ID)

// check compares the rows that were used with what the journal says of the lots that
// were met, and notes in the report how far it looked. It fails with CodeLotsDiffer.
func (c *recalling) check(ctx context.Context, s *Service, r Reader, by *Key, met *lot.Seen) error {
	g := &graphCheck{s: s, by: by, claim: c.claim, served: c.served, used: c.used, met: met, marks: c.lotMarks}
	g.harvests = func() ([]string, error) {
		for safra := range c.harvests {
			if err := c.weigh(len(safra) + textWeight); err != nil {
				return nil, err
			}
		}
		return slices.Sorted(maps.Keys(c.harvests)), nil
	}
	if err := g.run(ctx, r); err != nil {
		return err
	}
	c.Conferidas, c.unread, c.seed, c.erasedThere = g.told, g.unread, g.seed, g.erased
	return nil
}
