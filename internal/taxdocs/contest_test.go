package taxdocs_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"rastro/internal/app"
	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/kind"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// counting returns the stored record of an invoice, and what its files say: the first counts.
func (s *site) counting(made taxdocs.Link) (*trace.Record, []string) {
	s.Helper()
	r, err := s.app.Get(s.Context(), s.root, kind.ByPrefix(kind.Cargo), made.ID.String())
	if err != nil {
		s.Fatal(err)
	}
	var texts []string
	for _, f := range attachment.List(r.Seal) {
		texts = append(texts, s.content(f.Sum))
	}
	return r, texts
}

// genuineIn returns an invoice of which an altered copy is stored already.
func genuineIn(number int) (genuine, forged string) {
	return invoice(number), strings.Replace(invoice(number), "<pesoL>36000.000", "<pesoL>99000.000", 1)
}

// An altered invoice that comes first does not keep the genuine one out: that one counts as soon as
// it is there, and the altered one stays attached and in the history.
func TestAttackAlteredInvoiceFirst(t *testing.T) {
	onBoth(t, func(s *site) {
		genuine, forged := genuineIn(1)
		made := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, forged, taxdocs.Created)
		if len(s.waiting("SOJA-25")) != 0 {
			s.Error("an altered invoice proposes something")
		}
		for _, o := range []taxdocs.Options{{DryRun: true}, {Source: "api"}} {
			got := s.one(s.root, o, genuine, taxdocs.Linked)
			if len(got.Proposals) != 1 || got.Proposals[0].Doubted || got.Place.ID != made.Place.ID || !strings.Contains(got.Advice.PT, "prova menos") || !has(got, found.Replaced.ID) {
				s.Errorf("dry %t: %+v %+v, %s", o.DryRun, got.Place, got.Proposals, got.Advice.PT)
			}
		}
		r, files := s.counting(made.Place)
		if r.Version != 2 || !slices.Equal(files, []string{genuine, forged}) {
			s.Errorf("version %d lists %d files", r.Version, len(files))
		}
		if rules := s.found(made.Place.Kind, made.Place.ID); !slices.Equal(rules, []string{found.Replaced.ID}) {
			s.Errorf("the record has %q", rules)
		}
		if list := s.waiting("SOJA-25"); len(list) != 1 || !strings.Contains(string(list[0].Proposals[0].Payload()), "36.000 kg") {
			s.Errorf("%+v", list)
		}
		s.one(s.root, taxdocs.Options{}, genuine, taxdocs.Existing)
		for range 2 {
			again := s.one(s.root, taxdocs.Options{Create: taxdocs.Everything}, forged, taxdocs.Existing)
			if !has(again, found.OtherContent.ID) || len(again.Proposals) != 0 {
				s.Errorf("the altered one again: %+v %+v", again.Report.Findings, again.Proposals)
			}
		}
		if now, _ := s.counting(made.Place); now.Version != 2 || len(s.payloads(kind.Receiving, "SOJA-25")) != 0 {
			s.Errorf("it changed to version %d", now.Version)
		}
	})
}

// has reports whether a document breaks a rule.
func has(r taxdocs.Result, rule string) bool { return ruleText(r, rule) != "nothing says "+rule }

