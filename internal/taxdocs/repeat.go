package taxdocs

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/load"
	"rastro/internal/trace"
)

// heldLoads bounds the loads that an import of documents keeps in memory.
const heldLoads = 2 * load.MaxLoads

// compareLoads marks those proposals of a document whose loads are already registered. Such a
// proposal waits for a person, who may link the document to the record instead. Callers who may not
// read the harvest learn nothing of it.
func (r *run) compareLoads(ctx context.Context, one *item) error {
	for i := range one.Proposals {
		p := &one.Proposals[i]
		if p.Outcome != Proposed || !load.Is(p.Kind()) || !r.by.Reads(one.HarvestID) {
			continue
		}
		book, err := r.bookOf(ctx, one.HarvestID)
		if err != nil {
			return err
		}
		said := &trace.Record{Kind: p.Kind(), Payload: p.Payload()}
		match, found := book.Repeats(said)
		near := book.Near(said, r.candidates)
		there, err := r.there(ctx, append(near[:len(near):len(near)], match.ID))
		if err != nil {
			return err
		}
		if found {
			p.Repeats = there[match.ID]
			p.Perhaps = p.Repeats != nil && !match.Sure
		}
		for _, id := range near {
			if one := there[id]; one != nil {
				p.Candidates = append(p.Candidates, one)
			}
		}
	}
	return nil
}

// there returns the records of some ids, without those that are gone by now. What was read for the
// proposals of one document is not read again for the next.
func (r *run) there(ctx context.Context, ids []trace.ID) (map[trace.ID]*trace.Record, error) {
	known := map[trace.ID]*trace.Record{}
	var missing []trace.ID
	for _, id := range ids {
		if one, ok := r.looked[id]; ok {
			known[id] = one
		} else if id != (trace.ID{}) {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return known, nil
	}
	err := r.store.View(ctx, func(s Readers) error {
		for _, id := range missing {
			one, err := s.Record(ctx, id)
			if err != nil {
				if class := trace.AsError(err).Class(); class == trace.NotFound || class == trace.Gone {
					continue
				}
				return err
			}
			known[id] = one
			if r.looked != nil {
				r.looked[id] = one
			}
		}
		return nil
	})
	return known, err
}

// bookOf returns the loads of a harvest, as they were when a document first asked for them.
func (r *run) bookOf(ctx context.Context, harvestID string) (book *load.Book, err error) {
	if book := r.loads[harvestID]; book != nil {
		return book, nil
	}
	err = r.store.View(ctx, func(s Readers) (err error) {
		book, err = load.Read(ctx, s.Loads, harvestID)
		return err
	})
	if err != nil {
		return nil, err
	}
	held := book.Len()
	for _, other := range r.loads {
		held += other.Len()
	}
	if held > heldLoads {
		clear(r.loads)
	}
	r.loads[harvestID] = book
	return book, nil
}

// target returns the record that somebody links the document of a proposal to: one of the kind that is
// proposed, in the same harvest.
func (k *TaxKeeper) target(ctx context.Context, by *trace.Key, p *Paper, c Choice, of *Proposal) (id trace.ID, err error) {
	err = k.store.View(ctx, func(s Readers) error {
		found, err := trace.LiveRecord(ctx, s, by, of.Kind(), c.Record)
		if err != nil {
			return err
		}
		if found.HarvestID != p.Record.HarvestID {
			return trace.Fail(trace.CodeRecordNotFound)
		}
		id = found.ID
		return by.NeedWrite(found.Kind, found.HarvestID)
	})
	return id, err
}

// linkTo names the document of a proposal in a record that is about the same load, in a new
// version, unless the record names it already.
func (a *acceptance) linkTo(ctx context.Context, w Writers) error {
	found, err := w.Record(ctx, a.target)
	if err != nil {
		return err
	}
	payload, n := withPaper(found.Payload, paperText(a.paper.Document, &a.paper.Report))
	switch {
	case n < 0:
		return nil
	case n > maxPapers:
		return errTooManyPapers()
	}
	next := *found
	next.Replace(found)
	next.Payload = payload
	a.keeper.journal.Next(&next, trace.Updated, a.by)
	if err := a.keeper.recorder.Finish(&next, admit.From(ctx).Grow); err != nil {
		return err
	}
	return w.Append(ctx, next)
}
