package api_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
)

type disputed struct {
	Content []struct {
		Tipo, Codigo, Situacao string
		Titular                struct {
			SafraID    string
			DecididoEm *string
		}
		Reivindicacoes []struct {
			SafraID, Autor string
			Registros      int
		}
	}
}

// rivalRules are the rules on claims of two parties.
var rivalRules = []string{"LOTE_DISPUTADO", "LOTE_DE_OUTRA_SAFRA", "LOTE_CITADO_POR_OUTRA_SAFRA", "GTIN_DISPUTADO", "GTIN_DE_OUTRA_SAFRA", "DISPUTA_DECIDIDA"}

// claimsIn returns what the review of a harvest says about rival claims, by rule.
func (c client) claimsIn(harvestID string) map[string]string {
	c.t.Helper()
	found := map[string]string{}
	for _, f := range c.review(harvestID, "").Avisos {
		if slices.Contains(rivalRules, f.Regra) {
			found[f.Regra] = f.Mensagem
		}
	}
	return found
}

// A key that may write in its own harvest names someone else's lot and GTIN: as identification, as
// product, by updating a record older than the victim's, many times over. The victim keeps
// everything, nothing breaks, both sides are told, and an administrator settles it.
func TestAttackLotAndGTINTakeover(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name   string
		change []func(*settings)
	}{{"sqlite", nil}, {"postgres", []func(*settings){onPostgres}}} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			root := start(t, engine.change...)
			// Two keys with the same name: a name proves nothing. The test relies on nothing else.
			victim, attacker := root.newKey(`{"nome":"ERP","safras":["VIT"]}`), root.newKey(`{"nome":"ERP","safras":["ATK"]}`)
			older := attacker.create("/colheitaIdentificacaoProducao/identificacaoLote", "ATK", `{"codigoLote":"ATK-1"}`)
			early := attacker.create(validations, "ATK", `{"cultura":"SOJA"}`)
			victim.grown("VIT", "VIT-L-9", "Ana", 1, 2)
			valid := victim.create(validations, "VIT", `{"gtin":"7891234567895","lotes":["VIT-L-9"],"cultura":"SOJA"}`)
			whole := victim.get("/eudr/lote/VIT-L-9").ok(200)

			attacker.create("/colheitaIdentificacaoProducao/identificacaoLote", "ATK", `{"codigoLote":"vit-l-9"}`)
			attacker.create("/posColheita/beneficiamento", "ATK", `{"loteEntrada":"LIXO","loteSaida":"VIT-L-9","pesoEntrada":9000000,"pesoSaida":9000000}`)
			attacker.put("/colheitaIdentificacaoProducao/identificacaoLote", `{"id":"`+older.ID+`","safraId":"ATK","dados":{"codigoLote":"VIT-L-9"}}`).ok(200)
			attacker.put(validations, `{"id":"`+early.ID+`","safraId":"ATK","dados":{"gtin":"7891234567895","lotes":["VIT-L-9"],"cultura":"SOJA"}}`).ok(200)
			for range 25 { // more than one page looks at
				attacker.create(validations, "ATK", `{"gtin":"7891234567895","lotes":["VIT-L-9"],"cultura":"SOJA"}`)
			}

			for _, path := range []string{"/01/07891234567895/10/VIT-L-9", "/01/7891234567895"} {
				root.as("", "").get(path).ok(307).has("Location", publicURL+"/v/"+valid.Codigo)
			}
			for name, c := range map[string]client{"victim": victim, "root": root} {
				if got := c.get("/eudr/lote/VIT-L-9").ok(200); string(got.body) != string(whole.body) {
					t.Errorf("%s: the EU's file changed", name)
				}
				c.logged("/eudr/lote/VIT-L-9/dossie.zip")
				report := c.preflight("VIT-L-9")
				alerted := ""
				for _, f := range report.Achados {
					if f.Regra == "EUDR_LOTE_DISPUTADO" {
						alerted = f.Mensagem
					}
				}
				if !report.Pronto || alerted == "" || strings.Contains(alerted, "ATK") != (name == "root") {
					t.Errorf("%s: ready %t, told %q", name, report.Pronto, alerted)
				}
			}

			seen := root.trace("/rastreio/lote/VIT-L-9?direcao=origem")
			third := 0
			for _, e := range seen.Arestas {
				if e.Terceiro != (e.De == "safra:ATK") {
					t.Errorf("edge %+v", e)
				}
				if e.Terceiro {
					third++
				}
			}
			for _, n := range seen.Nos {
				if n.Tipo == "lote" && !n.Disputa || n.Chave == "safra:ATK" && !n.Terceiro || n.Chave == "lote:LIXO" || n.Tipo == "lote" && !slices.Equal(n.Safras, []string{"VIT"}) {
					t.Errorf("node %+v", n)
				}
			}
			if third != 1 {
				t.Errorf("the rival is told %d times, want once", third)
			}
			for format, want := range map[string]string{"csv": ",terceiro,,\n", "mermaid": "-.->", "graphviz": "style=dashed"} {
				if body := string(root.get("/rastreio/lote/VIT-L-9?direcao=origem&formato=" + format).body); !strings.Contains(body, want) {
					t.Errorf("%s does not show the claim as somebody else's:\n%s", format, body)
				}
			}
			balance := decode[struct {
				Lotes []struct{ EntradaKg *float64 }
			}](t, "balance", root.get("/rastreio/lote/VIT-L-9/balanco").ok(200).Data)
			if kg := balance.Lotes[0].EntradaKg; kg != nil && *kg == 9000000 {
				t.Errorf("the rival's production counts: %v kg", *kg)
			}
			// Still, what a rival claims to have made from the lot is traced.
			recall := string(root.post("/rastreio/recall", `{"motivo":"m","lotes":["LIXO"]}`).ok(201).body)
			if !strings.Contains(recall, `"codigo":"VIT-L-9"`) {
				t.Error("a recall does not follow the claim of a third party")
			}

			for _, side := range []struct {
				c           client
				harvest     string
				lot, gtin   string
				namesOthers bool
			}{
				{victim, "VIT", "LOTE_DISPUTADO", "GTIN_DISPUTADO", false}, {attacker, "ATK", "LOTE_DE_OUTRA_SAFRA", "GTIN_DE_OUTRA_SAFRA", false},
				{root, "VIT", "LOTE_DISPUTADO", "GTIN_DISPUTADO", true}, {root, "ATK", "LOTE_DE_OUTRA_SAFRA", "GTIN_DE_OUTRA_SAFRA", true},
			} {
				got := side.c.claimsIn(side.harvest)
				if len(got) != 2 || got[side.lot] == "" || got[side.gtin] == "" {
					t.Errorf("%s is told %v", side.harvest, got)
				}
				other := map[string]string{"VIT": "(ATK)", "ATK": "(VIT)"}[side.harvest]
				if strings.Contains(got[side.lot], other) != side.namesOthers || strings.Contains(got[side.gtin], other) != side.namesOthers {
					t.Errorf("%s: the other harvest is named to the wrong key: %v", side.harvest, got)
				}
			}

			listed := decode[disputed](t, "disputes", root.get("/lotes/disputas").ok(200).Data)
			if len(listed.Content) != 2 || listed.Content[0].Codigo != "VIT-L-9" || listed.Content[0].Situacao != "aberta" || listed.Content[0].Titular.SafraID != "VIT" ||
				len(listed.Content[0].Reivindicacoes) != 1 || listed.Content[0].Reivindicacoes[0].Registros != 3 || listed.Content[1].Tipo != "gtin" {
				t.Errorf("disputes %+v", listed)
			}
			if page := decode[disputed](t, "page", root.get("/lotes/disputas?size=1").ok(200).Data); len(page.Content) != 1 {
				t.Errorf("a page of one has %d", len(page.Content))
			}
			for body, code := range map[string]string{
				`{"safraId":"VIT"}`: "DADOS_INVALIDOS", `{"motivo":"m"}`: "DADOS_INVALIDOS", `{"safraId":"NINGUEM","motivo":"m"}`: "SAFRA_NAO_REIVINDICA",
			} {
				root.post("/lotes/VIT-L-9/titular", body).fails(422, code)
			}
			root.post("/lotes/NADA/titular", `{"safraId":"VIT","motivo":"m"}`).fails(404, "CODIGO_SEM_TITULAR")
			victim.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"m"}`).fails(403, "SEM_PERMISSAO")
			victim.get("/lotes/disputas").fails(403, "SEM_PERMISSAO")
			limited := root.newKey(`{"nome":"admin","escopos":["admin","leitura"],"safras":["ATK"]}`)
			limited.post("/lotes/VIT-L-9/titular", `{"safraId":"ATK","motivo":"m"}`).fails(403, "DISPUTA_ALEM_DA_CHAVE")
			if seen := decode[disputed](t, "limited", limited.get("/lotes/disputas").ok(200).Data); len(seen.Content) != 0 {
				t.Errorf("a limited administrator sees %+v", seen)
			}
			both := root.newKey(`{"nome":"admin","escopos":["admin","leitura"],"safras":["ATK","VIT"]}`)
			if seen := decode[disputed](t, "both", both.get("/lotes/disputas").ok(200).Data); len(seen.Content) != 2 {
				t.Errorf("an administrator of both sees %+v", seen)
			}

			root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"romaneio conferido"}`).ok(201)
			if got := victim.claimsIn("VIT"); got["LOTE_DISPUTADO"] != "" || got["GTIN_DISPUTADO"] == "" {
				t.Errorf("after the decision the owner is told %v", got)
			}
			if got := attacker.claimsIn("ATK"); got["LOTE_DE_OUTRA_SAFRA"] == "" {
				t.Errorf("after the decision the rival is told %v", got)
			}
			for _, f := range root.preflight("VIT-L-9").Achados {
				if f.Regra == "EUDR_LOTE_DISPUTADO" && (!strings.Contains(f.Mensagem, "Decisão de um administrador em") || strings.Contains(f.Mensagem, "peça ao administrador")) {
					t.Errorf("after the decision the pre-flight says %q", f.Mensagem)
				}
			}
			root.post("/gtin/7891234567895/titular", `{"safraId":"ATK","motivo":"comprou a marca"}`).ok(201)
			if to := root.as("", "").get("/01/7891234567895").ok(307).header.Get("Location"); to == publicURL+"/v/"+valid.Codigo {
				t.Error("the decision on the GTIN changed nothing")
			}
			settled := decode[disputed](t, "settled", root.get("/lotes/disputas").ok(200).Data)
			if len(settled.Content) != 2 || settled.Content[0].Situacao != "decidida" || settled.Content[0].Titular.DecididoEm == nil || settled.Content[1].Titular.SafraID != "ATK" {
				t.Errorf("settled %+v", settled)
			}
		})
	}
}

