package ownership

import "context"

// rivalPage is how many rivals are read at once.
const rivalPage = 1_000

// EachRival calls fn with every rival that a query asks for, in the order of Rivals,
// without a limit. It stops early if fn returns false. One statement is enough for any number
// of harvests with few rivals in total.
func EachRival(ctx context.Context, r RivalReader, q RivalQuery, fn func(*Holder) (more bool, err error)) error {
	q.Limit = rivalPage
	asked := max(len(q.HarvestIDs), len(q.Against))
	if q.Code != (Code{}) {
		asked = 1 // a single code is in the order of the harvests anyway
	}
	for {
		page, err := r.Rivals(ctx, q)
		if err != nil {
			return err
		}
		for i := range page {
			if more, err := fn(&page[i]); err != nil || !more {
				return err
			}
		}
		if len(page) < rivalPage {
			return nil
		}
		last := &page[len(page)-1]
		if asked < 2 {
			q.After = *last
			continue
		}
		// Finish the current harvest alone, then continue after it.
		one, rest := q, q
		if len(q.Against) > 0 {
			one.Against, rest.Against = []string{last.Against}, behind(q.Against, last.Against)
		} else {
			one.HarvestIDs, rest.HarvestIDs = []string{last.HarvestID}, behind(q.HarvestIDs, last.HarvestID)
		}
		one.After = *last
		stopped := false
		err = EachRival(ctx, r, one, func(h *Holder) (bool, error) {
			more, err := fn(h)
			stopped = !more
			return more, err
		})
		if asked = max(len(rest.HarvestIDs), len(rest.Against)); err != nil || stopped || asked == 0 {
			return err
		}
		q = rest
	}
}

// behind returns the names after a given one.
func behind(names []string, name string) (rest []string) {
	for _, n := range names {
		if n > name {
			rest = append(rest, n)
		}
	}
	return rest
}
