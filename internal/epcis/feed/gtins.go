package feed

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// The bounds of looking for trade items: what is beyond them keeps its name at our origin.
const (
	maxNamed       = 500 // lots
	maxValidations = 20  // of a lot
	// maxRead is how many validations a page may read.
	maxRead = 1_000
)

// gtins returns the trade items of lots: those that live validations name with them. It looks only
// at validations that the caller may read. A lot that is named with several items has none.
func gtins(ctx context.Context, r Reader, by *trace.Key, codes []string) (map[string]string, error) {
	slices.Sort(codes)
	codes = slices.Compact(codes)
	naming := map[string][]trace.ID{}
	for some := range slices.Chunk(codes[:min(len(codes), maxNamed)], trace.MaxLotQuery) {
		if err := validations(ctx, r, by, some, naming); err != nil {
			return nil, err
		}
	}
	var ids []trace.ID
	about := map[trace.ID][]string{}
	for _, code := range codes {
		if len(ids)+len(naming[code]) > maxRead {
			break
		}
		for _, id := range naming[code] {
			if about[id] == nil {
				ids = append(ids, id)
			}
			about[id] = append(about[id], code)
		}
	}
	all := map[string]string{}
	for _, id := range ids {
		v, err := r.Record(ctx, id)
		if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, code := range about[id] {
			name(all, code, v)
		}
	}
	return all, nil
}

// name adds the item that a validation names with a lot. "" stands for several.
func name(all map[string]string, code string, v *trace.Record) {
	for _, item := range v.TradeItems() {
		if item.Lot == "" || lot.Fold(item.Lot) != code {
			continue
		}
		if had, ok := all[code]; ok && had != item.GTIN {
			item.GTIN = ""
		}
		all[code] = item.GTIN
	}
}

// validations finds the validations that name some lots: with one query, unless they are many.
func validations(ctx context.Context, r Reader, by *trace.Key, codes []string, naming map[string][]trace.ID) error {
	q := trace.LotQuery{Lots: codes, From: lot.Validated, To: lot.Validated, Limit: len(codes) * maxValidations, RefsOnly: true}
	if len(codes) == 1 {
		q.Reach = by.Reach() // those of others do not count
	}
	found := map[string][]trace.ID{}
	err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
		if by.Reaches(row.HarvestID) && !slices.Contains(found[row.Lot], row.ID) {
			found[row.Lot] = append(found[row.Lot], row.ID)
		}
		return nil
	})
	if errors.Is(err, trace.ErrManyRows) {
		for i := range codes {
			if err := validations(ctx, r, by, codes[i:i+1], naming); err != nil {
				return err
			}
		}
		return nil
	}
	for code, ids := range found {
		slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
		naming[code] = ids[:min(len(ids), maxValidations)]
	}
	return err
}
