package admin_test

import (
	"html"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/admin"
	"rastro/internal/web/console/consoletest"
)

func TestDisputes(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Get("/disputas").Has(200, "Nenhum lote ou GTIN está em disputa", "/lotes/disputas")
	write := []trace.Scope{trace.Read, trace.Write}
	victim := s.Key(access.Request{Name: "ERP", Scopes: write, Harvests: []string{"VIT"}})
	attacker := s.Key(access.Request{Name: "ERP", Scopes: write, Harvests: []string{"ATK"}})
	for _, k := range []*trace.Key{&victim.Key, &attacker.Key} {
		env := trace.Envelope{HarvestID: k.Harvests[0], Payload: []byte(`{"codigoLote":"VIT-L-9"}`)}
		if _, err := s.Service.Create(t.Context(), k, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
			t.Fatal(err)
		}
	}

	b.Get("/disputas").Has(200, ">VIT-L-9</a>", "É da safra", "console/safras/VIT", "console/safras/ATK", "em aberto", "<option>VIT</option><option>ATK</option>", "Decidir")
	b.Get("/safras").Has(200, "1 lote ou GTIN em disputa", "console/disputas", "que o identificaram ou produziram").Lacks("Nada urgente")
	limited := s.As(s.Key(access.Request{Name: "Chefe", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Harvests: []string{"ATK"}, Phases: []string{"03"}}))
	limited.Get("/recall").Has(200, "Nenhum recall que esta chave possa ver")
	limited.Get("/disputas").Has(200, "Nenhuma disputa que esta chave possa decidir")
	limited.Get("/chaves/nova").Has(200, "Em branco: as mesmas desta chave (ATK)", "Nenhuma marcada: as mesmas desta chave (03)").Lacks("todas.")
	b.Get("/lotes/VIT-L-9").Has(200, "em disputa", "de terceiro", `class="way against"`)
	s.As(victim).Get("/lotes/VIT-L-9").Has(200, "em disputa", "O lote VIT-L-9 é seu, e outra parte também usa este código", "quer dizer que outra parte também registrou", "peça a decisão a um administrador que veja as safras dos dois lados").Lacks("ATK", "é de outra parte", "console/disputas")
	s.As(attacker).Get("/lotes/VIT-L-9").Has(200, "O lote VIT-L-9 é de outra parte", "Ela o registrou antes", "conta só como citação", "peça a decisão a um administrador que veja as safras dos dois lados", "console/safras/ATK", "sua safra, só citação").Lacks("console/safras/VIT", "console/disputas", "de terceiro")
	b.Get("/lotes/VIT-L-9").Has(200, "O lote VIT-L-9 está em disputa", "console/safras/VIT", "Decidir a disputa", "Compare os registros").Lacks("peça ao administrador", "é de outra parte")
	s.As(s.Key(access.Request{Name: "leitor", Scopes: []trace.Scope{trace.Read}})).Get("/lotes/VIT-L-9").Has(200, "Quem decide é um administrador").Lacks("Decidir a disputa")
	s.As(attacker).Get("/lotes/VIT-L-9/eudr").Has(200, "Este lote é de outra parte", "aqui não há nada para você corrigir").Lacks("Identifique o lote", "em 0 safras")
	b.Get("/lotes/VIT-L-9/eudr").Lacks("em 0 safras", "nada para você corrigir")
	s.As(victim).Get("/disputas").Has(403)

	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", " ").Has(422, "Por quê?", "<option selected>ATK</option>")
	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "OUTRA", "motivo", "<b>x").Has(422, "Nenhum registro da safra", "&lt;b&gt;x")
	b.Post("/disputas", "tipo", "gtin", "codigo", "abc", "safraId", "ATK", "motivo", "x").Has(400)
	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio", "decidida", "0").Has(200, "A decisão foi registrada no log", "decidida em", "console/safras/VIT")
	// A page that was opened before that decision does not reverse it.
	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "VIT", "motivo", "colheita", "decidida", "0").Has(409, "Alguém decidiu", `value="colheita"`, "Motivo: romaneio")
	// Once it is decided, no one reads that it is open, or that they should ask for a decision.
	s.As(victim).Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "Um administrador decidiu que é dela", "fale com um administrador", "console/safras/VIT", "sua safra, só citação").Lacks("console/safras/ATK", "em disputa", "que decida", "de terceiro")
	s.As(attacker).Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "O lote VIT-L-9 é seu", "um administrador decidiu que ele é seu").Lacks("é de outra parte", "em disputa", "que decida")
	b.Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "O lote VIT-L-9 é da safra ATK", "você pode decidir de novo", "Ver as disputas").Lacks("em disputa", "peça")
	decided := map[lang.Lang]string{lang.PT: "disputa decidida", lang.EN: "dispute decided", lang.ES: "disputa decidida"}
	for _, l := range lang.All {
		for _, who := range []*access.NewKey{victim, attacker, s.Root} {
			s.As(who).Get("/lotes/VIT-L-9?lang="+l.Code()).Has(200, decided[l]).Harmless()
		}
	}
	b.Get("/disputas").Has(200, "Não escreva nele dados pessoais", "decidida em", "por "+s.Root.Key.Author(), "Motivo: romaneio")
	s.Integrate()
	b.Get("/trilha").Has(200, "titular decidido", "VIT-L-9 é da safra ATK. Decisão de um administrador em ", "Motivo: romaneio")
	for _, l := range lang.All {
		b.Get("/disputas?lang="+l.Code()).Has(200, html.EscapeString(admin.DisputeTexts["title"].In(l))).Harmless()
	}
}

