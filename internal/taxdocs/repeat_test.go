package taxdocs_test

import (
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

// The load of an invoice that the weighbridge registered counts once: no second record of it is
// made unasked, and a person links the invoice to the first.
func TestTheLoadOfAnInvoiceIsThere(t *testing.T) {
	onBoth(t, func(s *site) {
		there := s.create(s.root, kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001"}`)
		everything := taxdocs.Options{Create: taxdocs.Everything}
		for _, o := range []taxdocs.Options{{DryRun: true}, {DryRun: true, Create: taxdocs.Everything}} {
			r := s.one(s.root, o, invoice(1), taxdocs.Valid)
			if p := r.Proposals[0]; p.Outcome != taxdocs.Proposed || p.Repeats == nil || p.Repeats.ID != there.ID {
				s.Errorf("a dry run proposes %+v", p)
			}
		}
		blind := &trace.Key{AccessKey: "rk_blind", Scopes: []trace.Scope{trace.Write}}
		if r := s.one(blind, taxdocs.Options{DryRun: true, HarvestID: "SOJA-25"}, invoice(1), taxdocs.Valid); r.Proposals[0].Repeats != nil {
			s.Error("who may not read learns of the load")
		}
		s.one(s.root, everything, invoice(1), taxdocs.Created)
		if all, err := s.app.TaxDocuments.AcceptAll(s.Context(), s.root, "SOJA-25", ""); all != (taxdocs.AllAccepted{Left: 1}) || err != nil {
			s.Errorf("all: %+v, %v", all, err)
		}
		paper := s.waiting("SOJA-25")[0]
		choice := taxdocs.Choice{ID: paper.Record.ID.String(), Record: there.ID.String()}
		elsewhere := s.create(s.root, kind.Receiving, "OUTRA", `{"volume":"1 t"}`)
		for _, wrong := range []trace.ID{elsewhere.ID, paper.Record.ID} {
			if _, _, err := s.accept(s.root, taxdocs.Choice{ID: choice.ID, Record: wrong.String()}); !trace.Is(err, trace.CodeRecordNotFound) {
				s.Errorf("linked to a record of something else: %v", err)
			}
		}
		for range 2 {
			made, created, err := s.accept(s.root, choice)
			if err != nil || created || made.ID != there.ID {
				s.Errorf("linked: %+v, %t, %v", made, created, err)
			}
		}
		loads := s.payloads(kind.Receiving, "SOJA-25")
		if len(loads) != 1 || !strings.Contains(loads[0], `"`+record.TaxPapers+`":["NF-e `+key(1)+`"]`) || len(s.waiting("SOJA-25")) != 0 {
			s.Errorf("the loads are %q, and %d papers wait", loads, len(s.waiting("SOJA-25")))
		}
		// What becomes of the invoice reaches the record that it was linked to.
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(1), fiscal.EventCancellation), taxdocs.Linked)
		if loads = s.payloads(kind.Receiving, "SOJA-25"); !strings.Contains(loads[0], "Cancelamento de NF-e") {
			s.Errorf("the load does not tell the cancellation: %q", loads)
		}
	})
}

// If the weighbridge recorded a different weight, a person is asked; if nothing matches, they link
// by hand.
func TestALoadOfAnotherWeight(t *testing.T) {
	onBoth(t, func(s *site) {
		there := s.create(s.root, kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"ABC1C34","volume":"35.500 kg","loteOrigem":"MT25-S-001"}`)
		far := s.create(s.root, kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-20","veiculo":"XYZ1A23"}`)
		s.create(s.root, kind.Receiving, "SOJA-25", `{"documentosFiscais":["NF-e `+key(77)+`"]}`)
		if r := s.one(s.root, taxdocs.Options{Create: taxdocs.Everything}, invoice(1), taxdocs.Created); !r.Proposals[0].Perhaps || r.Proposals[0].Outcome != taxdocs.Proposed || len(r.Proposals[0].Candidates) != 0 {
			s.Errorf("it proposes %+v", r.Proposals[0])
		}
		p := s.waiting("SOJA-25")[0].Proposals[0]
		if !p.Perhaps || p.Repeats.ID != there.ID || len(p.Candidates) != 2 || p.Candidates[0].ID != there.ID || p.Candidates[1].ID != far.ID {
			s.Errorf("it proposes %+v", p)
		}
		if made, created, err := s.accept(s.root, taxdocs.Choice{ID: s.waiting("SOJA-25")[0].Record.ID.String(), Record: far.ID.String()}); err != nil || created || made.ID != far.ID {
			s.Errorf("by hand: %+v, %t, %v", made, created, err)
		}
	})
}

// A person who looks at both and sees two loads gets two records.
func TestAnotherLoadThatLooksTheSame(t *testing.T) {
	onBoth(t, func(s *site) {
		s.create(s.root, kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg"}`)
		made := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		if _, created, err := s.accept(s.root, taxdocs.Choice{ID: made.Place.ID.String()}); err != nil || !created {
			s.Error(created, err)
		}
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != 2 {
			s.Errorf("the loads are %q", loads)
		}
	})
}
