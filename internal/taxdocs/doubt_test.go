package taxdocs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Invoices with various problems.
func altered(number int) string {
	return strings.Replace(invoice(number), "36050", "36060", 1)
}

func ofCoffee(number int) string { return invoice(number, "12019000", "09011110") }

func withOtherKey(number int) string { return invoice(number, "<dhEmi>2025-02", "<dhEmi>2025-03") }

func withOtherWeight(number int) string {
	return invoice(number, "<pesoL>36000.000", "<pesoL>30000.000")
}

// found returns the rules that a record is found to break.
func (s *site) found(k *kind.Kind, id trace.ID) (rules []string) {
	s.Helper()
	one, err := s.app.Get(s.Context(), s.root, k, id.String())
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range one.Graded().Findings {
		rules = append(rules, f.Rule.ID)
	}
	return rules
}

// What was found in an invoice stays with its papers, and shuts the gate of papers.
func TestWhatIsFoundStaysWithThePapers(t *testing.T) {
	onBoth(t, func(s *site) {
		for _, tc := range []struct {
			text, want string
			shuts      bool
		}{
			{altered(1003), "DFE_ASSINATURA_NAO_CONFERE", true},
			{ofCoffee(1004), "DFE_DE_OUTRA_CULTURA", true},
			{withOtherKey(1005), "DFE_CHAVE_DIVERGE", true},
			{withOtherWeight(1002), "DFE_PESO_DIVERGE", false},
		} {
			made := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, tc.text, taxdocs.Created)
			if got := s.found(made.Place.Kind, made.Place.ID); !slices.Contains(got, tc.want) {
				s.Errorf("the papers have %q, want %s", got, tc.want)
			}
			review, err := s.app.Review(s.Context(), s.root, "SOJA-25", "")
			if err != nil {
				s.Fatal(err)
			}
			if text := string(review.AppendJSON(nil, 0)); !strings.Contains(text, tc.want) {
				s.Errorf("the review does not tell %s: %s", tc.want, text)
			}
			if told := papersGap(review.Verdict(time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC))); strings.Contains(told, ruleText(made, tc.want)) != tc.shuts {
				s.Errorf("%s: the gate of papers is shut by %q", tc.want, told)
			}
			if _, err := s.app.Delete(s.Context(), s.root, made.Place.Kind, made.Place.ID.String(), trace.AnyVersion); err != nil {
				s.Fatal(err)
			}
		}
		made := s.one(s.root, taxdocs.Options{}, invoice(1), taxdocs.Created)
		if got := s.found(made.Place.Kind, made.Place.ID); len(got) != 0 {
			s.Errorf("a good invoice has %q", got)
		}
	})
}

// ruleText returns a rule's text about a document.
func ruleText(r taxdocs.Result, id string) string {
	for _, f := range r.Report.Findings {
		if f.Rule.ID == id {
			return f.Message(lang.PT)
		}
	}
	return "nothing says " + id
}

// papersGap returns the reasons that shut the gate of papers.
func papersGap(v verdict.Verdict) string {
	var all []string
	for _, target := range v.Targets {
		for _, gate := range target.Gates {
			if gate.Gate == verdict.Papers {
				for _, gap := range gate.Gaps {
					all = append(all, gap.Reason.PT)
				}
			}
		}
	}
	return strings.Join(all, "; ")
}

