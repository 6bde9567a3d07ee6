package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"rastro/internal/eudr/dossierproof"
	"slices"
	"strings"
	"testing"
)

// message is the content of a statement in either format.
type message struct {
	Role      string `json:"operatorRole" xml:"operatorRole"`
	Statement struct {
		Reference   string `json:"internalReferenceNumber" xml:"internalReferenceNumber"`
		Activity    string `json:"activityType" xml:"activityType"`
		Country     string `json:"countryOfActivity" xml:"countryOfActivity"`
		Border      string `json:"borderCrossCountry" xml:"borderCrossCountry"`
		Commodities []struct {
			Descriptors struct {
				Description string `json:"descriptionOfGoods" xml:"descriptionOfGoods"`
				Measure     struct {
					Net float64 `json:"netWeight" xml:"netWeight"`
				} `json:"goodsMeasure" xml:"goodsMeasure"`
			} `json:"descriptors" xml:"descriptors"`
			Heading string `json:"hsHeading" xml:"hsHeading"`
			Species []struct {
				Scientific string `json:"scientificName" xml:"scientificName"`
			} `json:"speciesInfo" xml:"speciesInfo"`
			Producers []struct {
				Country  string `json:"country" xml:"country"`
				Name     string `json:"name" xml:"name"`
				Geometry string `json:"geometryGeojson" xml:"geometryGeojson"`
			} `json:"producers" xml:"producers"`
		} `json:"commodities" xml:"commodities"`
		Confidential bool `json:"geoLocationConfidential" xml:"geoLocationConfidential"`
		Grouped      []struct {
			Reference string `json:"groupedDeclaration" xml:"groupedDeclaration"`
		} `json:"groupedDeclarations" xml:"groupedDeclarations"`
	} `json:"statement" xml:"statement"`
}

// declared requests a statement in both formats, which must agree, and validates the XML against
// the EU's schema if RASTRO_EUDR_XSD names it.
func (c client) declared(lot, query string) (m message) {
	c.t.Helper()
	path := "/eudr/lote/" + url.PathEscape(lot) + "/dds"
	raw := c.get(path+".xml?"+query).ok(200).has("Content-Type", "application/xml").body
	if err := xml.Unmarshal(raw, &m); err != nil {
		c.t.Fatal(err)
	}
	var other message
	if err := json.Unmarshal(c.get(path+".json?"+query).ok(200).Data, &other); err != nil {
		c.t.Fatal(err)
	}
	if one, two := fmt.Sprintf("%+v", m), fmt.Sprintf("%+v", other); one != two {
		c.t.Errorf("the XML says\n%.2000s\nthe JSON\n%.2000s", one, two)
	}
	args := []string{"--noout", "--nonet", "--huge"}
	if schema := os.Getenv("RASTRO_EUDR_XSD"); schema != "" {
		args = append(args, "--schema", schema)
	} else {
		c.t.Log("RASTRO_EUDR_XSD is not set: the message is checked for well-formedness alone")
	}
	file := filepath.Join(c.t.(*testing.T).TempDir(), "dds.xml")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		c.t.Fatal(err)
	}
	if out, err := exec.Command("xmllint", append(args, file)...).CombinedOutput(); err != nil {
		c.t.Errorf("xmllint: %v\n%.2000s", err, out)
	}
	return m
}

// plots returns the ids of the Features of all producers in a statement.
func (m *message) plots(t testing.TB) (ids []string) {
	t.Helper()
	for _, commodity := range m.Statement.Commodities {
		for _, p := range commodity.Producers {
			raw, err := base64.StdEncoding.DecodeString(p.Geometry)
			if err != nil {
				t.Fatal(err)
			}
			file := decode[struct {
				Type     string
				Features []struct {
					ID         string
					Properties struct{ ProducerName string }
				}
			}](t, p.Name, raw)
			if file.Type != "FeatureCollection" || len(file.Features) == 0 {
				t.Errorf("%s: %.200s", p.Name, raw)
			}
			for _, f := range file.Features {
				if f.Properties.ProducerName != p.Name {
					t.Errorf("a plot of %s is with %s", f.Properties.ProducerName, p.Name)
				}
				ids = append(ids, f.ID)
			}
		}
	}
	return ids
}

