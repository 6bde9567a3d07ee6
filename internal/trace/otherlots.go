package trace

import (
	"context"
	"slices"

	"rastro/internal/audit"
	"rastro/internal/lot"
)

// maxOtherLots bounds how many lots of a harvest are looked for in others.
const maxOtherLots = 10_000

// otherLots are, of the lots that a harvest's records name and none of them
// identifies or makes, those that a record of another harvest does.
func otherLots(ctx context.Context, r Reader, book *audit.Book) ([]string, error) {
	unknown := book.UnknownLots()
	if len(unknown) > maxOtherLots {
		unknown = unknown[:maxOtherLots]
	}
	var known []string
	for chunk := range slices.Chunk(unknown, MaxLotQuery) {
		names := map[string]string{} // by their folded form
		var asked []string
		for _, name := range chunk {
			if folded := lot.Fold(name); folded != "" && names[folded] == "" {
				names[folded] = name
				asked = append(asked, folded)
			}
		}
		// Lot by lot where the rows of some could hide those of others.
		const enough = 4 * MaxLotQuery
		found, rows, err := madeLots(ctx, r, asked, enough)
		if err != nil {
			return nil, err
		}
		if rows == enough {
			for _, one := range asked {
				some, _, err := madeLots(ctx, r, []string{one}, 1)
				if err != nil {
					return nil, err
				}
				found = append(found, some...)
			}
		}
		slices.Sort(found)
		for _, folded := range slices.Compact(found) {
			known = append(known, names[folded])
		}
	}
	return known, nil
}

// madeLots are those of some lots that a record identifies or makes, out of at
// most so many rows of the lot graph.
func madeLots(ctx context.Context, r Reader, lots []string, limit int) (made []string, rows int, err error) {
	if len(lots) == 0 {
		return nil, 0, nil
	}
	err = r.EachLotRow(ctx, LotQuery{Lots: lots, From: lot.Identified, To: lot.Produced, Limit: limit}, func(row *lot.Row) error {
		made = append(made, row.Lot)
		rows++
		return nil
	})
	return made, rows, err
}
