package runs

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage/covered"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// lookPage is how many records are looked at in one snapshot: a snapshot that lasts keeps others
// from tidying up.
const lookPage = 500

// look is what was found about an import before its records are deleted.
type look struct {
	harvests map[string]bool
	made     map[string]maker   // by lot
	codes    []string           // of those lots
	seen     map[trace.ID]int64 // versions of validations that were looked at
	papers   []paper            // invoices that became records of the import
	links    []link             // records that name them
	reasons  []trace.Problem
}

// maker is the record that made a lot.
type maker struct {
	kind *kind.Kind
	id   trace.ID
	at   time.Time
}

func madeBy(r *trace.Record) maker { return maker{r.Kind, r.ID, r.UpdatedAt} }

// survey finds what prevents an undo. page runs its argument over a snapshot. The first part of an
// import surveys the whole import: everything that prevents the undo must be known before the first
// record is deleted.
func (u *undo) survey(ctx context.Context, page func(func(Reader) error) error, id string) error {
	err := page(func(r Reader) error { return u.load(ctx, r, id) })
	if err != nil || u.State == Undone {
		return err
	}
	u.look = look{harvests: map[string]bool{}, made: map[string]maker{}, seen: map[trace.ID]int64{}}
	ids := u.part()
	if u.State == Written {
		ids = u.ids
	}
	for some := range slices.Chunk(ids, lookPage) {
		err := page(func(r Reader) error {
			for few := range slices.Chunk(some, readTogether) {
				if err := u.records(ctx, r, few); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for some := range slices.Chunk(u.others, lookPage) {
		if err := page(func(r Reader) error { return u.lookAtOthers(ctx, r, some) }); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(u.papers, papersTogether) {
		if err := page(func(r Reader) error { return u.paperUsers(ctx, r, some) }); err != nil {
			return err
		}
	}
	if err := page(func(r Reader) error { return u.validations(ctx, r) }); err != nil {
		return err
	}
	const several = 64
	for some := range slices.Chunk(u.codes, several) {
		if err := page(func(r Reader) error { return u.uses(ctx, r, some) }); err != nil {
			return err
		}
	}
	return u.err()
}

// newer looks, in the transaction, for recalls and for what others were shown or did, and for validations
// and uses of lots that came since the survey.
func (u *undo) newer(ctx context.Context, w Writers) error {
	u.reasons = nil
	if err := u.newPaperUsers(ctx, w); err != nil {
		return err
	}
	if err := u.validations(ctx, w); err != nil {
		return err
	}
	if err := u.recalls(ctx, w); err != nil {
		return err
	}
	if err := u.outside(ctx, w); err != nil {
		return err
	}
	const several = 64
	for some := range slices.Chunk(u.codes, several) {
		if err := u.uses(ctx, w, some); err != nil {
			return err
		}
	}
	return u.err()
}

// err returns an error that says what was built on the import.
func (u *undo) err() error {
	if len(u.reasons) > 0 {
		return &trace.Error{Code: trace.CodeImportBuiltOn, Problems: slices.Clone(u.reasons)}
	}
	return u.by.ReachErr()
}

func (u *undo) because(m maker, rule *finding.Rule, args lang.Args) {
	if len(u.reasons) == maxReasons {
		return
	}
	p := trace.NewProblem(m.kind.Name+" "+m.id.String(), "", rule, args)
	p.Kind, p.ID = m.kind, m.id
	u.reasons = append(u.reasons, p)
}

// records looks at a page of records, and fails if the caller may not delete one.
func (u *undo) records(ctx context.Context, r Reader, ids []trace.ID) error {
	found, err := live(ctx, r, ids)
	if err != nil {
		return err
	}
	for i := range found {
		one := &found[i]
		if err := u.by.NeedWrite(one.Kind, one.HarvestID); err != nil {
			return err
		}
		changed, err := u.changed(ctx, r, one)
		if err != nil {
			return err
		}
		if changed {
			u.because(madeBy(one), ruleLater, nil)
		}
		if err := u.notePapers(ctx, one); err != nil {
			return err
		}
		u.harvests[one.HarvestID] = true
		for _, code := range one.Claimed(ownership.Lots) {
			if _, known := u.made[code]; known {
				continue
			}
			const held = 200 // bytes in addition to the code
			if err := admit.From(ctx).Grow(int64(len(code)) + held); err != nil {
				return err
			}
			u.made[code] = madeBy(one)
			u.codes = append(u.codes, code)
		}
	}
	return nil
}

// validations looks for live validations that cover records of the import, except those already
// checked: what a version of one covers never changes.
func (u *undo) validations(ctx context.Context, r Reader) error {
	const page = 100
	for harvestID := range u.harvests {
		q := trace.Query{Kind: validationKind, Reach: trace.Only(harvestID), Order: trace.OldestFirst, Limit: page}
		err := trace.EachRecord(ctx, r.Records, q, func(v *trace.Record) error {
			if u.seen[v.ID] == v.Version {
				return nil
			}
			if err := u.covered(ctx, r, v); err != nil {
				return err
			}
			if len(u.reasons) == 0 { // a transaction that runs again reports its reasons again
				u.seen[v.ID] = v.Version
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recalls looks for reports, newer than the import, that mark its harvests. One that the caller may not
// read does not count, and neither does one that only tells their owner: nobody could withdraw it.
func (u *undo) recalls(ctx context.Context, w UndoWriter) error {
	found, err := covered.Among(ctx, w, slices.Sorted(maps.Keys(u.harvests)))
	if err != nil {
		return err
	}
	for id, of := range found {
		if len(of.Marks) == 0 || bytes.Compare(id[:], u.ID[:]) < 0 { // ids begin with their time
			continue
		}
		if u.by.LimitedToHarvests() {
			listed, err := w.RecallHarvests(ctx, id)
			if err != nil {
				return err
			}
			if !u.by.ReadsOnly(listed) {
				continue
			}
		}
		u.because(maker{kind.ImportRun, u.ID, time.Time{}}, ruleRecalled, lang.Args{"safra": of.Marks[0]})
	}
	return nil
}

// covered looks for records of the import among what a validation covers.
func (u *undo) covered(ctx context.Context, r Reader, v *trace.Record) error {
	cover, err := r.Cover(ctx, v.ID)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return err
	}
	if err := admit.From(ctx).Reach(u.Rows*recordBytes + int64(len(cover))); err != nil {
		return err
	}
	for line := range bytes.Lines(cover) {
		parts := bytes.Fields(line)
		if len(parts) < 2 || len(u.reasons) >= maxReasons {
			continue
		}
		id, ok := trace.ParseID(string(parts[1]))
		if _, later := u.touched[id]; !ok || !u.own[id] && !u.linked(id) && (!later || bytes.Compare(v.ID[:], u.ID[:]) < 0) {
			continue
		}
		found, err := live(ctx, r, []trace.ID{id})
		if err != nil {
			return err
		}
		if len(found) > 0 {
			u.because(madeBy(&found[0]), ruleValidated, lang.Args{"codigo": v.ValidationCode})
		}
	}
	return nil
}

// uses looks for later records, not of the import, that name lots which the import made.
func (u *undo) uses(ctx context.Context, r Reader, codes []string) error {
	err := u.users(ctx, r, codes)
	if !errors.Is(err, trace.ErrManyRows) {
		return err
	}
	for _, code := range codes { // each by itself, in pages
		if err := u.users(ctx, r, []string{code}); err != nil {
			return err
		}
	}
	return nil
}

func (u *undo) users(ctx context.Context, r Reader, codes []string) error {
	q := trace.LotQuery{Lots: codes, From: lot.Identified, To: lot.Validated, Limit: trace.MaxRows, RefsOnly: true}
	var used []lot.Row
	for {
		n := 0
		err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
			n++
			if q.After = row.Key(); !u.own[row.ID] && row.Since > u.made[row.Lot].at.UnixMilli() && len(used) < maxReasons && u.by.Reaches(row.HarvestID) {
				used = append(used, lot.Row{Lot: row.Lot, ID: row.ID, Fact: lot.Fact{HarvestID: row.HarvestID}})
			}
			return nil
		})
		if err != nil {
			return err
		}
		if len(codes) > 1 || n < q.Limit {
			break
		}
	}
	for i := range used {
		row := &used[i]
		u.because(u.made[row.Lot], ruleLotUsed, lang.Args{"lote": row.Lot, "id": trace.ID(row.ID).String()})
	}
	return nil
}
