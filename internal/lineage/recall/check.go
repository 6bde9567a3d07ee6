package recall

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/evidence"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// check compares the rows that were used with what the journal says about the visited lots, and
// notes in the report what it compared. It fails with CodeLotsDiffer.
func (c *recalling) check(ctx context.Context, s *Recaller, r evidence.Reader, by *trace.Key, met *lot.Seen) error {
	b := evidence.Basis{By: by, Claim: c.claim, Served: c.served, Used: c.used, Met: met, Marks: c.lotMarks}
	b.Harvests = func() ([]string, error) {
		for harvest := range c.harvests {
			if err := c.weigh(len(harvest) + textWeight); err != nil {
				return nil, err
			}
		}
		return slices.Sorted(maps.Keys(c.harvests)), nil
	}
	found, err := s.evidence.Check(ctx, r, b)
	if err != nil {
		return err
	}
	c.Checked, c.unread, c.seed, c.erasedThere = found.Compared, found.Unread, found.Seed, found.Erased
	return nil
}
