package taxdocs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// Everything that a proposal may lack has a box, and a label in the form of its kind.
func TestEveryNeedHasABox(t *testing.T) {
	for prefix, fields := range propose.Needed {
		for _, name := range fields {
			if _, ok := kind.ByPrefix(prefix).Field(name); !ok || taxdocs.BoxOf(name) == nil {
				t.Errorf("%s: nobody can fill %s", prefix, name)
			}
		}
	}
}

// pesticides returns an invoice that proposes two applications.
func pesticides(number int) string {
	second := strings.ReplaceAll(invoiceItem(invoice(number)), `nItem="1"`, `nItem="2"`)
	return invoice(number, "12019000", "38089324", "SOJA EM GRAOS", "GLIFOSATO 480", "</det>", "</det>"+second,
		"</infNFe>", "<agropecuario><defensivo><nReceituario>123456/2024</nReceituario><CPFRespTec>52998224725</CPFRespTec></defensivo></agropecuario></infNFe>")
}

// invoiceItem returns the line of an invoice, of a pesticide.
func invoiceItem(text string) string {
	from, to := strings.Index(text, "<det "), strings.Index(text, "</det>")+len("</det>")
	return strings.NewReplacer("12019000", "38089120", "SOJA EM GRAOS", "LAMBDA 50").Replace(text[from:to])
}

// Two people who decide on different proposals of one document at once leave nothing waiting.
func TestTwoDecideOnOnePaper(t *testing.T) {
	onBoth(t, func(s *site) {
		for round := range 5 {
			got := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, pesticides(round+1), taxdocs.Created)
			if len(got.Proposals) != 2 {
				s.Fatalf("%+v", got.Proposals)
			}
			var group sync.WaitGroup
			for n := range 2 {
				group.Go(func() {
					if _, _, err := s.accept(s.root, taxdocs.Choice{ID: got.Place.ID.String(), Number: n, Dose: "2 L/ha", Day: "20/12/2024"}); err != nil {
						s.Error(err)
					}
				})
			}
			group.Wait()
			if left := s.waiting("SOJA-25"); len(left) != 0 {
				s.Fatalf("%d papers wait", len(left))
			}
		}
	})
}

// A repeated request gets its answer, even if the paper has gone since.
func TestAcceptedAgainAfterThePaperIsGone(t *testing.T) {
	onBoth(t, func(s *site) {
		got := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		choices := []taxdocs.Choice{{ID: got.Place.ID.String()}}
		once := &trace.Idempotency{Name: "um", Request: [32]byte{1}}
		made, reply, err := s.app.TaxDocuments.Accept(s.Context(), s.root, choices, once, taxdocs.AcceptedJSON)
		if err != nil || reply != nil || len(made) != 1 {
			s.Fatalf("%+v, %v, %v", made, reply, err)
		}
		if _, err := s.app.Delete(s.Context(), s.root, got.Place.Kind, got.Place.ID.String(), trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		if _, reply, err = s.app.TaxDocuments.Accept(s.Context(), s.root, choices, once, taxdocs.AcceptedJSON); err != nil || reply == nil {
			s.Errorf("again: %v, %v", reply, err)
		}
	})
}

// A document that no longer proposes anything is not listed, and accepting all settles it.
func TestPapersThatProposeNothingAnyMore(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		got := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25", Create: taxdocs.Everything}, invoice(1, "Lote MT25-S-001", "a granel", "12019000", "31054000"), taxdocs.Created)
		store := d.Store(t)
		err := store.Update(t.Context(), func(w trace.Writer) error {
			return w.(kept.Writer).PutTaxDocuments(t.Context(), []kept.Row{{Mark: kept.Mark{1}, HarvestID: "SOJA-25", ID: got.Place.ID, Waiting: 1}})
		})
		if err != nil {
			t.Fatal(err)
		}
		noted := func() (n int) {
			err := store.View(t.Context(), func(r trace.Reader) error {
				rows, err := r.(kept.Reader).WaitingDocuments(t.Context(), "SOJA-25", [16]byte{}, 10)
				n = len(rows)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if list := s.waiting("SOJA-25"); len(list) != 0 || noted() != 1 {
			t.Errorf("listed are %+v of %d", list, noted())
		}
		if all, err := s.app.TaxDocuments.AcceptAll(t.Context(), s.root, "SOJA-25", ""); err != nil || all.Accepted != 0 || noted() != 0 {
			t.Errorf("%+v, %v; %d are left", all, err, noted())
		}
	})
}

// A record without room for another document does not prevent others from getting it.
func TestAFullRecordStopsNoOther(t *testing.T) {
	onBoth(t, func(s *site) {
		first := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		second := s.one(s.root, taxdocs.Options{}, invoice(2), taxdocs.Created)
		var lines []string
		for n := range 50 {
			lines = append(lines, fmt.Sprintf(`"linha %d"`, n))
		}
		_, err := s.app.Update(s.Context(), s.root, first.Place.Kind, trace.Envelope{ID: first.Place.ID.String(), HarvestID: "SOJA-25", Payload: []byte(`{"notaFiscal":"` + key(1) + `","` + record.TaxPapers + `":[` + strings.Join(lines, ",") + `]}`)}, trace.AnyVersion)
		if err != nil {
			s.Fatal(err)
		}
		_, both := fiscaltest.Waybill(7, "ABC1C34", key(1), key(2))
		if got := s.one(s.root, taxdocs.Options{}, both, taxdocs.Linked); len(got.Links) != 1 || got.Links[0].ID != second.Place.ID || !strings.Contains(got.Advice.PT, "não coube") {
			s.Errorf("%+v, %s", got.Links, got.Advice.PT)
		}
		_, alone := fiscaltest.Waybill(8, "ABC1C34", key(1))
		if got := s.one(s.root, taxdocs.Options{}, alone, taxdocs.Refused); len(got.Links) != 0 || !trace.Is(got.Err, trace.CodeInvalid) {
			s.Errorf("%+v, %v", got.Links, got.Err)
		}
	})
}
