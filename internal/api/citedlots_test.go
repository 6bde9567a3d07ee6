package api_test

import (
	"slices"
	"strings"
	"testing"
)

// A validation that names lots of another party shows them separately, as references, and both
// parties are informed. An administrator's decision changes what the rival is told.
func TestAttackValidationNamesOthersLots(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name   string
		change []func(*settings)
	}{{"sqlite", nil}, {"postgres", []func(*settings){onPostgres}}} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			root := start(t, engine.change...)
			farm, other := root.newKey(`{"nome":"Fazenda","safras":["FAZ"]}`), root.newKey(`{"nome":"Outra","safras":["OUT"]}`)
			coop := root.newKey(`{"nome":"Coop","safras":["FAZ","OUT"]}`)
			farm.create("/colheitaIdentificacaoProducao/identificacaoLote", "FAZ", `{"codigoLote":"SOR-001"}`)
			other.create("/colheitaIdentificacaoProducao/identificacaoLote", "OUT", `{"codigoLote":"OUT-001"}`)
			other.create("/posColheita/beneficiamento", "OUT", `{"loteEntrada":"SOR-001","loteSaida":"OUT-001"}`)
			named := `{"cultura":"SOJA","lotes":["sor-001","OUT-001","NINGUEM-1"]}`
			v := other.create(validations, "OUT", named)
			if sealed := string(other.get(validations + "/" + v.ID + "/conferencia").ok(200).body); !strings.Contains(sealed, "LOTE_DE_OUTRA_SAFRA") || strings.Contains(sealed, "FAZ") {
				t.Errorf("sealed: %s", sealed)
			}

			public, err := root.service.PublicValidation(t.Context(), v.Codigo)
			if err != nil || !slices.Equal(public.Lots, []string{"OUT-001", "NINGUEM-1"}) || !slices.Equal(public.LotsOfOthers, []string{"sor-001"}) {
				t.Errorf("public: %+v, %v", public, err)
			}
			for _, l := range public.Chain {
				if l.OfOthers != (l.Code == "SOR-001") {
					t.Errorf("the chain shows %s as another party's: %t", l.Code, l.OfOthers)
				}
			}
			if len(public.Chain) < 2 {
				t.Errorf("the chain: %+v", public.Chain)
			}
			if label := string(other.get("/validacao/etiqueta/" + v.Codigo + "?formato=zpl").ok(200).body); strings.Contains(strings.ToUpper(label), "SOR-001") {
				t.Errorf("label: %s", label)
			}
			if got := other.claimsIn("OUT")["LOTE_DE_OUTRA_SAFRA"]; !strings.Contains(got, "'SOR-001'") || strings.Contains(got, "FAZ") || !strings.Contains(got, "peça a um administrador") {
				t.Errorf("the one who names it is told %q", got)
			}
			if got := farm.claimsIn("FAZ")["LOTE_CITADO_POR_OUTRA_SAFRA"]; !strings.Contains(got, "'SOR-001'") || strings.Contains(got, "OUT") {
				t.Errorf("the owner is told %q", got)
			}

			// The counts in the list of harvests match those of the review.
			for _, harvest := range []string{"OUT", "FAZ"} {
				review := root.review(harvest, "")
				list := decode[struct {
					Content []struct {
						SafraID string
						Resumo  struct{ Erro, Alerta, Info int }
					}
				}](t, "harvests", root.get("/safras?busca="+harvest).ok(200).Data)
				if len(list.Content) != 1 || list.Content[0].Resumo.Alerta != review.Resumo.Alerta || list.Content[0].Resumo.Info != review.Resumo.Info {
					t.Errorf("%s: the list counts %+v, the review %+v", harvest, list.Content, review.Resumo)
				}
			}

			root.post("/lotes/SOR-001/titular", `{"safraId":"FAZ","motivo":"nota fiscal"}`).fails(409, "SEM_DISPUTA") // to name a lot is not to claim it
			other.create(naming, "OUT", `{"codigoLote":"SOR-001"}`)
			root.post("/lotes/SOR-001/titular", `{"safraId":"FAZ","motivo":"nota fiscal"}`).ok(201)
			if got := other.claimsIn("OUT")["LOTE_DE_OUTRA_SAFRA"]; !strings.Contains(got, "Decisão de um administrador") || strings.Contains(got, "antes") || strings.Contains(got, "peça") {
				t.Errorf("after the decision they read %q", got)
			}

			// A cooperative that keeps both harvests is in no dispute with itself.
			same := coop.create(validations, "OUT", named)
			if public, err = root.service.PublicValidation(t.Context(), same.Codigo); err != nil || len(public.LotsOfOthers) != 0 || len(public.Lots) != 3 {
				t.Errorf("the cooperative's page: %+v, %v", public, err)
			}
		})
	}
}
