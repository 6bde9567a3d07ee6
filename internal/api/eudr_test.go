package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/eudr/dossierproof"
	"rastro/internal/testkit"
)

// eudrReport is the pre-flight of a lot as the wire shows it.
type eudrReport struct {
	Lote                                   string
	Pronto                                 bool
	Talhoes, Repetidos, Produtores, Safras int
	AreaHa                                 float64
	Partes                                 []struct {
		Parte, Declaracao, Talhoes, Produtores, Bytes int
		Href                                          string
	}
	Resumo  struct{ Erro, Alerta, Info int }
	Achados []struct {
		Regra      string
		Classe     *int
		Severidade string
		Corrigido  bool
		Mensagem   string
		Registro   *struct{ Prefixo, ID, SafraID string }
		Ponteiro   string
		Vertice    *int
		Lados      []int
	}
	Artigo9 []struct {
		Item, Artigo, Situacao, Mensagem string
		Safras                           []string
	}
}

func (c client) preflight(lot string, headers ...string) eudrReport {
	c.t.Helper()
	return decode[eudrReport](c.t, lot, c.get("/eudr/lote/"+lot+"/conferencia", headers...).ok(200).Data)
}

func (r eudrReport) rules(severity string) (ids []string) {
	for _, f := range r.Achados {
		if f.Severidade == severity {
			ids = append(ids, f.Regra)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (r eudrReport) situation(item string) string {
	for _, i := range r.Artigo9 {
		if i.Item == item {
			return i.Situacao
		}
	}
	return ""
}

const (
	naming    = "/colheitaIdentificacaoProducao/identificacaoLote"
	blending  = "/processamento/processamento"
	squarePat = `{"produtor":%q,"municipio":"Sorriso","uf":"MT","geojson":{"type":"Polygon","coordinates":[[[%[2]f,-12.55],[%[3]f,-12.55],[%[3]f,-12.549],[%[2]f,-12.549],[%[2]f,-12.55]]]}}`
)

// grown creates a harvest with plots and a lot of it.
func (c client) grown(harvest, lot string, producer string, plots ...int) {
	c.t.Helper()
	for _, n := range plots {
		west := -55.7 + float64(n)*0.002
		c.create(planning, harvest, fmt.Sprintf(squarePat, producer, west, west+0.001))
	}
	c.create(naming, harvest, `{"codigoLote":"`+lot+`"}`)
}

func featureIDs(t testing.TB, a answer) (ids, producers []string) {
	t.Helper()
	file := decode[struct {
		Features []struct {
			ID         string
			Properties struct{ ProducerName string }
		}
	}](t, a.request, a.body)
	for _, f := range file.Features {
		ids = append(ids, f.ID)
		producers = append(producers, f.Properties.ProducerName)
	}
	return ids, producers
}

// onEngines runs a test with a server on each engine.
func onEngines(t *testing.T, test func(t *testing.T, c client)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, start(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, start(t, onPostgres))
	})
}

// A lot's file contains every plot behind it, through blends and across harvests.
func TestEUDRFile(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-A", "A-1", "Ana", 1, 2)
		c.grown("S-B", "B-1", "Bia", 3)
		c.grown("S-C", "C-1", "Cid", 4)                                            // not in the blend
		c.create(planning, "S-B", fmt.Sprintf(squarePat, "Bia", -55.694, -55.693)) // the third again
		c.create(blending, "S-X", `{"lote":"MIX-1","blendagem":"A-1 60%; B-1 40%","volume":"60 t"}`)
		c.create(blending, "S-X", `{"lote":"MIX-2","blendagem":"MIX-1 50%; A-1 50%","volume":"10 t"}`)

		a := c.get("/eudr/lote/lote%20mix-2").ok(200).has("Content-Type", "application/geo+json").
			has("Content-Disposition", `attachment; filename="eudr-MIX-2.geojson"`).has("Link", `</eudr/lote/MIX-2/conferencia>; rel="describedby"`)
		ids, producers := featureIDs(t, a)
		same(t, "producers", producers, []string{"Ana", "Ana", "Bia"})
		for _, id := range ids {
			c.get(planning + "/" + id).ok(200)
		}
		got := c.preflight("MIX-2")
		if !got.Pronto || got.Talhoes != 3 || got.Repetidos != 1 || got.Produtores != 2 || got.Safras != 2 || len(got.Partes) != 1 || got.Partes[0].Bytes != len(a.body) || got.Lote != "MIX-2" {
			t.Errorf("%+v", got)
		}
		again, _ := featureIDs(t, c.get(got.Partes[0].Href).ok(200))
		same(t, "the part", again, ids)
		c.get("/eudr/lote/MIX-2?parte=2").fails(404, "PARTE_NAO_ENCONTRADA")
		for _, wrong := range []string{"0", "-1", "x", "", "1e9", "99999999999999999999"} {
			c.get("/eudr/lote/MIX-2?parte="+wrong).fails(400, "PARAMETRO_INVALIDO")
		}
		// A deleted plot is no longer behind the lot.
		c.delete(planning + "/" + ids[2]).ok(200)
		if _, producers := featureIDs(t, c.get("/eudr/lote/MIX-2").ok(200)); len(producers) != 3 {
			t.Errorf("the plot that was sent twice is gone: %v", producers)
		}
	})
}

