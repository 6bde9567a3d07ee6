package taxdocs

import (
	"strings"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/crop"
	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// proposals returns the records that an invoice may become besides the papers of its load. Plates are
// those that other documents name, for an invoice that names none. Each names the invoice, so that
// what becomes of the invoice reaches it too.
func proposals(d *fiscal.Document, of crop.Crop, lots, plates []string) (list []Proposal) {
	if own := propose.Plates(d); len(own) > 0 {
		plates = own
	}
	if one, ok := propose.Arrival(d, of, lots, plates); ok {
		list = append(list, Proposal{Record: one, Outcome: Proposed})
	}
	for i, one := range propose.Applications(d) {
		list = append(list, Proposal{Record: one, Outcome: Proposed, number: i})
	}
	for i := range list {
		list[i].Record = proposed(d, list[i].Record)
		list[i].Missing = list[i].Record.Missing()
	}
	return list
}

// proposed returns a record that names the invoice which proposes it.
func proposed(d *fiscal.Document, r propose.Record) propose.Record {
	r.Beside = append(r.Beside, propose.Member{Name: record.TaxPapers, JSON: canon.AppendStrings(nil, []string{paperText(d, &grade.Report{})})})
	return r
}

// Box is an input for what a proposal lacks.
type Box struct {
	Field string // of the record
	Name  string // of the box, in a form and on the wire
	Input string // its type in a form
	of    func(*Choice) *string
}

// Boxes has one for each field that a proposal may lack.
var Boxes = []Box{
	{"dataHoraRecebimento", "data", "date", func(c *Choice) *string { return &c.Day }},
	{"veiculo", "placa", "text", func(c *Choice) *string { return &c.Plates }},
	{"loteOrigem", "lote", "text", func(c *Choice) *string { return &c.Lots }},
	{"dose", "dose", "text", func(c *Choice) *string { return &c.Dose }},
	{"data", "data", "date", func(c *Choice) *string { return &c.Day }},
}

// BoxOf returns the box for a field; nil if there is none.
func BoxOf(field string) *Box {
	for i := range Boxes {
		if Boxes[i].Field == field {
			return &Boxes[i]
		}
	}
	return nil
}

// Write writes into the box with a name, and reports whether there is one.
func (c *Choice) Write(name, text string) bool {
	for i := range Boxes {
		if Boxes[i].Name == name {
			*Boxes[i].of(c) = text
			return true
		}
	}
	return false
}

// BoxNames returns the names of the boxes, for people.
func BoxNames() string {
	names := []string{"id", "numero", "registroId"}
	for i := range Boxes {
		names = trace.AppendOnce(names, Boxes[i].Name)
	}
	return strings.Join(names, ", ")
}

// The rules that a choice can break.
var (
	RuleNoBox = &finding.Rule{ID: "MEMBRO_DESCONHECIDO", Severity: finding.Error, Message: lang.Text{
		PT: "não é um campo de uma proposta; os campos são: {campos}",
		EN: "is not a field of a proposal; the fields are: {campos}",
		ES: "no es un campo de una propuesta; los campos son: {campos}",
	}}
	ruleNoProposal = &finding.Rule{ID: "PROPOSTA_NAO_ENCONTRADA", Severity: finding.Error, Message: lang.Text{
		PT: "esta proposta não existe, ou você não pode vê-la",
		EN: "there is no such proposal, or you may not see it",
		ES: "no existe esta propuesta, o usted no puede verla",
	}}
)

// Rules lists them.
var Rules = []*finding.Rule{RuleNoBox, ruleNoProposal}

// fill inserts what somebody entered for what a proposal lacks.
func (p *Proposal) fill(c Choice) {
	for i := range Boxes {
		p.Fill(Boxes[i].Field, *Boxes[i].of(&c))
	}
	p.Missing = p.Record.Missing()
}
