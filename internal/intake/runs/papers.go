package runs

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/taxdocs/marks"
	"rastro/internal/trace"
)

// Papers reads tax documents for an undo. The engine's snapshots and transactions implement it.
type Papers interface {
	trace.SeedReader
	// TaxDocuments is that of taxdocs/kept.
	TaxDocuments(ctx context.Context, marks []kept.Mark, within reach.Set, unerased bool) ([]kept.Row, error)
}

// paper is an invoice that a record of the import is about.
type paper struct {
	id             trace.ID
	harvestID, key string
}

// link is a record that names an invoice of the import, since somebody linked it or accepted it.
type link struct {
	id        trace.ID
	harvestID string
	key       string
	mark      kept.Mark
}

// papersTogether is how many invoices one query covers: each has a mark for every proposal.
const papersTogether = 8

// anyYear is the last year that the key of an invoice can have.
const anyYear = 2099

// notePapers notes the invoices that a record is about.
func (u *undo) notePapers(ctx context.Context, one *trace.Record) error {
	if one.Kind.Prefix != kind.Cargo && one.Kind.Prefix != kind.ExportCargo {
		return nil
	}
	return u.hold(ctx, one, &u.papers)
}

// hold adds the invoices that a record names to a list.
func (u *undo) hold(ctx context.Context, one *trace.Record, list *[]paper) error {
	var keys []string
	for _, id := range brdoc.Scan(string(one.Payload), brdoc.Types(brdoc.NFe), anyYear) {
		keys = trace.AppendOnce(keys, strings.ToUpper(id.Value))
	}
	const held = 100 // bytes of each
	if err := admit.From(ctx).Grow(int64(held * len(keys))); err != nil {
		return err
	}
	for _, key := range keys {
		*list = append(*list, paper{one.ID, one.HarvestID, key})
	}
	return nil
}

// newPaperUsers checks again within the transaction, while acceptances of proposals wait for it.
func (u *undo) newPaperUsers(ctx context.Context, w Writers) error {
	if len(u.papers) == 0 {
		return nil
	}
	if err := w.LockTaxDocuments(ctx); err != nil {
		return err
	}
	u.links = nil
	for some := range slices.Chunk(u.papers, papersTogether) {
		if err := u.paperUsers(ctx, w.Reader, some); err != nil {
			return err
		}
	}
	return nil
}

// paperUsers looks for records that somebody accepted from invoices of the import, or linked to
// them. The first prevent an undo; the others lose the link with it.
func (u *undo) paperUsers(ctx context.Context, r Reader, some []paper) error {
	seed, err := trace.ImportSeed(ctx, r.(Papers))
	if err != nil {
		return err
	}
	marker := marks.Marker(seed)
	var asked []kept.Mark
	of, self := map[kept.Mark]*paper{}, map[kept.Mark]*paper{}
	for i := range some {
		mark := marker.Of(some[i].key)
		asked, self[mark] = append(asked, mark), &some[i]
		for _, mark := range marker.Proposals(some[i].key) {
			asked, of[mark] = append(asked, mark), &some[i]
		}
	}
	rows, err := r.(Papers).TaxDocuments(ctx, asked, u.by.Reach(), false)
	if err != nil {
		return err
	}
	became := map[*paper]bool{} // a record may also name invoices that became other records
	for _, row := range rows {
		if p := self[row.Mark]; p != nil && p.id == row.ID {
			became[p] = true
		}
	}
	for _, row := range rows {
		p := of[row.Mark]
		if p == nil || !became[p] || p.harvestID != row.HarvestID || u.own[row.ID] {
			continue
		}
		if err := u.paperUser(ctx, r, link{row.ID, row.HarvestID, p.key, row.Mark}); err != nil {
			return err
		}
	}
	return nil
}

