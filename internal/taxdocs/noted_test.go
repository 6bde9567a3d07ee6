package taxdocs_test

import (
	"strings"
	"testing"

	"rastro/internal/attachment"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

// An import of documents is listed with all that it wrote, and undone as a whole; then the same
// files can be imported again.
func TestAnImportOfDocumentsIsUndone(t *testing.T) {
	onBoth(t, func(s *site) {
		old := s.one(s.root, taxdocs.Options{}, invoice(9), taxdocs.Created)
		_, waybill := fiscaltest.Waybill(7, "ABC1C34", key(1), key(9))
		o := taxdocs.Options{Create: taxdocs.Everything, Source: "console"}
		run := func() taxdocs.Count {
			count, err := s.app.TaxDocuments.Import(s.Context(), s.root, files(invoice(1), invoice(2), waybill, fiscaltest.Event(signer, key(2), fiscal.EventCorrection)), o, func(*taxdocs.Result) error { return nil })
			if err != nil {
				s.Fatal(err)
			}
			return count
		}
		for range 2 {
			count := run()
			if count.Created != 2 || count.Records != 4 || count.Linked != 2 {
				s.Fatalf("%+v", count)
			}
			got, err := s.app.ImportRun(s.Context(), s.root, count.Run.String())
			if err != nil || got.Rows != 4 || got.Papers != 4 || got.Source != "console" || len(got.Kinds) != 2 {
				s.Errorf("%+v, %v", got, err)
			}
			if again := run(); again.Created != 0 || again.Records != 0 || again.Run != (trace.ID{}) {
				s.Errorf("again: %+v", again)
			}
			if undone, err := s.app.UndoImport(s.Context(), s.root, count.Run.String()); err != nil || undone.Deleted != 4 {
				s.Fatalf("%+v, %v", undone, err)
			}
			if papers, loads := s.payloads(kind.Cargo, "SOJA-25"), s.payloads(kind.Receiving, "SOJA-25"); len(papers) != 1 || len(loads) != 0 || strings.Contains(papers[0], "CT-e") {
				s.Errorf("left are %q, %q", papers, loads)
			}
			found, err := s.app.Get(s.Context(), s.root, old.Place.Kind, old.Place.ID.String())
			if err != nil || len(attachment.List(found.Seal)) != 1 {
				s.Errorf("the papers from before list %+v, %v", attachment.List(found.Seal), err)
			}
		}
		// A version that somebody wrote since stays, and so does the whole import.
		alone := func() taxdocs.Count {
			count, err := s.app.TaxDocuments.Import(s.Context(), s.root, files(waybill), taxdocs.Options{Source: "api"}, func(*taxdocs.Result) error { return nil })
			if err != nil || count.Run == (trace.ID{}) {
				s.Fatalf("%+v, %v", count, err)
			}
			return count
		}
		first := alone()
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(9), fiscal.EventCorrection), taxdocs.Linked)
		if _, err := s.app.UndoImport(s.Context(), s.root, first.Run.String()); !trace.Is(err, trace.CodeImportBuiltOn) {
			s.Errorf("after a later version: %v", err)
		}
		count := run()
		if _, err := s.app.Delete(s.Context(), s.root, old.Place.Kind, old.Place.ID.String(), trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(1), fiscal.EventCancellation), taxdocs.Linked)
		if _, err := s.app.UndoImport(s.Context(), s.root, count.Run.String()); !trace.Is(err, trace.CodeImportBuiltOn) {
			s.Errorf("after a later event: %v", err)
		}
	})
}
