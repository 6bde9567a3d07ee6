package changes

import (
	"context"
	"time"

	"rastro/internal/trace"
)

// Again returns the caller as it is now: keys are deactivated, and shares revoked, while readers
// wait. It fails if the caller may no longer read.
type Again func() (*trace.Key, error)

// Wait is Page that waits for an event, up to a time, if there is none yet.
func (f *Feed) Wait(ctx context.Context, by *trace.Key, q Query, patience time.Duration, again Again) (Page, error) {
	page, err := f.Page(ctx, by, q)
	if err != nil || patience <= 0 || page.done() {
		return page, err
	}
	leave, err := f.take(by)
	if err != nil {
		return page, err
	}
	defer leave()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		for {
			_, size, grown := f.hub.look()
			if size > page.Next {
				break
			}
			select {
			case <-grown:
				continue
			case <-timer.C:
			case <-f.hub.over:
			case <-ctx.Done():
				return page, ctx.Err()
			}
			return page, nil
		}
		if by, err = again(); err != nil {
			return page, err
		}
		q.Start = Start{From: page.Next}
		if page, err = f.Page(ctx, by, q); err != nil || page.done() {
			return page, err
		}
	}
}

// done reports whether there is something to report, or more to read.
func (p *Page) done() bool { return p.Len() > 0 || p.Next < p.Size }