// The same holds within one file, in any order and beside copies, and undoing the import of the
// genuine one restores the previous state.
func TestAlteredAndGenuineInOneImport(t *testing.T) {
	onBoth(t, func(s *site) {
		genuine, forged := genuineIn(1)
		other, otherForged := genuineIn(2)
		texts := []string{forged, genuine, other, otherForged, genuine, forged}
		want := []taxdocs.Outcome{taxdocs.Created, taxdocs.Linked, taxdocs.Created, taxdocs.Existing, taxdocs.Existing, taxdocs.Existing}
		dry := slices.Clone(want)
		dry[0], dry[2] = taxdocs.Valid, taxdocs.Valid
		check := func(got []taxdocs.Result, want []taxdocs.Outcome) {
			s.Helper()
			for i := range got {
				if got[i].Outcome != want[i] {
					s.Errorf("file %d is %s, want %s: %v", i+1, got[i].Outcome, want[i], got[i].Err)
				}
			}
		}
		check(s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25", DryRun: true}, texts...), dry)
		got := s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, texts...)
		check(got, want)
		for i, text := range []string{genuine, other} {
			if _, files := s.counting(got[2*i].Place); files[0] != text {
				s.Errorf("invoice %d: another file counts", i+1)
			}
		}
		if list := s.waiting("SOJA-25"); len(list) != 2 {
			s.Errorf("%d papers wait", len(list))
		}
		third, thirdForged := genuineIn(3)
		made := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, thirdForged, taxdocs.Created)
		before, _ := s.counting(made.Place)
		s.undone(s.listed(third))
		if after, files := s.counting(made.Place); string(after.Payload) != string(before.Payload) || !slices.Equal(files, []string{thirdForged}) {
			s.Errorf("after the undo it is %s", after.Payload)
		}
	})
}

// What somebody wrote into the record stays; what the other file said goes.
func TestWhatPeopleWroteStays(t *testing.T) {
	onBoth(t, func(s *site) {
		genuine, forged := genuineIn(1)
		made := s.one(s.root, taxdocs.Options{}, forged, taxdocs.Created)
		r, _ := s.counting(made.Place)
		payload := strings.Replace(string(r.Payload), "{", `{"certificadoFitossanitario":"CFO 12/2025",`, 1)
		if _, err := s.app.Update(s.Context(), s.root, r.Kind, trace.Envelope{ID: r.ID.String(), HarvestID: "SOJA-25", Payload: []byte(payload)}, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		s.one(s.root, taxdocs.Options{}, genuine, taxdocs.Linked)
		if now, _ := s.counting(made.Place); !strings.Contains(string(now.Payload), "CFO 12/2025") || strings.Contains(string(now.Payload), found.BrokenSignature.ID) || canon.Validate(now.Payload) != nil {
			s.Errorf("it says %s", now.Payload)
		}
	})
}

// Of files that prove equally much, the first counts, the other is attached beside it, and both say so.
func TestFilesThatProveEquallyMuch(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSiteTrusting(t, d, xmlsig.Trust{}) // nobody can tell whose certificate is false
		s.knows("SOJA-25", "MT25-S-001")
		genuine := invoice(1)
		forged := fiscaltest.Invoice{Number: 1, Replace: []string{"<pesoL>36000.000", "<pesoL>99000.000"}}.Authorized(fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ))
		made := s.one(s.root, taxdocs.Options{}, forged, taxdocs.Created)
		for i, want := range []taxdocs.Outcome{taxdocs.Linked, taxdocs.Existing} {
			got := s.one(s.root, taxdocs.Options{Create: taxdocs.Everything}, genuine, want)
			if !has(got, found.OtherContent.ID) || len(got.Proposals) != 0 {
				s.Errorf("%d: %+v", i, got)
			}
		}
		r, files := s.counting(made.Place)
		if rules := s.found(made.Place.Kind, made.Place.ID); r.Version != 2 || !slices.Equal(files, []string{forged, genuine}) || !slices.Contains(rules, found.OtherContent.ID) {
			s.Errorf("version %d, %d files, %q", r.Version, len(files), rules)
		}
		if list := s.waiting("SOJA-25"); len(list) != 1 || !list[0].Proposals[0].Doubted {
			s.Errorf("%+v", list)
		}
		if len(s.payloads(kind.Receiving, "SOJA-25")) != 0 {
			s.Error("a record was made of it")
		}
	})
}

