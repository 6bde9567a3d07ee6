package review

import (
	"context"
	"errors"
	"slices"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// MaxOtherLots bounds how many lots of a harvest are looked for in others.
const MaxOtherLots = 10_000

// otherLots returns the lots that a harvest's records name but do not identify or make, and that a
// record of another harvest that the key reads identifies or makes: otherwise a key could find out
// which codes others use. identified is how many the harvest identifies or makes itself, and left
// is how many lots are not looked for: of those only named, and of those whose rivals
// reviewed.Claims looks for.
func otherLots(ctx context.Context, r Reader, by *trace.Key, unknown []string, identified int) (known []string, left int, err error) {
	left = max(0, len(unknown)-MaxOtherLots) + max(0, identified-MaxOtherLots)
	known, err = madeAmong(ctx, r, by, unknown[:min(len(unknown), MaxOtherLots)])
	return known, left, err
}

// madeAmong returns those of some lots that are identified or made by a record that the key reads;
// a nil key reads all.
func madeAmong(ctx context.Context, r Reader, by *trace.Key, lots []string) (known []string, err error) {
	for chunk := range slices.Chunk(lots, trace.MaxLotQuery) {
		names := map[string]string{} // by their folded form
		var asked []string
		for _, name := range chunk {
			if folded := lot.Fold(name); folded != "" && names[folded] == "" {
				names[folded] = name
				asked = append(asked, folded)
			}
		}
		// Lot by lot, if the rows of some could hide those of others.
		found, err := madeLots(ctx, r, by, asked, 4*trace.MaxLotQuery)
		if errors.Is(err, trace.ErrManyRows) {
			found, err = nil, nil
			for _, one := range asked {
				some, err := madeLots(ctx, r, by, []string{one}, 1)
				if err != nil {
					return nil, err
				}
				found = append(found, some...)
			}
		}
		if err != nil {
			return nil, err
		}
		slices.Sort(found)
		for _, folded := range slices.Compact(found) {
			known = append(known, names[folded])
		}
	}
	return known, nil
}

func madeLots(ctx context.Context, r Reader, by *trace.Key, lots []string, limit int) (made []string, err error) {
	if len(lots) == 0 {
		return nil, nil
	}
	q := trace.LotQuery{Lots: lots, From: lot.Identified, To: lot.Produced, Limit: limit}
	if by != nil {
		q.Reach = by.Reach()
	}
	err = r.EachLotRow(ctx, q, func(row *lot.Row) error {
		made = append(made, row.Lot)
		return nil
	})
	return made, err
}