func (m *message) mass() (kg float64) {
	for _, commodity := range m.Statement.Commodities {
		kg += commodity.Descriptors.Measure.Net
	}
	return math.Round(kg*1000) / 1000
}

const shippingAway = "/logisticaExportacao/transporteExportacao"

// exported makes a lot that can be declared.
func (c client) exported(harvest, lot, crop, producer string, kg int, plots ...int) {
	c.t.Helper()
	c.grown(harvest, lot, producer, plots...)
	c.papers(harvest, lot, crop, kg)
}

// papers make a harvest one whose lot can be declared.
func (c client) papers(harvest, lot, crop string, kg int) {
	c.t.Helper()
	c.put("/safras/"+harvest, `{"dados":{"cultura":"`+crop+`","municipio":"Sorriso","uf":"MT"}}`).ok(201)
	c.create("/colheitaIdentificacaoProducao/colheita", harvest, `{"dataColheita":"2025-02-10","quantidadeColhida":900000}`)
	c.create("/exportacao/certificadoConformidade", harvest, `{"comprovantesConformidadeRegulamentacao":"PRODES/MapBiomas sem alerta após 31/12/2020; CAR MT-5107925-FEDCBA9876543210FEDCBA9876543210"}`)
	if kg > 0 {
		c.create(shippingAway, harvest, fmt.Sprintf(`{"dataTransporte":"2025-03-01","volumeTransportado":%d,"loteOrigem":%q,"destino":"NLRTM, Roterdã"}`, kg, lot))
	}
}

// A statement contains what the records state: commodity, species, mass, and each producer with
// their plots.
func TestStatement(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.t = t
		c.exported("S-A", "A-1", "SOJA", "Ana & Cia <ME>", 30000, 1, 2)
		m := c.declared("a-1", "pais=nl&confidencial=sim")
		s := m.Statement
		if m.Role != "OPERATOR" || s.Reference != "A-1" || s.Activity != "IMPORT" || s.Country != "NL" || s.Border != "NL" || !s.Confidential || len(s.Commodities) != 1 || len(s.Grouped) != 0 {
			t.Fatalf("%+v", m)
		}
		one := s.Commodities[0]
		if one.Heading != "1201" || one.Descriptors.Measure.Net != 30000 || one.Descriptors.Description != "Soybeans, lot A-1" || len(one.Species) != 1 || one.Species[0].Scientific != "Glycine max" ||
			len(one.Producers) != 1 || one.Producers[0].Name != "Ana & Cia <ME>" || one.Producers[0].Country != "BR" {
			t.Errorf("%+v", one)
		}
		want, _ := featureIDs(t, c.get("/eudr/lote/A-1").ok(200))
		same(t, "plots", m.plots(t), want)
		c.get("/eudr/lote/A-1/dds.xml?pais=NL").ok(200).has("Content-Disposition", `attachment; filename="dds-A-1.xml"`).has("Link", `</eudr/lote/A-1/conferencia>; rel="describedby"`)

		m = c.declared("A-1", "fronteira=DE&pais=NL&hs=1507&quantidadeKg=1234.5&descricao=Crude+oil&referencia=PO-7&atividade=EXPORT&agrupar=26FRYUI34JTQKB,26frlscv861zvv")
		s = m.Statement
		if one := s.Commodities[0]; s.Activity != "EXPORT" || s.Border != "DE" || s.Country != "NL" || s.Reference != "PO-7" || one.Heading != "1507" || one.Descriptors.Measure.Net != 1234.5 || one.Descriptors.Description != "Crude oil" ||
			len(one.Producers) != 0 || len(s.Grouped) != 2 || s.Grouped[1].Reference != "26FRLSCV861ZVV" {
			t.Errorf("%+v", s)
		}
	})
}