// Of such files in one import none becomes a record by itself, whichever comes first and however far
// apart they are. A copy that says the same keeps nothing back, and neither does one that proves less.
func TestAttackForgedInvoiceBesideTheGenuine(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSiteTrusting(t, d, xmlsig.Trust{})
		s.knows("SOJA-25", "MT25-S-001")
		home := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
		forge := func(number int) string {
			heavier := []string{"<qCom>600.", "<qCom>700.", "<qTrib>36000.", "<qTrib>42000.", "<pesoL>36000.", "<pesoL>42000.", "<pesoB>36050.", "<pesoB>42050."}
			return fiscaltest.Invoice{Number: number, Replace: heavier}.Authorized(home)
		}
		var far []string // in another batch
		for range 250 {
			far = append(far, "<x/>")
		}
		all := taxdocs.Options{Create: taxdocs.Everything, HarvestID: "SOJA-25"}
		s.take(s.root, all, forge(1), invoice(1))
		s.take(s.root, all, invoice(2), forge(2))
		s.take(s.root, all, append(append([]string{forge(3)}, far...), invoice(3))...)
		if n := len(s.payloads(kind.Receiving, "SOJA-25")); n != 0 {
			t.Errorf("%d records were made of invoices that are contested", n)
		}
		if list := s.waiting("SOJA-25"); len(list) != 3 || slices.ContainsFunc(list, func(p taxdocs.Paper) bool { return !p.Proposals[0].Doubted }) {
			t.Errorf("%d wait: %+v", len(list), list)
		}
		// Neither copies of the forgery nor other files take the genuine one's place among what is compared.
		copies := func(text string) []string { return []string{text, text + "\n", text + "\n\n", text + "\n\n\n"} }
		s.take(s.root, all, slices.Concat(copies(forge(5)), far, []string{invoice(5)})...)
		var four []string
		for i := range 4 {
			four = append(four, strings.Replace(invoice(6), "<pesoL>36000.000", fmt.Sprintf("<pesoL>9900%d.000", i), 1))
		}
		s.take(s.root, all, slices.Concat([]string{forge(6)}, four, far, []string{invoice(6)})...)
		for i := range four {
			four[i] = strings.Replace(unsigned(invoice(7)), "<pesoL>36000.000", fmt.Sprintf("<pesoL>9900%d.000", i), 1)
		}
		s.take(s.root, all, slices.Concat([]string{forge(7)}, four, far, []string{invoice(7)})...)
		if n := len(s.payloads(kind.Receiving, "SOJA-25")); n != 0 {
			t.Errorf("%d records were made of invoices that are contested beside copies", n)
		}
		// What became of the first file does not matter.
		elsewhere := fiscaltest.Invoice{Number: 8, Replace: []string{"MT25-S-001", "XX25-S-009"}}.Authorized(home)
		got := s.take(s.root, taxdocs.Options{Create: taxdocs.Everything}, elsewhere, invoice(8))
		if n := len(s.payloads(kind.Receiving, "SOJA-25")); n != 0 || got[0].Outcome != taxdocs.Homeless {
			t.Errorf("%d records were made beside one that is %s", n, got[0].Outcome)
		}
		altered := strings.Replace(invoice(4), "<pesoL>36000.000", "<pesoL>99000.000", 1)
		s.take(s.root, all, invoice(4), altered, invoice(4)+"\n")
		if n := len(s.payloads(kind.Receiving, "SOJA-25")); n != 1 {
			t.Errorf("%d records were made of an invoice that nothing equal contests", n)
		}
	})
}

// An invoice signed with a certificate that its sender made counts for nothing, without roots too: it is
// left out unless somebody asks for it, and then becomes no other record by itself.
func TestAttackInvoiceWithASelfMadeCertificate(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSiteTrusting(t, d, xmlsig.Trust{})
		s.knows("SOJA-25", "MT25-S-001")
		now := s.app.Now()
		made := fiscaltest.Invoice{Number: 1}.Authorized(fiscaltest.SelfMade(fiscaltest.CNPJ, now, now.AddDate(1, 0, 0)))
		o := taxdocs.Options{Create: taxdocs.Everything, HarvestID: "SOJA-25", LeaveSuspect: true}
		if got := s.one(s.root, o, made, taxdocs.LeftOut); !got.Suspect || !has(got, found.ImproperSigner.ID) {
			t.Errorf("%+v", got.Report.Findings)
		}
		o.LeaveSuspect = false
		s.one(s.root, o, made, taxdocs.Created)
		if n := len(s.payloads(kind.Receiving, "SOJA-25")); n != 0 {
			t.Errorf("%d records were made of it", n)
		}
	})
}