// Nothing is made automatically from an invoice that is cancelled, altered or contradicts itself,
// wherever in the import its cancellation is.
func TestDoubtfulInvoicesBecomeNothingElse(t *testing.T) {
	onBoth(t, func(s *site) {
		all := taxdocs.Options{HarvestID: "SOJA-25", Create: taxdocs.Everything}
		texts := []string{invoice(1006), altered(1003), withOtherWeight(1002), fiscaltest.Event(signer, key(1006), fiscal.EventCancellation)}
		dry := all
		dry.DryRun = true
		if got := s.take(s.root, dry, texts...); len(got[0].Proposals) != 0 || !strings.Contains(got[0].Advice.PT, "nada é proposto") || ruleText(got[0], "DFE_CANCELADO") != "o documento está cancelado" {
			s.Errorf("the dry run says %+v", got[0])
		}
		got := s.take(s.root, all, texts...)
		if loads := s.payloads(kind.Receiving, "SOJA-25"); len(loads) != 0 {
			s.Errorf("%q", loads)
		}
		if len(got[1].Proposals) != 0 || len(got[2].Proposals) != 1 || !got[2].Proposals[0].Doubted || got[2].Proposals[0].Outcome != taxdocs.Proposed {
			s.Errorf("%+v, %+v", got[1].Proposals, got[2].Proposals)
		}
		if rules := s.found(got[0].Place.Kind, got[0].Place.ID); strings.Join(rules, " ") != "NOTA_CANCELADA" {
			s.Errorf("the cancelled one has %q", rules)
		}
		if done, err := s.app.TaxDocuments.AcceptAll(s.Context(), s.root, "SOJA-25", ""); err != nil || done.Accepted != 0 || done.Left != 1 {
			s.Errorf("%+v, %v", done, err)
		}
		list := s.waiting("SOJA-25")
		if len(list) != 1 {
			s.Fatalf("%+v", list)
		}
		// A person may accept what contradicts itself.
		if made, _, err := s.app.TaxDocuments.Accept(s.Context(), s.root, []taxdocs.Choice{{ID: list[0].Record.ID.String()}}, nil, nil); err != nil || !made[0].Created {
			s.Errorf("%+v, %v", made, err)
		}
	})
}

// A cancellation reaches the records made from the invoice, and removes its proposals.
func TestCancellationsReachWhatAnInvoiceBecame(t *testing.T) {
	onBoth(t, func(s *site) {
		used := s.one(s.root, taxdocs.Options{Create: taxdocs.Everything}, invoice(1), taxdocs.Created)
		s.one(s.root, taxdocs.Options{}, invoice(2), taxdocs.Created)
		load := used.Proposals[0]
		cancels := fiscaltest.Event(signer, key(1), fiscal.EventCancellation)
		if dry := s.one(s.root, taxdocs.Options{DryRun: true}, cancels, taxdocs.Linked); len(dry.Links) != 2 {
			s.Errorf("the dry run names %+v", dry.Links)
		}
		s.one(s.root, taxdocs.Options{}, cancels, taxdocs.Linked)
		s.one(s.root, taxdocs.Options{}, cancels, taxdocs.Existing)
		if got := s.found(load.Kind(), load.ID); !slices.Contains(got, "NOTA_CANCELADA") {
			s.Errorf("the load that was made of it has %q", got)
		}
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(2), fiscal.EventCancellation), taxdocs.Linked)
		if left := s.waiting("SOJA-25"); len(left) != 0 {
			s.Errorf("%d papers still wait", len(left))
		}
	})
}

// A cancellation that the tax authority does not confirm is listed and changes nothing.
func TestCancellationsThatDoNotCount(t *testing.T) {
	onBoth(t, func(s *site) {
		for i, c := range []struct{ name, from, to string }{
			{"rejected", "<cStat>135", "<cStat>573"},
			{"for tests", "<retEvento versao=\"1.00\"><infEvento><tpAmb>1", "<retEvento versao=\"1.00\"><infEvento><tpAmb>2"},
			{"of another document", "<cStat>135</cStat><chNFe>", "<cStat>135</cStat><chNFe>9"},
			{"without an answer", "", ""},
		} {
			number := 100 + i
			event := strings.Replace(fiscaltest.Event(signer, key(number), fiscal.EventCancellation), c.from, c.to, 1)
			if c.name == "without an answer" {
				event = event[:strings.Index(event, "<retEvento")] + "</procEventoNFe>"
			}
			got := s.take(s.root, taxdocs.Options{}, invoice(number), event)
			if len(got[0].Proposals) != 1 || got[0].Proposals[0].Doubted || got[1].Outcome != taxdocs.Linked {
				s.Errorf("%s: %+v, then %s %v", c.name, got[0].Proposals, got[1].Outcome, got[1].Err)
			}
			if rules := s.found(got[0].Place.Kind, got[0].Place.ID); len(rules) != 0 {
				s.Errorf("%s: the papers have %q", c.name, rules)
			}
			if left := s.waiting("SOJA-25"); len(left) != i+1 {
				s.Errorf("%s: %d papers wait", c.name, len(left))
			}
			if papers := s.payloads(kind.Cargo, "SOJA-25"); !strings.Contains(papers[i], "Cancelamento (sem registro) de NF-e "+key(number)) {
				s.Errorf("%s: the papers are %s", c.name, papers[i])
			}
		}
		s.one(s.root, taxdocs.Options{}, fiscaltest.Event(signer, key(100), fiscal.EventCancellation), taxdocs.Linked)
		if left := s.waiting("SOJA-25"); len(left) != 3 {
			s.Errorf("after one that counts %d papers wait", len(left))
		}
	})
}