// Several lots share one statement: one commodity per heading, and land behind two of the lots only
// once.
func TestStatementOfSeveralLots(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.t = t
		c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1, 2)
		c.exported("S-B", "B-1", "SOJA", "Bia", 10000, 3)
		c.exported("S-C", "C-1", "CAFE", "Cid", 600, 4)
		c.create(naming, "S-A", `{"codigoLote":"A-2"}`)
		c.create(shippingAway, "S-A", `{"dataTransporte":"2025-03-01","volumeTransportado":5000,"loteOrigem":"A-2","destino":"NLRTM, Roterdã"}`)
		m := c.declared("A-1", "pais=NL&lote=B-1&lote=C-1&lote=A-2&lote=lote+a-1")
		soy, coffee := m.Statement.Commodities[0], m.Statement.Commodities[1]
		if len(m.Statement.Commodities) != 2 || soy.Heading != "1201" || coffee.Heading != "0901" || soy.Descriptors.Measure.Net != 45000 || coffee.Descriptors.Measure.Net != 600 || len(soy.Producers) != 2 || len(coffee.Producers) != 1 ||
			m.Statement.Reference != "A-1+3" || soy.Descriptors.Description != "Soybeans, lots A-1, B-1, A-2" {
			t.Errorf("%+v", m)
		}
		if ids := m.plots(t); len(ids) != 4 {
			t.Errorf("plots %v", ids)
		}
		c.get("/eudr/lote/A-1/dds.xml?pais=NL&lote=C-1&hs=1201").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_VARIAS_CULTURAS")
		c.get("/eudr/lote/A-1/dds.xml?pais=NL&lote=D-9").fails(404, "LOTE_NAO_ENCONTRADO")
		c.get("/eudr/lote/A-1/dds.xml?pais=NL"+strings.Repeat("&lote=B-1", 50)).fails(400, "PARAMETRO_INVALIDO")
	})
}

// broke compares an error with the rules that it must list.
func (a answer) broke(t testing.TB, want ...string) answer {
	t.Helper()
	failed := decode[struct {
		Errors []struct{ Campo, Regra, Mensagem string }
	}](t, a.request, a.body)
	var got []string
	for _, e := range failed.Errors {
		got = append(got, e.Regra)
		if e.Mensagem == "" || strings.ContainsAny(e.Mensagem, "{}") {
			t.Errorf("%+v", e)
		}
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v\n%s", a.request, got, want, a.body)
	}
	return a
}

