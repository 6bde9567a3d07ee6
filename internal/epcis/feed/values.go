package feed

import (
	"context"

	"rastro/internal/epcis"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/trace"
)

// Values lists the values that events have in a top-level resource. Words come all at once, lots
// from their own list, and places from a stretch of the log for each page: a place can be on
// several pages.
func (a *Asker) Values(ctx context.Context, by *trace.Key, resource string, q *query.Query, origin string) (page Page, err error) {
	if err := by.Need(trace.Read); err != nil {
		return page, err
	}
	n := &ours.Namer{Origin: origin}
	switch resource {
	case query.EventTypes, query.BizSteps, query.Dispositions:
		page.Values = ours.Words(resource, n)
		return page, nil
	case query.EPCs:
		found, next, err := a.lots(ctx, by, "", q.Token, q.PerPage)
		for _, l := range found {
			page.Values = append(page.Values, n.Lot(l.Code))
		}
		page.Next = next
		return page, err
	}
	seen := map[string]bool{}
	p, err := a.begin(ctx, by, q, resource+"\x00"+origin, "")
	if err != nil {
		return page, err
	}
	p.n = n
	p.want = func(_ *hit, e *epcis.Event) bool {
		place := e.ReadPoint()
		if resource == query.BizLocations {
			place = e.BizLocation()
		}
		if place == "" || seen[place] {
			return false
		}
		seen[place] = true
		page.Values = append(page.Values, place)
		return true
	}
	err = a.store.View(ctx, func(r Reader) error {
		clear(seen)
		page.Values = nil
		_, err = p.run(ctx, r)
		return err
	})
	if err == nil {
		err = by.ReachErr()
	}
	if err == nil && p.next != nil {
		page.Next, err = a.cursors.SealText(ctx, by, p.scope, p.next.text())
	}
	return page, err
}
