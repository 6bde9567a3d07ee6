package trace

import (
	"context"
	"errors"
	"maps"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ownership"
)

// citedLots are lots that validations of other parties name, each with the harvests of
// those validations: as many as are named to a key, and one more that says that there
// are more. Anybody may write validations, so no more than that is held.
type citedLots map[string][]string

// citationBytes is about what a lot, or a harvest of it, takes in citedLots beside its text.
const citationBytes = 64

// take notes that a validation in a harvest names a lot. Harvests that the key may not
// be told are all alike, and one of them stands for the others.
func (l citedLots) take(claim *admit.Claim, code, safraID string, by *Key) error {
	held, known := l[code]
	told := func(safraID string) bool { return by != nil && by.Reaches(safraID) }
	if known && !told(held[0]) {
		if told(safraID) {
			held[0] = safraID
		}
		return nil
	}
	at, has := slices.BinarySearch(held, safraID)
	switch {
	case has || known && !told(safraID):
		return nil
	case len(held) <= maxRivalsNamed:
		if err := claim.Grow(int64(citationBytes + len(safraID))); err != nil {
			return err
		}
		if !known {
			if err := claim.Grow(int64(citationBytes + len(code))); err != nil {
				return err
			}
		}
		l[code] = slices.Insert(held, at, safraID)
	case at < len(held): // the first by name are told
		copy(held[at+1:], held[at:])
		held[at] = safraID
	}
	return nil
}

// citedLots reads who names lots in validations, however many validations there are.
// Lots that only their owner's party names are not among them.
func (c *codeOwners) citedLots(ctx context.Context, r Reader, lots []string, by *Key) (citedLots, error) {
	codes := make([]ownership.Code, len(lots))
	for i := range lots {
		codes[i] = ownership.Code{Realm: ownership.Lots, Text: lots[i]}
	}
	if err := c.learn(ctx, codes); err != nil {
		return nil, err
	}
	found, asked := citedLots{}, map[string]bool{}
	claim := admit.From(ctx)
	take := func(row *lot.Row) error {
		other, ask := c.isOther(c.known[ownership.Code{Realm: ownership.Lots, Text: row.Lot}], row.SafraID, row.By)
		if ask {
			asked[row.Lot] = true
		}
		if !other {
			return nil
		}
		return found.take(claim, row.Lot, row.SafraID, by)
	}
	if err := eachCitation(ctx, r, lots, take); err != nil || len(asked) == 0 {
		return found, err
	}
	// Whose these are depends on who claims the lot. Reading them again holds less than
	// keeping them until that is known.
	again := slices.Sorted(maps.Keys(asked))
	codes = codes[:0]
	for _, code := range again {
		codes = append(codes, ownership.Code{Realm: ownership.Lots, Text: code})
	}
	if err := c.learnParties(ctx, codes); err != nil {
		return nil, err
	}
	return found, eachCitation(ctx, r, again, take)
}

// eachCitation calls fn with the rows of validations that name lots, some perhaps twice.
func eachCitation(ctx context.Context, r Reader, lots []string, fn func(*lot.Row) error) error {
	for chunk := range slices.Chunk(lots, MaxLotQuery) {
		q := LotQuery{Lots: chunk, From: lot.Validated, To: lot.Validated, Kind: kind.ByPrefix(kind.Validation).Code, Bare: true, Limit: maxRows}
		err := r.EachLotRow(ctx, q, fn)
		if errors.Is(err, ErrManyRows) {
			err = eachOfOneLot(ctx, r, q, fn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachOfOneLot reads the rows of lots one lot after another, in pages: those of some may
// be too many to read with the others.
func eachOfOneLot(ctx context.Context, r Reader, q LotQuery, fn func(*lot.Row) error) error {
	for _, one := range q.Lots {
		page := q
		page.Lots = []string{one}
		for {
			n := 0
			err := r.EachLotRow(ctx, page, func(row *lot.Row) error {
				n++
				page.After = row.Key()
				return fn(row)
			})
			if err != nil {
				return err
			}
			if n < page.Limit {
				break
			}
		}
	}
	return nil
}
