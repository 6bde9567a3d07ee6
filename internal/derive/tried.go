package derive

import (
	"hash/maphash"

	"rastro/internal/trace"
)

// triedBits is the number of bits that remember the rows a rebuild tried: 16 MiB, however many rows
// there are. With ten million rows, one new row in fourteen is mistaken for a tried one; a rebuild
// continues as long as any row is not.
const triedBits = 1 << 27

// tried remembers the rows that a rebuild tried to restore. Those that are found
// again cannot be restored.
type tried struct {
	seed maphash.Seed
	bits []uint64
}

// add notes what was found and reports whether any of it is new.
func (t *tried) add(found *comparison) (fresh bool) {
	if t.bits == nil {
		t.seed, t.bits = maphash.MakeSeed(), make([]uint64, triedBits/64)
	}
	note := func(key []byte) {
		at := maphash.Bytes(t.seed, key) % triedBits
		word, bit := &t.bits[at/64], uint64(1)<<(at%64)
		fresh = fresh || *word&bit == 0
		*word |= bit
	}
	for i := range found.differences {
		d := &found.differences[i]
		note(encode(encode(nil, []any{d.Table.Name}), d.Key))
	}
	for i := range found.unevens {
		note(encode(nil, []any{trace.ID(found.unevens[i].id), found.unevens[i].version}))
	}
	return fresh
}

// differs reports whether a row of a group was found to differ.
func (c *comparison) differs(group string) bool {
	for i := range c.differences {
		if c.differences[i].Table.Group == group {
			return true
		}
	}
	return false
}
