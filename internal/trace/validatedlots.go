package trace

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rastro/internal/check/harvest"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ownership"
)

// validatedLots are the lots that the validations of a harvest name, folded, with
// the authors of those validations. Naming a lot claims nothing.
type validatedLots map[string][]string

// take notes the lots of a validation; other records name none.
func (l validatedLots) take(v *Record) {
	if !v.Kind.IsValidation() {
		return
	}
	rows := lot.Read(v.Kind, v.Dados).Rows()
	for i := range rows {
		if code := rows[i].Lot; l[code] != nil || len(l) < maxOtherLots {
			l[code] = appendOnce(l[code], v.CreatedBy)
		}
	}
}

// ofOthers returns the owners of those of some lots that belong to another party
// than the one that names them in a harvest. A lot that nobody claims is nobody's.
func (c *codeOwners) ofOthers(ctx context.Context, safraID string, named validatedLots) ([]ownership.Owner, error) {
	codes := lotCodes(named)
	if err := c.learn(ctx, codes); err != nil {
		return nil, err
	}
	var foreign []ownership.Owner
	for _, code := range codes {
		o := c.known[code]
		for _, author := range named[code.Text] {
			other, err := c.isOther(ctx, o, safraID, author)
			if err != nil {
				return nil, err
			}
			if other {
				foreign = append(foreign, o.Owner)
				break
			}
		}
	}
	return foreign, nil
}

// lotCodes are the keys of a map by lot, as codes, sorted.
func lotCodes[V any](lots map[string]V) []ownership.Code {
	codes := make([]ownership.Code, 0, len(lots))
	for code := range lots {
		codes = append(codes, ownership.Code{Realm: ownership.Lots, Text: code})
	}
	slices.SortFunc(codes, func(a, b ownership.Code) int { return strings.Compare(a.Text, b.Text) })
	return codes
}

// citedClaims returns the lots of other parties that the validations of a harvest
// name, and its own lots that the validations of other parties name.
func (c *codeOwners) citedClaims(ctx context.Context, named validatedLots, cited citations, safraID string, by *Key) ([]harvest.RivalClaim, error) {
	foreign, err := c.ofOthers(ctx, safraID, named)
	if err != nil {
		return nil, err
	}
	var out []harvest.RivalClaim
	for _, o := range foreign[:min(len(foreign), maxRivalClaims)] {
		out = append(out, harvest.RivalClaim{Code: o.Text, Cited: true, Settled: o.Settled != 0})
		nameRival(&out[len(out)-1], o.SafraID, by)
	}
	own := lotCodes(cited)
	if err := c.learn(ctx, own); err != nil {
		return nil, err
	}
	told := 0
	for _, code := range own {
		o := c.known[code]
		if o.SafraID != safraID {
			continue
		}
		claim := harvest.RivalClaim{Code: code.Text, Cited: true, Owned: true}
		found := false
		for _, row := range cited[code.Text] {
			other, err := c.isOther(ctx, o, row.SafraID, row.By)
			if err != nil {
				return nil, err
			}
			if other {
				found = true
				nameRival(&claim, row.SafraID, by)
			}
		}
		if found {
			if told == maxRivalClaims {
				return out, nil
			}
			told++
			out = append(out, claim)
		}
	}
	return out, nil
}

// citations are the rows of validations that name lots, by lot.
type citations map[string][]lot.Row

// citationsOf returns who names lots in validations.
func citationsOf(ctx context.Context, r Reader, lots []string) (citations, error) {
	found := citations{}
	for chunk := range slices.Chunk(lots, MaxLotQuery) {
		rows, err := validationsNaming(ctx, r, chunk)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			found[rows[i].Lot] = append(found[rows[i].Lot], rows[i])
		}
	}
	return found, nil
}

// validationsNaming returns the rows of validations that name lots. Where there are very many, it looks at some of each lot.
func validationsNaming(ctx context.Context, r Reader, lots []string) (rows []lot.Row, err error) {
	read := func(lots []string, limit int) error {
		q := LotQuery{Lots: lots, From: lot.Validated, To: lot.Validated, Kind: kind.ByPrefix("/validacao").Code, Bare: true, Limit: limit}
		return r.EachLotRow(ctx, q, func(row *lot.Row) error {
			rows = append(rows, *row)
			return nil
		})
	}
	if err = read(lots, maxRows); errors.Is(err, ErrManyRows) {
		rows, err = nil, nil
		for _, one := range lots {
			if err = read([]string{one}, maxRivalClaims); err != nil {
				break
			}
		}
	}
	return rows, err
}
