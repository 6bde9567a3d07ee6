package runs

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/notebook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// The rules say why an import cannot be undone: something was built on it.
var (
	ruleLater     = &finding.Rule{ID: "REGISTRO_ALTERADO_DEPOIS", Severity: finding.Error, Message: lang.Text{PT: "foi alterado depois da importação", EN: "was changed after the import", ES: "fue modificado después de la importación"}}
	ruleValidated = &finding.Rule{ID: "REGISTRO_JA_VALIDADO", Severity: finding.Error, Message: lang.Text{PT: "está na validação {codigo}; exclua a validação primeiro", EN: "is in the validation {codigo}; delete the validation first", ES: "está en la validación {codigo}; elimine primero la validación"}}
	ruleLotUsed   = &finding.Rule{ID: "LOTE_USADO_DEPOIS", Severity: finding.Error, Message: lang.Text{PT: "o lote {lote} já é usado por um registro posterior ({id})", EN: "the lot {lote} is already used by a later record ({id})", ES: "el lote {lote} ya lo usa un registro posterior ({id})"}}
)

// Rules lists them.
var Rules = []*finding.Rule{ruleLater, ruleValidated, ruleLotUsed}

var validationKind = kind.ByPrefix(kind.Validation)

// undoChunk is how many records one transaction deletes: as many as one of an import writes at
// most.
const undoChunk = 20_000

// maxReasons bounds what is listed of what was built on an import.
const maxReasons = 20

// UndoWriter is what an undo needs in a transaction besides what it reads.
type UndoWriter interface {
	trace.Appender
	notebook.Writer
	// ForgetImported forgets the marks of imported rows: the same file may be imported again.
	ForgetImported(ctx context.Context, ids []trace.ID) error
}

// Writers are the ports of a transaction.
type Writers struct {
	Reader
	UndoWriter
	Live trace.LiveReader
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// NewPort makes the port of a store. Entries are no part of trace.Store: the engine's snapshots
// and transactions have them.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside of a snapshot is not asked
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers { return Writers{w.(Reader), w.(UndoWriter), w} })
}

// Of is the part of a transaction that notes imports.
func Of(w trace.Writer) Writer { return w.(Writer) }

