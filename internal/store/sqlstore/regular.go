package sqlstore

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/trace"
)

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
