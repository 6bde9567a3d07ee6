package taxdocs

import (
	"context"

	"rastro/internal/trace"
)

// note lists records in the transaction that writes them, so that the import can be undone. A try
// that finds everything written by others also notes that, because the previous try may have noted
// something.
func (r *run) note(ctx context.Context, w Writers, written []*trace.Record) error {
	if r.noted == nil {
		return nil
	}
	return r.noted.Add(ctx, w.Runs, written)
}

// committed counts what a transaction wrote for some documents.
func (r *run) committed(list []*item) {
	for _, one := range list {
		for _, record := range one.written {
			r.mine[record.ID] = true
		}
		r.count.Records += int64(len(one.written))
		one.written = nil
	}
	if r.noted != nil {
		r.noted.Committed()
		r.count.Run, _ = r.noted.ID()
	}
}
