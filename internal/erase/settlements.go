package erase

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// settledCodes returns those codes that any version of a record claims and an
// administrator has decided about.
func settledCodes(ctx context.Context, r ownership.OwnerReader, versions []trace.Record) (settled []ownership.Code, err error) {
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		var codes []string
		for i := range versions {
			if versions[i].MayClaim() {
				codes = append(codes, versions[i].Claimed(realm)...)
			}
		}
		slices.Sort(codes)
		for chunk := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
			owners, err := r.Owners(ctx, realm, chunk)
			if err != nil {
				return nil, err
			}
			for i := range owners {
				if owners[i].Settled != 0 {
					settled = append(settled, owners[i].Code)
				}
			}
		}
	}
	return settled, nil
}

// eraseFromSettlements takes what decisions say of an erased record out of them. settled
// are those codes that it claimed. A code that no record claims, or claimed, has no owner
// left: then both the code and the reason go. Of a code that others still claim the reason
// goes where it quotes the record, and of any other code where it identifies the record, if
// the key may read about that code. What is left becomes a new version of the note, as with
// the report of a recall.
func (s *Eraser) eraseFromSettlements(ctx context.Context, w Writers, by *trace.Key, look *recall.QuoteSearch, settled []ownership.Code) error {
	left := map[ownership.Code]bool{} // by whether somebody still claims it
	for _, code := range settled {
		owners, err := w.Owners(ctx, code.Realm, []string{code.Text})
		if err != nil {
			return err
		}
		left[code] = len(owners) > 0
	}
	asked, err := look.Left(ctx, w.Quotes, kind.Settlement)
	if err != nil {
		return err
	}
	for _, each := range asked {
		v, err := recall.NewestOf(ctx, w.Quotes, each)
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		if _, _, ok := v.Settled(); !ok {
			continue
		}
		var note trace.SettlementNote
		if err := canon.Unmarshal(v.Payload, &note); err != nil {
			return err
		}
		found, err := look.Gone.RedactDecision(ctx, w.Quotes, by, &note, left)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		document, err := canon.Marshal(note)
		if err != nil {
			return err
		}
		if err := s.recaller.RewriteEntry(ctx, w.Quotes, by, *v, document); err != nil {
			return err
		}
	}
	return nil
}
