package runs

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/notebook"
	"rastro/internal/ownership"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// The rules say why an import cannot be undone: something was built on it.
var (
	ruleLater     = &finding.Rule{ID: "REGISTRO_ALTERADO_DEPOIS", Severity: finding.Error, Message: lang.Text{PT: "foi alterado depois da importação", EN: "was changed after the import", ES: "fue modificado después de la importación"}}
	ruleValidated = &finding.Rule{ID: "REGISTRO_JA_VALIDADO", Severity: finding.Error, Message: lang.Text{PT: "está na validação {codigo}; exclua a validação primeiro", EN: "is in the validation {codigo}; delete the validation first", ES: "está en la validación {codigo}; elimine primero la validación"}}
	ruleRecalled  = &finding.Rule{ID: "SAFRA_EM_RECALL", Severity: finding.Error, Message: lang.Text{PT: "a safra {safra} está em um recall feito depois da importação", EN: "the harvest {safra} is in a recall made after the import", ES: "la cosecha {safra} está en un retiro hecho después de la importación"}}
	ruleAccepted  = &finding.Rule{ID: "REGISTRO_ACEITO_DA_NOTA", Severity: finding.Error, Message: lang.Text{PT: "foi aceito a partir de uma nota desta importação; exclua-o primeiro", EN: "was accepted from an invoice of this import; delete it first", ES: "fue aceptado a partir de una factura de esta importación; elimínelo primero"}}
	ruleLotUsed   = &finding.Rule{ID: "LOTE_USADO_DEPOIS", Severity: finding.Error, Message: lang.Text{PT: "o lote {lote} já é usado por um registro posterior ({id})", EN: "the lot {lote} is already used by a later record ({id})", ES: "el lote {lote} ya lo usa un registro posterior ({id})"}}
)

// Rules lists them.
var Rules = []*finding.Rule{ruleLater, ruleValidated, ruleRecalled, ruleAccepted, ruleLotUsed, ruleFiled, ruleLinked, ruleTaken}

var validationKind = kind.ByPrefix(kind.Validation)

// undoChunk is how many records one transaction deletes: all of any spreadsheet. Only an import
// of lines, which has no end, can be larger.
const undoChunk = 100_000

// maxReasons limits the listed reasons against an undo.
const maxReasons = 20

// ahead is how often an undo surveys before its transaction. If the import changes each time,
// because somebody is still writing it, the last try surveys within the transaction.
const ahead = 3

// UndoWriter is what an undo needs in a transaction, in addition to what it reads.
type UndoWriter interface {
	notebook.VersionWriter
	// ForgetImported deletes the marks of imported rows, so that the same file may be imported
	// again.
	ForgetImported(ctx context.Context, ids []trace.ID) error
	// LockHarvest waits for those who validate a harvest or show its lots to others, and makes others
	// wait for this transaction: none of them rests on a record that it deletes.
	LockHarvest(ctx context.Context, harvestID string) error
	// RecallsAmong returns the recalls whose reports cover some of up to 500 harvests, and which.
	RecallsAmong(ctx context.Context, within trace.Reach) (map[trace.ID][]string, error)
	// RecallHarvests returns the harvests that the report of a recall covers.
	RecallHarvests(ctx context.Context, id trace.ID) ([]string, error)
	// LockTaxDocuments blocks acceptances of proposals, as in taxdocs/kept.
	LockTaxDocuments(ctx context.Context) error
	kept.Undoer
}

// Writers are the ports of a transaction.
type Writers struct {
	Reader
	UndoWriter
	Owning ownership.OwnerReader
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// NewPort returns the port of a store. Entries are no part of trace.Store: the engine's snapshots
// and transactions have them.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers { return Writers{w.(Reader), w.(UndoWriter), w} })
}

// Of returns the part of a transaction that notes imports.
func Of(w trace.Writer) Writer { return w.(Writer) }