// UndoImport deletes everything that an import wrote and that is still there, as the caller. It
// fails with CodeImportBuiltOn, and deletes nothing, if something was built on the import: a
// record of it has a later version, is in a live validation, or names a lot that it made and
// that a later record of another origin uses. Only what the caller can read counts. Records that
// were deleted or erased since are left as they are. An import that is undone stays undone.
//
// Up to 20 000 records go in one transaction. A larger import takes several, each of which looks
// again; if it is cut off, asking again continues.
func (k *RunKeeper) UndoImport(ctx context.Context, by *trace.Key, id string) (out Import, err error) {
	if err := notebook.Need(by); err != nil {
		return out, err
	}
	if out, err = k.ImportRun(ctx, by, id); err != nil {
		return out, err
	}
	if out.Rows > undoChunk && out.State == Written { // what speaks against it at all, before the first part is gone
		err := k.store.Update(ctx, func(w Writers) error {
			u, err := k.begin(ctx, w, by, id)
			if err != nil {
				return err
			}
			return u.look(ctx, u.ids)
		})
		if err != nil {
			return out, err
		}
	}
	for out.State != Undone {
		err = k.store.Update(ctx, func(w Writers) error {
			u, err := k.begin(ctx, w, by, id)
			if err != nil {
				return err
			}
			if u.State != Undone {
				err = u.step(ctx)
			}
			out = u.Import
			return err
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// undo is an undo under way, in one transaction.
type undo struct {
	Import
	w       Writers
	journal *trace.Journal
	by      *trace.Key
	last    trace.Record // of its note
	ids     []trace.ID   // of all its records
	own     map[trace.ID]bool
	found   []*trace.Record // that are to be deleted
	reasons []trace.Problem
}

func (k *RunKeeper) begin(ctx context.Context, w Writers, by *trace.Key, id string) (*undo, error) {
	found, err := find(ctx, w, by, id)
	if err != nil {
		return nil, err
	}
	u := &undo{Import: found, w: w, journal: k.journal, by: by, own: map[trace.ID]bool{}}
	versions, err := w.Versions(ctx, found.ID)
	if err != nil {
		return nil, err
	}
	for i := range versions {
		var d Document
		if err := canon.UnmarshalLenient(versions[i].Payload, &d); err != nil {
			return nil, &trace.Error{Code: trace.CodeStoreDamaged, Cause: err}
		}
		for _, text := range d.Records {
			if one, ok := trace.ParseID(text); ok && !u.own[one] {
				u.own[one] = true
				u.ids = append(u.ids, one)
			}
		}
	}
	if len(versions) == 0 || versions[len(versions)-1].Version != found.Version {
		return nil, trace.Fail(trace.CodeStoreDamaged)
	}
	u.last = versions[len(versions)-1]
	return u, nil
}

// step deletes the next part.
func (u *undo) step(ctx context.Context) error {
	from := min(int(u.Looked), len(u.ids))
	part := u.ids[from:min(from+undoChunk, len(u.ids))]
	if err := u.look(ctx, part); err != nil {
		return err
	}
	var gone []trace.ID
	for _, old := range u.found {
		r := *old
		r.Replace(old)
		u.journal.Next(&r, trace.Deleted, u.by)
		if err := u.journal.Append(ctx, u.w, &r); err != nil {
			return err
		}
		gone = append(gone, r.ID)
	}
	if err := u.w.ForgetImported(ctx, gone); err != nil {
		return err
	}
	u.Looked, u.Deleted, u.State = int64(from+len(part)), u.Deleted+int64(len(gone)), Undoing
	if from+len(part) == len(u.ids) {
		u.State = Undone
	}
	u.Records = nil
	body, err := canon.Marshal(u.Document)
	if err != nil {
		return err
	}
	u.Version++
	return again(ctx, struct {
		trace.Appender
		notebook.Reader
		notebook.Writer
	}{u.w, u.w, u.w}, u.journal, &u.last, u.by, body)
}

// look finds the records of a part that are still there, and fails if something was built on
// them, or the caller may not delete one.
func (u *undo) look(ctx context.Context, part []trace.ID) error {
	u.found, u.reasons = nil, nil
	harvests := map[string]bool{}
	for _, id := range part {
		r, err := u.w.Live.Record(ctx, id)
		if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) {
			continue
		}
		if err != nil {
			return err
		}
		if err := u.by.NeedWrite(r.Kind, r.HarvestID); err != nil {
			return err
		}
		if r.Version > 1 {
			u.because(r, ruleLater, nil)
		}
		harvests[r.HarvestID] = true
		u.found = append(u.found, r)
	}
	for harvestID := range harvests {
		if err := u.validated(ctx, harvestID); err != nil {
			return err
		}
	}
	if err := u.lots(ctx); err != nil {
		return err
	}
	if len(u.reasons) > 0 {
		return &trace.Error{Code: trace.CodeImportBuiltOn, Problems: u.reasons}
	}
	return u.by.ReachErr()
}

func (u *undo) because(r *trace.Record, rule *finding.Rule, args lang.Args) {
	if len(u.reasons) < maxReasons {
		u.reasons = append(u.reasons, trace.NewProblem(r.Kind.Name+" "+r.ID.String(), "", rule, args))
	}
}

// validated looks for live validations that cover records of the import.
func (u *undo) validated(ctx context.Context, harvestID string) error {
	const page = 100
	q := trace.Query{Kind: validationKind, Reach: trace.Only(harvestID), Order: trace.OldestFirst, Limit: page}
	return trace.EachRecord(ctx, u.w.Records, q, func(v *trace.Record) error {
		cover, err := u.w.Cover(ctx, v.ID)
		if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
			return err
		}
		covered := map[trace.ID]bool{}
		for line := range bytes.Lines(cover) {
			if parts := bytes.Fields(line); len(parts) > 1 {
				if id, ok := trace.ParseID(string(parts[1])); ok {
					covered[id] = true
				}
			}
		}
		for _, r := range u.found {
			if covered[r.ID] {
				u.because(r, ruleValidated, lang.Args{"codigo": v.ValidationCode})
			}
		}
		return nil
	})
}

// lots looks for later records, not of the import, that name lots which the import made.
func (u *undo) lots(ctx context.Context) error {
	made := map[string]*trace.Record{}
	var codes []string
	for _, r := range u.found {
		for _, code := range r.Claimed(ownership.Lots) {
			if made[code] == nil {
				made[code] = r
				codes = append(codes, code)
			}
		}
		r.DropLots()
	}
	const several = 64
	for part := range slices.Chunk(codes, several) {
		err := u.users(ctx, part, made)
		if !errors.Is(err, trace.ErrManyRows) {
			if err != nil {
				return err
			}
			continue
		}
		for _, code := range part { // each by itself, in pages
			if err := u.users(ctx, []string{code}, made); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *undo) users(ctx context.Context, codes []string, made map[string]*trace.Record) error {
	q := trace.LotQuery{Lots: codes, From: lot.Identified, To: lot.Validated, Limit: trace.MaxRows, Bare: true}
	var used []lot.Row
	for {
		n := 0
		err := u.w.EachLotRow(ctx, q, func(row *lot.Row) error {
			n++
			if q.After = row.Key(); !u.own[row.ID] && row.Since > made[row.Lot].UpdatedAt.UnixMilli() && len(used) < maxReasons && u.by.Reaches(row.HarvestID) {
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
		u.because(made[row.Lot], ruleLotUsed, lang.Args{"lote": row.Lot, "id": trace.ID(row.ID).String()})
	}
	return nil
}
