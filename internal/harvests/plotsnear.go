package harvests

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/geo"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// Limits on the plots of other harvests that a map shows around those of one.
const (
	maxNearPlots = 60
	maxNearRows  = 2_000      // of the index
	maxNearCells = 512        // of its grid
	maxNearBytes = 2 << 20    // of records
	nearMargin   = 20_000_000 // 2 km at least, in billionths of a degree; see geo.Extent
)

// PlotsNear are plots of other harvests of the same season within some two kilometres of plots
// of a harvest. They are for callers who read all harvests; others get none, because what a
// bounded search leaves out would reveal land that they may not read.
func (s *Lister) PlotsNear(ctx context.Context, by *trace.Key, harvestID string, around []*lineage.OriginPlot) (plots []*lineage.OriginPlot, err error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, err
	}
	extents, seasons := surroundings(around)
	if by.LimitedToHarvests() || len(extents) == 0 {
		return nil, nil
	}
	err = s.store.View(ctx, func(r Readers) error {
		plots = nil
		claims, err := near(ctx, r, harvestID, extents, seasons)
		if err != nil {
			return err
		}
		size := 0
		for _, id := range claims {
			v, err := r.Review.Record(ctx, id)
			if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) {
				continue
			}
			if err != nil {
				return err
			}
			if size += len(v.Payload); size > maxNearBytes {
				return nil
			}
			if p, ok := lineage.PlotOf(v, nil); ok {
				p.Record = v
				plots = append(plots, p)
			}
		}
		return nil
	})
	return plots, err
}

// surroundings returns the land around plots, and the seasons of their records.
func surroundings(plots []*lineage.OriginPlot) (extents []geo.Extent, seasons []string) {
	for _, p := range plots {
		e, season := p.Shape.Extent(), facts.Season(p.Record.HarvestCode)
		if e == (geo.Extent{}) || season == "" {
			continue
		}
		extents = append(extents, geo.Extent{West: e.West - nearMargin, South: e.South - nearMargin, East: e.East + nearMargin, North: e.North + nearMargin})
		if !slices.Contains(seasons, season) {
			seasons = append(seasons, season)
		}
	}
	return extents, seasons
}

// near finds the records of other harvests whose land meets one of the extents.
func near(ctx context.Context, r Readers, harvestID string, extents []geo.Extent, seasons []string) ([]trace.ID, error) {
	cells, _ := geo.AllAround(extents, maxNearCells)
	q := trace.ClaimQuery{Cells: cells, Within: geo.Around(extents), Except: harvestID, Limit: maxNearRows}
	var found []trace.ID
	for _, q.Season = range seasons {
		err := r.Review.EachClaim(ctx, q, func(c *trace.Claim) error {
			if len(found) == maxNearPlots {
				return errEnoughPlots
			}
			if !slices.Contains(found, c.ID) && slices.ContainsFunc(extents, c.Extent.Shares) {
				found = append(found, c.ID)
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnoughPlots) {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
	return found, nil
}
