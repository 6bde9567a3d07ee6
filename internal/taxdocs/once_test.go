package taxdocs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"rastro/internal/app"
	"rastro/internal/check/record"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// If two servers import a document at once into two harvests, one record is made, in one of them.
func TestTwoServersImportIntoTwoHarvests(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		servers := []*app.App{s.app, serve(t, d)}
		const n = 60
		var group sync.WaitGroup
		start := make(chan struct{})
		for i := range n {
			for h, server := range servers {
				group.Go(func() {
					<-start
					_, err := server.TaxDocuments.Import(t.Context(), s.root, files(invoice(i+1)), taxdocs.Options{HarvestID: fmt.Sprint("S-", h)}, func(r *taxdocs.Result) error { return r.Err })
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		close(start)
		group.Wait()
		first, second := s.payloads(kind.Cargo, "S-0"), s.payloads(kind.Cargo, "S-1")
		if len(first)+len(second) != n {
			t.Errorf("%d and %d records of %d documents", len(first), len(second), n)
		}
	})
}

// A document whose record was erased is not brought back by a file with many documents; sent alone,
// it becomes a new record.
func TestAnErasedDocument(t *testing.T) {
	onBoth(t, func(s *site) {
		first := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		if _, err := s.app.Erase(s.Context(), s.root, first.Place.Kind, first.Place.ID.String(), "a pedido"); err != nil {
			s.Fatal(err)
		}
		many := s.take(s.root, taxdocs.Options{}, invoice(1), invoice(2))
		if many[0].Outcome != taxdocs.Existing || !strings.Contains(many[0].Advice.PT, "importe só este XML") || strings.Contains(many[0].Advice.PT, "restaure") {
			s.Errorf("among others it is %s: %s", many[0].Outcome, many[0].Advice.PT)
		}
		alone := taxdocs.Options{Alone: true}
		again := s.one(s.root, alone, invoice(1), taxdocs.Created)
		if again.Place.ID == first.Place.ID || len(s.payloads(kind.Cargo, "SOJA-25")) != 2 {
			s.Errorf("by itself: %+v, %q", again.Place, s.payloads(kind.Cargo, "SOJA-25"))
		}
		for _, o := range []taxdocs.Options{alone, {}, {DryRun: true}} {
			if r := s.one(s.root, o, invoice(1), taxdocs.Existing); r.Place.ID != again.Place.ID {
				s.Errorf("once more: %+v", r.Place)
			}
		}
		// What is only deleted can be restored, so it is not made again.
		if _, err := s.app.Delete(s.Context(), s.root, again.Place.Kind, again.Place.ID.String(), trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		if r := s.one(s.root, alone, invoice(1), taxdocs.Existing); !strings.Contains(r.Advice.PT, "restaure-o") {
			s.Errorf("deleted: %s", r.Advice.PT)
		}
	})
}

// A write-only key does not learn where a document is or, before it writes the same one, whether it
// exists; and it writes nothing twice.
func TestAttackWriterLooksForDocuments(t *testing.T) {
	onBoth(t, func(s *site) {
		s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		blind := &trace.Key{AccessKey: "rk_blind", Scopes: []trace.Scope{trace.Write}}
		try := taxdocs.Options{DryRun: true, HarvestID: "MINHA"}
		known, unknown := s.one(blind, try, invoice(1), taxdocs.Valid), s.one(blind, try, invoice(2), taxdocs.Valid)
		if known.HarvestID != unknown.HarvestID || known.Place != unknown.Place || len(known.Harvests) != 0 || len(known.Lots) != len(unknown.Lots) {
			s.Errorf("a document that is there: %+v\none that is not: %+v", known, unknown)
		}
		refers := invoice(3, "Lote MT25-S-001", "a granel", "<finNFe>1</finNFe>", "<finNFe>1</finNFe><NFref><refNFe>"+key(1)+"</refNFe></NFref>")
		if r := s.one(blind, taxdocs.Options{DryRun: true}, refers, taxdocs.Homeless); len(r.Harvests) != 0 {
			s.Errorf("one that refers to it: %+v", r)
		}
		event := fiscaltest.Event(signer, key(1), fiscal.EventCorrection)
		if r := s.one(blind, taxdocs.Options{DryRun: true}, event, taxdocs.Unlinked); len(r.Links) != 0 || r.HarvestID != "" {
			s.Errorf("an event about it: %+v", r)
		}
		written := s.one(blind, taxdocs.Options{HarvestID: "MINHA"}, invoice(1), taxdocs.Existing)
		if written.HarvestID != "MINHA" || written.Place != (taxdocs.Link{}) || len(s.payloads(kind.Cargo, "MINHA")) != 0 || len(s.payloads(kind.Cargo, "SOJA-25")) != 1 {
			s.Errorf("written: %+v", written)
		}
		if r := s.one(blind, taxdocs.Options{}, event, taxdocs.Linked); len(r.Links) != 0 || r.HarvestID != "" {
			s.Errorf("the event, written: %+v", r)
		}
	})
}

// What was found in an invoice stays with its papers, whatever somebody sends in their place.
func TestFindingsSurviveAnUpdate(t *testing.T) {
	onBoth(t, func(s *site) {
		altered := invoice(1, "<qTrib>36000.0000</qTrib>", "<qTrib>36001.0000</qTrib>")
		altered = strings.Replace(altered, "<qTrib>36001.0000</qTrib>", "<qTrib>36002.0000</qTrib>", 1)
		made := s.one(s.root, taxdocs.Options{}, altered, taxdocs.Created)
		read := func() *trace.Record {
			r, err := s.app.Get(s.Context(), s.root, made.Place.Kind, made.Place.ID.String())
			if err != nil {
				s.Fatal(err)
			}
			return r
		}
		before := read()
		found := len(before.Graded().Findings)
		if !strings.Contains(string(before.Payload), record.TaxCheck) || found == 0 {
			s.Fatalf("nothing was found: %s", before.Payload)
		}
		for _, payload := range []string{
			`{"notaFiscal":"` + key(1) + `"}`,
			`{"` + record.TaxCheck + `":{"chave":"` + key(1) + `","achados":[]},"notaFiscal":"` + key(1) + `"}`,
		} {
			_, err := s.app.Update(s.Context(), s.root, made.Place.Kind, trace.Envelope{ID: made.Place.ID.String(), HarvestID: "SOJA-25", Payload: []byte(payload)}, trace.AnyVersion)
			if err != nil {
				s.Fatal(err)
			}
			if after := read(); len(after.Graded().Findings) < found || strings.Count(string(after.Payload), record.TaxCheck) != 1 {
				s.Errorf("after %s it is %s", payload, after.Payload)
			}
		}
	})
}
