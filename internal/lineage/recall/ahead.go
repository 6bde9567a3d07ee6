package recall

import (
	"context"

	"rastro/internal/trace"
)

// An erasure rewrites at most that many reports and bytes in one transaction,
// since others wait for it. A single report may have more.
const (
	erasedAtOnce = 50
	erasedBytes  = 4 << 20
)

// EraseAhead removes the record from reports that quote it, in short transactions, until the rest
// fits into the transaction of the erasure. If that fails, the erasure can be repeated, and
// removing some quotes early does no harm. In the other order, a server that stops in between would
// leave quotes behind permanently.
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

// firstPage returns how many of some reports fit into one transaction.
func firstPage(due []dueReport) int {
	bytes := int64(0)
	for i := range due {
		if bytes += due[i].Bytes; i == erasedAtOnce || i > 0 && bytes > erasedBytes {
			return i
		}
	}
	return len(due)
}
