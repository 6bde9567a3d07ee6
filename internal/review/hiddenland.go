package review

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/geo"
	"rastro/internal/trace"
)

// maxHiddenRegions bounds the regions that are searched for one harvest.
const maxHiddenRegions = 512

// hiddenLand returns the land of other harvests of the same season and crop, near that of a
// harvest, that the key may not read; a nil key may read none. The result depends only on the
// regions of the harvest's plots, never on where in a region a plot lies. Otherwise moving a plot
// around would find the other one.
func (s *Reviewer) hiddenLand(ctx context.Context, r Reader, by *trace.Key, harvestID string, o *Questions) ([]harvest.HiddenLand, error) {
	if by != nil && !by.LimitedToHarvests() {
		return nil, nil
	}
	n := neighbours{reader: r, year: s.now().Year(), harvestID: harvestID, seasons: o.seasons, crop: o.crop}
	if len(n.seasons) == 0 || !harvest.OneCycle(n.crop) {
		return nil, nil
	}
	regions := regionsOf(o.claims)
	if len(regions) == 0 {
		return nil, nil
	}
	looked := slices.Sorted(maps.Keys(regions))
	var squares []geo.Extent
	for _, region := range looked {
		squares = append(squares, region.Extent())
	}
	cells, complete := geo.AllAround(squares, maxClaimCells)
	planned, seen, claims := map[string]bool{}, map[trace.ID]bool{}, map[string][]trace.Claim{}
	q := trace.ClaimQuery{Cells: cells, Within: geo.Around(squares), Except: harvestID}
	err := n.eachClaim(ctx, q, func(c *trace.Claim) error {
		region, ok := c.Extent.Region()
		if !ok || seen[c.ID] || !regions[region] || by != nil && by.Reaches(c.HarvestID) {
			return nil
		}
		seen[c.ID] = true
		planned[c.HarvestID] = planned[c.HarvestID] || c.Kind == trace.PlanKind
		claims[c.HarvestID] = append(claims[c.HarvestID], *c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n.more || !complete {
		return wholeRegions(looked), nil
	}
	var found []harvest.HiddenLand
	for _, other := range slices.Sorted(maps.Keys(claims))[:min(len(claims), maxOtherHarvests)] {
		crop, err := n.cropOf(ctx, other)
		if err != nil {
			return nil, err
		}
		for _, c := range claims[other] {
			if region, ok := c.Extent.Region(); ok && crop == n.crop && (c.Kind == trace.PlanKind || !planned[other]) {
				found = append(found, harvest.HiddenLand{Region: region, Ha: c.Extent.AreaHa()})
			}
		}
	}
	return found, nil
}

// regionsOf returns the regions of some plots. If there are too many, it returns the first: land in
// the others would be shown only if it extends into a cell that is read.
func regionsOf(plots []geo.Extent) map[geo.Region]bool {
	all := map[geo.Region]bool{}
	for _, extent := range plots {
		for _, region := range extent.Regions() {
			all[region] = true
		}
	}
	looked := slices.Sorted(maps.Keys(all))
	for _, region := range looked[min(len(looked), maxHiddenRegions):] {
		delete(all, region)
	}
	return all
}

// wholeRegions reports all land of some regions as possibly belonging to others. It is used if not
// all claims were read: which ones were depends on their position, and anyone can write that many,
// so the result must not depend on them.
func wholeRegions(regions []geo.Region) (found []harvest.HiddenLand) {
	for _, region := range regions {
		found = append(found, harvest.HiddenLand{Region: region, Ha: region.Extent().AreaHa()})
	}
	return found
}
