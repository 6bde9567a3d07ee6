package taxdocs_test

import (
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

var noLot = []string{"Lote MT25-S-001", "a granel"}

// For an invoice without a known harvest, one is suggested in which the same lorry arrived on the
// same day with about the same weight. Callers who may not read it learn nothing.
func TestHarvestsAreSuggested(t *testing.T) {
	onBoth(t, func(s *site) {
		s.create(s.root, kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"abc-1c34","volume":"35.960 kg"}`)
		s.create(s.root, kind.Receiving, "MILHO-25", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"36.000 kg"}`)
		stores.Integrate(s, s.app)
		for behind := true; behind; {
			var err error
			if behind, err = s.app.Follow(s.Context()); err != nil {
				s.Fatal(err)
			}
		}
		for _, dry := range []bool{true, false} {
			r := s.one(s.root, taxdocs.Options{DryRun: dry}, invoice(1, noLot...), taxdocs.Homeless)
			if strings.Join(r.Harvests, " ") != "SOJA-25" || !strings.Contains(r.Advice.PT, "pelo peso, a carga parece ser da safra SOJA-25") {
				s.Errorf("it suggests %q: %s", r.Harvests, r.Advice.PT)
			}
		}
		blind := &trace.Key{AccessKey: "rk_blind", Scopes: []trace.Scope{trace.Write}}
		if r := s.one(blind, taxdocs.Options{DryRun: true}, invoice(1, noLot...), taxdocs.Homeless); len(r.Harvests) != 0 {
			s.Errorf("who may not read learns of %q", r.Harvests)
		}
	})
}

// A dry run knows the invoices in the same files, even without a harvest, and reports that one is
// cancelled.
func TestADryRunKnowsItsOwnFiles(t *testing.T) {
	onBoth(t, func(s *site) {
		_, waybill := fiscaltest.Waybill(7, "ABC1C34", key(1))
		got := s.take(s.root, taxdocs.Options{DryRun: true}, fiscaltest.Event(signer, key(1), fiscal.EventCancellation), waybill, invoice(1, noLot...), invoice(2))
		for _, r := range got {
			switch r.File {
			case "3.xml":
				if r.Outcome != taxdocs.Homeless || ruleText(r, "DFE_CANCELADO") != "o documento está cancelado" {
					s.Errorf("the invoice is %s: %+v", r.Outcome, r.Report.Findings)
				}
			case "1.xml", "2.xml":
				if r.Outcome != taxdocs.Unlinked || !strings.Contains(r.Advice.PT, "está neste envio e ainda não tem safra") {
					s.Errorf("%s is %s: %s", r.File, r.Outcome, r.Advice.PT)
				}
			}
		}
		other := s.one(s.root, taxdocs.Options{DryRun: true}, fiscaltest.Event(signer, key(5), fiscal.EventCancellation), taxdocs.Unlinked)
		if !strings.Contains(other.Advice.PT, "não estão aqui") {
			s.Errorf("an event of another invoice says %s", other.Advice.PT)
		}
	})
}
