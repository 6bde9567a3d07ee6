package taxdocs_test

import (
	"io"
	"strings"
	"sync"
	"testing"

	"rastro/internal/app"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/intake"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// listed imports documents as an import that is listed, and returns its id.
func (s *site) listed(texts ...string) string {
	s.Helper()
	count, err := s.app.TaxDocuments.Import(s.Context(), s.root, files(texts...), taxdocs.Options{HarvestID: "SOJA-25", Source: "console"}, func(r *taxdocs.Result) error { return r.Err })
	if err != nil || count.Run == (trace.ID{}) {
		s.Fatalf("%+v, %v", count, err)
	}
	return count.Run.String()
}

// undone undoes an import.
func (s *site) undone(id string) {
	s.Helper()
	if _, err := s.app.UndoImport(s.Context(), s.root, id); err != nil {
		s.Fatalf("%v: %+v", err, trace.AsError(err).Problems)
	}
}

// A record that somebody accepted from an invoice prevents undoing the invoice's import, and is
// named. After it is gone, the import can be undone, and the same file proposes it again.
func TestUndoNamesWhatWasAccepted(t *testing.T) {
	onBoth(t, func(s *site) {
		id := s.listed(invoice(1), invoice(2))
		made, _, err := s.accept(s.root, taxdocs.Choice{ID: s.waiting("SOJA-25")[0].Record.ID.String()})
		if err != nil {
			s.Fatal(err)
		}
		_, err = s.app.UndoImport(s.Context(), s.root, id)
		if problems := trace.AsError(err).Problems; !trace.Is(err, trace.CodeImportBuiltOn) || len(problems) != 1 || problems[0].Rule != "REGISTRO_ACEITO_DA_NOTA" || problems[0].ID != made.ID {
			s.Fatalf("%v: %+v", err, problems)
		}
		if _, err := s.app.Delete(s.Context(), s.root, made.Kind, made.ID.String(), trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		s.undone(id)
		if papers, left := s.payloads(kind.Cargo, "SOJA-25"), s.waiting("SOJA-25"); len(papers) != 0 || len(left) != 0 {
			s.Errorf("left are %q, and %d papers wait", papers, len(left))
		}
		s.listed(invoice(1), invoice(2))
		for _, p := range s.waiting("SOJA-25") {
			if _, created, err := s.accept(s.root, taxdocs.Choice{ID: p.Record.ID.String()}); err != nil || !created {
				s.Errorf("accepted after the undo: %t, %v", created, err)
			}
		}
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != 2 {
			s.Errorf("the loads are %q", loads)
		}
	})
}

// sheet is a spreadsheet of one load.
type sheet struct{ read bool }

const weighed = `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001"}`

func (f *sheet) Next() (intake.Row, error) {
	if f.read {
		return intake.Row{}, io.EOF
	}
	f.read = true
	return intake.Row{Line: 1, Kind: kind.ByPrefix(kind.Receiving), Envelope: trace.Envelope{HarvestID: "SOJA-25", Payload: []byte(weighed)}}, nil
}

// Undoing the import of an invoice takes the invoice off the record that somebody linked it to; the
// import of that record can be undone then.
func TestUndoTakesLinksBack(t *testing.T) {
	onBoth(t, func(s *site) {
		var there trace.ID
		count, _, err := s.app.Import(s.Context(), s.root, &sheet{}, intake.Options{Mode: intake.ImportValid, SkipRepeated: true, Source: "console"}, func(r *intake.Result) error {
			there = r.ID
			return r.Err
		})
		if err != nil {
			s.Fatal(err)
		}
		id := s.listed(invoice(1))
		choice := taxdocs.Choice{ID: s.waiting("SOJA-25")[0].Record.ID.String(), Record: there.String()}
		if made, _, err := s.accept(s.root, choice); err != nil || made.ID != there {
			s.Fatalf("%+v, %v", made, err)
		}
		if _, err := s.app.UndoImport(s.Context(), s.root, count.Run.String()); !trace.Is(err, trace.CodeImportBuiltOn) {
			s.Errorf("while it is linked: %v", err)
		}
		s.undone(id)
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != 1 || loads[0] != weighed {
			s.Errorf("the load is %q", loads)
		}
		again := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		if again.Proposals[0].Outcome != taxdocs.Proposed || again.Proposals[0].Repeats == nil {
			s.Errorf("imported again it proposes %+v", again.Proposals[0])
		}
		s.undone(count.Run.String())
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != 0 {
			s.Errorf("the loads are %q", loads)
		}
	})
}

// Undoing a cancellation brings the proposals back, except those that somebody dismissed; then the
// import of the invoice can be undone too.
func TestUndoOfACancellation(t *testing.T) {
	onBoth(t, func(s *site) {
		invoices := s.listed(invoice(1), invoice(2))
		if err := s.app.TaxDocuments.Dismiss(s.Context(), s.root, s.waiting("SOJA-25")[1].Record.ID.String()); err != nil {
			s.Fatal(err)
		}
		for range 2 {
			events := s.listed(fiscaltest.Event(signer, key(1), fiscal.EventCancellation), fiscaltest.Event(signer, key(2), fiscal.EventCancellation))
			if left := s.waiting("SOJA-25"); len(left) != 0 {
				s.Errorf("%d papers wait while they are cancelled", len(left))
			}
			if _, err := s.app.UndoImport(s.Context(), s.root, invoices); !trace.Is(err, trace.CodeImportBuiltOn) {
				s.Errorf("while it is cancelled: %v", err)
			}
			s.undone(events)
			if left := s.waiting("SOJA-25"); len(left) != 1 || left[0].Document.Key != key(1) {
				s.Errorf("%d papers wait again", len(left))
			}
		}
		s.undone(invoices)
		if papers := s.payloads(kind.Cargo, "SOJA-25"); len(papers) != 0 {
			s.Errorf("left are %q", papers)
		}
	})
}

// If an import only made records from the proposals of an invoice that was already stored, undoing
// it lets them wait again. They can be accepted then.
func TestUndoOfProposalsThatBecameRecords(t *testing.T) {
	onBoth(t, func(s *site) {
		s.listed(invoice(1), invoice(2))
		for range 2 {
			count, err := s.app.TaxDocuments.Import(s.Context(), s.root, files(invoice(1)), taxdocs.Options{Source: "console", Create: taxdocs.Everything}, func(r *taxdocs.Result) error { return r.Err })
			if err != nil {
				s.Fatal(err)
			}
			if loads, left := s.payloads(kind.Receiving, "SOJA-25"), s.waiting("SOJA-25"); len(loads) != 1 || len(left) != 1 {
				s.Fatalf("the loads are %q, and %d papers wait", loads, len(left))
			}
			s.undone(count.Run.String())
			if loads, left := s.payloads(kind.Receiving, "SOJA-25"), s.waiting("SOJA-25"); len(loads) != 0 || len(left) != 2 || left[0].Document.Key != key(1) {
				s.Fatalf("the loads are %q, and %d papers wait", loads, len(left))
			}
		}
		for _, p := range s.waiting("SOJA-25") {
			if _, created, err := s.accept(s.root, taxdocs.Choice{ID: p.Record.ID.String()}); err != nil || !created {
				s.Errorf("accepted after the undo: %t, %v", created, err)
			}
		}
		if left := s.waiting("SOJA-25"); len(left) != 0 {
			s.Errorf("%d papers wait", len(left))
		}
	})
}

// If several people undo an import at the same time, on two servers, each is told that it is
// undone.
func TestManyUndoAtOnce(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		s.knows("SOJA-25", "MT25-S-001")
		servers := []*app.App{s.app, serve(t, d)}
		s.listed(invoice(1), invoice(2))
		_, waybill := fiscaltest.Waybill(7, "ABC1C34", key(1), key(2))
		id := s.listed(waybill, fiscaltest.Event(signer, key(1), fiscal.EventCorrection))
		const n = 12
		var group sync.WaitGroup
		start, answers := make(chan struct{}), make([]string, n)
		for i := range n {
			group.Go(func() {
				<-start
				undone, err := servers[i%len(servers)].UndoImport(t.Context(), s.root, id)
				if err != nil || undone.State != runs.Undone {
					t.Errorf("%d: %v: %+v", i, err, trace.AsError(err).Problems)
				}
				answers[i] = string(undone.JSON())
			})
		}
		close(start)
		group.Wait()
		for i := range answers {
			if answers[i] != answers[0] {
				t.Errorf("%s\nis not\n%s", answers[i], answers[0])
			}
		}
		if papers := s.payloads(kind.Cargo, "SOJA-25"); strings.Contains(strings.Join(papers, ""), "CT-e") {
			t.Errorf("left are %q", papers)
		}
	})
}
