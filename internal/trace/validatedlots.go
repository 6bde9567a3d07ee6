package trace

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rastro/internal/audit"
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

// partyOf returns the party that owns a code.
func partyOf(ctx context.Context, r ownership.Reader, o ownership.Owner) (Party, error) {
	own, err := r.Holders(ctx, o.Code, o.SafraID, maxPartyAuthors)
	return PartyOf(o, own), err
}

// ofOthers returns the owners of those of some lots that belong to another party
// than the one that names them in a harvest. A lot that nobody claims is nobody's.
func (s *Service) ofOthers(ctx context.Context, r ownership.Reader, safraID string, named validatedLots) ([]ownership.Owner, error) {
	codes := make([]string, 0, len(named))
	for code := range named {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	var foreign []ownership.Owner
	for chunk := range slices.Chunk(codes, ownership.MaxCodes) {
		owners, err := r.Owners(ctx, ownership.Lots, chunk)
		if err != nil {
			return nil, err
		}
		for _, o := range owners {
			if o.SafraID == safraID {
				continue
			}
			party, err := partyOf(ctx, r, o)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(named[o.Text], func(author string) bool { return !s.SameParty(party, safraID, author) }) {
				foreign = append(foreign, o)
			}
		}
	}
	return foreign, nil
}

// citedClaims returns the lots of other parties that the validations of a harvest
// name, and its own lots that the validations of other parties name.
func (s *Service) citedClaims(ctx context.Context, r Reader, book *audit.Book, safraID string, named validatedLots, by *Key) ([]audit.RivalClaim, error) {
	foreign, err := s.ofOthers(ctx, r, safraID, named)
	if err != nil {
		return nil, err
	}
	var out []audit.RivalClaim
	for _, o := range foreign[:min(len(foreign), maxRivalClaims)] {
		out = append(out, audit.RivalClaim{Code: o.Text, Cited: true, Settled: o.Settled != 0})
		nameRival(&out[len(out)-1], o.SafraID, by)
	}
	known := book.KnownLots()
	told := 0
	for chunk := range slices.Chunk(known[:min(len(known), maxOtherLots)], MaxLotQuery) {
		rows, err := validationsNaming(ctx, r, chunk, safraID)
		if err != nil {
			return nil, err
		}
		var of disputed
		var last string
		for i := range rows {
			row := &rows[i]
			if of.Text != row.Lot {
				if of, err = disputedBy(ctx, r, ownership.Code{Realm: ownership.Lots, Text: row.Lot}); err != nil {
					return nil, err
				}
			}
			if of.SafraID != safraID || s.SameParty(of.party, row.SafraID, row.By) {
				continue
			}
			if row.Lot != last {
				if told == maxRivalClaims {
					return out, nil
				}
				last = row.Lot
				told++
				out = append(out, audit.RivalClaim{Code: row.Lot, Cited: true, Owned: true})
			}
			nameRival(&out[len(out)-1], row.SafraID, by)
		}
	}
	return out, nil
}

// validationsNaming returns the rows of validations of other harvests that name
// lots, by lot. Where there are very many, it looks at some of each lot.
func validationsNaming(ctx context.Context, r Reader, lots []string, safraID string) (rows []lot.Row, err error) {
	read := func(lots []string, limit int) error {
		q := LotQuery{Lots: lots, From: lot.Validated, To: lot.Validated, Kind: kind.ByPrefix("/validacao").Code, Bare: true, Limit: limit}
		return r.EachLotRow(ctx, q, func(row *lot.Row) error {
			if row.SafraID != safraID {
				rows = append(rows, *row)
			}
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
	slices.SortStableFunc(rows, func(a, b lot.Row) int { return strings.Compare(a.Lot, b.Lot) })
	return rows, err
}