// The tax authority's answer is not signed: writing a different one into a genuine invoice does not
// keep the genuine file out.
func TestAttackAlteredProtocolFirst(t *testing.T) {
	onBoth(t, func(s *site) {
		for i, c := range []struct{ name, forged string }{
			{"cancelled", strings.Replace(invoice(1), "<cStat>100", "<cStat>101", 1)},
			{"denied", strings.Replace(invoice(2), "<cStat>100", "<cStat>302", 1)},
			{"without", invoice(3)[:strings.Index(invoice(3), "<protNFe")] + "</nfeProc>"},
			{"unsigned", unsigned(invoice(4))},
			{"of another", strings.Replace(invoice(5), "<digVal>", "<digVal>AAAA", 1)},
		} {
			made := s.one(s.root, taxdocs.Options{}, c.forged, taxdocs.Created)
			s.one(s.root, taxdocs.Options{}, invoice(i+1), taxdocs.Linked)
			if _, files := s.counting(made.Place); files[0] != invoice(i+1) || len(s.waiting("SOJA-25")) != i+1 {
				s.Errorf("%s: the other one counts", c.name)
			}
		}
	})
}

// A key that may only write replaces a forgery too, and does not learn where it is.
func TestAttackAlteredInvoiceBeforeAWriter(t *testing.T) {
	onBoth(t, func(s *site) {
		genuine, forged := genuineIn(1)
		made := s.one(s.root, taxdocs.Options{}, forged, taxdocs.Created)
		blind := &trace.Key{AccessKey: "rk_blind", Scopes: []trace.Scope{trace.Write}}
		s.one(blind, taxdocs.Options{HarvestID: "MINHA", DryRun: true}, genuine, taxdocs.Valid)
		got := s.one(blind, taxdocs.Options{HarvestID: "MINHA"}, genuine, taxdocs.Linked)
		if got.HarvestID != "MINHA" || got.Place != (taxdocs.Link{}) || len(s.payloads(kind.Cargo, "MINHA")) != 0 {
			s.Errorf("it learns %+v", got)
		}
		if _, files := s.counting(made.Place); files[0] != genuine {
			s.Error("the forgery counts")
		}
	})
}

// Genuine and altered files that come at once, on two servers: the genuine one counts in the end,
// and everybody is told about the one record.
func TestGenuineAndAlteredAtOnce(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d)
		s.knows("SOJA-25", "MT25-S-001")
		servers := []*app.App{s.app, serve(t, d)}
		const n = 12
		var group sync.WaitGroup
		start := make(chan struct{})
		ids := make([]trace.ID, 4*n)
		for i := range n {
			genuine, forged := genuineIn(i + 1)
			for j, text := range []string{genuine, forged, genuine, forged} {
				group.Go(func() {
					<-start
					_, err := servers[j/2].TaxDocuments.Import(t.Context(), s.root, files(text), taxdocs.Options{HarvestID: "SOJA-25"}, func(r *taxdocs.Result) error {
						ids[4*i+j] = r.Place.ID
						return r.Err
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		close(start)
		group.Wait()
		if papers := s.payloads(kind.Cargo, "SOJA-25"); len(papers) != n {
			t.Errorf("%d records", len(papers))
		}
		for i := range n {
			genuine, _ := genuineIn(i + 1)
			for j := range 4 {
				if id := ids[4*i+j]; id != ids[4*i] || id == (trace.ID{}) {
					t.Errorf("invoice %d: import %d is told of %s", i+1, j, id)
				}
			}
			if _, files := s.counting(taxdocs.Link{ID: ids[4*i]}); files[0] != genuine {
				t.Errorf("invoice %d: the altered one counts", i+1)
			}
		}
	})
}
