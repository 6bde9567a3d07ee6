package taxdocs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/lang"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// What a file is to the stored file with its key.
type contest uint8

const (
	agrees       contest = iota // it says the same
	wins                        // it proves more, and counts from now on
	ties                        // it says something else and proves as much: a person decides
	loses                       // it says something else and proves less
	listedBeside                // it tied before, and is attached already
)

// How a conflict ended, in findings.
var (
	whichTies = lang.Text{PT: "nenhum prova mais do que o outro, e os dois estão anexados", EN: "neither proves more than the other, and both are attached", ES: "ninguno prueba más que el otro, y los dos están adjuntos"}
	whichLost = lang.Text{PT: "o que está guardado prova pelo menos o mesmo que este", EN: "the stored one proves at least as much as this one", ES: "el que está guardado prueba al menos lo mismo que este"}
)

// took is the advice if a document takes the place of another file with its key.
var took = lang.Text{
	PT: "esta nota já tinha sido importada de outro arquivo, que prova menos; agora vale este, e o outro continua anexado e no histórico; confira o que já foi aceito a partir dele",
	EN: "this invoice was imported before, from another file that proves less; this one counts now, and the other stays attached and in the history; check what was accepted from it",
	ES: "esta factura ya se había importado de otro archivo, que prueba menos; ahora vale este, y el otro sigue adjunto y en el historial; verifique lo que ya se aceptó a partir de él",
}

// beside is the advice if a document is attached beside another file with its key.
var beside = lang.Text{
	PT: "já há outro arquivo desta nota, de conteúdo diferente, e nenhum prova mais do que o outro; este foi anexado ao lado: confira a nota no portal da SEFAZ e tire o que for falso",
	EN: "there is another file of this invoice, with different content, and neither proves more than the other; this one was attached beside it: look the invoice up on the tax authority's portal and remove the false one",
	ES: "ya hay otro archivo de esta factura, de contenido diferente, y ninguno prueba más que el otro; este se adjuntó al lado: consulte la factura en el portal de la SEFAZ y quite el que sea falso",
}

// left is the advice if a document proves less than the stored file with its key.
var left = lang.Text{
	PT: "o conteúdo deste arquivo não é o da nota que já está guardada, e ele não prova mais do que ela: não foi guardado, e a nota ficou como estava",
	EN: "the content of this file is not that of the stored invoice, and it does not prove more: it was not stored, and the invoice stayed as it was",
	ES: "el contenido de este archivo no es el de la factura guardada, y no prueba más que ella: no se guardó, y la factura quedó como estaba",
}

// errMoved: a record changed since it was compared.
var errMoved = errors.New("the record changed meanwhile")

// rival is a record with the key of a document, and the file of it that counts: the first that is
// this invoice.
type rival struct {
	record   *trace.Record
	document *fiscal.Document // nil: the record lists no such file
	report   grade.Report
	sum      string
}

// contest compares invoices that are already here with what is stored. Anybody can write a file with
// the key of an invoice, so the one that came first need not be the genuine one: the file that
// proves more counts, and the other stays attached.
func (r *run) contest(ctx context.Context, list []*item) error {
	for _, one := range list {
		if one.Err != nil || one.Document.Type != fiscal.Invoice {
			continue
		}
		err := error(nil)
		switch {
		case one.Outcome == Existing && !one.settled:
			one.settled = true
			err = r.contestStored(ctx, one)
		case r.o.DryRun && one.twin != nil && one.Outcome == "":
			r.contestTwin(one)
		}
		if err != nil && serious(ctx, err) {
			return err
		}
		one.Err, one.there = err, nil
	}
	return nil
}

// contestTwin compares a document with another of a dry run, of which there is no record.
func (r *run) contestTwin(one *item) {
	if one.twin.Outcome != Valid {
		return
	}
	one.Outcome, one.HarvestID, one.settled = Existing, one.twin.HarvestID, true
	one.concludes(one.against(&rival{document: one.twin.Document, report: one.twin.Report}))
}