// What would be incomplete is not sent, with the reason. On request, a plot with a hole is cut, in
// the file and in what its pre-flight says. A dossier contains only the records.
func TestEUDRCutsHoles(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.create(planning, "S-F", `{"produtor":"Ana","municipio":"Sorriso","uf":"MT","poligono":{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.540001],[-55.720001,-12.550001]],[[-55.718001,-12.548001],[-55.718001,-12.546001],[-55.716001,-12.546001],[-55.716001,-12.548001],[-55.718001,-12.548001]]]}}`)
		c.create(naming, "S-F", `{"codigoLote":"FURO-1"}`)
		c.get("/eudr/lote/FURO-1").fails(409, "EUDR_COM_PENDENCIAS")
		c.get("/eudr/lote/FURO-1?furos=tapar").fails(400, "PARAMETRO_INVALIDO")
		file := c.get("/eudr/lote/FURO-1?furos=cortar")
		if n := strings.Count(string(file.body), `"CutFromHoles":"`); file.status != 200 || n != 2 {
			t.Errorf("%d, %d parts: %s", file.status, n, file.body)
		}
		report := c.preflight("FURO-1")
		cut := decode[eudrReport](t, "cut", c.get("/eudr/lote/FURO-1/conferencia?furos=cortar").ok(200).Data)
		if report.Pronto || !slices.Contains(report.rules("erro"), "GEO_COM_FURO") {
			t.Errorf("as recorded: %+v", report.Achados)
		}
		if !cut.Pronto || !slices.Contains(cut.rules("info"), "EUDR_FURO_CORTADO") || cut.Talhoes != 1 || !strings.HasSuffix(cut.Partes[0].Href, "?parte=1&furos=cortar") {
			t.Errorf("cut: %+v", cut)
		}
		c.get("/eudr/lote/FURO-1/dossie.zip").fails(409, "EUDR_COM_PENDENCIAS")
	})
}

