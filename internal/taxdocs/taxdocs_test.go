package taxdocs_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync"
	"testing"

	"rastro/internal/app"
	"rastro/internal/attachment"
	"rastro/internal/check/record"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/taxdocs"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var (
	authority = fiscaltest.NewAuthority()
	signer    = authority.Signer(fiscaltest.CNPJ)
)

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	app  *app.App
	root *trace.Key
}

func newSite(t testing.TB, d *stores.Database) *site {
	t.Helper()
	return newSiteTrusting(t, d, xmlsig.Trust{Roots: authority.Roots()})
}

func newSiteTrusting(t testing.TB, d *stores.Database, trust xmlsig.Trust) *site {
	t.Helper()
	service := serveTrusting(t, d, trust)
	root, err := service.Bootstrap(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	return &site{t, service, &root.Key}
}

// serve starts a server on a store, with a place for files.
func serve(t testing.TB, d *stores.Database) *app.App {
	t.Helper()
	return serveTrusting(t, d, xmlsig.Trust{Roots: authority.Roots()})
}

func serveTrusting(t testing.TB, d *stores.Database, trust xmlsig.Trust) *app.App {
	t.Helper()
	service, err := app.New(t.Context(), d.Store(t), app.Options{Now: testkit.Ticking().Now, Random: rand.Reader, Log: testkit.Silent(), Blobs: d.Blobs(t), TaxTrust: trust})
	if err == nil {
		err = service.StartLog(t.Context(), "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// onBoth runs a test on a new store of each engine, which knows one lot.
func onBoth(t *testing.T, run func(s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		s.knows("SOJA-25", "MT25-S-001")
		run(s)
	})
}

// knows writes a lot of a harvest.
func (s *site) knows(harvestID, code string) {
	s.Helper()
	s.create(s.root, kind.LotIdentification, harvestID, `{"codigoLote":"`+code+`","soja":"Soja 2024/25"}`)
}

func (s *site) create(by *trace.Key, prefix, harvestID, payload string) trace.Record {
	s.Helper()
	written, err := s.app.Create(s.Context(), by, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return written.Record
}

// files returns files in the form that an import takes.
func files(texts ...string) iter.Seq2[fiscal.File, error] {
	return func(yield func(fiscal.File, error) bool) {
		for i, text := range texts {
			if !yield(fiscal.File{Name: fmt.Sprintf("%d.xml", i+1), Content: []byte(text)}, nil) {
				return
			}
		}
	}
}

// take imports files.
func (s *site) take(by *trace.Key, o taxdocs.Options, texts ...string) []taxdocs.Result {
	s.Helper()
	var list []taxdocs.Result
	count, err := s.app.TaxDocuments.Import(s.Context(), by, files(texts...), o, func(r *taxdocs.Result) error {
		list = append(list, *r)
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	if count.Total != int64(len(texts)) || len(list) != len(texts) {
		s.Fatalf("%d files, %d results, counted as %+v", len(texts), len(list), count)
	}
	return list
}

// one imports one file and checks the outcome.
func (s *site) one(by *trace.Key, o taxdocs.Options, text string, want taxdocs.Outcome) taxdocs.Result {
	s.Helper()
	r := s.take(by, o, text)[0]
	if r.Outcome != want {
		s.Fatalf("it is %s, %v, %s; want %s", r.Outcome, r.Err, r.Advice.EN, want)
	}
	return r
}

// payloads returns those of a harvest's live records of a kind, oldest first.
func (s *site) payloads(prefix, harvestID string) (list []string) {
	s.Helper()
	err := s.app.Export(s.Context(), s.root, []*kind.Kind{kind.ByPrefix(prefix)}, harvestID, func(r *trace.Record) error {
		list = append(list, string(r.Payload))
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return list
}

func invoice(number int, replace ...string) string {
	return fiscaltest.Invoice{Number: number, Replace: replace}.Authorized(signer)
}

func key(number int) string { return fiscaltest.Invoice{Number: number}.Key() }

// An invoice becomes the papers of a load in the harvest of its lot, once.
func TestAnInvoiceBecomesPapersOnce(t *testing.T) {
	onBoth(t, func(s *site) {
		dry := s.one(s.root, taxdocs.Options{DryRun: true}, invoice(1), taxdocs.Valid)
		if dry.HarvestID != "SOJA-25" || strings.Join(dry.Lots, " ") != "MT25-S-001" || dry.Record == nil || len(dry.Proposals) != 1 || dry.Proposals[0].Outcome != taxdocs.Proposed {
			s.Errorf("the dry run says %+v", dry)
		}
		if got := s.payloads(kind.Cargo, "SOJA-25"); len(got) != 0 {
			s.Errorf("a dry run wrote %q", got)
		}
		first := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		want := `{"notaFiscal":"` + key(1) + `","certificadoOrigemLote":"Conforme a nota fiscal: lote MT25-S-001"}`
		if got := s.payloads(kind.Cargo, "SOJA-25"); len(got) != 1 || got[0] != want {
			s.Errorf("the papers are %q, want %s", got, want)
		}
		for _, o := range []taxdocs.Options{{}, {DryRun: true}, {HarvestID: "OUTRA"}} {
			again := s.one(s.root, o, invoice(1), taxdocs.Existing)
			if again.Place.ID != first.Place.ID || again.HarvestID != "SOJA-25" || again.Place.Kind.Prefix != kind.Cargo {
				s.Errorf("again it is %+v, want %+v", again.Place, first.Place)
			}
		}
		if got := s.payloads(kind.Cargo, "SOJA-25"); len(got) != 1 {
			s.Errorf("after importing it again: %q", got)
		}
		if got := s.take(s.root, taxdocs.Options{}, invoice(2), invoice(2)); got[0].Outcome != taxdocs.Created || got[1].Outcome != taxdocs.Existing || got[1].Place != got[0].Place {
			s.Errorf("twice in one import: %+v, %+v", got[0], got[1])
		}
	})
}

// If two servers import the same document at once, one record results, and the imports that the
// answers name list all of the records.
func TestTwoServersImportADocumentOnce(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		s.knows("SOJA-25", "MT25-S-001")
		other := serve(t, d)
		texts := make([]string, 40)
		for i := range texts {
			texts[i] = invoice(i + 1)
		}
		var group sync.WaitGroup
		counts := make([]taxdocs.Count, 4)
		for i, server := range []*app.App{s.app, other, s.app, other} {
			group.Go(func() {
				var err error
				counts[i], err = server.TaxDocuments.Import(t.Context(), s.root, files(texts...), taxdocs.Options{Create: taxdocs.Everything, Source: "api"}, func(*taxdocs.Result) error { return nil })
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		created := int64(0)
		for _, c := range counts {
			created += c.Created
			if (c.Run == trace.ID{}) != (c.Records == 0) || c.Refused > 0 {
				t.Errorf("an import counts %+v", c)
			}
			if c.Run == (trace.ID{}) {
				continue
			}
			if listed, err := s.app.ImportRun(t.Context(), s.root, c.Run.String()); err != nil || listed.Rows != c.Records {
				t.Errorf("%d records, listed as %+v, %v", c.Records, listed, err)
			}
		}
		if papers, loads := len(s.payloads(kind.Cargo, "SOJA-25")), len(s.payloads(kind.Receiving, "SOJA-25")); created != 40 || papers != 40 || loads != 40 {
			t.Errorf("%d created, %d papers, %d loads; want 40 each (%+v)", created, papers, loads, counts)
		}
	})
}

// The harvest is the one that the caller names, that of a lot, or that of a document it refers to.
func TestTheHarvestOfADocument(t *testing.T) {
	onBoth(t, func(s *site) {
		s.knows("OUTRA-25", "OUT-9")
		noLot := []string{"Lote MT25-S-001", "a granel"}
		lost := s.one(s.root, taxdocs.Options{}, invoice(1, noLot...), taxdocs.Homeless)
		if !strings.Contains(lost.Advice.PT, "informe a safra") || strings.Contains(lost.Advice.PT, "safraId") {
			s.Errorf("it says %q", lost.Advice.PT)
		}
		both := s.one(s.root, taxdocs.Options{}, invoice(2, "Lote MT25-S-001", "Lotes MT25-S-001 e OUT-9"), taxdocs.Homeless)
		if strings.Join(both.Harvests, " ") != "OUTRA-25 SOJA-25" && strings.Join(both.Harvests, " ") != "SOJA-25 OUTRA-25" {
			s.Errorf("with lots of two harvests: %+v", both)
		}
		chosen := s.one(s.root, taxdocs.Options{Chosen: map[string]string{key(1): "SOJA-25"}}, invoice(1, noLot...), taxdocs.Created)
		if chosen.HarvestID != "SOJA-25" {
			s.Errorf("a person chose SOJA-25: %+v", chosen)
		}
		refers := append(noLot, "<finNFe>1</finNFe>", "<finNFe>1</finNFe><NFref><refNFe>"+key(1)+"</refNFe></NFref>")
		if r := s.one(s.root, taxdocs.Options{}, invoice(3, refers...), taxdocs.Created); r.HarvestID != "SOJA-25" {
			s.Errorf("one that refers to it: %+v", r)
		}
		traced := []string{"Lote MT25-S-001", "", "<infAdProd></infAdProd>", "", "<qTrib>36000.0000</qTrib>", "<qTrib>36000.0000</qTrib><rastro><nLote>MT25-S-001</nLote><qLote>600</qLote><dFab>2025-01-01</dFab><dVal>2026-01-01</dVal></rastro>"}
		if r := s.one(s.root, taxdocs.Options{}, invoice(4, traced...), taxdocs.Created); r.HarvestID != "SOJA-25" || strings.Join(r.Lots, " ") != "MT25-S-001" {
			s.Errorf("one that traces a lot: %+v", r)
		}
	})
}

// Events and waybills are added to the records of their invoices, in any order in one import.
func TestDocumentsAboutOthers(t *testing.T) {
	onBoth(t, func(s *site) {
		alone := s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(1), fiscal.EventCancellation), taxdocs.Unlinked)
		if !strings.Contains(alone.Advice.PT, "importe-as antes") {
			s.Errorf("an event without its invoice says %q", alone.Advice.PT)
		}
		waybillKey, waybill := fiscaltest.Waybill(7, "ABC1C34", key(1), key(2))
		got := s.take(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(1), fiscal.EventCancellation), waybill, invoice(1), invoice(2))
		var outcomes []string
		for _, r := range got {
			outcomes = append(outcomes, r.File+" "+string(r.Outcome))
		}
		if want := "3.xml criado, 4.xml criado, 2.xml ligado, 1.xml ligado"; strings.Join(outcomes, ", ") != want {
			s.Errorf("it became %q, want %s", outcomes, want)
		}
		papers := s.payloads(kind.Cargo, "SOJA-25")
		if !strings.Contains(papers[0], `"`+record.TaxPapers+`":["CT-e `+waybillKey+`","Cancelamento de NF-e `+key(1)+`, em 12/02/2025, protocolo 151250000000009"]`) ||
			!strings.Contains(papers[1], `"`+record.TaxPapers+`":["CT-e `+waybillKey+`"]`) {
			s.Errorf("the papers are %q", papers)
		}
		if strings.Contains(strings.Join(papers, ""), "529") || strings.Contains(strings.Join(papers, ""), "JOAO") {
			s.Errorf("a payload has what the event says of a person: %q", papers)
		}
		for _, text := range []string{waybill, fiscaltest.Event(signer, key(1), fiscal.EventCancellation)} {
			s.one(s.root, taxdocs.Options{}, text, taxdocs.Existing)
		}
		if again := s.payloads(kind.Cargo, "SOJA-25"); strings.Join(again, "") != strings.Join(papers, "") {
			s.Errorf("importing them again changed %q to %q", papers, again)
		}
		s.showsCancellation()
	})
}

// showsCancellation checks that a cancellation is an error in the review and on the board.
func (s *site) showsCancellation() {
	s.Helper()
	review, err := s.app.Review(s.Context(), s.root, "SOJA-25", "")
	if err != nil {
		s.Fatal(err)
	}
	if text := string(review.AppendJSON(nil, 0)); !strings.Contains(text, "NOTA_CANCELADA") {
		s.Errorf("the review does not tell the cancellation: %s", text)
	}
}

// The XML is a personal file of the record that it became, and of those that it is about.
func TestTheXMLIsAttached(t *testing.T) {
	onBoth(t, func(s *site) {
		made := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(1), fiscal.EventCorrection), taxdocs.Linked)
		found, err := s.app.Get(s.Context(), s.root, made.Place.Kind, made.Place.ID.String())
		if err != nil {
			s.Fatal(err)
		}
		files := attachment.List(found.Seal)
		if len(files) != 2 || found.Version != 2 {
			s.Fatalf("version %d lists %+v", found.Version, files)
		}
		for i, want := range []string{invoice(1), fiscaltest.Event(signer, key(1), fiscal.EventCorrection)} {
			f, content, err := s.app.Files.Open(s.Context(), s.root, files[i].Sum)
			if err != nil {
				s.Fatal(err)
			}
			got, err := io.ReadAll(content)
			if string(got) != want || err != nil || !f.Personal || f.Media != "application/xml" {
				s.Errorf("file %d is %+v, %v: %.80s", i, f, err, got)
			}
			_ = content.Close()
		}
	})
}

// content returns a stored file.
func (s *site) content(sum string) string {
	s.Helper()
	_, file, err := s.app.Files.Open(s.Context(), s.root, sum)
	if err != nil {
		s.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		s.Fatal(err)
	}
	return string(text)
}

// waiting returns the documents of a harvest with proposals.
func (s *site) waiting(harvestID string) []taxdocs.Paper {
	s.Helper()
	list, next, err := s.app.TaxDocuments.Waiting(s.Context(), s.root, harvestID, "", 10)
	if err != nil || next != "" {
		s.Fatalf("%q, %v", next, err)
	}
	return list
}

// A proposal becomes a record once, with what a person fills in; decided proposals leave the list.
func TestProposalsAreAcceptedOnce(t *testing.T) {
	onBoth(t, func(s *site) {
		noLot := []string{"Lote MT25-S-001", "a granel", "<veicTransp><placa>ABC1C34</placa><UF>MT</UF></veicTransp><reboque><placa>DEF5G67</placa></reboque>", ""}
		_, waybill := fiscaltest.Waybill(7, "ABC1C34", key(2))
		s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, invoice(1), invoice(2, noLot...), waybill, invoice(3))
		list := s.waiting("SOJA-25")
		if len(list) != 3 || len(list[1].Proposals) != 1 || strings.Join(list[1].Proposals[0].Missing, " ") != "loteOrigem" || list[0].Report.Signature.Signer != xmlsig.Trusted {
			s.Fatalf("waiting: %+v", list)
		}
		first := taxdocs.Choice{ID: list[0].Record.ID.String()}
		made, created, err := s.accept(s.root, first)
		if err != nil || !created {
			s.Fatal(created, err)
		}
		if again, created, err := s.accept(s.root, first); err != nil || created || again != made {
			s.Errorf("again: %+v, %t, %v; want %+v", again, created, err, made)
		}
		second := taxdocs.Choice{ID: list[1].Record.ID.String()}
		if _, _, err := s.accept(s.root, second); !trace.Is(err, trace.CodeInvalid) {
			s.Errorf("without a lot: %v", err)
		}
		second.Lots = "MT25-S-001"
		if _, created, err := s.accept(s.root, second); err != nil || !created {
			s.Error(created, err)
		}
		if all, err := s.app.TaxDocuments.AcceptAll(s.Context(), s.root, "SOJA-25", ""); all != (taxdocs.AllAccepted{Accepted: 1}) || err != nil {
			s.Errorf("all: %+v, %v", all, err)
		}
		loads := s.payloads(kind.Receiving, "SOJA-25")
		if len(loads) != 3 || !strings.Contains(loads[1], `"veiculo":"ABC1C34"`) || !strings.Contains(loads[1], `"loteOrigem":"MT25-S-001"`) {
			s.Errorf("the loads are %q", loads)
		}
		if left := s.waiting("SOJA-25"); len(left) != 0 {
			s.Errorf("%d papers still wait", len(left))
		}
		s.dismisses()
	})
}

// accept accepts one proposal.
func (s *site) accept(by *trace.Key, c taxdocs.Choice) (made taxdocs.Link, created bool, err error) {
	list, _, err := s.app.TaxDocuments.Accept(s.Context(), by, []taxdocs.Choice{c}, nil, nil)
	if err != nil {
		return made, false, err
	}
	return list[0].Link, list[0].Created, nil
}

// Two people accept the same proposals at once: each becomes one record, and both are told which.
func TestTwoAcceptAtOnce(t *testing.T) {
	onBoth(t, func(s *site) {
		s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, invoice(1), invoice(2), invoice(3))
		var choices []taxdocs.Choice
		for _, p := range s.waiting("SOJA-25") {
			choices = append(choices, taxdocs.Choice{ID: p.Record.ID.String()})
		}
		got := make([][]taxdocs.Accepted, 4)
		var group sync.WaitGroup
		for i := range got {
			group.Go(func() {
				var err error
				if got[i], _, err = s.app.TaxDocuments.Accept(s.Context(), s.root, choices, nil, nil); err != nil {
					s.Error(err)
				}
			})
		}
		group.Wait()
		for n := range choices {
			created := 0
			for i := range got {
				if len(got[i]) != len(choices) || got[i][n].Link != got[0][n].Link {
					s.Fatalf("they are told %+v", got)
				}
				if got[i][n].Created {
					created++
				}
			}
			if created != 1 {
				s.Errorf("proposal %d was created %d times", n, created)
			}
		}
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != len(choices) {
			s.Errorf("there are %d records of %d proposals", len(loads), len(choices))
		}
		// The same proposal twice in one request makes one record, and a wrong one holds back all
		// of them.
		s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, invoice(4))
		four := taxdocs.Choice{ID: s.waiting("SOJA-25")[0].Record.ID.String()}
		_, _, err := s.app.TaxDocuments.Accept(s.Context(), s.root, []taxdocs.Choice{four, {ID: four.ID, Number: 9}}, nil, nil)
		if !trace.Is(err, trace.CodeRecordNotFound) || len(s.waiting("SOJA-25")) != 1 {
			s.Errorf("with one that is wrong: %v", err)
		}
		list, _, err := s.app.TaxDocuments.Accept(s.Context(), s.root, []taxdocs.Choice{four, four}, nil, nil)
		if err != nil || !list[0].Created || list[1].Created || list[0].Link != list[1].Link || len(s.waiting("SOJA-25")) != 0 {
			s.Errorf("twice: %+v, %v", list, err)
		}
	})
}

// A waybill, and so a manifest, is linked to every invoice that it lists, also beyond what one transaction takes.
func TestWaybillOfManyInvoices(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		const n = 203
		texts, keys := make([]string, n), make([]string, n)
		for i := range n {
			texts[i], keys[i] = invoice(i+1), key(i+1)
		}
		_, waybill := fiscaltest.Waybill(9, "ABC1C34", keys...)
		s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, texts[:n-1]...)
		first := s.one(s.root, taxdocs.Options{}, waybill, taxdocs.Linked)
		if len(first.Links) != n-1 {
			s.Errorf("it is linked to %d of %d invoices", len(first.Links), n-1)
		}
		s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, texts[n-1])
		if again := s.one(s.root, taxdocs.Options{}, waybill, taxdocs.Linked); len(again.Links) != n { // one of them is new
			s.Errorf("again it is linked to %d of %d invoices", len(again.Links), n)
		}
		again := s.one(s.root, taxdocs.Options{}, waybill, taxdocs.Existing)
		var told struct {
			Ligacoes      []any
			TotalLigacoes int
		}
		if err := json.Unmarshal(again.AppendJSON(nil, lang.PT), &told); err != nil || len(told.Ligacoes) != 200 || told.TotalLigacoes != n {
			s.Errorf("it tells %d of %d links, %v", len(told.Ligacoes), told.TotalLigacoes, err)
		}
	})
}

