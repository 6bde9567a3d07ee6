// Package covered finds the recalls that cover harvests, and what they say of these.
package covered

import (
	"context"
	"slices"

	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Reader finds the recalls that cover harvests.
type Reader interface {
	RecallsAmong(ctx context.Context, within trace.Reach) (map[trace.ID][]string, error)
}

// Among returns the recalls that cover some harvests, and what they say of these. It collects the
// results of all look-ups before anything is chosen, because the newest may be in the last one, and one
// recall may be in several.
func Among(ctx context.Context, r Reader, harvests []string) (map[trace.ID]*reach.Cover, error) {
	const several = 250 // harvests in one look-up of up to 500 entries
	covered := map[trace.ID]*reach.Cover{}
	for part := range slices.Chunk(harvests, several) {
		asked := slices.Clone(part)
		for _, harvestID := range part {
			asked = append(asked, reach.ToldHarvest(harvestID))
		}
		found, err := r.RecallsAmong(ctx, trace.Only(asked...))
		if err != nil {
			return nil, err
		}
		for id, listed := range found {
			of := covered[id]
			if of == nil {
				of = &reach.Cover{}
				covered[id] = of
			}
			here := reach.Covered(listed)
			of.Marks, of.Tells = append(of.Marks, here.Marks...), append(of.Tells, here.Tells...)
		}
	}
	return covered, nil
}