// A reason why a lot cannot be declared is answered 409, with advice.
func TestStatementRefused(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.t = t
		c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1)
		c.get("/eudr/lote/A-1/dds.xml").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_FALTA") // no border
		c.get("/eudr/lote/A-1/dds.xml?pais=BR").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_PAIS_FORA_DA_UE")
		c.get("/eudr/lote/A-1/dds.json?pais=NL&hs=0901").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_SH_DE_OUTRO_PRODUTO")
		c.get("/eudr/lote/A-1/dds.json?pais=NL&descricao="+strings.Repeat("x", 151)).fails(409, "DDS_INCOMPLETA").broke(t, "DDS_TEXTO_LONGO")
		c.get("/eudr/lote/A-1/dds.json?pais=NL&descricao=%00").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_TEXTO_INVALIDO")
		c.get("/eudr/lote/A-1/dds.json?pais=NL&agrupar=26FR,26FR").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_REFERENCIA_REPETIDA")
		for _, wrong := range []string{"atividade=DOMESTIC", "quantidadeKg=0", "quantidadeKg=NaN", "quantidadeKg=1e99", "quantidadeKg=-1", "parte=0", "confidencial=talvez", "agrupar=26-NL", "agrupar=", "furos=x"} {
			c.get("/eudr/lote/A-1/dds.xml?pais=NL&"+wrong).fails(400, "PARAMETRO_INVALIDO")
		}
		c.get("/eudr/lote/A-1/dds.xml?pais=NL&parte=2").fails(404, "PARTE_NAO_ENCONTRADA")

		// One refused plot taints the whole lot.
		c.create(planning, "S-A", `{"produtor":"Ana","geojson":{"type":"Polygon","coordinates":[[[-55.6,-12.55],[-55.5,-12.54],[-55.5,-12.55],[-55.6,-12.54],[-55.6,-12.55]]]}}`)
		c.get("/eudr/lote/A-1/dds.xml?pais=NL").fails(409, "DDS_INCOMPLETA").has("Content-Disposition", "").broke(t, "DDS_ARTIGO9", "GEO_LADOS_CRUZADOS")

		// Two crops in one lot.
		c.exported("S-B", "B-1", "SOJA", "Bia", 0, 3)
		c.exported("S-C", "C-1", "CAFE", "Cid", 0, 4)
		c.create(blending, "S-X", `{"lote":"MIX-1","blendagem":"B-1 60%; C-1 40%"}`)
		a := c.get("/eudr/lote/MIX-1/dds.json?pais=NL&quantidadeKg=100").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_ARTIGO9")
		if !strings.Contains(string(a.body), "uma só cultura") {
			t.Errorf("%s", a.body)
		}
		c.get("/eudr/lote/B-1/dds.json?pais=NL").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_ARTIGO9") // no mass
		c.declared("B-1", "pais=NL&quantidadeKg=100")
		c.post("/rastreio/recall", `{"motivo":"exercício","lotes":["B-1"]}`).ok(201)
		c.get("/eudr/lote/B-1/dds.json?pais=NL&quantidadeKg=100").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_LOTE_EM_RECALL")
	})
}