// UndoImport deletes, as the caller, everything that an import wrote and that still exists. It
// fails with CodeImportBuiltOn, and deletes nothing, if something was built on the import: one of
// its records has changed since or is in a live validation, a later recall covers one of its
// harvests, a record was accepted from one of its invoices, a later record of another origin
// uses a lot that it made, or a later statement to the EU or buyer's link is about one of its harvests.
// Only what the caller can read counts, and what other organisations did with its lots, as far as a
// trace tells. Records that were deleted or
// erased since are left as they are. Records that somebody linked to one of its invoices no longer
// name it. If a cancellation is undone, the proposals wait again; likewise if the import made
// records of the proposals of earlier invoices. An undone import stays undone, and concurrent
// callers get the same answer.
//
// It reads the records before the transaction that deletes them, a page at a time; the transaction
// compares their versions, and looks for newer validations and uses. Up to 100 000 records, which
// covers any spreadsheet, are deleted in one transaction: all of them, or none. A larger import
// takes several; if it is interrupted between them, asking again continues.
func (k *RunKeeper) UndoImport(ctx context.Context, by *trace.Key, id string) (out Import, err error) {
	if err := notebook.Need(by); err != nil {
		return out, err
	}
	for try := 1; ; try++ {
		before := out.Version
		if out, err = k.part(ctx, by, id, try > ahead); err != nil || out.State == Undone {
			return out, err
		}
		if out.Version != before && out.State == Undoing {
			try = 0 // it got on
		}
	}
}

// errChanged ends a transaction that finds the import in another state than the survey did.
var errChanged = errors.New("the import changed meanwhile")

// part undoes the next part of an import. It returns the import as it is then: unchanged, if
// somebody else changed it meanwhile. inside means that the survey is part of the transaction.
func (k *RunKeeper) part(ctx context.Context, by *trace.Key, id string, inside bool) (Import, error) {
	u := &undo{journal: k.journal, by: by}
	page := func(fn func(Reader) error) error { return k.store.View(ctx, fn) }
	err := error(nil)
	if !inside {
		if err = u.survey(ctx, page, id); err == nil && u.State == Undone {
			return u.Import, nil
		}
	}
	if err == nil {
		err = k.store.Update(ctx, func(w Writers) error {
			if inside {
				u = &undo{journal: k.journal, by: by}
				if err := u.survey(ctx, func(fn func(Reader) error) error { return fn(w.Reader) }, id); err != nil || u.State == Undone {
					return err
				}
			}
			return u.delete(ctx, w)
		})
	}
	if trace.Is(err, trace.CodeImportBuiltOn) { // what was built on it may be somebody else's undo
		if now, again := k.ImportRun(ctx, by, id); again == nil && now.Version != u.Version {
			return u.Import, nil
		}
	}
	if errors.Is(err, errChanged) {
		return u.Import, nil
	}
	if err != nil {
		return u.Import, err
	}
	if !inside || u.State != Undone {
		u.Import = u.after
	}
	return u.Import, nil
}

// undo is the undo of one part of an import.
type undo struct {
	Import
	journal *trace.Journal
	by      *trace.Key
	last    trace.Record // of its note
	ids     []trace.ID   // of all its records
	own     map[trace.ID]bool
	left    map[trace.ID]int64 // versions after the first in which the import left its records
	// proposed are invoices from which deleted records may have been made.
	proposed []paper
	others   []trace.ID         // records from before the import of which it wrote versions
	touched  map[trace.ID]touch // which versions
	look                        // the survey's results
	after    Import             // the import after the part is deleted
}

// recordBytes is the memory for one record of an import: its id in the note, in a list and in a
// set. Its content is read again when it is deleted.
const recordBytes = 160

// load reads the import, and which records it wrote.
func (u *undo) load(ctx context.Context, r Reader, id string) (err error) {
	if u.Import, err = find(ctx, r, u.by, id); err != nil || u.State == Undone {
		return err
	}
	if err := admit.From(ctx).Reach(u.Rows * recordBytes); err != nil {
		return err
	}
	versions, err := r.Versions(ctx, u.ID)
	if err != nil {
		return err
	}
	u.left, u.touched = map[trace.ID]int64{}, map[trace.ID]touch{}
	u.own, u.ids = make(map[trace.ID]bool, u.Rows), make([]trace.ID, 0, u.Rows)
	for i := range versions {
		var d Document
		if err := canon.UnmarshalLenient(versions[i].Payload, &d); err != nil {
			return &trace.Error{Code: trace.CodeStoreDamaged, Cause: err}
		}
		for _, text := range d.Records {
			if u.touch(text) {
				continue
			}
			text, version, later := strings.Cut(text, ":")
			if one, ok := trace.ParseID(text); ok && later {
				u.left[one], _ = strconv.ParseInt(version, 10, 64) // a missing one means the first
			} else if ok && !u.own[one] {
				u.own[one] = true
				u.ids = append(u.ids, one)
			}
		}
	}
	switch {
	case len(versions) == 0 || versions[len(versions)-1].Version < u.Version:
		return trace.Fail(trace.CodeStoreDamaged)
	case versions[len(versions)-1].Version > u.Version: // a transaction sees what is committed between its reads
		return errChanged
	}
	u.last = versions[len(versions)-1]
	return nil
}