// A cooperative that keeps a silo's lot in the harvests of several members is not in dispute with
// itself; nor is a key that writes everywhere.
func TestOnePartyInSeveralHarvests(t *testing.T) {
	t.Parallel()
	root := start(t)
	a, b := root.newKey(`{"organizacao":"Cooperativa X","safras":["A"]}`), root.newKey(`{"organizacao":"Cooperativa X","safras":["B"]}`)
	for harvest, c := range map[string]client{"A": a, "B": b} {
		c.grown(harvest, harvest+"-1", "Ana", 1)
		c.create("/posColheita/beneficiamento", harvest, `{"loteEntrada":"`+harvest+`-1","loteSaida":"SILO-3"}`)
		c.create(validations, harvest, `{"gtin":"7891234567895","cultura":"SOJA"}`)
	}
	for _, harvest := range []string{"C", "D"} {
		root.create("/colheitaIdentificacaoProducao/identificacaoLote", harvest, `{"codigoLote":"R-1"}`)
	}
	for _, harvest := range []string{"A", "B", "C", "D"} {
		if got := root.claimsIn(harvest); len(got) != 0 {
			t.Errorf("%s is told %v", harvest, got)
		}
	}
	if listed := decode[disputed](t, "disputes", root.get("/lotes/disputas").ok(200).Data); len(listed.Content) != 0 {
		t.Errorf("disputes %+v", listed)
	}
	if report := root.preflight("SILO-3"); report.Safras != 2 || !report.Pronto {
		t.Errorf("the silo's lot comes out of %d harvests, ready %t; want both", report.Safras, report.Pronto)
	}
}

