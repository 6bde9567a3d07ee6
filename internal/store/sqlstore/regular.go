package sqlstore

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/trace"
)

// RegularKey reads the key that the store's marks are made with.
func RegularKey(ctx context.Context, conn Conn) (key []byte, err error) {
	err = reader{conn: conn}.one(ctx, trace.CodeInternal, []any{&key}, `SELECT key FROM regular_key WHERE one = 1`)
	return key, err
}

// Regulars reads the marks of the networks in use, each with its day.
func Regulars(ctx context.Context, conn Conn) (map[uint32]int64, error) {
	rows, err := conn.Query(ctx, `SELECT mark, seen FROM regular`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[uint32]int64{}
	for rows.Next() {
		var mark, seen int64
		if err := rows.Scan(&mark, &seen); err != nil {
			return nil, err
		}
		all[uint32(mark)] = seen
	}
	return all, rows.Err()
}

// PutRegulars writes marks in their order, so that two servers that write the same ones cannot
// deadlock.
func (c *Committer) PutRegulars(ctx context.Context, seen map[uint32]int64, before int64, most int) error {
	return c.Do(ctx, func(w trace.Writer) error {
		mine := w.(*writer)
		for _, mark := range slices.Sorted(maps.Keys(seen)) {
			if err := mine.later(anyRows, `INSERT INTO regular (mark, seen) VALUES ($1, $2)
				ON CONFLICT (mark) DO UPDATE SET seen = excluded.seen WHERE excluded.seen > regular.seen`, int64(mark), seen[mark]); err != nil {
				return err
			}
		}
		if err := mine.later(anyRows, `DELETE FROM regular WHERE seen < $1`, before); err != nil {
			return err
		}
		return mine.later(anyRows, `DELETE FROM regular WHERE mark NOT IN (SELECT mark FROM regular ORDER BY seen DESC, mark LIMIT $1)`, int64(most))
	})
}
