package ownerbook

import (
	"context"
	"errors"
	"maps"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// CitedLots are lots that validations of other parties name, each with the harvests of those
// validations: as many as are shown, plus one to show that there are others. Anyone may write
// validations, so no more are kept in memory.
type CitedLots map[string][]string

// citationBytes is roughly the memory of a lot, or of one of its harvests, in CitedLots, in
// addition to its text.
const citationBytes = 64

// take notes that a validation in a harvest names a lot. Harvests that the key may not see
// all look the same, and one of them represents the others.
func (l CitedLots) take(claim *admit.Claim, code, harvestID string, by *trace.Key) error {
	held, known := l[code]
	told := func(harvestID string) bool { return by != nil && by.Reaches(harvestID) }
	if known && !told(held[0]) {
		if told(harvestID) {
			held[0] = harvestID
		}
		return nil
	}
	at, has := slices.BinarySearch(held, harvestID)
	switch {
	case has || known && !told(harvestID):
		return nil
	case len(held) <= MaxRivalsNamed:
		if err := claim.Grow(int64(citationBytes + len(harvestID))); err != nil {
			return err
		}
		if !known {
			if err := claim.Grow(int64(citationBytes + len(code))); err != nil {
				return err
			}
		}
		l[code] = slices.Insert(held, at, harvestID)
	case at < len(held): // the first by name are listed
		copy(held[at+1:], held[at:])
		held[at] = harvestID
	}
	return nil
}

// CitedLots reads who names lots in validations, without a limit on the validations. Lots that
// only their owner's party names are left out.
func (c *CodeOwners) CitedLots(ctx context.Context, r trace.LotRowReader, lots []string, by *trace.Key) (CitedLots, error) {
	codes := make([]ownership.Code, len(lots))
	for i := range lots {
		codes[i] = ownership.Code{Realm: ownership.Lots, Text: lots[i]}
	}
	if err := c.learn(ctx, codes); err != nil {
		return nil, err
	}
	found, asked := CitedLots{}, map[string]bool{}
	claim := admit.From(ctx)
	take := func(row *lot.Row) error {
		other, ask := c.isOther(c.known[ownership.Code{Realm: ownership.Lots, Text: row.Lot}], row.HarvestID, row.By)
		if ask {
			asked[row.Lot] = true
		}
		if !other {
			return nil
		}
		return found.take(claim, row.Lot, row.HarvestID, by)
	}
	if err := eachCitation(ctx, r, lots, take); err != nil || len(asked) == 0 {
		return found, err
	}
	// The owner's party depends on who claims the lot. Reading these rows again takes less memory
	// than keeping them until that is known.
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

// eachCitation calls fn with the rows of validations that name lots, some maybe twice.
func eachCitation(ctx context.Context, r trace.LotRowReader, lots []string, fn func(*lot.Row) error) error {
	for chunk := range slices.Chunk(lots, trace.MaxLotQuery) {
		q := trace.LotQuery{Lots: chunk, From: lot.Validated, To: lot.Validated, Kind: kind.ByPrefix(kind.Validation).Code, RefsOnly: true, Limit: trace.MaxRows}
		err := r.EachLotRow(ctx, q, fn)
		if errors.Is(err, trace.ErrManyRows) {
			err = eachOfOneLot(ctx, r, q, fn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachOfOneLot reads the rows of lots lot by lot, in pages: some may have too many to read
// them with the others.
func eachOfOneLot(ctx context.Context, r trace.LotRowReader, q trace.LotQuery, fn func(*lot.Row) error) error {
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

const (
	// MaxRivalClaims limits the listed codes of a harvest, per relation to another party. All of
	// them are counted.
	MaxRivalClaims = 500
	// MaxRivalsNamed bounds the rivals that are named for one code.
	MaxRivalsNamed = 10
)

// Citation is a lot named in a validation.
type Citation struct{ Lot, HarvestID, Author string }

// Code returns the code that is cited.
func (c *Citation) Code() ownership.Code {
	return ownership.Code{Realm: ownership.Lots, Text: c.Lot}
}

// OfOthers returns the citations whose lot belongs to a party other than the one that names it, in
// order. A lot without claims belongs to nobody.
func (c *CodeOwners) OfOthers(ctx context.Context, cited []Citation) ([]Citation, error) {
	codes := make([]ownership.Code, len(cited))
	for i := range cited {
		codes[i] = cited[i].Code()
	}
	if err := c.learn(ctx, codes); err != nil {
		return nil, err
	}
	var asked []ownership.Code
	for i := range cited {
		if _, ask := c.isOther(c.known[codes[i]], cited[i].HarvestID, cited[i].Author); ask {
			asked = append(asked, codes[i])
		}
	}
	if err := c.learnParties(ctx, asked); err != nil {
		return nil, err
	}
	var others []Citation
	for i := range cited {
		if other, _ := c.isOther(c.known[codes[i]], cited[i].HarvestID, cited[i].Author); other {
			others = append(others, cited[i])
		}
	}
	return others, nil
}
