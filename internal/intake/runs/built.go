package runs

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/filings"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/share"
	"rastro/internal/trace"
)

var (
	ruleFiled  = &finding.Rule{ID: "SAFRA_DECLARADA_A_UE", Severity: finding.Error, Message: lang.Text{PT: "a safra {safra} tem uma declaração à UE anotada depois da importação, para o lote {lote}; se ela foi recusada ou retirada, anote isso primeiro", EN: "the harvest {safra} has an EU statement that was noted after the import, for lot {lote}; if it was rejected or withdrawn, note that first", ES: "la cosecha {safra} tiene una declaración a la UE anotada después de la importación, para el lote {lote}; si fue rechazada o retirada, anótelo primero"}}
	ruleLinked = &finding.Rule{ID: "SAFRA_EM_LINK", Severity: finding.Error, Message: lang.Text{PT: "um link do lote {lote}, da safra {safra}, foi dado a um comprador depois da importação; se ele ainda não foi aberto, revogue-o primeiro", EN: "a link of lot {lote}, in the harvest {safra}, was given to a buyer after the import; if it was not opened yet, revoke it first", ES: "se dio a un comprador un enlace del lote {lote}, de la cosecha {safra}, después de la importación; si todavía no se abrió, revóquelo primero"}}
	ruleTaken  = &finding.Rule{ID: "LOTE_USADO_POR_OUTRA", Severity: finding.Error, Message: lang.Text{PT: "o lote {lote} já foi recebido, embarcado ou transformado por outra organização", EN: "the lot {lote} was already received, shipped or processed by another organisation", ES: "el lote {lote} ya fue recibido, embarcado o transformado por otra organización"}}
)

// outside looks, in the transaction, for what left the organisation since the import: statements to the
// EU and buyers' links of its harvests, which rest on all of their records, and what others did with
// its lots.
func (u *undo) outside(ctx context.Context, w Writers) error {
	this := maker{kind.ImportRun, u.ID, time.Time{}}
	for _, harvestID := range slices.Sorted(maps.Keys(u.harvests)) {
		err := filings.Each(ctx, w, harvestID, func(f *filings.Filing) (more bool) {
			if u.later(f.ID) && !f.Over() {
				u.because(this, ruleFiled, lang.Args{"safra": harvestID, "lote": f.Lot})
			}
			return len(u.reasons) < maxReasons
		})
		if err != nil {
			return err
		}
		err = share.Each(ctx, w, harvestID, func(l *share.Link) (more bool) {
			if u.later(l.ID) && (l.Views > 0 || l.RevokedAt.IsZero()) {
				u.because(this, ruleLinked, lang.Args{"safra": harvestID, "lote": l.Lot})
			}
			return len(u.reasons) < maxReasons
		})
		if err != nil {
			return err
		}
	}
	return u.strangers(ctx, w)
}

// later reports whether a note was made after the import. Ids begin with their time.
func (u *undo) later(id trace.ID) bool { return bytes.Compare(id[:], u.ID[:]) > 0 }

// strangers looks for what other organisations did with the lots that the import made. It counts, and
// tells, only what a trace shows the owner of a lot: see docs/decisions.md#restricted-is-the-key.
func (u *undo) strangers(ctx context.Context, w Writers) error {
	if u.by.Member() == nil || len(u.by.Harvests) > 0 {
		return nil
	}
	for some := range slices.Chunk(u.codes, ownership.MaxCodes) {
		owners, err := w.Owning.Owners(ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		var own []string
		for _, o := range owners {
			if u.by.Reaches(o.HarvestID) {
				own = append(own, o.Text)
			}
		}
		const several = 64
		for few := range slices.Chunk(own, several) {
			err := u.takers(ctx, w, few)
			if errors.Is(err, trace.ErrManyRows) {
				for _, code := range few { // each by itself, in pages
					if err = u.takers(ctx, w, []string{code}); err != nil {
						break
					}
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// takers looks at the rows of some lots. A stranger who claims a lot means another one of that code.
func (u *undo) takers(ctx context.Context, w Writers, codes []string) error {
	type stranger struct{ lot, harvestID string }
	claims, takes := map[stranger]bool{}, map[stranger]bool{}
	q := trace.LotQuery{Lots: codes, From: lot.Identified, To: lot.Received, Limit: trace.MaxRows, RefsOnly: true}
	claim := admit.From(ctx)
	for {
		n := 0
		err := w.EachLotRow(ctx, q, func(row *lot.Row) error {
			n++
			q.After = row.Key()
			s := stranger{row.Lot, row.HarvestID}
			into := takes
			if ownership.Claims(row.Role) {
				into = claims
			} else if row.Since <= u.made[row.Lot].at.UnixMilli() {
				return nil
			}
			if into[s] || u.own[row.ID] || u.by.Reaches(row.HarvestID) {
				return nil
			}
			into[s] = true
			const held = 120 // bytes in addition to the texts
			return claim.Grow(int64(len(s.lot) + len(s.harvestID) + held))
		})
		if err != nil {
			return err
		}
		if len(codes) > 1 || n < q.Limit {
			break
		}
	}
	told := map[string]bool{}
	for s := range takes {
		if !claims[s] && !told[s.lot] {
			told[s.lot] = true
			u.because(u.made[s.lot], ruleTaken, lang.Args{"lote": s.lot})
		}
	}
	return nil
}
