package console

import (
	"html"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

func TestDisputes(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	b.get("/disputas").has(200, "Nenhum lote ou GTIN está em disputa", "/lotes/disputas")
	write := []trace.Scope{trace.Read, trace.Write}
	victim := s.key(trace.KeyRequest{Nome: "ERP", Escopos: write, Safras: []string{"VIT"}})
	attacker := s.key(trace.KeyRequest{Nome: "ERP", Escopos: write, Safras: []string{"ATK"}})
	for _, k := range []*trace.Key{&victim.Key, &attacker.Key} {
		env := trace.Envelope{SafraID: k.Safras[0], Dados: []byte(`{"codigoLote":"VIT-L-9"}`)}
		if _, err := s.service.Create(t.Context(), k, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
			t.Fatal(err)
		}
	}

	b.get("/disputas").has(200, ">VIT-L-9</a>", "É da safra", "console/safras/VIT", "console/safras/ATK", "em aberto", "<option>VIT</option><option>ATK</option>", "Decidir")
	b.get("").has(200, "1 lote ou GTIN em disputa", "console/disputas", "que o identificaram ou produziram").lacks("Nenhuma pendência")
	limited := s.as(s.key(trace.KeyRequest{Nome: "Chefe", Escopos: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Safras: []string{"ATK"}, Fases: []string{"03"}}))
	limited.get("/disputas").has(200, "Nenhuma disputa que esta chave possa decidir")
	limited.get("/chaves/nova").has(200, "Em branco: as mesmas desta chave (ATK)", "Nenhuma marcada: as mesmas desta chave (03)").lacks("todas.")
	b.get("/lotes/VIT-L-9").has(200, "em disputa", "de terceiro", `class="way against"`)
	s.as(victim).get("/lotes/VIT-L-9").has(200, "em disputa", "O lote VIT-L-9 é seu, e outra parte também usa este código", "quer dizer que outra parte também registrou", "peça ao administrador que decida").lacks("ATK", "é de outra parte", "console/disputas")
	s.as(attacker).get("/lotes/VIT-L-9").has(200, "O lote VIT-L-9 é de outra parte", "Ela o registrou antes", "conta só como citação", "peça que decida um administrador que veja as safras dos dois lados", "console/safras/ATK", "sua safra, só citação").lacks("console/safras/VIT", "console/disputas", "de terceiro")
	b.get("/lotes/VIT-L-9").has(200, "O lote VIT-L-9 está em disputa", "console/safras/VIT", "Decidir a disputa", "Compare os registros").lacks("peça ao administrador", "é de outra parte")
	s.as(s.key(trace.KeyRequest{Nome: "leitor", Escopos: []trace.Scope{trace.Read}})).get("/lotes/VIT-L-9").has(200, "Quem decide é um administrador").lacks("Decidir a disputa")
	s.as(attacker).get("/lotes/VIT-L-9/eudr").has(200, "Este lote é de outra parte", "aqui não há nada para você corrigir").lacks("Identifique o lote", "em 0 safras")
	b.get("/lotes/VIT-L-9/eudr").lacks("em 0 safras", "nada para você corrigir")
	s.as(victim).get("/disputas").has(403)

	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", " ").has(422, "Por quê?", "<option selected>ATK</option>")
	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "OUTRA", "motivo", "<b>x").has(422, "Nenhum registro da safra", "&lt;b&gt;x")
	b.post("/disputas", "tipo", "gtin", "codigo", "abc", "safraId", "ATK", "motivo", "x").has(400)
	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio").has(200, "A decisão foi registrada no log", "decidida em", "console/safras/VIT")
	// Once it is decided nobody reads that it is open, nor that he should ask for a decision.
	s.as(victim).get("/lotes/VIT-L-9").has(200, "disputa decidida", "Um administrador decidiu que é dela", "fale com quem decidiu", "console/safras/VIT", "sua safra, só citação").lacks("console/safras/ATK", "em disputa", "que decida", "de terceiro")
	s.as(attacker).get("/lotes/VIT-L-9").has(200, "disputa decidida", "O lote VIT-L-9 é seu", "um administrador decidiu que ele é seu").lacks("é de outra parte", "em disputa", "que decida")
	b.get("/lotes/VIT-L-9").has(200, "disputa decidida", "O lote VIT-L-9 é da safra ATK", "você pode decidir de novo", "Ver as disputas").lacks("em disputa", "peça")
	for _, l := range lang.All {
		for _, who := range []*trace.NewKey{victim, attacker, s.root} {
			s.as(who).get("/lotes/VIT-L-9?lang="+l.Code()).has(200, traceTexts["decided"].In(l)).harmless()
		}
	}
	b.get("/disputas").has(200, "Não escreva nele dados pessoais", "decidida em", "por "+s.root.Key.Author(), "Motivo: romaneio")
	s.integrate()
	b.get("/trilha").has(200, "titular decidido", "VIT-L-9 é da safra ATK: romaneio")
	for _, l := range lang.All {
		b.get("/disputas?lang="+l.Code()).has(200, html.EscapeString(disputeTexts["title"].In(l))).harmless()
	}
}
