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
	s.as(victim).get("/lotes/VIT-L-9").has(200, "em disputa").lacks("ATK", "é de outra parte")
	s.as(attacker).get("/lotes/VIT-L-9").has(200, "O lote VIT-L-9 é de outra parte", "Ela o registrou antes", "conta só como citação", "peça ao administrador que decida", "console/safras/ATK").lacks("console/safras/VIT", "console/disputas")
	b.get("/lotes/VIT-L-9").has(200, "O lote VIT-L-9 é de outra parte", "console/safras/VIT", "Decidir a disputa")
	s.as(victim).get("/disputas").has(403)

	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", " ").has(422, "Por quê?", "<option selected>ATK</option>")
	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "OUTRA", "motivo", "<b>x").has(422, "Nenhum registro da safra", "&lt;b&gt;x")
	b.post("/disputas", "tipo", "gtin", "codigo", "abc", "safraId", "ATK", "motivo", "x").has(400)
	b.post("/disputas", "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio").has(200, "A decisão foi registrada no log", "decidida em", "console/safras/VIT")
	s.as(victim).get("/lotes/VIT-L-9").has(200, "Um administrador decidiu que é dela", "console/safras/VIT").lacks("console/safras/ATK")
	s.as(attacker).get("/lotes/VIT-L-9").lacks("é de outra parte")
	b.get("/disputas").has(200, "Não escreva nele dados pessoais")
	s.integrate()
	b.get("/trilha").has(200, "titular decidido", "VIT-L-9 é da safra ATK: romaneio")
	for _, l := range lang.All {
		b.get("/disputas?lang="+l.Code()).has(200, html.EscapeString(disputeTexts["title"].In(l))).harmless()
	}
}
