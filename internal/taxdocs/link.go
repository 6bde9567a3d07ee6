package taxdocs

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/paper"
	"rastro/internal/lang"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// Limits on the number of records that a document is added to, and on what is added to a record.
const (
	// maxTargets is how many other documents a document may be about: as many as fit into the
	// layout of a manifest.
	maxTargets = 10_000
	perLink    = 200 // this many share a transaction
	maxPapers  = 50
)

// errTooManyPapers refuses a document more than a record lists.
func errTooManyPapers() error {
	return &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{{Field: record.TaxPapers, Rule: "DOCUMENTOS_DEMAIS", Message: lang.Text{
		PT: "o registro já tem 50 documentos ligados",
		EN: "the record has 50 documents linked to it already",
		ES: "el registro ya tiene 50 documentos asociados",
	}}}}
}

// someFull is the advice if some of the records that a document is about have no room for it.
var someFull = lang.Text{
	PT: "o documento não coube em todos os registros das notas: alguns já têm o máximo de documentos ou de anexos, e ficaram como estavam",
	EN: "not all records of the invoices had room for the document: some have as many documents or files as they may, and stayed as they were",
	ES: "el documento no cupo en todos los registros de las facturas: algunos ya tienen el máximo de documentos o de adjuntos, y quedaron como estaban",
}

// cutOff is the advice if a document was added to only some of the records.
var cutOff = lang.Text{
	PT: "o documento foi ligado só a uma parte dos registros das notas; importe este arquivo de novo para ligar o resto",
	EN: "the document was linked only to some of the records of the invoices; import this file again to link the rest",
	ES: "el documento se asoció solo a una parte de los registros de las facturas; importe este archivo de nuevo para asociar el resto",
}

// waitsForHarvest is the advice if the invoices of a document are in the same import and their
// harvest is not known yet.
var waitsForHarvest = lang.Text{
	PT: "a nota deste documento está neste envio e ainda não tem safra; informe a safra dela, e ele é ligado junto",
	EN: "the invoice of this document is among these files and has no harvest yet; state its harvest, and this is linked with it",
	ES: "la factura de este documento está en este envío y aún no tiene cosecha; indique su cosecha, y este se asocia con ella",
}