// A cancellation that anybody could write is a warning to people, and removes nothing.
func TestAttackForgedCancellations(t *testing.T) {
	stranger, elsewhere := authority.Signer("99888777000161"), fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	event := func(by *fiscaltest.Signer, number int) string {
		return fiscaltest.Event(by, key(number), fiscal.EventCancellation)
	}
	onBoth(t, func(s *site) {
		for i, text := range []string{
			event(nil, 1), event(stranger, 2), event(elsewhere, 3),
			strings.Replace(event(signer, 4), "<nProt>151250000000009</nProt>", "", 1),
			strings.Replace(event(signer, 5), "</chNFe><tpEvento>110111</tpEvento><dhReg", "</chNFe><tpEvento>110110</tpEvento><dhReg", 1),
			`<resEvento><chNFe>` + key(6) + `</chNFe><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><nProt>151250000000009</nProt></resEvento>`,
		} {
			number := i + 1
			got := s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, invoice(number), text)
			if len(got[0].Proposals) != 1 || !got[0].Proposals[0].Doubted || got[1].Outcome != taxdocs.Linked || ruleText(got[1], "DFE_EVENTO_NAO_CONFIRMADO") == "nothing says DFE_EVENTO_NAO_CONFIRMADO" {
				s.Errorf("%d: %+v, then %s: %+v", number, got[0].Proposals, got[1].Outcome, got[1].Report.Findings)
			}
			if rules := s.found(got[0].Place.Kind, got[0].Place.ID); strings.Join(rules, " ") != "EVENTO_DA_NOTA_NAO_CONFIRMADO" {
				s.Errorf("%d: the papers have %q", number, rules)
			}
			if left := s.waiting("SOJA-25"); len(left) != number || !left[i].Proposals[0].Doubted {
				s.Errorf("%d: %d papers wait", number, len(left))
			}
		}
		// The same cancellation with its proof counts.
		s.one(s.root, taxdocs.Options{}, event(signer, 1), taxdocs.Linked)
		if left := s.waiting("SOJA-25"); len(left) != 5 {
			s.Errorf("after one that is proven %d papers wait", len(left))
		}
	})
}

// Without root certificates, an invoice can be cancelled only by its signer: a certificate that
// names its issuer is made in a minute. The stored invoice counts, not another with its key.
func TestAttackForgedCancellationsWithoutRoots(t *testing.T) {
	forger := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	renewed := authority.Signer(fiscaltest.CNPJ).Showing(authority)
	event := func(by *fiscaltest.Signer, number int) string {
		return fiscaltest.Event(by, key(number), fiscal.EventCancellation)
	}
	const unconfirmed = "DFE_EVENTO_NAO_CONFIRMADO"
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSiteTrusting(t, d, xmlsig.Trust{})
		s.knows("SOJA-25", "MT25-S-001")
		shown := fiscaltest.Invoice{Number: 4}.Authorized(signer.Showing(authority))
		for i, tc := range []struct {
			name    string
			before  string // imported before the event
			with    []string
			event   string
			refused bool
		}{
			{"by who signed the invoice", invoice(1), nil, event(signer, 1), false},
			{"by another with the issuer's name", invoice(2), nil, event(forger, 2), true},
			{"by another, with an invoice of the same key", invoice(3), []string{fiscaltest.Invoice{Number: 3}.Authorized(forger)}, event(forger, 3), true},
			{"with a newer certificate of the same authority", shown, nil, event(renewed, 4), false},
			{"with a newer certificate of an authority that nobody showed", invoice(5), nil, event(renewed, 5), true},
			{"by another company under the same authority", fiscaltest.Invoice{Number: 6}.Authorized(signer.Showing(authority)), nil, event(authority.Signer("99888777000161"), 6), true},
			{"of an invoice that nobody signed", unsigned(invoice(7)), nil, event(signer, 7), true},
		} {
			number := i + 1
			made := s.one(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, tc.before, taxdocs.Created)
			for _, dry := range []bool{true, false} {
				got := s.take(s.root, taxdocs.Options{DryRun: dry}, append(slices.Clone(tc.with), tc.event)...)
				last := got[len(got)-1]
				if says := ruleText(last, unconfirmed) != "nothing says "+unconfirmed; says != tc.refused || last.Outcome != taxdocs.Linked {
					s.Errorf("%s, dry %t: %s %+v", tc.name, dry, last.Outcome, last.Report.Findings)
				}
			}
			rules := s.found(made.Place.Kind, made.Place.ID)
			if slices.Contains(rules, "NOTA_CANCELADA") == tc.refused || slices.Contains(rules, "EVENTO_DA_NOTA_NAO_CONFIRMADO") != tc.refused {
				s.Errorf("%s: the papers have %q", tc.name, rules)
			}
			if waits := slices.ContainsFunc(s.waiting("SOJA-25"), func(p taxdocs.Paper) bool { return p.Document.Key == key(number) }); waits != tc.refused {
				s.Errorf("%s: the proposal waits: %t", tc.name, waits)
			}
		}
		// The same holds if it is in one file with its invoice.
		for _, dry := range []bool{true, false} {
			got := s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25", DryRun: dry}, event(forger, 8), invoice(8), event(signer, 9), invoice(9))
			if len(got[0].Proposals) != 1 || !got[0].Proposals[0].Doubted || len(got[1].Proposals) != 0 {
				s.Errorf("dry %t: %+v, %+v", dry, got[0].Proposals, got[1].Proposals)
			}
			if a, b := ruleText(got[2], unconfirmed), ruleText(got[3], unconfirmed); !strings.Contains(a, "não é o que assinou a nota") || b != "nothing says "+unconfirmed {
				s.Errorf("dry %t: %s, %s", dry, a, b)
			}
		}
	})
}