// What is over the limits of one statement becomes several, which together have every plot
// once and the whole mass.
func TestStatementOf11000Producers(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.t = t
	for batch := range 11 {
		var features []string
		for i := range 1000 {
			features = append(features, fmt.Sprintf(`{"type":"Feature","properties":{"ProducerName":"P%d","ProductionPlace":"x","Area":1},"geometry":{"type":"Point","coordinates":[%.6f,%.6f]}}`, batch*1000+i, -55+float64(i)*0.0001, -12.5-float64(batch)*0.001))
		}
		c.create(planning, "S-A", `{"geojson":{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+`]}}`)
	}
	c.create(naming, "S-A", `{"codigoLote":"A-1"}`)
	c.papers("S-A", "A-1", "SOJA", 100000)
	c.get("/eudr/lote/A-1/dds.xml?pais=NL").fails(409, "EUDR_EM_PARTES").
		has("Link", `</eudr/lote/A-1/conferencia>; rel="describedby", </eudr/lote/A-1/dds.xml?pais=NL&parte=1>; rel="first", </eudr/lote/A-1/dds.xml?pais=NL&parte=2>; rel="last"`)
	part := func(n int) (m message) { // without comparing 11 000 producers with the documents, which takes long
		status, raw := c.raw("GET", fmt.Sprintf("/eudr/lote/A-1/dds.xml?pais=NL&parte=%d", n), "")
		if err := xml.Unmarshal(raw, &m); status != 200 || err != nil {
			t.Fatalf("%d %.300s, %v", status, raw, err)
		}
		return m
	}
	first, second := part(1), part(2)
	if len(first.Statement.Commodities) != 10 || len(second.Statement.Commodities) != 1 || first.mass()+second.mass() != 100000 || first.Statement.Reference != "A-1 1/2" {
		t.Errorf("%d and %d commodities of %f and %f kg", len(first.Statement.Commodities), len(second.Statement.Commodities), first.mass(), second.mass())
	}
	ids := append(first.plots(t), second.plots(t)...)
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != 11000 {
		t.Errorf("%d plots", n)
	}
	group := c.declared("A-1", "pais=NL&agrupar=26NLAAA1234567&agrupar=26NLAAA7654321")
	if len(group.Statement.Commodities) != 1 || group.mass() != 100000 || len(group.Statement.Grouped) != 2 {
		t.Errorf("%+v", group)
	}
}

// What a key may not read does not exist for it.
func TestStatementOfLimitedKeys(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.t = t
		c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1)
		c.exported("S-B", "B-1", "SOJA", "Bia", 30000, 2)
		limited := c.newKey(`{"nome":"b","escopos":["leitura"],"safras":["S-B"]}`)
		limited.get("/eudr/lote/A-1/dds.xml?pais=NL").fails(404, "LOTE_NAO_ENCONTRADO")
		limited.get("/eudr/lote/B-1/dds.xml?pais=NL&lote=A-1").fails(404, "LOTE_NAO_ENCONTRADO")
		limited.get("/eudr/lote/B-1/dds.xml?pais=NL").ok(200)
		c.newKey(`{"nome":"w","escopos":["escrita"]}`).get("/eudr/lote/B-1/dds.xml?pais=NL").fails(403, "SEM_PERMISSAO")
	})
}

// filing is a statement as noted for a lot.
type filing struct {
	ID, SafraID, Lote, NumeroReferencia, NumeroVerificacao, Situacao, Em string
	Versao                                                               int
	Herdada                                                              bool
}

func (c client) filed(lot string) (lines []string) {
	c.t.Helper()
	for _, f := range decode[struct{ Declaracoes []filing }](c.t, lot, c.get("/eudr/declaracoes?lote="+lot).ok(200).Data).Declaracoes {
		line := f.Lote + " " + f.NumeroReferencia + " " + f.NumeroVerificacao + " " + f.Situacao + fmt.Sprint(" v", f.Versao)
		if f.Herdada {
			line += " inherited"
		}
		lines = append(lines, line)
	}
	return lines
}

// The numbers of a statement stay with its lots, in the log, and with what is made from them.
func TestFilings(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.t = t
		c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1)
		c.exported("S-B", "B-1", "SOJA", "Bia", 30000, 2)
		c.create(blending, "S-X", `{"lote":"MIX-1","blendagem":"A-1 60%; B-1 40%"}`)
		const note = `{"lotes":["a-1","B-1","A-1"],"numeroReferencia":"26fr yui34jtqkb","numeroVerificacao":"abcd1234","situacao":"submitted"}`
		made := decode[struct{ Declaracoes []filing }](t, "made", c.post("/eudr/declaracoes", note, "Idempotency-Key: k1").ok(201).Data).Declaracoes
		if len(made) != 2 || made[0].SafraID != "S-A" || made[1].SafraID != "S-B" {
			t.Fatalf("%+v", made)
		}
		// Repeated with and without the key: nothing is written.
		c.post("/eudr/declaracoes", note, "Idempotency-Key: k1").ok(201).has("Idempotent-Replayed", "true")
		c.post("/eudr/declaracoes", strings.ReplaceAll(note, "submitted", "AVAILABLE"), "Idempotency-Key: k1").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		c.post("/eudr/declaracoes", note).ok(201)
		same(t, "A-1", c.filed("A-1"), []string{"A-1 26FRYUI34JTQKB ABCD1234 SUBMITTED v1"})

		// A state changes; the number stays the same statement's.
		c.post("/eudr/declaracoes", `{"lotes":["A-1"],"numeroReferencia":"26FRYUI34JTQKB","situacao":"AVAILABLE","em":"2026-11-18T10:00:00-03:00"}`).ok(201)
		c.post("/eudr/declaracoes", `{"lotes":["A-1"],"numeroReferencia":"26FRYUI34JTQKB","numeroVerificacao":"OTHER"}`).fails(409, "DECLARACAO_DIVERGENTE")
		same(t, "A-1", c.filed("A-1"), []string{"A-1 26FRYUI34JTQKB ABCD1234 AVAILABLE v2"})
		same(t, "MIX-1", c.filed("MIX-1"), []string{"A-1 26FRYUI34JTQKB ABCD1234 AVAILABLE v2 inherited", "B-1 26FRYUI34JTQKB ABCD1234 SUBMITTED v1 inherited"})
		one := decode[filing](t, "one", c.get("/eudr/declaracoes/"+made[0].ID).ok(200).Data)
		if one.Em != "2026-11-18T13:00:00Z" || one.Versao != 2 {
			t.Errorf("%+v", one)
		}

		// A statement may group statements that are available, no others, and at least one.
		if m := c.declared("A-1", "pais=NL&agrupar=anotadas"); len(m.Statement.Grouped) != 1 || m.Statement.Grouped[0].Reference != "26FRYUI34JTQKB" {
			t.Errorf("%+v", m.Statement.Grouped)
		}
		c.get("/eudr/lote/B-1/dds.json?pais=NL&agrupar=anotadas").fails(409, "DDS_INCOMPLETA").broke(t, "DDS_NADA_A_AGRUPAR")

		// A request is never written in part.
		c.post("/eudr/declaracoes", `{"lotes":["A-1","Z-9"],"numeroReferencia":"26FRLSCV861ZVV"}`).fails(404, "LOTE_NAO_ENCONTRADO")
		for _, wrong := range []string{`{}`, `{"lotes":[],"numeroReferencia":"26FRLSCV861ZVV"}`, `{"lotes":["A-1"]}`, `{"lotes":["A-1"],"numeroReferencia":"26-FR"}`, `{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVVX"}`,
			`{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVV","situacao":"LOST"}`, `{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVV","uuid":"x"}`, `{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVV","em":"ontem"}`,
			`{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVV","numeroVerificacao":"<script>"}`} {
			c.post("/eudr/declaracoes", wrong).fails(422, "DADOS_INVALIDOS")
		}
		same(t, "A-1", c.filed("A-1"), []string{"A-1 26FRYUI34JTQKB ABCD1234 AVAILABLE v2"})
		c.get("/eudr/declaracoes").fails(400, "PARAMETRO_INVALIDO")
		c.get("/eudr/declaracoes/x").fails(404, "DECLARACAO_NAO_ENCONTRADA")

		// To a key of another harvest they do not exist, even if it names the lot.
		other := c.newKey(`{"nome":"b","escopos":["leitura","escrita"],"safras":["S-B"]}`)
		other.t = t
		other.create(blending, "S-B", `{"lote":"B-2","blendagem":"A-1 60%; B-1 40%"}`)
		other.get("/eudr/declaracoes/"+made[0].ID).fails(404, "DECLARACAO_NAO_ENCONTRADA")
		other.post("/eudr/declaracoes", `{"lotes":["A-1"],"numeroReferencia":"26FRLSCV861ZVV"}`).fails(404, "LOTE_NAO_ENCONTRADO")
		same(t, "of a limited key", other.filed("B-2"), []string{"B-1 26FRYUI34JTQKB ABCD1234 SUBMITTED v1 inherited"})
		c.newKey(`{"nome":"r","escopos":["leitura"]}`).post("/eudr/declaracoes", note).fails(403, "SEM_PERMISSAO")

		archive := c.dossier("A-1").body
		if v, err := dossierproof.Verify(bytes.NewReader(archive), int64(len(archive)), c.service.VerifierKey()); err != nil {
			t.Errorf("%+v, %v", v, err)
		}
		if !bytes.Contains(archive, []byte("declaracoes.json")) {
			t.Error("the dossier does not list the statements")
		}
	})
}
