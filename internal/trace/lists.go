package trace

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
)

// Page sizes. A caller who asks for more than the most gets the most.
const (
	DefaultPageSize = 20
	MaxPageSize     = 1000
	// maxOffset bounds reading by page number, whose cost grows with the page.
	maxOffset = 1_000_000
)

// Paging says which page of a list.
type Paging struct {
	Size   int
	Number int64
	Cursor string    // where it is set, Number is ignored
	Total  bool      // count the whole list too
	At     time.Time // as it was then; zero: as it is now. Such a list is not counted.
}

// offset is how many items the page skips; CodeTooFar beyond the limit.
func (p Paging) offset() (int64, error) {
	if p.Number > maxOffset/int64(p.Size) {
		return 0, Fail(CodeTooFar, "max", strconv.Itoa(maxOffset))
	}
	return p.Number * int64(p.Size), nil
}

// Page is one page of records.
type Page struct {
	Records []Record
	Next    string // cursor of the next page, "" at the end
	Total   int64  // meaningful when the paging asked for it
}

// ByHarvest lists the records of a kind in one harvest.
func (s *Service) ByHarvest(ctx context.Context, by *Key, k *kind.Kind, safraID string, order Order, p Paging) (Page, error) {
	if err := by.Need(Read); err != nil {
		return Page{}, err
	}
	safraID = strings.TrimSpace(safraID)
	if err := by.needHarvest(safraID); err != nil {
		return Page{}, err
	}
	return s.page(ctx, Query{Kind: k, SafraIDs: []string{safraID}, Order: order}, p)
}

// List lists the records of a kind in every harvest the key may touch.
func (s *Service) List(ctx context.Context, by *Key, k *kind.Kind, order Order, p Paging) (Page, error) {
	if err := by.Need(Read); err != nil {
		return Page{}, err
	}
	return s.page(ctx, Query{Kind: k, SafraIDs: by.Safras, Order: order}, p)
}

func (s *Service) page(ctx context.Context, q Query, p Paging) (Page, error) {
	scope := q.Kind.Prefix + "\x00" + strings.Join(q.SafraIDs, "\x00") + "\x00" + q.Order.String()
	if q.At = p.At; !q.At.IsZero() {
		p.Total = false
		scope += "\x00" + q.At.UTC().Format(time.RFC3339Nano) // a cursor belongs to its instant
	}
	var err error
	if p.Cursor != "" {
		q.After, err = s.decodeCursor(ctx, scope, q.Order, p.Cursor)
	} else {
		q.Offset, err = p.offset()
	}
	if err != nil {
		return Page{}, err
	}
	q.Limit = p.Size + 1 // one more tells whether there is a next page
	var page Page
	read := func(r Reader) error {
		var err error
		if page.Records, err = s.records(ctx, r, q); err != nil {
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
		err = read(s.store)
	}
	if err != nil {
		return Page{}, err
	}
	if len(page.Records) > p.Size {
		page.Records = page.Records[:p.Size]
		if page.Next, err = s.encodeCursor(ctx, scope, q.Order.position(&page.Records[p.Size-1])); err != nil {
			return Page{}, err
		}
	}
	for i := range page.Records {
		if err := s.withState(ctx, s.store, &page.Records[i]); err != nil {
			return Page{}, err
		}
	}
	return page, nil
}
