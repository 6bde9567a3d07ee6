package erase

import (
	"context"

	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// An erasure rewrites at most so many reports, with so many bytes, in one transaction,
// unless one report alone has more: others wait for it.
const (
	erasedAtOnce = 50
	erasedBytes  = 4 << 20
)

// eraseAhead takes the record out of the reports that quote it, in short transactions, until
// those that are left fit in the transaction of the erasure. Should that fail, the erasure
// is asked for again: what went already is gone early, which nobody is harmed by. The other
// way round a server that stops between two would leave quotes behind for good.
func (s *Eraser) eraseAhead(ctx context.Context, by *trace.Key, look *recall.QuoteSearch) error {
	for {
		page := firstPage(look.Due)
		if page == len(look.Due) {
			return nil
		}
		look.Gone.At = s.now().Format(trace.TimeLayout)
		versions := make([]int64, page)
		err := s.store.Update(ctx, func(w Writers) (err error) {
			for i, report := range look.Due[:page] {
				if versions[i], err = s.recaller.EraseFromRecall(ctx, w.Quotes, by, report.NoteVersion, report.Own, look.Gone); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for i, report := range look.Due[:page] {
			look.Passed[report.ID] = versions[i]
		}
		look.Due = look.Due[page:]
	}
}

// firstPage is how many of some reports go in one transaction.
func firstPage(due []recall.DueReport) int {
	bytes := int64(0)
	for i := range due {
		if bytes += due[i].Bytes; i == erasedAtOnce || i > 0 && bytes > erasedBytes {
			return i
		}
	}
	return len(due)
}