// A rejection is the recipient's.
func TestOnlyRecipientsReject(t *testing.T) {
	onBoth(t, func(s *site) {
		another := []string{"<dest><CNPJ>11222333000262", "<dest><CNPJ>99888777000161"}
		got := s.take(s.root, taxdocs.Options{HarvestID: "SOJA-25"}, invoice(1), fiscaltest.Event(signer, key(1), fiscal.EventNotDone), invoice(2, another...), fiscaltest.Event(signer, key(2), fiscal.EventNotDone))
		for i, want := range []string{"NOTA_RECUSADA_PELO_DESTINATARIO", "EVENTO_DA_NOTA_NAO_CONFIRMADO"} {
			if rules := s.found(got[i].Place.Kind, got[i].Place.ID); !slices.Contains(rules, want) {
				s.Errorf("invoice %d has %q, not %s", i+1, rules, want)
			}
		}
	})
}

// unsigned returns an invoice without its signature.
func unsigned(text string) string {
	return text[:strings.Index(text, "<Signature ")] + text[strings.Index(text, "</Signature>")+len("</Signature>"):]
}

// An application is complete when its day and dose are known.
func TestApplicationsWaitForDayAndDose(t *testing.T) {
	onBoth(t, func(s *site) {
		text := invoice(1, "12019000", "38089324", "SOJA EM GRAOS", "GLIFOSATO 480",
			"</infNFe>", "<agropecuario><defensivo><nReceituario>123456/2024</nReceituario><CPFRespTec>52998224725</CPFRespTec></defensivo></agropecuario></infNFe>")
		got := s.one(s.root, taxdocs.Options{Create: taxdocs.Everything}, text, taxdocs.Created)
		if len(got.Proposals) != 1 || strings.Join(got.Proposals[0].Missing, " ") != "dose data" || got.Proposals[0].Outcome != taxdocs.Proposed {
			s.Fatalf("%+v", got.Proposals)
		}
		choice := taxdocs.Choice{ID: got.Place.ID.String(), Dose: "2 L/ha"}
		if _, _, err := s.app.TaxDocuments.Accept(s.Context(), s.root, []taxdocs.Choice{choice}, nil, nil); !trace.Is(err, trace.CodeInvalid) {
			s.Errorf("without a day: %v", err)
		}
		choice.Day = "20/12/2024"
		if _, _, err := s.app.TaxDocuments.Accept(s.Context(), s.root, []taxdocs.Choice{choice}, nil, nil); err != nil {
			s.Error(err)
		}
		want := `{"tipo":"Herbicida: GLIFOSATO 480","numeroReceituario":"123456/2024","dose":"2 L/ha","data":"20/12/2024","documentosFiscais":["NF-e ` + key(1) + `"]}`
		if done := s.payloads(kind.InputApplication, "SOJA-25"); len(done) != 1 || done[0] != want {
			s.Errorf("%q, want %s", done, want)
		}
	})
}