// disputedSite has lot VIT-L-9 of harvest VIT, which a party in ATK claims too.
func disputedSite(t *testing.T) (s *consoletest.Site, victim, attacker *access.NewKey) {
	t.Helper()
	s = consoletest.NewSite(t)
	write := []trace.Scope{trace.Read, trace.Write}
	victim = s.Key(access.Request{Name: "dona", Scopes: write, Harvests: []string{"VIT"}})
	attacker = s.Key(access.Request{Name: "rival", Scopes: write, Harvests: []string{"ATK"}})
	for _, k := range []*trace.Key{&victim.Key, &attacker.Key} {
		env := trace.Envelope{HarvestID: k.Harvests[0], Payload: []byte(`{"codigoLote":"VIT-L-9"}`)}
		if _, err := s.Service.Create(t.Context(), k, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s, victim, attacker
}

// Winner and loser read the same about a decision, on the lot's page and in their trail: the reason
// only if it is for them, and never who decided or the other harvest.
func TestPartiesSeeTheDecision(t *testing.T) {
	t.Parallel()
	for _, public := range []bool{false, true} {
		s, victim, attacker := disputedSite(t)
		form := []string{"tipo", "lote", "codigo", "VIT-L-9", "safraId", "VIT", "motivo", "romaneio conferido"}
		says, hides := "Decisão de um administrador em ", []string{"romaneio", "Quem decidiu", s.Root.Key.Author() + "<"}
		if public {
			form, says, hides = append(form, "motivoPublico", "1"), "Motivo: romaneio conferido", hides[1:]
		}
		s.As(s.Root).Post("/disputas", form...).Has(200)
		s.As(s.Root).Get("/lotes/VIT-L-9").Has(200, "Decisão de um administrador em ", "Motivo: romaneio conferido", "Quem decidiu: "+s.Root.Key.Author())
		s.Integrate()
		for other, who := range map[string]*access.NewKey{"ATK": victim, "VIT": attacker} {
			for _, path := range []string{"/lotes/VIT-L-9", "/trilha", "/trilha?safra=" + who.Harvests[0]} {
				s.As(who).Get(path).Has(200, says).Lacks(append(hides, "safras/"+other, "safra "+other)...)
			}
			s.As(who).Get("/trilha").Has(200, ">administrador</td>")
		}
		both := s.Key(access.Request{Name: "duas", Scopes: []trace.Scope{trace.Read, trace.Admin}, Harvests: []string{"ATK", "VIT"}})
		s.As(both).Get("/disputas").Has(200, "Motivo: romaneio conferido").Lacks("por " + s.Root.Key.Author())
		third := s.Key(access.Request{Name: "terceira", Scopes: []trace.Scope{trace.Read, trace.Admin}, Harvests: []string{"REF"}})
		s.As(third).Get("/trilha").Has(200).Lacks("VIT-L-9", "Decisão")
	}
}

// What a rival claims is listed as a reference, not among the origins of the lot.
func TestRivalIsListedApartFromTheOrigin(t *testing.T) {
	t.Parallel()
	s, _, attacker := disputedSite(t)
	page := s.As(s.Root).Get("/lotes/VIT-L-9?direcao=origem").Has(200, `Citado por outra parte:<br><a href="../../console/safras/ATK">ATK</a>`)
	page.Lacks(`VIT</a><br><a href="../../console/safras/ATK">`)
	s.As(attacker).Get("/lotes/VIT-L-9").Has(200, "Citado pela sua safra:", "Suas safras que o citam").Lacks("Citado por outra parte")
}
