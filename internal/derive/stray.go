package derive

import (
	"context"

	"rastro/internal/trace"
)

// nothing is derived for tables of which an engine lists only stray rows.
func nothing(_, _ *trace.Record, _ func(Row)) {}

func noRecord(Row) trace.ID { return trace.ID{} }

// dropStray deletes a row that belongs to nothing. The engine looks again whether it
// does, since someone may have written meanwhile.
func dropStray(ctx context.Context, w Writer, t *Table, key []any) error {
	return w.DropRow(ctx, t, key)
}

// mendReport restores the harvest of a review from its validation, and deletes a review without
// one.
func mendReport(ctx context.Context, w Writer, t *Table, key []any) error {
	versions, err := w.Versions(ctx, key[0].(trace.ID))
	switch {
	case err != nil:
		return err
	case len(versions) == 0 || !versions[0].Kind.IsValidation():
		return w.DropRow(ctx, t, key)
	}
	return w.PutRow(ctx, t, Row{Key: key, Value: []any{versions[0].HarvestID}})
}