// targets returns the keys of the documents that a document is about; cut means that it names more.
func targets(d *fiscal.Document) (keys []string, cut bool) {
	if d.Type == fiscal.Event {
		return []string{d.Key}, false
	}
	for _, key := range d.Cargo.Keys {
		keys = append(keys, strings.ToUpper(key))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return keys[:min(len(keys), maxTargets)], len(keys) > maxTargets
}

// link adds a document to the records of those that it is about.
func (r *run) link(ctx context.Context, one *item) error {
	one.Outcome = Unlinked
	keys, cut := targets(one.Document)
	if cut {
		one.Advice = moreTargets
	}
	if err := r.compareWithStored(ctx, one); err != nil {
		return err
	}
	marks := r.marksAbout(one, keys)
	for part := range slices.Chunk(marks, perLink) {
		if err := r.tryLink(ctx, one, part); err != nil {
			return err
		}
	}
	if r.o.DryRun {
		r.withhold(one)
		r.tryHomes(one, keys)
	}
	if len(one.Links) == 0 && one.Outcome == Unlinked && slices.ContainsFunc(keys, func(key string) bool { return r.here[key] }) {
		one.Advice = waitsForHarvest
	}
	if r.o.DryRun {
		return nil
	}
	found := len(one.Links) > 0
	if one.Outcome, one.Links, one.HarvestID = Unlinked, nil, ""; !found { // files that belong to nothing are not stored
		return nil
	}
	err := r.receive(ctx, one)
	if err == nil {
		defer one.received.Drop()
		for part := range slices.Chunk(marks, perLink) {
			if err = r.again(ctx, []*item{one}, func() error { return r.addPapers(ctx, one, part) }); err != nil {
				break
			}
		}
	}
	err = one.concludeLinks(ctx, err)
	r.withhold(one)
	return err
}

// concludeLinks says how linking a document ended. Existing links stay.
func (one *item) concludeLinks(ctx context.Context, err error) error {
	if err != nil && serious(ctx, err) {
		return err
	}
	switch {
	case len(one.Links) == 0 && err == nil && one.full != nil:
		one.Err = one.full
	case len(one.Links) == 0:
		one.Err = err
	case err != nil:
		one.Advice = cutOff
	case one.full != nil:
		one.Advice = someFull
	}
	return nil
}

// serious reports whether an error ends the import: it is not the document's fault.
func serious(ctx context.Context, err error) bool {
	class := trace.AsError(err).Class()
	return ctx.Err() != nil || trace.Is(err, trace.CodeImportUndone) || class == trace.Unavailable || class == trace.Internal
}

// withhold removes the records that the caller may not read. A dry run then knows of none; a writer
// learns that the document was added, but not where.
func (r *run) withhold(one *item) {
	one.Links = slices.DeleteFunc(one.Links, func(l Link) bool { return !r.by.Reads(l.HarvestID) })
	switch {
	case len(one.Links) > 0:
		one.HarvestID = one.Links[0].HarvestID
	case r.o.DryRun:
		one.Outcome, one.HarvestID = Unlinked, ""
	default:
		one.HarvestID = ""
	}
}

// marksAbout returns the marks of the records that a document is about: those of documents and, for
// an event that invalidates one, also of what was accepted from it.
func (r *run) marksAbout(one *item, keys []string) []kept.Mark {
	marks := make([]kept.Mark, 0, len(keys))
	for _, key := range keys {
		marks = append(marks, r.mark(key))
	}
	if _, ok := invalidatesDocument(one.Document, &one.Report); ok {
		marks = append(marks, r.marker.Proposals(one.Document.Key)...)
	}
	return marks
}

// addPapers adds a document to the records of some of those that it is about, in one transaction,
// which may run again.
func (r *run) addPapers(ctx context.Context, one *item, marks []kept.Mark) error {
	before, links, full := one.Result, slices.Clip(one.Links), one.full
	err := r.store.Update(ctx, func(w Writers) error {
		one.written, one.full = nil, full
		one.Outcome, one.HarvestID, one.Links, one.Err, one.fresh = before.Outcome, before.HarvestID, links, nil, before.Outcome == Linked
		rows, err := r.rowsOf(ctx, w.Documents, append(slices.Clone(marks), one.marks), false)
		if err != nil {
			return err
		}
		for _, row := range places(rows, marks) {
			if err := r.addPaper(ctx, w, one, row, rows[one.marks]); err != nil {
				return err
			}
		}
		return r.note(ctx, w, one.written)
	})
	switch {
	case err != nil:
		one.Result, one.full = before, full
	case r.noted != nil:
		r.noted.Committed()
		r.count.Run, _ = r.noted.ID()
	}
	return err
}

// tryLink determines to which records a document would be added.
func (r *run) tryLink(ctx context.Context, one *item, marks []kept.Mark) error {
	return r.store.View(ctx, func(s Readers) error {
		rows, err := r.rowsOf(ctx, s.Documents, marks, r.o.DryRun)
		if err != nil {
			return err
		}
		for _, row := range places(rows, marks) {
			found, err := r.writable(ctx, s, row)
			if err != nil {
				return err
			}
			if found != nil {
				one.linked(found)
			}
		}
		return nil
	})
}

// tryHomes reports, in a dry run, that a document would be added to what the same import would
// create, which does not exist yet.
func (r *run) tryHomes(one *item, keys []string) {
	if len(one.Links) > 0 {
		return
	}
	for _, key := range keys {
		if home := r.homes[key]; home != "" {
			one.Outcome, one.HarvestID = Linked, home
		}
	}
}

// places returns the records of some marks, each once.
func places(rows map[kept.Mark][]kept.Row, marks []kept.Mark) (list []kept.Row) {
	for _, m := range marks {
		list = append(list, rows[m]...)
	}
	slices.SortStableFunc(list, func(a, b kept.Row) int {
		return cmp.Or(strings.Compare(a.HarvestID, b.HarvestID), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return slices.CompactFunc(list, func(a, b kept.Row) bool { return a.ID == b.ID })
}

// linked notes a record that the document belongs to.
func (one *item) linked(to *trace.Record) {
	one.Links = append(one.Links, Link{to.Kind, to.HarvestID, to.ID})
	if one.Outcome == Unlinked {
		one.Outcome, one.HarvestID = Linked, to.HarvestID
	}
}

// writable returns the record of a row, nil if it is gone or the caller may not write it: a dry run and
// a write leave the same ones.
func (r *run) writable(ctx context.Context, from interface {
	Record(ctx context.Context, id trace.ID) (*trace.Record, error)
}, row kept.Row) (*trace.Record, error) {
	found, err := from.Record(ctx, row.ID)
	switch {
	case err != nil && (trace.AsError(err).Class() == trace.NotFound || trace.AsError(err).Class() == trace.Gone):
		return nil, nil
	case err != nil:
		return nil, err
	case r.by.NeedWrite(found.Kind, row.HarvestID) != nil:
		return nil, nil
	}
	return found, nil
}

// addPaper adds a document to a record, in a new version. own are the rows of the document itself.
// A record that is gone, lists the document already or has no room for it stays unchanged.
func (r *run) addPaper(ctx context.Context, w Writers, one *item, row kept.Row, own []kept.Row) error {
	found, err := r.writable(ctx, w, row)
	if err != nil || found == nil {
		return err
	}
	payload, n := withPaper(found.Payload, paperText(one.Document, &one.Report))
	switch {
	case n < 0:
		if one.linked(found); !one.fresh { // of several records, one that is new counts
			one.Outcome = Existing
		}
		return nil
	case n > maxPapers:
		one.full = errTooManyPapers()
		return nil
	}
	next := *found
	next.Replace(found)
	next.Payload = payload
	r.journal.Next(&next, trace.Updated, r.by)
	added, err := r.attachTo(&next, found, one)
	if trace.Is(err, trace.CodeTooManyFiles) {
		one.full = err
		return nil
	}
	if err != nil {
		return err
	}
	if err := r.recorder.Finish(&next, admit.From(ctx).Grow); err != nil {
		return err
	}
	if err := w.Append(ctx, next); err != nil {
		return err
	}
	one.written = append(one.written, &next)
	if added {
		if err := r.files.Note(ctx, w.Files, &next, one.received); err != nil {
			return err
		}
	}
	if one.voidsInvoice() { // its proposals no longer wait, unless the cancellation is undone
		if err := w.Documents.SuspendWaiting(ctx, found.HarvestID, found.ID); err != nil {
			return err
		}
	}
	here := func(row kept.Row) bool { return row.HarvestID == found.HarvestID }
	first := !slices.ContainsFunc(one.Links, func(l Link) bool { return l.HarvestID == found.HarvestID })
	one.Outcome, one.fresh = Unlinked, true
	one.linked(&next)
	if one.Document.Type == fiscal.Event || !first || slices.ContainsFunc(own, here) {
		return nil
	}
	// An event about a waybill is added to one of the records in each harvest.
	return w.Documents.PutTaxDocuments(ctx, []kept.Row{{Mark: one.marks, HarvestID: found.HarvestID, ID: found.ID}})
}

// withPaper adds a text to the list of a record's tax documents. n is how many the list then
// has, -1 if it has the text already.
func withPaper(payload []byte, text string) (out []byte, n int) {
	quoted := canon.AppendString(nil, text)
	list := []byte{'['}
	out = []byte{'{'}
	add := func(one []byte) {
		if n++; n > 1 {
			list = append(list, ',')
		}
		list = append(list, one...)
	}
	there := false
	_ = canon.Members(payload, func(name string, value canon.Value) error { // it is a stored payload
		switch {
		case name == record.TaxPapers && value.Kind() == '[':
			canon.Each(string(value), func(_, one string) bool {
				there = there || canon.KindOf(one) == '"' && canon.Unquote(one) == text
				add([]byte(one))
				return true
			})
		case name == record.TaxPapers:
			add(value)
		default:
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(canon.AppendString(out, name), ':'), value...)
		}
		return nil
	})
	if there {
		return payload, -1
	}
	add(quoted)
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(append(canon.AppendString(out, record.TaxPapers), ':'), list...)
	return append(out, ']', '}'), n
}

// EventName returns what people call an event.
func EventName(d *fiscal.Document) string { return paper.EventName(d.Occurrence.Code, TypeName(d)) }

// paperText returns how a record lists a document.
func paperText(d *fiscal.Document, report *grade.Report) string {
	line := paper.Line{Type: TypeName(d), Key: d.Key}
	if d.Type == fiscal.Event {
		o := &d.Occurrence
		line.Event, line.Sequence, line.Protocol = o.Code, o.Sequence, d.Protocol.Number
		line.Registered, line.Unconfirmed = report.Registered(), report.Unconfirmed()
		line.At, _ = fiscal.Instant(o.At)
	}
	return line.Text()
}
