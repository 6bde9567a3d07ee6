package admin_test

import (
	"html"
	"testing"

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
	victim := s.Key(trace.KeyRequest{Nome: "ERP", Escopos: write, Safras: []string{"VIT"}})
	attacker := s.Key(trace.KeyRequest{Nome: "ERP", Escopos: write, Safras: []string{"ATK"}})
	for _, k := range []*trace.Key{&victim.Key, &attacker.Key} {
		env := trace.Envelope{SafraID: k.Safras[0], Dados: []byte(`{"codigoLote":"VIT-L-9"}`)}
		if _, err := s.Service.Create(t.Context(), k, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
			t.Fatal(err)
		}
	}

	b.Get("/disputas").Has(200, ">VIT-L-9</a>", "É da safra", "console/safras/VIT", "console/safras/ATK", "em aberto", "<option>VIT</option><option>ATK</option>", "Decidir")
	b.Get("").Has(200, "1 lote ou GTIN em disputa", "console/disputas", "que o identificaram ou produziram").Lacks("Nenhuma pendência")
	limited := s.As(s.Key(trace.KeyRequest{Nome: "Chefe", Escopos: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Safras: []string{"ATK"}, Fases: []string{"03"}}))
	limited.Get("/disputas").Has(200, "Nenhuma disputa que esta chave possa decidir")
	limited.Get("/chaves/nova").Has(200, "Em branco: as mesmas desta chave (ATK)", "Nenhuma marcada: as mesmas desta chave (03)").Lacks("todas.")
	b.Get("/lotes/VIT-L-9").Has(200, "em disputa", "de terceiro", `class="way against"`)
	s.As(victim).Get("/lotes/VIT-L-9").Has(200, "em disputa", "O lote VIT-L-9 é seu, e outra parte também usa este código", "quer dizer que outra parte também registrou", "peça ao administrador que decida").Lacks("ATK", "é de outra parte", "console/disputas")
	s.As(attacker).Get("/lotes/VIT-L-9").Has(200, "O lote VIT-L-9 é de outra parte", "Ela o registrou antes", "conta só como citação", "peça que decida um administrador que veja as safras dos dois lados", "console/safras/ATK", "sua safra, só citação").Lacks("console/safras/VIT", "console/disputas", "de terceiro")
	b.Get("/lotes/VIT-L-9").Has(200, "O lote VIT-L-9 está em disputa", "console/safras/VIT", "Decidir a disputa", "Compare os registros").Lacks("peça ao administrador", "é de outra parte")
	s.As(s.Key(trace.KeyRequest{Nome: "leitor", Escopos: []trace.Scope{trace.Read}})).Get("/lotes/VIT-L-9").Has(200, "Quem decide é um administrador").Lacks("Decidir a disputa")
	s.As(attacker).Get("/lotes/VIT-L-9/eudr").Has(200, "Este lote é de outra parte", "aqui não há nada para você corrigir").Lacks("Identifique o lote", "em 0 safras")
	b.Get("/lotes/VIT-L-9/eudr").Lacks("em 0 safras", "nada para você corrigir")
	s.As(victim).Get("/disputas").Has(403)

	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", " ").Has(422, "Por quê?", "<option selected>ATK</option>")
	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "OUTRA", "motivo", "<b>x").Has(422, "Nenhum registro da safra", "&lt;b&gt;x")
	b.Post("/disputas", "tipo", "gtin", "codigo", "abc", "safraId", "ATK", "motivo", "x").Has(400)
	b.Post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio").Has(200, "A decisão foi registrada no log", "decidida em", "console/safras/VIT")
	// Once it is decided nobody reads that it is open, nor that he should ask for a decision.
	s.As(victim).Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "Um administrador decidiu que é dela", "fale com quem decidiu", "console/safras/VIT", "sua safra, só citação").Lacks("console/safras/ATK", "em disputa", "que decida", "de terceiro")
	s.As(attacker).Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "O lote VIT-L-9 é seu", "um administrador decidiu que ele é seu").Lacks("é de outra parte", "em disputa", "que decida")
	b.Get("/lotes/VIT-L-9").Has(200, "disputa decidida", "O lote VIT-L-9 é da safra ATK", "você pode decidir de novo", "Ver as disputas").Lacks("em disputa", "peça")
	decided := map[lang.Lang]string{lang.PT: "disputa decidida", lang.EN: "dispute decided", lang.ES: "disputa decidida"}
	for _, l := range lang.All {
		for _, who := range []*trace.NewKey{victim, attacker, s.Root} {
			s.As(who).Get("/lotes/VIT-L-9?lang="+l.Code()).Has(200, decided[l]).Harmless()
		}
	}
	b.Get("/disputas").Has(200, "Não escreva nele dados pessoais", "decidida em", "por "+s.Root.Key.Author(), "Motivo: romaneio")
	s.Integrate()
	b.Get("/trilha").Has(200, "titular decidido", "VIT-L-9 é da safra ATK: romaneio")
	for _, l := range lang.All {
		b.Get("/disputas?lang="+l.Code()).Has(200, html.EscapeString(admin.DisputeTexts["title"].In(l))).Harmless()
	}
}
