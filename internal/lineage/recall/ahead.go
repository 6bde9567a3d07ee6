package recall

import (
	"context"

	"rastro/internal/trace"
)

// An erasure rewrites at most so many reports, with so many bytes, in one transaction,
// unless one report alone has more: others wait for it.
const (
	erasedAtOnce = 50
	erasedBytes  = 4 << 20
)

// EraseAhead takes the record out of the reports that quote it, in short transactions, until
// those that are left fit in the transaction of the erasure. Should that fail, the erasure
// is asked for again: what went already is gone early, which nobody is harmed by. The other
// way round a server that stops between two would leave quotes behind for good.
func (s *Recaller) EraseAhead(ctx context.Context, by *trace.Key, look *QuoteSearch, update func(context.Context, func(QuoteWriter) error) error) error {
	for {
		page := firstPage(look.due)
		if page == len(look.due) {
			return nil
		}
		look.gone.at = s.now().Format(trace.TimeLayout)
		versions := make([]int64, page)
		err := update(ctx, func(w QuoteWriter) (err error) {
			for i, report := range look.due[:page] {
				if versions[i], err = s.eraseFromRecall(ctx, w, by, report.NoteVersion, report.Own, look.gone); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for i, report := range look.due[:page] {
			look.passed[report.ID] = versions[i]
		}
		look.due = look.due[page:]
	}
}

// firstPage is how many of some reports go in one transaction.
func firstPage(due []dueReport) int {
	bytes := int64(0)
	for i := range due {
		if bytes += due[i].Bytes; i == erasedAtOnce || i > 0 && bytes > erasedBytes {
			return i
		}
	}
	return len(due)
}