func TestEUDRIsNeverHalf(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-A", "A-1", "Ana", 1)
		c.create(naming, "S-B", `{"codigoLote":"B-1"}`)
		c.create(blending, "S-X", `{"lote":"M-PLOTLESS","blendagem":"A-1 60%; B-1 40%"}`)
		c.create(blending, "S-X", `{"lote":"M-UNKNOWN","blendagem":"A-1 60%; Z-9 40%"}`)
		c.grown("S-D", "D-1", "Dora", 5)
		bad := c.create(planning, "S-D", `{"geojson":{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]]]}}`)
		c.create(planning, "S-D", `{"geojson":"POLYGON((0 0, 1 1))"}`)
		for lot, want := range map[string][]string{
			"B-1": {"EUDR_SAFRA_SEM_TALHAO", "EUDR_SEM_TALHOES"}, "M-PLOTLESS": {"EUDR_SAFRA_SEM_TALHAO"}, "M-UNKNOWN": {"EUDR_ORIGEM_DESCONHECIDA"},
			"D-1": {"EUDR_NAO_GEOJSON", "GEO_LADOS_CRUZADOS"},
		} {
			for _, path := range []string{"", "/dossie.zip", "?parte=1"} {
				a := c.get("/eudr/lote/"+lot+path).fails(409, "EUDR_COM_PENDENCIAS").has("Content-Disposition", "")
				if len(a.Errors) < len(want) || !strings.Contains(a.Message, "/eudr/lote/"+lot+"/conferencia") {
					t.Errorf("%s: %s", lot, a.body)
				}
			}
			got := c.preflight(lot)
			if rules := got.rules("erro"); !slices.Equal(rules, want) || got.Pronto || len(got.Partes) != 0 || got.situation("GEOLOCALIZACAO") != "FALTA" {
				t.Errorf("%s: %v, want %v: %+v", lot, rules, want, got)
			}
			for _, f := range got.Achados {
				if f.Regra == "GEO_LADOS_CRUZADOS" && (f.Registro == nil || f.Registro.ID != bad.ID || *f.Classe != 1 || !slices.Equal(f.Lados, []int{0, 2}) || !strings.HasPrefix(f.Ponteiro, "/dados/geojson/coordinates/0/")) {
					t.Errorf("%+v", f)
				}
			}
		}
		a := c.get("/eudr/lote/A-2").fails(404, "LOTE_NAO_ENCONTRADO")
		if len(a.Errors) == 0 {
			t.Errorf("proposes nothing: %s", a.body)
		}
		for _, code := range []string{strings.Repeat("A", 10_000), "%00", "%FF", "%20"} {
			c.get("/eudr/lote/"+code).fails(404, "LOTE_NAO_ENCONTRADO")
			c.get("/eudr/lote/"+code+"/conferencia").fails(404, "LOTE_NAO_ENCONTRADO")
			c.get("/eudr/lote/"+code+"/dossie.zip").fails(404, "LOTE_NAO_ENCONTRADO")
		}
	})
}

// More plots than are read at once, in several harvests: each is included once.
func TestEUDRManyPlots(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.sow("BIG", 3, 130, 5)
		ids, _ := featureIDs(t, c.get("/eudr/lote/BIG").ok(200))
		again, _ := featureIDs(t, c.get("/eudr/lote/BIG?parte=1").ok(200))
		same(t, "ids", again, ids)
		slices.Sort(ids)
		if n := len(slices.Compact(ids)); n != 390 {
			t.Errorf("%d plots, want 390", n)
		}
	})
}

