package api_test

import (
	"strings"
	"testing"
)

// Several parties claim one lot and one GTIN. The owner's review names them all to
// those who may read them, and the list of harvests counts what the review counts.
func TestAllRivalsAreNamedAndCounted(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		claim := func(c client, harvest string) {
			c.create(naming, harvest, `{"codigoLote":"VIT-L-9"}`)
			c.create(validations, harvest, `{"gtin":"7891234567895","cultura":"SOJA"}`)
		}
		victim := root.newKey(`{"nome":"dona","safras":["VIT"]}`)
		claim(victim, "VIT")
		victim.get("/safras").ok(200) // the card is cached without rivals
		for _, harvest := range []string{"R-1", "R-2", "R-3"} {
			claim(root.newKey(`{"nome":"`+harvest+`","safras":["`+harvest+`"]}`), harvest)
		}
		some := root.newKey(`{"nome":"some","escopos":["leitura"],"safras":["VIT","R-2"]}`)
		for _, reader := range []struct {
			c     client
			names string
		}{{root, "(R-1, R-2, R-3)"}, {victim, ""}, {some, "(R-2)"}} {
			for rule, said := range reader.c.claimsIn("VIT") {
				if !strings.Contains(said, reader.names) || reader.names == "" && strings.Contains(said, "R-") {
					t.Errorf("%s: %q, want it to name %q", rule, said, reader.names)
				}
			}
		}
		for _, harvest := range []string{"VIT", "R-1"} {
			review := root.review(harvest, "")
			list := decode[struct {
				Content []struct {
					SafraID string
					Resumo  struct{ Alerta int }
					Pior    struct{ Regra string }
				}
			}](t, "harvests", root.get("/safras?busca="+harvest).ok(200).Data)
			if len(list.Content) != 1 || list.Content[0].Resumo.Alerta != review.Resumo.Alerta || review.Resumo.Alerta < 2 {
				t.Errorf("%s: the list counts %+v, the review %+v", harvest, list.Content, review.Resumo)
			}
		}
	})
}

// A decision is binding for administrators whose keys do not reach everything it concerns: by
// harvest, by phase, and also after its records are erased.
func TestAttackLimitedAdminOverturnsADecision(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		victim, attacker := root.newKey(`{"nome":"v","safras":["VIT"]}`), root.newKey(`{"nome":"a","safras":["ATK"]}`)
		var theirs []string
		for _, c := range []struct {
			client
			harvest string
		}{{victim, "VIT"}, {attacker, "ATK"}} {
			named := c.create(naming, c.harvest, `{"codigoLote":"VIT-L-9"}`)
			valid := c.create(validations, c.harvest, `{"gtin":"7891234567895","cultura":"SOJA"}`)
			if c.harvest == "VIT" {
				theirs = []string{naming + "/" + named.ID, validations + "/" + valid.ID}
			}
		}
		paths := []string{"/lotes/VIT-L-9/titular", "/gtin/7891234567895/titular"}
		for _, path := range paths {
			root.post(path, `{"safraId":"VIT","motivo":"contrato"}`).ok(201)
		}
		harvest := root.newKey(`{"nome":"h","escopos":["admin","leitura","escrita"],"safras":["ATK"]}`)
		phase := root.newKey(`{"nome":"p","escopos":["admin","leitura","escrita"],"fases":["03","10"]}`)
		try := func(when string) {
			t.Helper()
			for _, path := range paths {
				harvest.post(path, `{"safraId":"ATK","motivo":"m"}`).fails(403, "DISPUTA_ALEM_DA_CHAVE")
				phase.post(path, `{"safraId":"ATK","motivo":"m"}`).fails(403, "DISPUTA_ALEM_DA_CHAVE")
			}
			found := decode[disputed](t, "disputes", root.get("/lotes/disputas").ok(200).Data).Content
			if len(found) != len(paths) {
				t.Errorf("%s: %d disputes, want %d", when, len(found), len(paths))
			}
			for _, d := range found {
				if d.Titular.SafraID != "VIT" || d.Situacao != "decidida" {
					t.Errorf("%s: %s belongs to %s, %s; want decided for VIT", when, d.Codigo, d.Titular.SafraID, d.Situacao)
				}
			}
		}
		try("while the owner's records are there")
		for _, path := range theirs {
			root.post(path+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		}
		try("after the owner's records were erased")
	})
}
