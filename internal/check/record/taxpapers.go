package record

import (
	"strings"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// TaxPapers is the member in which records list tax documents, one text each: papers of a load
// the waybills, manifests and events that were imported with the invoice, and a record that was
// proposed by an invoice that invoice, and events about it.
const TaxPapers = "documentosFiscais"

// TaxCheck is the member in which papers keep what was found in their invoice. People read it as
// findings.
const TaxCheck = found.Member

// paperKinds are the kinds whose records list tax documents.
var paperKinds = in(kind.Cargo, kind.ExportCargo, kind.Receiving, kind.InputApplication)

// paperRules are the events that make a paper worth less, by how a text about one begins or, in
// texts of an earlier form, by their codes.
var paperRules = []struct {
	name, code string
	rule       *finding.Rule
}{
	{"Cancelamento de ", "(110111)", CancelledPaper},
	{"Cancelamento por substituição de ", "(110112)", CancelledPaper},
	{"Desconhecimento da operação de ", "(210220)", RejectedPaper},
	{"Operação não realizada de ", "(210240)", RejectedPaper},
}

// gradeTaxPapers looks for events in the list of tax documents.
func (g *grader) gradeTaxPapers(f *fact, list string) {
	if f.kind != '[' || !KnownBeside(g.form.kind.Prefix, TaxPapers) {
		return
	}
	canon.Each(list, func(_, one string) bool {
		if canon.KindOf(one) != '"' {
			return true
		}
		text := canon.Unquote(one)
		for _, row := range paperRules {
			if strings.HasPrefix(text, row.name) || strings.Contains(text, row.code) {
				g.add(row.rule, f, "documento", lang.Clip(text, finding.MaxQuoted))
				break
			}
		}
		return true
	})
}

// gradeTaxCheck repeats what was found in the invoice when it was imported, as long as the record
// is about that invoice.
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