// changed reports whether a record differs from what the import left. Changes that were reverted
// since, such as a link that was undone, do not count.
func (u *undo) changed(ctx context.Context, from trace.VersionReader, r *trace.Record) (bool, error) {
	left := max(1, u.left[r.ID])
	if r.Version <= left {
		return false, nil
	}
	return differs(ctx, from, r, left)
}

// differs reports whether a record's content differs from that of one of its versions.
func differs(ctx context.Context, from trace.VersionReader, r *trace.Record, version int64) (bool, error) {
	versions, err := from.Versions(ctx, r.ID)
	if err != nil {
		return false, err
	}
	for i := range versions {
		if old := &versions[i]; old.Version == version {
			return old.HarvestID != r.HarvestID || old.HarvestCode != r.HarvestCode || !bytes.Equal(old.Seal, r.Seal) || !bytes.Equal(canonical(old.Payload), canonical(r.Payload)), nil
		}
	}
	return true, nil
}

// canonical returns a payload in the one form that all its writings share.
func canonical(payload []byte) []byte {
	if form, err := canon.Canonical(payload); err == nil {
		return form
	}
	return payload
}

// part returns what the transaction deletes.
func (u *undo) part() []trace.ID {
	from := min(int(u.Looked), len(u.ids))
	return u.ids[from:min(from+undoChunk, len(u.ids))]
}

// delete deletes a part in a transaction, if nothing has changed since the survey. The transaction
// may run again.
func (u *undo) delete(ctx context.Context, w Writers) error {
	now, err := find(ctx, w, u.by, u.ID.String())
	if err != nil {
		return err
	}
	if now.Version != u.Version {
		return errChanged
	}
	for _, harvestID := range slices.Sorted(maps.Keys(u.harvests)) {
		if err := w.LockHarvest(ctx, harvestID); err != nil {
			return err
		}
	}
	if err := u.newer(ctx, w); err != nil {
		return err
	}
	if err := u.unlinkAll(ctx, w); err != nil {
		return err
	}
	part := u.part()
	u.proposed = nil
	gone := make([]trace.ID, 0, len(part))
	for some := range slices.Chunk(part, readTogether) {
		if gone, err = u.deleteSome(ctx, w, some, gone); err != nil {
			return err
		}
	}
	if err := u.reopen(ctx, w); err != nil { // before the marks of the records that they became are deleted
		return err
	}
	if err := w.ForgetImported(ctx, gone); err != nil {
		return err
	}
	if int(u.Looked)+len(part) >= len(u.ids) { // the last part
		if err := u.restoreAll(ctx, w); err != nil {
			return err
		}
	}
	return u.note(ctx, w, len(part), len(gone))
}

// deleteSome deletes some records, and adds those that existed to gone.
func (u *undo) deleteSome(ctx context.Context, w Writers, ids, gone []trace.ID) ([]trace.ID, error) {
	found, err := live(ctx, w, ids)
	if err != nil {
		return nil, err
	}
	for i := range found {
		old := &found[i]
		changed, err := u.changed(ctx, w, old)
		if err != nil {
			return nil, err
		}
		if changed {
			u.because(madeBy(old), ruleLater, nil)
			return nil, u.err()
		}
		r := *old
		r.Replace(old)
		u.journal.Next(&r, trace.Deleted, u.by)
		if err := u.journal.Append(ctx, w, &r); err != nil {
			return nil, err
		}
		if err := u.noteProposal(ctx, old); err != nil {
			return nil, err
		}
		gone = append(gone, old.ID)
	}
	return gone, nil
}

// note writes how far the undo is.
func (u *undo) note(ctx context.Context, w Writers, looked, deleted int) error {
	done := u.Import
	done.Looked, done.Deleted, done.State = u.Looked+int64(looked), u.Deleted+int64(deleted), Undoing
	if int(done.Looked) >= len(u.ids) {
		done.State = Undone
	}
	done.Records = nil
	body, err := canon.Marshal(done.Document)
	if err != nil {
		return err
	}
	done.Version++
	u.after = done
	last := u.last
	return notebook.Continue(ctx, w, u.journal, &last, trace.Updated, u.by, body)
}

// readTogether is how many records one query reads. A transaction has a minute for a whole import,
// and the database may be far away.
const readTogether = 50

// live returns those of some records that still exist.
func live(ctx context.Context, r Reader, ids []trace.ID) ([]trace.Record, error) {
	found, err := r.NewestVersions(ctx, ids)
	return slices.DeleteFunc(found, func(one trace.Record) bool { return one.Operation.Ends() }), err
}
