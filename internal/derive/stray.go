package derive

import (
	"context"

	"rastro/internal/trace"
)

// nothing is what the journal derives where an engine gives stray rows alone.
func nothing(_, _ *trace.Record, _ func(Row)) {}

func noRecord(Row) trace.ID { return trace.ID{} }

// dropStray deletes a row that belongs to nothing. The engine looks again whether it
// does, since someone may have written meanwhile.
func dropStray(ctx context.Context, w Writer, t *Table, key []any) error {
	return w.DropRow(ctx, t, key)
}

// mendReport gives a review back to the harvest of its validation, and deletes
// one that has none.
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