// A file over a limit is split into parts, none of which can be mistaken for the whole.
func TestEUDRParts(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		var features []string
		for i := range 1001 {
			features = append(features, fmt.Sprintf(`{"type":"Feature","properties":{"ProducerName":"P%d","ProductionPlace":"x","Area":1},"geometry":{"type":"Point","coordinates":[%.6f,-12.5]}}`, i, -55+float64(i)*0.001))
		}
		c.create(planning, "S-A", `{"geojson":{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+`]}}`)
		c.create(naming, "S-A", `{"codigoLote":"A-1"}`)
		c.get("/eudr/lote/A-1").fails(409, "EUDR_EM_PARTES").
			has("Link", `</eudr/lote/A-1/conferencia>; rel="describedby", </eudr/lote/A-1?parte=1>; rel="first", </eudr/lote/A-1?parte=1>; rel="next", </eudr/lote/A-1?parte=2>; rel="last"`)
		first, _ := featureIDs(t, c.get("/eudr/lote/A-1?parte=1").ok(200).has("Content-Disposition", `attachment; filename="eudr-A-1-parte-1-de-2.geojson"`))
		second, _ := featureIDs(t, c.get("/eudr/lote/A-1?parte=2").ok(200).
			has("Link", `</eudr/lote/A-1/conferencia>; rel="describedby", </eudr/lote/A-1?parte=1>; rel="first", </eudr/lote/A-1?parte=1>; rel="prev", </eudr/lote/A-1?parte=2>; rel="last"`))
		c.get("/eudr/lote/A-1?parte=3").fails(404, "PARTE_NAO_ENCONTRADA")
		if got := c.preflight("A-1"); len(first) != 1000 || len(second) != 1 || len(got.Partes) != 2 || got.Partes[1].Declaracao != 1 || !strings.HasSuffix(second[0], "#/features/1000") {
			t.Errorf("%d and %d features, %+v", len(first), len(second), got.Partes)
		}
		archive := c.dossier("A-1").body
		v, err := dossierproof.Verify(bytes.NewReader(archive), int64(len(archive)), c.service.VerifierKey())
		if err != nil || v.Parts != 2 || v.Plots != 1001 || v.Records != 2 {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// dossier fetches a dossier once the log has its records. On PostgreSQL they wait
// for every older transaction of the server, of other tests as well.
func (c client) dossier(lot string) answer {
	c.t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; {
		c.integrate()
		if a := c.get("/eudr/lote/" + lot + "/dossie.zip"); a.status != 503 || time.Now().After(deadline) {
			return a.ok(200).has("Content-Type", "application/zip")
		}
	}
}

// A dossier whose records were erased is not begun.
func TestEUDRDossierFailsWhole(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-A", "A-1", "Ana", 1)
		a := c.dossier("A-1").has("Content-Disposition", `attachment; filename="eudr-A-1-dossie.zip"`)
		if b := c.get("/eudr/lote/A-1/dossie.zip").ok(200); !bytes.Equal(a.body, b.body) {
			t.Error("two dossiers of one state differ")
		}
		c.do("HEAD", "/eudr/lote/A-1/dossie.zip", "").ok(200)
		id, _ := featureIDs(t, c.get("/eudr/lote/A-1").ok(200))
		c.post(planning+"/"+id[0]+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		c.get("/eudr/lote/A-1/dossie.zip").fails(409, "EUDR_COM_PENDENCIAS").has("Content-Disposition", "")
	})
}

// A lot whose balance differs is not ready for the EU, also if only another harvest's shipment
// makes it differ; and numbers that cannot be masses break nothing.
func TestEUDRAsksTheBalance(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		const receiving, shipping = "/armazenamento/recebimento", "/logisticaExportacao/transporteExportacao"
		verdict := func() (masses string) {
			t.Helper()
			told := decode[struct{ Veredito struct{ Massas string } }](t, "A-1", c.get("/eudr/lote/A-1/conferencia").ok(200).Data)
			balance := decode[struct{ Situacao string }](t, "A-1", c.get("/rastreio/lote/A-1/balanco").ok(200).Data)
			if told.Veredito.Massas != balance.Situacao {
				t.Errorf("the EU check says %s, the balance %s", told.Veredito.Massas, balance.Situacao)
			}
			return told.Veredito.Massas
		}
		c.grown("S-A", "A-1", "Ana", 1)
		c.create(receiving, "S-A", `{"loteOrigem":"A-1","volume":"36 t"}`)
		c.create(shipping, "S-A", `{"loteOrigem":"A-1","volumeTransportado":35800}`)
		if got := verdict(); got != "FECHA" {
			t.Errorf("shipped once: %s", got)
		}
		c.create(shipping, "S-B", `{"loteOrigem":"A-1","volumeTransportado":35000}`)
		if got := verdict(); got != "DIVERGE" {
			t.Errorf("shipped again elsewhere: %s", got)
		}
		for range 2 {
			c.create(shipping, "S-C", `{"loteOrigem":"A-1","volumeTransportado":1.7e308}`)
		}
		verdict()
		for _, path := range []string{"/rastreio/lote/A-1", "/rastreio/lote/A-1/balanco", "/safras/S-C/conferencia"} {
			if body := string(c.get(path).ok(200).body); strings.Contains(body, "+Inf") || !json.Valid([]byte(body)) {
				t.Errorf("%s: %s", path, body)
			}
		}
		recalled := func() bool {
			return strings.Contains(string(c.get("/eudr/lote/A-1/conferencia").ok(200).body), `"emRecall":true`)
		}
		if recalled() {
			t.Error("it is being recalled, and nobody did")
		}
		c.post("/rastreio/recall", `{"motivo":"Teste","lotes":["A-1"]}`).ok(201)
		if !recalled() {
			t.Error("it is not being recalled")
		}
	})
}

// A key limited to some harvests sees nothing of others through a lot.
func TestEUDRKeys(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.grown("S-A", "A-1", "Ana Secreta", 1)
		c.grown("S-B", "B-1", "Bia Oculta", 2)
		c.create(blending, "S-A", `{"lote":"MIX-1","blendagem":"A-1 60%; B-1 40%"}`)
		limited := c.newKey(`{"safras":["S-A"]}`)
		limited.get("/eudr/lote/A-1").ok(200)
		limited.get("/eudr/lote/MIX-1").fails(409, "EUDR_COM_PENDENCIAS")
		limited.get("/eudr/lote/MIX-1/dossie.zip").fails(409, "EUDR_COM_PENDENCIAS")
		a := limited.get("/eudr/lote/MIX-1/conferencia").ok(200)
		if strings.Contains(string(a.body), "Oculta") || strings.Contains(string(a.body), "S-B") {
			t.Errorf("told of another harvest: %s", a.body)
		}
		if got := decode[eudrReport](t, "MIX-1", a.Data); got.Pronto || !slices.Contains(got.rules("erro"), "EUDR_ORIGEM_DESCONHECIDA") || !slices.Contains(got.rules("alerta"), "EUDR_SAFRA_FORA_DA_CHAVE") {
			t.Errorf("%+v", got)
		}
		other := c.newKey(`{"safras":["S-Z"]}`)
		for _, path := range []string{"", "/conferencia", "/dossie.zip"} {
			other.get("/eudr/lote/A-1"+path).fails(404, "LOTE_NAO_ENCONTRADO")
			c.newKey(`{"escopos":["escrita"]}`).get("/eudr/lote/A-1"+path).fails(403, "SEM_PERMISSAO")
		}
	})
}

var recordID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// The files of the golden harvests are unchanged.
func TestEUDRGoldens(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.goldens()
	for lot, plots := range map[string]string{"MT25-S-001": "FALTA", "MG25-C-01": "PRESENTE"} { // the first is a rectangle of 120 ha
		file := recordID.ReplaceAllString(string(c.get("/eudr/lote/"+lot).ok(200).body), "ID")
		golden := filepath.Join("testdata", "eudr-"+lot+".geojson")
		if updating() {
			if err := os.WriteFile(golden, []byte(file), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(want) != file {
			t.Errorf("%s: %v\n%s", golden, err, file)
		}
		got := c.preflight(lot)
		for item, want := range map[string]string{
			"PRODUTO": "PRESENTE", "QUANTIDADE": "PRESENTE", "PAIS": "PRESENTE", "GEOLOCALIZACAO": plots, "PERIODO": "PRESENTE",
			"FORNECEDOR": "FORA_DO_RASTRO", "CLIENTE": "FORA_DO_RASTRO", "DESMATAMENTO": "PRESENTE", "LEGALIDADE": "PRESENTE",
		} {
			if s := got.situation(item); s != want {
				t.Errorf("%s: %s is %s, want %s", lot, item, s, want)
			}
		}
		if english := c.preflight(lot, "Accept-Language: en"); english.Achados[0].Mensagem == got.Achados[0].Mensagem || english.Artigo9[0].Mensagem == got.Artigo9[0].Mensagem {
			t.Errorf("in English: %+v", english.Achados[0])
		}
	}
}

// updating reports whether goldens are to be written: see TestAPIDocument.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }
