package records

import (
	"context"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Page is one page of records.
type Page struct {
	Records []trace.Record
	Next    string // cursor of the next page, "" at the end
	Total   int64  // only set if the paging requests it
}

// ByHarvest lists the records of a kind in one harvest.
func (s *Recorder) ByHarvest(ctx context.Context, by *trace.Key, k *kind.Kind, harvestID string, order trace.Order, p trace.Paging) (Page, error) {
	if err := by.Need(trace.Read); err != nil {
		return Page{}, err
	}
	harvestID = strings.TrimSpace(harvestID)
	if err := by.NeedHarvest(harvestID); err != nil {
		return Page{}, err
	}
	found, err := s.page(ctx, trace.Query{Kind: k, Reach: trace.Only(harvestID), Order: order}, p)
	return s.masked(ctx, by, found, p, err)
}

// List lists the records of a kind in every harvest the key may touch.
func (s *Recorder) List(ctx context.Context, by *trace.Key, k *kind.Kind, order trace.Order, p trace.Paging) (Page, error) {
	if err := by.Need(trace.Read); err != nil {
		return Page{}, err
	}
	found, err := s.page(ctx, trace.Query{Kind: k, Reach: by.Reach(), Order: order}, p)
	return s.masked(ctx, by, found, p, err)
}

// masked returns a page as a caller sees it.
func (s *Recorder) masked(ctx context.Context, by *trace.Key, found Page, p trace.Paging, err error) (Page, error) {
	switch {
	case err != nil:
		return Page{}, err
	case p.At.IsZero():
		personal.Records(by, found.Records)
		return found, nil
	}
	if err := personal.Past(ctx, s.store.Direct(), by, found.Records); err != nil {
		return Page{}, err
	}
	return found, nil
}

// narrowed returns the harvests of an organisation that has only a few. They are then read one by
// one, because finding a few records among those of all others would take long. some is false if
// the organisation has no harvests.
func narrowed(ctx context.Context, r Reader, q trace.Query) (_ trace.Query, some bool, err error) {
	organizationOnly := q.Organization != reach.ID{} && len(q.HarvestIDs) == 0
	if !organizationOnly || !q.At.IsZero() { // harvests are listed as of now
		return q, true, nil
	}
	found, err := r.Harvests(ctx, trace.HarvestQuery{Reach: q.Reach, Limit: trace.FewHarvests + 1, CountTo: 1})
	if err == nil && len(found) <= trace.FewHarvests {
		for _, h := range found {
			q.HarvestIDs = append(q.HarvestIDs, h.HarvestID)
		}
	}
	return q, len(found) > 0, err
}

func (s *Recorder) page(ctx context.Context, q trace.Query, p trace.Paging) (Page, error) {
	scope := q.Kind.Prefix + "\x00" + q.Reach.Text() + "\x00" + q.Order.String()
	if q.At = p.At; !q.At.IsZero() {
		p.Total = false
		scope += "\x00" + q.At.UTC().Format(time.RFC3339Nano) // a cursor belongs to its instant
	}
	var err error
	if p.Cursor != "" {
		q.After, err = s.cursors.Decode(ctx, scope, q.Order, p.Cursor)
	} else {
		q.Offset, err = p.Offset()
	}
	if err != nil {
		return Page{}, err
	}
	q.Limit = p.Size + 1 // one extra record shows whether there is a next page
	var page Page
	read := func(r Reader) error {
		page = Page{}
		q, some, err := narrowed(ctx, r, q)
		if err != nil || !some {
			return err
		}
		if page.Records, err = trace.ReadRecords(ctx, r, q); err != nil {
			return err
		}
		switch {
		case p.Total && q.Offset == 0 && q.After == nil && len(page.Records) <= p.Size:
			page.Total = int64(len(page.Records)) // the page is the whole list
		case p.Total:
			page.Total, err = r.Count(ctx, q)
		}
		return err
	}
	if p.Total {
		err = s.store.View(ctx, read) // the page and its total belong together
	} else {
		err = read(s.store.Direct())
	}
	if err != nil {
		return Page{}, err
	}
	if len(page.Records) > p.Size {
		page.Records = page.Records[:p.Size]
		if page.Next, err = s.cursors.Encode(ctx, scope, q.Order.Position(&page.Records[p.Size-1])); err != nil {
			return Page{}, err
		}
	}
	for i := range page.Records {
		if err := s.journal.WithState(ctx, s.store.Direct(), &page.Records[i]); err != nil {
			return Page{}, err
		}
	}
	return page, nil
}
