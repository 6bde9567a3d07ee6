package notebook

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// VersionWriter writes versions of the journal, and the entries that follow from them.
type VersionWriter interface {
	trace.Appender
	Writer
}

// Begin writes the first version of a note of a kind, with its entry.
func Begin(ctx context.Context, w VersionWriter, journal *trace.Journal, k *kind.Kind, by *trace.Key, body []byte) (trace.Record, error) {
	id, err := journal.Noted(ctx, w, k, by, body)
	if err != nil {
		return trace.Record{}, err
	}
	r := trace.Record{ID: id, Kind: k, Payload: body, Version: 1, Operation: trace.Created, UpdatedAt: id.Time(), CreatedBy: by.Party(), UpdatedBy: by.Author()}
	return r, keep(ctx, w, &r)
}

// Continue turns a note into its next version, and writes it. A note is never live, so each version
// follows an ended one. After an erasure there is no entry any more; the caller erases the content
// of the earlier versions.
func Continue(ctx context.Context, w VersionWriter, journal *trace.Journal, r *trace.Record, op trace.Operation, by *trace.Key, body []byte) error {
	journal.Next(r, op, by)
	r.Payload, r.AfterEnd = body, true
	if err := journal.Append(ctx, w, r); err != nil {
		return err
	}
	if op == trace.Erased {
		return w.DropNoteEntry(ctx, r.ID)
	}
	return keep(ctx, w, r)
}

func keep(ctx context.Context, w Writer, r *trace.Record) error {
	e, ok := Of(r)
	if !ok {
		return trace.Fail(trace.CodeInternal)
	}
	return w.PutNoteEntry(ctx, e)
}