// paperUser checks one of them. If it is gone, or no longer names the invoice, only the mark is
// left.
func (u *undo) paperUser(ctx context.Context, r Reader, l link) error {
	u.links = append(u.links, l)
	versions, err := r.Versions(ctx, l.id)
	if err != nil || len(versions) == 0 {
		return err
	}
	now := &versions[len(versions)-1]
	if _, named := without(now.Payload, l.key); now.Operation.Ends() || !named {
		return nil
	}
	if _, accepted := without(versions[0].Payload, l.key); accepted {
		u.because(madeBy(now), ruleAccepted, nil)
		return nil
	}
	return u.by.NeedWrite(now.Kind, now.HarvestID)
}

// noteProposal notes the invoices from which a deleted record may have been made.
func (u *undo) noteProposal(ctx context.Context, one *trace.Record) error {
	if one.Kind.Prefix != kind.Receiving && one.Kind.Prefix != kind.InputApplication {
		return nil
	}
	return u.hold(ctx, one, &u.proposed)
}

// reopen makes proposals pending again from which the import made records, if their invoices stay
// because an earlier import brought them.
func (u *undo) reopen(ctx context.Context, w Writers) error {
	if len(u.proposed) == 0 {
		return nil
	}
	seed, err := trace.ImportSeed(ctx, w.Reader.(Papers))
	if err != nil {
		return err
	}
	marker := marks.Marker(seed)
	for some := range slices.Chunk(u.proposed, papersTogether) {
		var asked []kept.Mark
		for _, p := range some {
			asked = append(append(asked, marker.Of(p.key)), marker.Proposals(p.key)...)
		}
		rows, err := w.Reader.(Papers).TaxDocuments(ctx, asked, u.by.Reach(), false)
		if err != nil {
			return err
		}
		for _, p := range some {
			self := marker.Of(p.key)
			stays := slices.ContainsFunc(rows, func(row kept.Row) bool {
				return row.Mark == self && row.HarvestID == p.harvestID && !u.own[row.ID]
			})
			made := slices.ContainsFunc(rows, func(row kept.Row) bool {
				return row.ID == p.id && row.HarvestID == p.harvestID && slices.Contains(marker.Proposals(p.key), row.Mark)
			})
			if !stays || !made {
				continue
			}
			if err := w.WaitAgain(ctx, p.harvestID, self); err != nil {
				return err
			}
		}
	}
	return nil
}

// linked reports whether the undo removes a link from a record.
func (u *undo) linked(id trace.ID) bool {
	return slices.ContainsFunc(u.links, func(l link) bool { return l.id == id })
}

// unlinkAll removes the invoices of the import from the records that name them, and forgets that
// these were proposed: if they are imported again, they are proposed again.
func (u *undo) unlinkAll(ctx context.Context, w Writers) error {
	for _, l := range u.links {
		if err := w.ForgetTaxDocuments(ctx, l.harvestID, []kept.Mark{l.mark}); err != nil {
			return err
		}
		found, err := live(ctx, w, []trace.ID{l.id})
		if err != nil {
			return err
		}
		for i := range found {
			now := &found[i]
			as := *now
			named := false
			if as.Payload, named = without(now.Payload, l.key); !named {
				continue
			}
			if err := u.rewrite(ctx, w, now, &as); err != nil {
				return err
			}
		}
	}
	return nil
}

// without returns a payload whose list of tax documents lacks an invoice and everything about it;
// named reports whether the payload had it.
func without(payload []byte, key string) (out []byte, named bool) {
	names := func(raw string) bool { return strings.Contains(strings.ToUpper(raw), key) }
	out = []byte{'{'}
	put := func(name string, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(canon.AppendString(out, name), ':'), value...)
	}
	_ = canon.Members(payload, func(name string, value canon.Value) error { // it is a stored payload
		if name != record.TaxPapers || !names(string(value)) {
			put(name, value)
			return nil
		}
		named = true
		var left []byte
		if value.Kind() == '[' {
			canon.Each(string(value), func(_, one string) bool {
				if !names(one) {
					left = append(append(left, ','), one...)
				}
				return true
			})
		}
		if len(left) > 0 {
			left[0] = '['
			put(name, append(left, ']'))
		}
		return nil
	})
	return append(out, '}'), named
}
