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
// Beyond it they are told once, in Comuns: else a thousand shipments and a
// thousand papers, which anybody can write in a minute, would make a report that
// nobody can keep.
const maxRepeated = 10_000

// lotPapers gives the papers of a lot to its shipments. name is called with each of
// its light rows.
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
			papers = append(papers, Document{Registro: recordOf(lineage.RowRef(row)), Numero: row.Paper})
			return c.weigh(documentWeight + len(row.Paper))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.give(papers, shipped, Papers{Lote: step.Lot})
}

// give gives papers, which were weighed once, to shipments.
func (c *recalling) give(papers []Document, shipped []int, all Papers) error {
	more := len(papers) * len(shipped)
	if more == 0 {
		return nil
	}
	if c.repeated+more > maxRepeated {
		all.Documentos = papers
		c.Comuns = append(c.Comuns, all)
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
	id, _ := trace.ParseID(d.Registro.ID)
	if c.papered[at] == nil {
		c.papered[at] = map[trace.ID]bool{}
	}
	if c.papered[at][id] {
		return nil
	}
	c.papered[at][id] = true
	c.Embarques[at].Documentos = append(c.Embarques[at].Documentos, *d)
	return c.weigh(documentWeight + len(d.Numero))
}

// papers adds the export documents of the shipments' harvests that name no lot:
// they go with all of it.
func (c *recalling) papers(ctx context.Context, s *Recaller, r lineage.Reader) error {
	of := map[string][]int{}
	for i := range c.Embarques {
		of[c.Embarques[i].safra] = append(of[c.Embarques[i].safra], i)
	}
	found := map[string][]Document{}
	safras := slices.Sorted(maps.Keys(of))
	for _, k := range exportKinds {
		err := s.tracer.EachOfHarvests(ctx, r, k, safras, time.Time{}, func(v *trace.Record) error {
			if len(v.LotRows()) > 0 {
				return nil
			}
			found[v.SafraID] = append(found[v.SafraID], Document{Registro: recordOf(v.Ref())})
			return c.weigh(documentWeight)
		})
		if err != nil {
			return err
		}
	}
	for _, safra := range safras {
		if err := c.give(found[safra], of[safra], Papers{SafraID: safra}); err != nil {
			return err
		}
	}
	return nil
}
