package lineage

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// lotsOfHarvest returns the lots that the records of a harvest name, sorted.
func (s *Tracer) lotsOfHarvest(ctx context.Context, r Reader, harvestID string, at time.Time) ([]string, error) {
	var lots []string
	take := func(v *trace.Record) error {
		for _, row := range v.LotRows() {
			lots = append(lots, row.Lot)
		}
		return nil
	}
	for _, k := range kind.All {
		if !k.NamesLots() {
			continue
		}
		if err := s.EachOfHarvests(ctx, r, k, []string{harvestID}, at, take); err != nil {
			return nil, err
		}
	}
	slices.Sort(lots)
	return slices.Compact(lots), nil
}

// harvestChunk is how many harvests are in memory at once.
const harvestChunk = 50

// EachOfHarvests calls fn with the records of a kind in some harvests, by harvest
// and id.
func (s *Tracer) EachOfHarvests(ctx context.Context, r Reader, k *kind.Kind, harvests []string, at time.Time, fn func(*trace.Record) error) error {
	for chunk := range slices.Chunk(harvests, harvestChunk) {
		var all []trace.Record
		err := r.EachOfHarvests(ctx, k, trace.Only(chunk...), at, func(v *trace.Record) error {
			all = append(all, *v)
			return nil
		})
		if err != nil {
			return err
		}
		slices.SortFunc(all, func(a, b trace.Record) int {
			return cmp.Or(strings.Compare(a.HarvestID, b.HarvestID), bytes.Compare(a.ID[:], b.ID[:]))
		})
		for i := range all {
			if err := fn(&all[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPlot calls fn with every plot of some harvests, by harvest and record: the plots of the
// harvest's plans or, if those have none, of its plantings.
func (s *Tracer) eachPlot(ctx context.Context, r Reader, harvests []string, at time.Time, fn func(*OriginPlot) error) error {
	for chunk := range slices.Chunk(harvests, harvestChunk) {
		planned := map[string]bool{}
		stated := map[string]*Stated{}
		err := s.EachOfHarvests(ctx, r, kind.Profile, chunk, at, func(v *trace.Record) error {
			stated[v.HarvestID] = StatedIn(v)
			return nil
		})
		if err != nil {
			return err
		}
		var plots []*OriginPlot
		take := func(v *trace.Record) error {
			if p, ok := PlotOf(v, stated[v.HarvestID]); ok && !(v.Kind == trace.PlantingKind && planned[v.HarvestID]) {
				planned[v.HarvestID] = planned[v.HarvestID] || v.Kind == trace.PlanKind
				plots = append(plots, p)
			}
			return nil
		}
		if err := s.EachOfHarvests(ctx, r, trace.PlanKind, chunk, at, take); err != nil {
			return err
		}
		var left []string
		for _, harvest := range chunk {
			if !planned[harvest] {
				left = append(left, harvest)
			}
		}
		if err := s.EachOfHarvests(ctx, r, trace.PlantingKind, left, at, take); err != nil {
			return err
		}
		slices.SortStableFunc(plots, func(a, b *OriginPlot) int { return cmp.Compare(a.Record.HarvestID, b.Record.HarvestID) })
		for _, p := range plots {
			if err := fn(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// PlotOf returns the record's plot, if it states one. stated is the profile of its harvest, nil
// for none.
func PlotOf(r *trace.Record, stated *Stated) (*OriginPlot, bool) {
	p, ok := SentPlot(r, stated)
	if !ok {
		return nil, false
	}
	shape, err := geo.Read(p.Geometry)
	if (err != nil || shape.Interpretation == geo.Undetermined) && p.beside != nil {
		p.Field, p.Geometry = p.besideField, p.beside
		shape, err = geo.Read(p.Geometry)
	}
	if err != nil || shape.Interpretation == geo.Undetermined {
		return nil, false
	}
	p.Shape = shape
	return p, true
}
