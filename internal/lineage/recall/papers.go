package recall

import (
	"context"
	"maps"
	"slices"
	"time"

	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// maxRepeated bounds how often papers are repeated under shipments, in a whole report.
// Beyond it they are listed once, in Common: otherwise a thousand shipments and a
// thousand papers, which anyone can write in a minute, would make a report that is too
// large to store.
const maxRepeated = 10_000

// lotPapers assigns the papers of a lot to its shipments. name is called with each of its light
// rows.
func (c *recalling) lotPapers(step *lot.Step, shipped []int, name func(*lot.Row) error) error {
	use := func(row *lot.Row) error {
		c.used.Add(row)
		return name(row)
	}
	if len(shipped) == 0 {
		return step.EachNamed(lot.FirstLight, lot.Validated, use)
	}
	var papers []Document
	err := step.Each(lot.FirstLight, lot.Validated, func(row *lot.Row) error {
		if err := use(row); err != nil {
			return err
		}
		switch row.Role {
		case lot.Documented, lot.Inspected, lot.Validated:
			papers = append(papers, Document{Record: recordOf(lineage.RowRef(row)), Number: row.Paper})
			return c.weigh(documentWeight + len(row.Paper))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.give(papers, shipped, Papers{Lot: step.Lot})
}

// give assigns export documents, whose mass counts once, to shipments.
func (c *recalling) give(papers []Document, shipped []int, all Papers) error {
	more := len(papers) * len(shipped)
	if more == 0 {
		return nil
	}
	if c.repeated+more > maxRepeated {
		all.Documents = papers
		c.Common = append(c.Common, all)
		return nil
	}
	c.repeated += more
	for _, at := range shipped {
		for i := range papers {
			if err := c.paper(at, &papers[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// paper adds a document to a shipment, once.
func (c *recalling) paper(at int, d *Document) error {
	id, _ := trace.ParseID(d.Record.ID)
	if c.papered[at] == nil {
		c.papered[at] = map[trace.ID]bool{}
	}
	if c.papered[at][id] {
		return nil
	}
	c.papered[at][id] = true
	c.Shipments[at].Documents = append(c.Shipments[at].Documents, *d)
	return c.weigh(documentWeight + len(d.Number))
}

// papers adds the export documents of the shipments' harvests that name no lot: they apply to the
// whole harvest.
func (c *recalling) papers(ctx context.Context, s *Recaller, r lineage.Reader) error {
	of := map[string][]int{}
	for i := range c.Shipments {
		of[c.Shipments[i].harvest] = append(of[c.Shipments[i].harvest], i)
	}
	found := map[string][]Document{}
	harvests := slices.Sorted(maps.Keys(of))
	for _, k := range exportKinds {
		err := s.tracer.EachOfHarvests(ctx, r, k, harvests, time.Time{}, func(v *trace.Record) error {
			if len(v.LotRows()) > 0 {
				return nil
			}
			found[v.HarvestID] = append(found[v.HarvestID], Document{Record: recordOf(v.Ref())})
			return c.weigh(documentWeight)
		})
		if err != nil {
			return err
		}
	}
	for _, harvest := range harvests {
		if err := c.give(found[harvest], of[harvest], Papers{HarvestID: harvest}); err != nil {
			return err
		}
	}
	return nil
}
