package trace

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/geo"
	"rastro/internal/kind"
)

// lotsOfHarvest are the lots that the records of a harvest name, sorted.
func (s *Service) lotsOfHarvest(ctx context.Context, r Reader, safraID string, at time.Time) ([]string, error) {
	var lots []string
	take := func(v *Record) error {
		for _, row := range v.LotRows() {
			lots = append(lots, row.Lot)
		}
		return nil
	}
	for _, k := range kind.All {
		if !k.NamesLots() {
			continue
		}
		if err := s.eachOfHarvests(ctx, r, k, []string{safraID}, at, take); err != nil {
			return nil, err
		}
	}
	slices.Sort(lots)
	return slices.Compact(lots), nil
}

// harvestChunk is of how many harvests the records are held at once, recordChunk
// how many records a page has.
const (
	harvestChunk = 50
	recordChunk  = 200
)

// eachOfHarvests calls fn with the records of a kind in some harvests, by harvest
// and id.
func (s *Service) eachOfHarvests(ctx context.Context, r Reader, k *kind.Kind, safras []string, at time.Time, fn func(*Record) error) error {
	for chunk := range slices.Chunk(safras, harvestChunk) {
		var all []Record
		err := r.EachOfHarvests(ctx, k, chunk, at, func(v *Record) error {
			all = append(all, *v)
			return nil
		})
		if err != nil {
			return err
		}
		slices.SortFunc(all, func(a, b Record) int {
			return cmp.Or(strings.Compare(a.SafraID, b.SafraID), bytes.Compare(a.ID[:], b.ID[:]))
		})
		for i := range all {
			if err := fn(&all[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPlot calls fn with every plot of some harvests, by harvest and record:
// those of its plans or, where these have none, of its plantings.
func (s *Service) eachPlot(ctx context.Context, r Reader, safras []string, at time.Time, fn func(*OriginPlot) error) error {
	for chunk := range slices.Chunk(safras, harvestChunk) {
		planned := map[string]bool{}
		var plots []*OriginPlot
		take := func(v *Record) error {
			if p, ok := plotOf(v); ok && !(v.Kind == plantingKind && planned[v.SafraID]) {
				planned[v.SafraID] = planned[v.SafraID] || v.Kind == planKind
				plots = append(plots, p)
			}
			return nil
		}
		if err := s.eachOfHarvests(ctx, r, planKind, chunk, at, take); err != nil {
			return err
		}
		var left []string
		for _, safra := range chunk {
			if !planned[safra] {
				left = append(left, safra)
			}
		}
		if err := s.eachOfHarvests(ctx, r, plantingKind, left, at, take); err != nil {
			return err
		}
		slices.SortStableFunc(plots, func(a, b *OriginPlot) int { return cmp.Compare(a.Record.SafraID, b.Record.SafraID) })
		for _, p := range plots {
			if err := fn(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// plotOf is the plot that a record has, if it says where it is.
func plotOf(r *Record) (*OriginPlot, bool) {
	p, ok := SentPlot(r)
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
