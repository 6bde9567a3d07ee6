package taxdocs

import (
	"context"

	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// RowsOf counts the rows found for marks.
func (k *TaxKeeper) RowsOf(ctx context.Context, by *trace.Key, marks []kept.Mark) (n int, err error) {
	r := &run{TaxKeeper: k, by: by}
	err = k.store.View(ctx, func(s Readers) error {
		found, err := r.rowsOf(ctx, s.Documents, marks, false)
		for _, rows := range found {
			n += len(rows)
		}
		return err
	})
	return n, err
}
