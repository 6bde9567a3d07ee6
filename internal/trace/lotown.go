package trace

import (
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// maxOwnVersions bounds the versions of a limited key's harvests that are read for
// one page of lots.
const maxOwnVersions = 100_000

// ownLots lists the lots of a limited key out of the records of its harvests. The
// list of all codes would serve as well, but how long it takes, and how often a page
// of it comes back empty, tells how many lots others have. ok is false where the
// key's own harvests are too large for that.
func (s *Service) ownLots(ctx context.Context, by *Key, text string, from Position, size int) (found []LotSummary, next Position, ok bool, err error) {
	if ok, err = s.fewVersions(ctx, by.Safras); err != nil || !ok {
		return nil, nil, ok, err
	}
	lots := map[string]*LotSummary{}
	for _, k := range kind.All {
		if !k.NamesLots() {
			continue
		}
		err := s.store.EachOfHarvests(ctx, k, by.Safras, time.Time{}, func(r *Record) error {
			named := map[string]bool{}
			for _, row := range r.LotRows() {
				if !strings.Contains(row.Lot, text) {
					continue
				}
				one := lots[row.Lot]
				if one == nil {
					one = &LotSummary{Code: row.Lot}
					lots[row.Lot] = one
				}
				if !named[row.Lot] && one.Records < maxSummaryRows {
					named[row.Lot] = true
					one.Records++
				}
				one.Known = one.Known || row.Role == lot.Identified || row.Role == lot.Produced
				if len(one.SafraIDs) < 20 {
					one.SafraIDs = appendOnce(one.SafraIDs, r.SafraID)
				}
			}
			return nil
		})
		if err != nil {
			return nil, nil, true, err
		}
	}
	// Those that begin with the text come first, as in the list of all.
	part := func(code string) int64 {
		if strings.HasPrefix(code, text) {
			return 0
		}
		return 1
	}
	place := func(code string) Position { return Position{code, part(code)} }
	compare := func(a, b Position) int {
		if c := int(a[1].(int64) - b[1].(int64)); c != 0 {
			return c
		}
		return strings.Compare(a[0].(string), b[0].(string))
	}
	for code, one := range lots {
		if from == nil || compare(place(code), from) > 0 {
			found = append(found, *one)
		}
	}
	slices.SortFunc(found, func(a, b LotSummary) int { return compare(place(a.Code), place(b.Code)) })
	if len(found) > size {
		found = found[:size]
		next = place(found[size-1].Code)
	}
	for i := range found {
		slices.Sort(found[i].SafraIDs)
	}
	return found, next, true, nil
}

// fewVersions reports whether some harvests have few enough versions to be read for
// one answer.
func (s *Service) fewVersions(ctx context.Context, safras []string) (bool, error) {
	harvests, err := s.store.Harvests(ctx, HarvestQuery{SafraIDs: safras, Limit: len(safras), CountTo: maxOwnVersions + 1})
	n := int64(0)
	for _, h := range harvests {
		n += h.Versions
	}
	return n <= maxOwnVersions, err
}
