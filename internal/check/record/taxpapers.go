package record

import (
	"strings"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/lang"
)

// TaxPapers is the member in which the papers of a load list the other tax documents that were
// imported with the invoice: waybills, manifests and events, one text each. A text about an
// event has the event's code in brackets.
const TaxPapers = "documentosFiscais"

// paperRules are the events that make a paper worth less, by their codes in brackets.
var paperRules = map[string]*finding.Rule{
	"(110111)": cancelledPaper, "(110112)": cancelledPaper,
	"(210220)": rejectedPaper, "(210240)": rejectedPaper,
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
		from, to := strings.IndexByte(text, '('), strings.IndexByte(text, ')')
		if from >= 0 && to > from {
			if rule := paperRules[text[from:to+1]]; rule != nil {
				g.add(rule, f, "documento", lang.Clip(text, finding.MaxQuoted))
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