// Holders of the owner's own party, however many come first, hide no rival. The cursor of a page is
// sealed, because it names holders.
func TestDisputeBehindManyOfTheOwnersParty(t *testing.T) {
	t.Parallel()
	root := start(t)
	claim := func(c client, harvest, lot string) {
		c.create("/colheitaIdentificacaoProducao/identificacaoLote", harvest, `{"codigoLote":"`+lot+`"}`)
	}
	for i := range 52 { // a key without limits is one party in every harvest
		claim(root, fmt.Sprintf("COOP-%02d", i), "SILO-3")
	}
	stranger := root.newKey(`{"nome":"outra","escopos":["leitura","escrita"],"safras":["ZZZ"]}`)
	claim(stranger, "ZZZ", "SILO-3")
	claim(root, "COOP-01", "SILO-4")
	claim(stranger, "ZZZ", "SILO-4")
	answer := root.get("/lotes/disputas?size=1").ok(200)
	first := decode[disputed](t, "the first page", answer.Data)
	if len(first.Content) != 1 || first.Content[0].Codigo != "SILO-3" || len(first.Content[0].Reivindicacoes) != 1 || first.Content[0].Reivindicacoes[0].SafraID != "ZZZ" {
		t.Fatalf("disputes %+v", first)
	}
	var page struct{ Next string }
	if page = decode[struct{ Next string }](t, "the cursor", answer.Data); page.Next == "" {
		t.Fatalf("no cursor in %s", answer.Data)
	}
	if plain, err := base64.RawURLEncoding.DecodeString(page.Next); err == nil && strings.Contains(string(plain), "SILO") {
		t.Errorf("the cursor says %s", plain)
	}
	second := decode[disputed](t, "the second page", root.get("/lotes/disputas?size=1&cursor="+page.Next).ok(200).Data)
	if len(second.Content) != 1 || second.Content[0].Codigo != "SILO-4" {
		t.Errorf("the second page is %+v", second)
	}
	forged := base64.RawURLEncoding.EncodeToString([]byte(`{"f":0,"r":1,"c":"SILO-3","s":"","a":"","d":false}`))
	root.get("/lotes/disputas?cursor="+forged).fails(400, "CURSOR_INVALIDO")
}
