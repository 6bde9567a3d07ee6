package record

import (
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/paper"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// TaxPapers is the member in which records list tax documents, one text each. Papers of a load list
// the waybills, manifests and events that were imported with the invoice; a record that was
// proposed by an invoice lists that invoice, and events about it.
const TaxPapers = kind.TaxPapers

// TaxCheck is the member in which papers keep the findings about their invoice. People see them
// as findings.
const TaxCheck = found.Member

// paperKinds are the kinds whose records list tax documents.
var paperKinds = in(kind.Cargo, kind.ExportCargo, kind.Receiving, kind.InputApplication)

// paperRules are the events that make a paper worth less, by their codes.
var paperRules = map[string]*finding.Rule{
	paper.Cancellation: CancelledPaper, paper.Substitution: CancelledPaper, paper.UnknownPurchase: RejectedPaper, paper.NotDone: RejectedPaper,
}

// gradePapersField looks for events where the list is a field of the kind.
func gradePapersField(g *grader, f *fact) { g.gradeTaxPapers(f, f.json) }

// gradeTaxPapers looks for events in the list of tax documents.
func (g *grader) gradeTaxPapers(f *fact, list string) {
	if f.kind != '[' || !IsExtraMember(g.form.kind.Prefix, TaxPapers) {
		return
	}
	canon.Each(list, func(_, one string) bool {
		if canon.KindOf(one) != '"' {
			return true
		}
		text := canon.Unquote(one)
		code, _, _ := paper.ReadEvent(text)
		if rule := paperRules[code]; rule != nil {
			g.add(rule, f, "documento", lang.Clip(text, finding.MaxQuoted))
		}
		if code, _, _ := paper.ReadUnconfirmed(text); paperRules[code] != nil {
			g.add(UnconfirmedPaper, f, "documento", lang.Clip(text, finding.MaxQuoted))
		}
		return true
	})
}

// gradeTaxCheck repeats the findings about the invoice from its import, as long as the record is
// about that invoice.
func gradeTaxCheck(field string) func(*grader) {
	return func(g *grader) {
		if g.taxCheck == "" {
			return
		}
		key, list := found.Read(g.taxCheck)
		f := g.get(field)
		if !found.Of(f.text, key) {
			return
		}
		for i := range list {
			if list[i].Field, list[i].Pointer = field, f.field.pointer; len(g.out.Findings) < maxFindings {
				g.out.Findings = append(g.out.Findings, list[i])
			}
		}
	}
}
