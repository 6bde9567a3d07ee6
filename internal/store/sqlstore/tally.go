package sqlstore

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"rastro/internal/trace"
)

// tally collects the changes that a group of writers makes to the number of live records of each
// kind, so that the group writes each count once. Each lane has its own shard, and kinds come in
// order, so lanes and servers rarely want the same row and never deadlock.
type tally map[counted]int64

// counted is a kind, and the row of its count: a partition's, or -1 for the lane's.
type counted struct{ kind, shard int16 }

func (c counted) compare(d counted) int {
	return cmp.Or(cmp.Compare(c.kind, d.kind), cmp.Compare(c.shard, d.shard))
}

// add counts a record.
func (t tally) add(d *Dialect, r *trace.Record, n int64) {
	of := counted{r.Kind.Code, -1}
	if d.ByPart {
		of.shard = int16(r.ID.Partition())
	}
	t[of] += n
}

// PutTally changes a count: kind, row, by how much.
const PutTally = `INSERT INTO tally (kind, shard, n) VALUES ($1, $2, $3) ON CONFLICT (kind, shard) DO UPDATE SET n = tally.n + excluded.n`

func (t tally) write(ctx context.Context, tx Tx, shard int) error {
	for _, of := range slices.SortedFunc(maps.Keys(t), counted.compare) {
		if t[of] == 0 {
			continue
		}
		at := int64(of.shard)
		if at < 0 {
			at = int64(shard)
		}
		err := tx.Later(ctx, anyRows, PutTally, of.kind, at, t[of])
		if err != nil {
			return err
		}
	}
	return nil
}

// Count adds what the group has not written yet.
func (w *writer) Count(ctx context.Context, q trace.Query) (int64, error) {
	n, err := w.reader.Count(ctx, q)
	if q.All() && q.Kind != nil {
		for of, more := range w.counts {
			if of.kind == q.Kind.Code {
				n += more
			}
		}
	}
	return n, err
}
