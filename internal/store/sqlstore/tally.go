package sqlstore

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/trace"
)

// tally collects by how much a group of writers changes the number of live
// records of each kind, so that the group writes each count once. A lane has a
// shard of its own, and kinds come in order: lanes and servers rarely meet at a
// row, and never crosswise.
type tally map[int16]int64

func (t tally) write(ctx context.Context, tx Tx, shard int) error {
	for _, kind := range slices.Sorted(maps.Keys(t)) {
		if t[kind] == 0 {
			continue
		}
		err := tx.Later(ctx, anyRows, `INSERT INTO tally (kind, shard, n) VALUES ($1, $2, $3)
			ON CONFLICT (kind, shard) DO UPDATE SET n = tally.n + excluded.n`, kind, int64(shard), t[kind])
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
		n += w.counts[q.Kind.Code]
	}
	return n, err
}
