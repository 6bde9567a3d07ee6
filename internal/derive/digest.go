package derive

import "hash/maphash"

// A table is compared without reading it into memory: its rows, derived and stored, are summed
// up in buckets by their keys. If the sums of a bucket are equal, so are its rows; the rows of
// the others are then looked at one by one. The digests use seeds of this run, so nobody can
// choose rows whose sums agree.
const buckets = 1 << 16

// bucket sums up rows: derived ones are added, stored ones subtracted.
type bucket struct {
	a, b uint64
	rows uint32 // of both
}

type digest struct {
	place, a, b maphash.Seed
	buckets     []bucket
	scratch     []byte
}

func newDigest() *digest {
	return &digest{maphash.MakeSeed(), maphash.MakeSeed(), maphash.MakeSeed(), make([]bucket, buckets), nil}
}

// bucketOf returns the bucket of a key.
func (d *digest) bucketOf(key []any) uint32 {
	d.scratch = encode(d.scratch[:0], key)
	return uint32(maphash.Bytes(d.place, d.scratch) % buckets)
}

// take adds or removes a row.
func (d *digest) take(row Row, stored bool) {
	b := &d.buckets[d.bucketOf(row.Key)]
	d.scratch = encode(d.scratch, row.Value) // after the key
	x, y := maphash.Bytes(d.a, d.scratch), maphash.Bytes(d.b, d.scratch)
	if stored {
		x, y = -x, -y
	}
	b.a, b.b = b.a+x, b.b+y
	b.rows++
}

// differing picks buckets that disagree, with at most most rows, but at least one bucket. left is
// set if there are more.
func (d *digest) differing(most int) (picked map[uint32]bool, left bool) {
	picked = map[uint32]bool{}
	for i := range d.buckets {
		b := &d.buckets[i]
		if b.a == 0 && b.b == 0 {
			continue
		}
		if len(picked) > 0 && int(b.rows) > most {
			return picked, true
		}
		picked[uint32(i)] = true
		most -= int(b.rows)
	}
	return picked, false
}
