package derive

import (
	"cmp"
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// predecessors returns the log that an adoption continues.
func predecessors(v, _ *trace.Record, emit func(Row)) {
	if p, ok := adoptedLog(v); ok {
		emit(predecessorRow(&p))
	}
}

func predecessorRow(p *ledger.Predecessor) Row {
	return Row{[]any{p.Statement}, []any{p.Origin, p.Key, p.Size, p.Root, p.SeenSize, p.SeenRoot}}
}

func keepFirst(a, _ Row) Row { return a }

// mendPredecessors rewrites all predecessors, oldest first: they are few, and
// their order is part of what they say.
func mendPredecessors(ctx context.Context, w Writer, t *Table, _ []any) error {
	var adopted []ledger.Predecessor
	err := w.EachNote(ctx, kind.LogChange, func(v *trace.Record) error {
		if p, ok := adoptedLog(v); ok && v.Intact() {
			adopted = append(adopted, p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(adopted, func(a, b ledger.Predecessor) int { return cmp.Compare(a.Size, b.Size) })
	var stored [][]any
	err = w.EachRow(ctx, t, func(row Row) error {
		stored = append(stored, row.Key)
		return nil
	})
	if err != nil {
		return err
	}
	for _, key := range stored {
		if err := w.DropRow(ctx, t, key); err != nil {
			return err
		}
	}
	for i := range adopted {
		if err := w.PutRow(ctx, t, predecessorRow(&adopted[i])); err != nil {
			return err
		}
	}
	return nil
}

// adoptedLog returns the log that a note says this one continues; ok is false for any other
// version.
func adoptedLog(v *trace.Record) (p ledger.Predecessor, ok bool) {
	var note ledger.Adoption
	if v.Kind != kind.LogChange || v.Gone() || canon.Unmarshal(v.Payload, &note) != nil {
		return p, false
	}
	return note.Predecessor, true
}
