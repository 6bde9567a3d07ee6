package recall

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// erasedBefore notes the records that named affected lots and were erased before the recall: what
// they said about shipments and holders is missing from the report. A record that the key may not
// read does not exist for it. It fails with CodeLotsDiffer if the table of these records differs
// from the journal.
func (c *recalling) erasedBefore(ctx context.Context, s *Recaller, r Reader, by *trace.Key) error {
	seen, err := c.noteErasures(ctx, r, by)
	if err != nil || c.erasedThere == nil || maps.Equal(seen, c.erasedThere) {
		return err
	}
	return s.evidence.LotsDiffer("the erased records that named the lots are not those that the journal has")
}

func (c *recalling) noteErasures(ctx context.Context, r Reader, by *trace.Key) (seen map[trace.ID]bool, err error) {
	seen = map[trace.ID]bool{}
	if n, err := r.Erasures(ctx); n == 0 || err != nil {
		return seen, err
	}
	if c.seed == nil {
		if c.seed, err = trace.ImportSeed(ctx, r); err != nil {
			return nil, err
		}
	}
	for lots := range slices.Chunk(c.Lots, trace.MarkedLots) {
		marks := make([]string, len(lots))
		for i := range lots {
			marks[i] = trace.MarkOf(c.seed, lots[i].Code).String()
		}
		ids, err := r.ErasedNaming(ctx, marks)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if seen[id] || !by.MayHold(id) {
				continue
			}
			noted, err := c.noteErased(ctx, r, by, id)
			if err != nil {
				return nil, err
			}
			if noted {
				seen[id] = true
			}
		}
	}
	slices.SortFunc(c.Erasures, func(a, b Erasure) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	return seen, nil
}

// lotMarks returns the marks of the affected lots under a seed.
func (c *recalling) lotMarks(seed []byte) (*lot.Seen, error) {
	if c.marks != nil {
		return c.marks, nil
	}
	if err := c.claim.Grow(int64(len(c.Lots)) * lot.SeenBytes); err != nil {
		return nil, err
	}
	c.marks = lot.NewSeen()
	for i := range c.Lots {
		c.marks.Add(trace.MarkOf(seed, c.Lots[i].Code).String())
	}
	return c.marks, nil
}

// erasureWeight is the size of an erased record in a report, in bytes.
const erasureWeight = 200

func (c *recalling) noteErased(ctx context.Context, r Reader, by *trace.Key, id trace.ID) (bool, error) {
	versions, err := r.Versions(ctx, id)
	if err != nil || len(versions) == 0 {
		return false, err
	}
	last := &versions[len(versions)-1]
	if last.Operation != trace.Erased || !by.Reaches(last.HarvestID) {
		return false, nil
	}
	c.Erasures = append(c.Erasures, Erasure{Record: recordOf(last.Ref()), At: last.UpdatedAt.Format(trace.TimeLayout), Before: true})
	return true, c.weigh(erasureWeight)
}
