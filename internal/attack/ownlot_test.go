package attack_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// made matches what always differs between two recalls of the same lots.
var made = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|"assinatura":"[^"]*"|"duracaoMs":\d+|\d+ ms`)

// Another party writes about somebody's lot: it receives it, ships it, inspects it, or makes
// something from it. A key that may not read these records gets, byte for byte, the same answers as
// without them, even without a hint that there is more.
func TestAttackOwnLotTellsOfOthers(t *testing.T) {
	t.Parallel()
	tellsOfOthers(t, true, func(*world) {}, access.Request{Name: "own", Harvests: []string{ownHarvest}}, access.Request{Name: mark, Harvests: []string{theirHarvest}})
}

// The same, where both parties are organisations, except for traces: what these tell of others
// is in TestAttackOrganizationCrossing.
func TestAttackOrganizationOwnLot(t *testing.T) {
	t.Parallel()
	register := func(w *world) {
		w.register("Norte")
		w.register(mark)
	}
	tellsOfOthers(t, false, register, access.Request{Organization: "Norte"}, access.Request{Organization: mark})
}

func tellsOfOthers(t *testing.T, traces bool, prepare func(*world), mine, theirs access.Request) {
	const lot = "PROPRIO-L-1"
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			w := newWorld(t, engine.New(t))
			all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
			prepare(w)
			mine.Scopes, theirs.Scopes = all, all
			own := w.newParty("own", mine)
			own.must("POST", "/cadastroPlanejamento/planoCultivo", entity(ownHarvest, "2025", `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`))
			own.must("POST", "/colheitaIdentificacaoProducao/identificacaoLote", entity(ownHarvest, "2025", `{"codigoLote":"`+lot+`"}`))
			own.must("POST", "/posColheita/beneficiamento", entity(ownHarvest, "2025", `{"loteEntrada":"`+lot+`","loteSaida":"PROPRIO-L-2"}`))
			recall := `{"motivo":"x","lotes":["` + lot + `"]}`
			asked := []string{
				"GET /lotes?busca=PROPRIO", "POST /rastreio/recall", "POST /rastreio/recall?formato=csv",
				"GET /safras/" + ownHarvest + "/conferencia", "GET /console/safras/" + ownHarvest,
			}
			for _, code := range []string{lot, "PROPRIO-L-2"} {
				trace := "GET /rastreio/lote/" + code
				for _, way := range []string{"origem", "destino", "ambos"} {
					for _, form := range []string{"json", "csv", "graphviz"} {
						if traces {
							asked = append(asked, trace+"?direcao="+way+"&formato="+form, "GET /console/lotes/"+code+"?direcao="+way)
						}
					}
				}
				asked = append(asked, trace+"/balanco", "GET /eudr/lote/"+code, "GET /eudr/lote/"+code+"/conferencia",
					"GET /console/lotes/"+code+"/balanco", "GET /console/lotes/"+code+"/eudr")
			}
			say := func() map[string]string {
				said := map[string]string{}
				for _, call := range asked {
					method, path, _ := strings.Cut(call, " ")
					body := ""
					if method == "POST" {
						body = recall
					}
					a := own.call(method, path, body, "application/json")
					if a.status >= 500 {
						t.Errorf("%s: %d %s", call, a.status, a.body)
					}
					a.header.Del("Location")
					a.header.Del("Etag")
					said[call] = made.ReplaceAllString(a.plain(), "~")
				}
				return said
			}
			before := say()
			for call, marked := range map[string]string{asked[1]: `"restrito":true`, "GET /rastreio/lote/" + lot + "/balanco": `"restrito":true`} {
				if !strings.Contains(before[call], marked) {
					t.Errorf("%s: a key of some harvests is not told so: %s", call, before[call])
				}
			}
			other := w.newParty("other", theirs)
			for prefix, payload := range map[string]string{
				"/armazenamento/recebimento":                       `{"loteOrigem":"` + lot + `","volume":"10 t"}`,
				"/logisticaExportacao/transporteExportacao":        `{"loteOrigem":"` + lot + `, PROPRIO-L-2","volumeTransportado":1,"destino":"NLRTM"}`,
				"/posColheita/beneficiamento":                      `{"loteEntrada":"` + lot + `, PROPRIO-L-2","loteSaida":"` + theirLot + `"}`,
				"/exportacao/inspecaoPreEmbarque":                  `{"codigosLote":["` + lot + `"],"resultadoInspecao":"Reprovado"}`,
				"/logisticaExportacao/documentacaoCargaExportacao": `{"declaracaoSegregacao":"lote ` + lot + `"}`,
			} {
				other.must("POST", prefix, entity(theirHarvest, "2025", payload))
			}
			for call, said := range say() {
				if said != before[call] {
					t.Errorf("%s says that another party wrote of the lot: %s", call, differing(before[call], said))
				}
			}
			// The owner is told that a public validation names the lot, as a finding of the
			// harvest, and nowhere else.
			other.must("POST", "/validacao", entity(theirHarvest, "2025", `{"status":"REPROVADO","lotes":["`+lot+`"]}`))
			for call, said := range say() {
				if !strings.Contains(call, "/safras/") && said != before[call] {
					t.Errorf("%s says that another party wrote of the lot: %s", call, differing(before[call], said))
				}
			}
		})
	}
}

// differing returns the lines that are in one of two texts alone.
func differing(before, after string) string {
	var told []string
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range old {
		if !slices.Contains(now, line) {
			told = append(told, "- "+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			told = append(told, "+ "+line)
		}
	}
	return strings.Join(told, "\n")
}
