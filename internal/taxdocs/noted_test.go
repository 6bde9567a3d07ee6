package taxdocs_test

import (
	"testing"

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
			count, err := s.app.TaxDocuments.Import(s.Context(), s.root, files(invoice(1), invoice(2), waybill, fiscaltest.Event(key(2), fiscal.EventCorrection)), o, func(*taxdocs.Result) error { return nil })
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
			if papers, loads := s.payloads(kind.Cargo, "SOJA-25"), s.payloads(kind.Receiving, "SOJA-25"); len(papers) != 1 || len(loads) != 0 {
				s.Errorf("left are %q, %q", papers, loads)
			}
			_, waybill = fiscaltest.Waybill(8, "ABC1C34", key(1), key(9)) // the old one stays with the papers from before
		}
		count := run()
		if _, err := s.app.Delete(s.Context(), s.root, old.Place.Kind, old.Place.ID.String(), trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(key(1), fiscal.EventCancellation), taxdocs.Linked)
		if _, err := s.app.UndoImport(s.Context(), s.root, count.Run.String()); !trace.Is(err, trace.CodeImportBuiltOn) {
			s.Errorf("after a later event: %v", err)
		}
	})
}
