package taxdocs

import (
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
)

// maxProposals is how many of each kind a document proposes at most.
var maxProposals = map[string]int{kind.Receiving: 1, kind.InputApplication: propose.MaxApplications}

// proposals are the records that an invoice may become besides the papers of its load. Plates are
// those that other documents name, for an invoice that names none. Each names the invoice, so that
// what becomes of the invoice reaches it too.
func proposals(d *fiscal.Document, of crop.Crop, lots, plates []string) (list []Proposal) {
	if own := propose.Plates(d); len(own) > 0 {
		plates = own
	}
	named := propose.Member{Name: record.TaxPapers, JSON: canon.AppendStrings(nil, []string{paperText(d, &grade.Report{})})}
	if one, ok := propose.Arrival(d, of, lots, plates); ok {
		list = append(list, Proposal{Record: one, Outcome: Proposed})
	}
	for i, one := range propose.Applications(d) {
		list = append(list, Proposal{Record: one, Outcome: Proposed, number: i})
	}
	for i := range list {
		list[i].Beside = append(list[i].Beside, named)
		list[i].Missing = list[i].Record.Missing()
	}
	return list
}

// fill puts what somebody wrote in the place of what a proposal lacks.
func (p *Proposal) fill(c Choice) {
	for _, each := range [...]struct{ name, text string }{
		{"dataHoraRecebimento", c.Day}, {"veiculo", c.Plates}, {"loteOrigem", c.Lots}, {"dose", c.Dose}, {"data", c.Day},
	} {
		p.Fill(each.name, each.text)
	}
	p.Missing = p.Record.Missing()
}
