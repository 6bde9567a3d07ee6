package taxdocs

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/paper"
	"rastro/internal/lang"
)

// doubt says how far an invoice is trusted when records other than its documents are made from it.
type doubt uint8

const (
	sure  doubt = iota
	asks        // a person reviews the findings, and then accepts a proposal or not
	voids       // cancelled, denied, altered or not what it claims: it proposes nothing
)

// doubtOf returns what findings say of an invoice, whether they are on the document or on its
// papers.
func doubtOf(lists ...[]finding.Finding) (d doubt) {
	for _, list := range lists {
		for i := range list {
			rule := list[i].Rule
			if !slices.Contains(found.Rules, rule) && rule != record.CancelledPaper && rule != record.RejectedPaper && rule != record.UnconfirmedPaper {
				continue
			}
			switch {
			case rule == record.CancelledPaper && !aboutInvoice(list[i].Args["documento"]):
				d = asks // a waybill is cancelled, and another may carry the load
			case rule.Severity == finding.Error:
				return voids
			case rule.Severity == finding.Alert:
				d = asks
			}
		}
	}
	return d
}

// suspect reports whether an invoice counts for nothing: it is broken, cancelled, a test, unsigned, or
// signed with a certificate that anybody could have made.
func suspect(lists ...[]finding.Finding) bool {
	return doubtOf(lists...) == voids || slices.ContainsFunc(slices.Concat(lists...), func(f finding.Finding) bool { return f.Rule == found.Unsigned || f.Rule == found.ImproperSigner })
}

// aboutInvoice reports whether a line about an event is about an invoice.
func aboutInvoice(line string) bool {
	_, of, _ := paper.ReadEvent(line)
	return of == brdoc.NFe.Name().PT
}

// automatic reports whether a proposal becomes a record without a person who looks at it.
func (p *Proposal) automatic() bool { return len(p.Missing) == 0 && !p.Doubted && p.Repeats == nil }

// doubted returns proposals as far as their invoice is trusted.
func doubted(list []Proposal, d doubt) []Proposal {
	if d == voids {
		return nil
	}
	for i := range list {
		list[i].Doubted = d == asks
	}
	return list
}

// proposesNothing is the advice if an invoice proves nothing else.
var proposesNothing = lang.Text{
	PT: "por causa dos erros abaixo, esta nota só fica guardada como documento: nada é proposto a partir dela",
	EN: "because of the errors below, this invoice is only kept as a document: nothing is proposed from it",
	ES: "por los errores de abajo, esta factura solo se guarda como documento: no se propone nada a partir de ella",
}

// unsigned is the advice, before anything is written, about an invoice that is suspect and not void.
var unsigned = lang.Text{
	PT: "sem uma assinatura que valha, esta nota não vale como está; peça a quem a emitiu o XML assinado com o certificado da empresa",
	EN: "without a proper signature, this invoice is not valid as it is; ask its issuer for the XML signed with the company's certificate",
	ES: "sin una firma que valga, esta factura no vale como está; pida a quien la emitió el XML firmado con el certificado de la empresa",
}

// invalidatesDocument reports whether an event invalidates its document or part of it, and what to say about the
// document. An event that the tax authority does not confirm has no effect; if its author is not
// proven, people are told.
func invalidatesDocument(d *fiscal.Document, report *grade.Report) (finding.Finding, bool) {
	var rule *finding.Rule
	switch {
	case !d.Cancels() && !d.Rejects():
	case report.Unconfirmed():
		rule = record.UnconfirmedPaper
	case !report.Registered():
	case d.Cancels():
		return finding.Finding{Rule: found.Cancelled}, true
	default:
		rule = record.RejectedPaper
	}
	if rule == nil {
		return finding.Finding{}, false
	}
	f := finding.Finding{Rule: rule}
	f.Say("documento", lang.Clip(paperText(d, report), finding.MaxQuoted))
	return f, true
}

// voidsInvoice reports whether a document is an event that cancels an invoice.
func (one *item) voidsInvoice() bool {
	f, _ := invalidatesDocument(one.Document, &one.Report)
	return f.Rule == found.Cancelled && TypeName(one.Document) == brdoc.NFe.Name().PT
}

// readEventsFirst reads the events of an import first: a cancelled invoice proposes nothing, wherever in
// the files its cancellation is. It counts the documents.
func (r *run) readEventsFirst(ctx context.Context, files iter.Seq2[fiscal.File, error]) (n int64, err error) {
	for file, err := range files {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		n++
		if err == nil && r.o.Create == Everything {
			r.watch(file.Content)
		}
		if err != nil || !bytes.Contains(file.Content, []byte("vento>")) || !bytes.Contains(file.Content, []byte("tpEvento")) {
			continue // its problem is reported later, and ends the import there if necessary
		}
		d, err := fiscal.Read(file.Content)
		if err != nil {
			continue
		}
		report := grade.Check(d, grade.Context{Year: r.now().Year(), Trust: r.trust})
		if _, ok := invalidatesDocument(d, &report); ok {
			d.Forget()
			d.Key = strings.ToUpper(d.Key)
			d.Occurrence.Justification, d.Occurrence.Correction, d.Occurrence.Keys = "", "", nil // they may be long
			r.ahead[d.Key] = append(r.ahead[d.Key], foreseen{d, report})
		}
	}
	return n, nil
}