// For many documents, what is stored is found in all harvests, even if it is more than one query
// returns.
func TestRowsOfManyHarvests(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		const harvests = 5
		var rows []kept.Row
		var marks []kept.Mark
		for m := range kept.MaxMarks {
			marks = append(marks, kept.Mark{byte(m), byte(m >> 8)})
		}
		for h := range harvests {
			made := s.create(s.root, kind.LotIdentification, fmt.Sprintf("S-%d", h), `{"codigoLote":"L"}`)
			for _, mark := range marks {
				rows = append(rows, kept.Row{Mark: mark, HarvestID: made.HarvestID, ID: made.ID})
			}
		}
		err := d.Store(t).Update(t.Context(), func(w trace.Writer) error { return w.(kept.Writer).PutTaxDocuments(t.Context(), rows) })
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.app.TaxDocuments.RowsOf(t.Context(), s.root, marks); err != nil || n != len(rows) || n <= kept.MaxRows {
			t.Errorf("%d of %d rows, %v", n, len(rows), err)
		}
	})
}

// dismisses checks that dismissed proposals leave the list, and that others see none of it.
func (s *site) dismisses() {
	s.Helper()
	made := s.one(s.root, taxdocs.Options{}, invoice(4), taxdocs.Created)
	other := &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"OUTRA"}}
	id := made.Place.ID.String()
	if _, _, err := s.accept(other, taxdocs.Choice{ID: id}); !trace.Is(err, trace.CodeRecordNotFound) {
		s.Errorf("somebody else accepts: %v", err)
	}
	if err := s.app.TaxDocuments.Dismiss(s.Context(), other, id); !trace.Is(err, trace.CodeRecordNotFound) {
		s.Errorf("somebody else dismisses: %v", err)
	}
	if _, _, err := s.app.TaxDocuments.Waiting(s.Context(), other, "SOJA-25", "", 10); !trace.Is(err, trace.CodeForbiddenHarvest) {
		s.Errorf("somebody else looks: %v", err)
	}
	if err := s.app.TaxDocuments.Dismiss(s.Context(), s.root, id); err != nil {
		s.Error(err)
	}
	if left := s.waiting("SOJA-25"); len(left) != 0 {
		s.Errorf("%d papers still wait", len(left))
	}
}
