package taxdocs

import (
	"context"
	"io"

	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// foreseen is an event that was read before the documents of its import.
type foreseen struct {
	document *fiscal.Document
	report   grade.Report
}

// aheadOf returns what the events in this import say about one of its documents, compared with the
// document. If the document is already stored, the stored one is used, because anybody can send
// another with its key.
func (r *run) aheadOf(ctx context.Context, one *item) (list []finding.Finding, err error) {
	events := r.ahead[one.Document.Key]
	if len(events) == 0 {
		return nil, nil
	}
	originals := []grade.Original{grade.OriginalOf(one.Document, &one.Report)}
	if one.Outcome == Existing {
		if originals, err = r.keptOriginals(ctx, one.Document.Key); err != nil {
			return nil, err
		}
	} else if r.o.DryRun {
		r.originals[one.Document.Key] = originals[0]
	}
	for i := range events {
		report := events[i].report
		report.Compare(events[i].document, originals)
		if f, ok := invalidatesDocument(events[i].document, &report); ok {
			list = append(list, f)
		}
	}
	return list, nil
}

// compareWithStored compares an event with the stored documents that it is about.
func (r *run) compareWithStored(ctx context.Context, one *item) error {
	if !grade.Invalidates(one.Document) {
		return nil
	}
	originals, err := r.keptOriginals(ctx, one.Document.Key)
	if err != nil {
		return err
	}
	if own, ok := r.originals[one.Document.Key]; ok && len(originals) == 0 { // a dry run keeps none
		originals = append(originals, own)
	}
	one.Report.Compare(one.Document, originals)
	return nil
}

// keptOriginals returns the documents with a key in records within the caller's reach. A dry run
// only looks where the caller may read, because its answer reveals them.
func (r *run) keptOriginals(ctx context.Context, key string) (list []grade.Original, err error) {
	var found []*trace.Record
	err = r.store.View(ctx, func(s Readers) error {
		found = nil
		mark := r.mark(key)
		rows, err := r.rowsOf(ctx, s.Documents, []kept.Mark{mark}, true)
		if err != nil {
			return err
		}
		for _, row := range places(rows, []kept.Mark{mark}) {
			if r.o.DryRun && !r.by.Reads(row.HarvestID) {
				continue
			}
			one, err := r.writable(ctx, s, row)
			if err != nil {
				return err
			}
			if one != nil {
				found = append(found, one)
			}
		}
		return nil
	})
	for _, one := range found {
		if err == nil {
			list, err = r.originalOf(ctx, one, key, list)
		}
	}
	return list, err
}

// originalOf adds the document with a key that counts in a record. For a record without a file, it
// adds an unsigned document.
func (r *run) originalOf(ctx context.Context, of *trace.Record, key string, list []grade.Original) ([]grade.Original, error) {
	old := rival{record: of}
	if err := r.governing(ctx, &old, key); err != nil {
		return nil, err
	}
	if old.document == nil {
		return append(list, grade.Original{}), nil
	}
	return append(list, grade.OriginalOf(old.document, &old.report)), nil
}

// stored returns a file that a record lists, for a comparison of which the caller learns only the
// result.
func (r *run) stored(ctx context.Context, sum string) ([]byte, error) {
	file, err := r.files.Stored(ctx, sum)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(file, fiscal.MaxBytes+1))
}