// contestStored compares a document with every record that is about it.
func (r *run) contestStored(ctx context.Context, one *item) error {
	if one.there != nil && counting(one.there) == one.digest() { // nearly every document
		return nil
	}
	rows, err := r.rowsWith(ctx, one)
	if err != nil {
		return err
	}
	for _, row := range rows {
		const tries = 5
		err := errMoved
		for try := 0; errors.Is(err, errMoved) && try < tries; try++ {
			err = r.contestOne(ctx, one, row)
		}
		if errors.Is(err, errMoved) {
			err = &trace.Error{Code: trace.CodeContended, Cause: err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rowsWith returns the records with the key of a document that the caller reaches. A dry run looks
// only where the caller may read, because its answer reveals them.
func (r *run) rowsWith(ctx context.Context, one *item) (list []kept.Row, err error) {
	err = r.store.View(ctx, func(s Readers) error {
		marks := []kept.Mark{one.marks}
		rows, err := r.rowsOf(ctx, s.Documents, marks, true)
		list = places(rows, marks)
		return err
	})
	if r.o.DryRun {
		list = slices.DeleteFunc(list, func(row kept.Row) bool { return !r.by.Reads(row.HarvestID) })
	}
	return list, err
}

// contestOne compares a document with one record, and writes what follows from it.
func (r *run) contestOne(ctx context.Context, one *item, row kept.Row) error {
	var old rival
	err := r.store.View(ctx, func(s Readers) (err error) {
		old.record, err = r.writable(ctx, s, row)
		return err
	})
	if err != nil || old.record == nil {
		return err
	}
	if err := r.governing(ctx, &old, one.Document.Key); err != nil {
		return err
	}
	of := one.against(&old)
	if papers, _ := propose.Papers(one.Document, nil); of == wins && papers.Prefix != old.record.Kind.Prefix {
		of = ties // a record keeps its kind
	}
	listed := attachment.Find(attachment.List(old.record.Seal), one.digest()) != nil
	if write := of == wins || of == ties && !listed; write && !r.o.DryRun {
		if err := r.supersede(ctx, one, &old, of); err != nil {
			return err
		}
	} else if of == ties && listed {
		of = listedBeside
	}
	one.concludes(of)
	return nil
}

// governing reads the file of a record that counts. Nothing proves what a lost file said.
func (r *run) governing(ctx context.Context, of *rival, key string) error {
	for _, f := range xmlOf(of.record) {
		content, err := r.stored(ctx, f.Sum)
		if trace.Is(err, trace.CodeFileLost) {
			continue
		}
		if err != nil {
			return err
		}
		d, err := fiscal.Read(content)
		if err != nil || d.Type == fiscal.Event || d.Type == fiscal.Summary || !strings.EqualFold(d.Key, key) {
			continue
		}
		of.document, of.sum = d, f.Sum
		of.report = grade.Check(d, grade.Context{Year: r.now().Year(), Trust: r.trust})
		d.Forget()
		return nil
	}
	return nil
}

// xmlOf returns the files of a record that may be documents, as many as are read.
func xmlOf(of *trace.Record) []attachment.File {
	files := slices.DeleteFunc(slices.Clone(attachment.List(of.Seal)), func(f attachment.File) bool { return f.Media != filetype.XML || f.Bytes > fiscal.MaxBytes })
	return files[:min(len(files), maxRead)]
}

// counting returns the digest of the first XML that a record lists; "" if there is none.
func counting(of *trace.Record) string {
	if files := xmlOf(of); len(files) > 0 {
		return files[0].Sum
	}
	return ""
}

// digest returns the SHA-256 of the document's file.
func (one *item) digest() string {
	if one.sum == "" {
		sum := sha256.Sum256(one.content)
		one.sum = hex.EncodeToString(sum[:])
	}
	return one.sum
}

// against compares a document with a stored one.
func (one *item) against(old *rival) contest {
	mine := one.Report.Worth()
	switch {
	case old.sum == one.digest():
		return agrees
	case old.document == nil:
		if mine == grade.Contradicted {
			return agrees
		}
		return wins
	case mine > old.report.Worth():
		return wins
	case !grade.Differ(one.Document, &one.Report, old.document, &old.report):
		return agrees
	case mine == old.report.Worth() && mine > grade.Contradicted:
		return ties
	}
	return loses
}

// concludes tells how a comparison ended. Of several records, the last that is changed counts.
func (one *item) concludes(of contest) {
	switch of {
	case agrees:
		return
	case wins:
		one.Outcome, one.Advice, one.took = Existing, took, true
		one.graded = slices.DeleteFunc(slices.Clone(one.graded), func(f finding.Finding) bool { return slices.Contains(found.Rules, f.Rule) })
		one.found(finding.Finding{Rule: found.Replaced})
	case ties:
		one.Advice, one.took, one.lost = beside, true, true
		one.found(conflict(whichTies))
	case listedBeside:
		one.Advice, one.lost = beside, true
		one.found(conflict(whichTies))
	case loses:
		one.Advice, one.lost = left, true
		one.found(conflict(whichLost))
	}
}

// found adds a finding to the document, once.
func (one *item) found(f finding.Finding) {
	if !slices.ContainsFunc(one.Report.Findings, func(other finding.Finding) bool { return other.Rule == f.Rule }) {
		one.Report.Add(f)
	}
}

func conflict(which lang.Text) finding.Finding {
	f := finding.Finding{Rule: found.OtherContent}
	f.Say("qual", which)
	return f
}

// supersede writes the version of a record in which a document counts in place of the stored one, or
// is attached beside it.
func (r *run) supersede(ctx context.Context, one *item, old *rival, of contest) error {
	if one.received == nil {
		if err := r.receive(ctx, one); err != nil {
			return err
		}
	}
	err := r.again(ctx, []*item{one}, func() error {
		return r.store.Update(ctx, func(w Writers) error { return r.replace(ctx, w, one, old, of) })
	})
	if err == nil && r.noted != nil {
		r.noted.Committed()
		r.count.Run, _ = r.noted.ID()
	}
	return err
}

// replace writes that version in a transaction, unless the record changed since it was compared.
func (r *run) replace(ctx context.Context, w Writers, one *item, old *rival, of contest) error {
	if err := w.Documents.LockTaxDocuments(ctx); err != nil {
		return err
	}
	now, err := r.writable(ctx, w, kept.Row{HarvestID: old.record.HarvestID, ID: old.record.ID})
	if err != nil {
		return err
	}
	if now == nil || now.Version != old.record.Version {
		return errMoved
	}
	next := *now
	next.Replace(now)
	if of == wins {
		next.Payload = one.payloadFor(now)
	} else {
		next.Payload = withConflict(now.Payload, one.Document.Key)
	}
	r.journal.Next(&next, trace.Updated, r.by)
	added, err := r.attachTo(&next, now, one)
	if err == nil && of == wins {
		next.Seal, err = first(&next, now, one.digest())
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
	if added {
		if err := r.files.Note(ctx, w.Files, &next, one.received); err != nil {
			return err
		}
	}
	if of == wins {
		if err := r.proposesAgain(ctx, w, one, &next); err != nil {
			return err
		}
	}
	return r.note(ctx, w, []*trace.Record{&next})
}

// first returns the seal of a version with one of its files before the others: readers take the
// first invoice.
func first(next, before *trace.Record, sum string) ([]byte, error) {
	files := attachment.List(next.Seal)
	if len(files) == 0 { // it was listed already
		files = attachment.List(before.Seal)
	}
	at := slices.IndexFunc(files, func(f attachment.File) bool { return f.Sum == sum })
	sorted := slices.Concat(files[at:at+1], files[:at], files[at+1:])
	return attachment.With(before.Seal, sorted)
}

// proposesAgain counts the proposals that wait, now that another file of the invoice counts.
func (r *run) proposesAgain(ctx context.Context, w Writers, one *item, next *trace.Record) error {
	list := doubted(proposals(one.Document, r.crops[next.HarvestID], one.Lots, nil), doubtOf(one.Report.Findings, next.Graded().Findings))
	var marks []kept.Mark
	for i := range list {
		marks = append(marks, r.proposalMark(one.Document.Key, &list[i]))
	}
	decided, err := w.Documents.TaxDocuments(ctx, marks, trace.Only(next.HarvestID), false)
	if err != nil {
		return err
	}
	return w.Documents.ProposeAnew(ctx, next.HarvestID, one.marks, max(len(list)-len(decided), 0))
}

// payloadFor returns what a record says once this document counts: what the invoice says comes from
// it, and everything else stays.
func (one *item) payloadFor(now *trace.Record) []byte {
	papers, _ := propose.Papers(one.Document, one.Lots)
	findings := slices.DeleteFunc(slices.Clone(one.Report.Findings), func(f finding.Finding) bool { return f.Rule == found.Replaced })
	findings = append(findings, finding.Finding{Rule: found.Replaced})
	if list := found.Append(nil, one.Document.Key, findings); len(list) > 0 {
		papers.Beside = append(papers.Beside, propose.Member{Name: found.Member, JSON: list})
	}
	said := map[string][]byte{}
	for _, f := range papers.Fields {
		said[f.Name] = canon.AppendString(nil, f.Value)
	}
	for _, m := range papers.Beside {
		said[m.Name] = m.JSON
	}
	return withMembers(now.Payload, said)
}

// withConflict returns a payload that tells of another file with the key of its invoice.
func withConflict(payload []byte, key string) []byte {
	var list []finding.Finding
	_ = canon.Members(payload, func(name string, value canon.Value) error { // it is a stored payload
		if name == found.Member {
			_, list = found.Read(string(value))
		}
		return nil
	})
	if !slices.ContainsFunc(list, func(f finding.Finding) bool { return f.Rule == found.OtherContent }) {
		list = append(list, conflict(whichTies))
	}
	return withMembers(payload, map[string][]byte{found.Member: found.Append(nil, key, list)})
}

// withMembers returns a payload with other values of some members.
func withMembers(payload []byte, said map[string][]byte) []byte {
	out := []byte{'{'}
	add := func(name string, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(canon.AppendString(out, name), ':'), value...)
	}
	_ = canon.Members(payload, func(name string, value canon.Value) error { // it is a stored payload
		if next, ok := said[name]; ok {
			value = next
			delete(said, name)
		}
		add(name, value)
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(said)) {
		add(name, said[name])
	}
	return append(out, '}')
}
