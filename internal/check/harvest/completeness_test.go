package harvest_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// missingOf formats what is missing as "kind" or "kind.field".
func missingOf(c harvest.Completeness) string {
	var names []string
	for _, s := range c.Missing {
		name := s.Kind.Name
		if s.Field != "" {
			name += "." + s.Field
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func aimedAt(entries []facts.Entry, target harvest.Target) harvest.Completeness {
	o := harvest.Options{Mandatory: mandatoryKinds(), Target: target}
	return checkEntries(slices.Values(entries), reviewYear, o).Completeness
}

// without leaves the records of some kinds out.
func without(entries []facts.Entry, names ...string) []facts.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e facts.Entry) bool { return slices.Contains(names, e.Kind.Name) })
}

func TestCompleteness(t *testing.T) {
	soy, coffee := goldenHarvest(t, soyDemo), goldenHarvest(t, coffeeDemo)
	home := slices.DeleteFunc(slices.Clone(soy), func(e facts.Entry) bool { return e.Kind.Phase == "08" || e.Kind.Phase == "09" })
	for _, tc := range []struct {
		name    string
		entries []facts.Entry
		target  harvest.Target
		percent int
		missing string
	}{
		{"soy", soy, "", 100, ""},
		{"soy for sale in the country", soy, harvest.Domestic, 100, ""},
		{"soy for export", soy, harvest.Export, 100, ""},
		{"soy for Europe: the plot is a rectangle", soy, harvest.EUDR, 92, "planoCultivo.poligono"},
		{"coffee for Europe: 3.52 ha", coffee, harvest.EUDR, 100, ""},
		{"coffee for export", coffee, harvest.Export, 100, ""},
		{"soy that stays", home, "", 100, ""},
		{"soy that stays, to be exported", home, harvest.Export, 64, "transporteExportacao documentacaoCargaExportacao documentacaoAduaneira certificadoConformidade inspecaoPreEmbarque"},
		{"papers without their numbers", changedHarvest(t, changedHarvest(t, soy, "documentacaoAduaneira", 0, "declaracaoExportacao", `"em andamento"`), "documentacaoCargaExportacao", 0, "notaFiscalExportacao", `"77"`),
			harvest.Export, 90, "documentacaoCargaExportacao.notaFiscalExportacao documentacaoAduaneira.declaracaoExportacao"},
		{"soy needs no hands, nor drying", without(soy, "maoDeObra", "beneficiamento"), "", 100, ""},
		{"coffee does", without(coffee, "maoDeObra", "beneficiamento"), "", 86, "maoDeObra beneficiamento"},
		{"no validation yet", without(soy, "validacao"), "", 100, ""},
		{"nothing at all", nil, "", 0, "planoCultivo plantioManejo aplicacaoInsumo colheita identificacaoLote documentacaoCarga recebimento armazenamento controleQualidade"},
		{"nothing, for the country", nil, harvest.Domestic, 0, "planoCultivo plantioManejo aplicacaoInsumo colheita identificacaoLote documentacaoCarga recebimento armazenamento controleQualidade"},
		{"no plot", changedHarvest(t, soy, "planoCultivo", 0, "poligono", ""), harvest.EUDR, 84, "planoCultivo.poligono perfil.produtor"},
		{"no plot at all", changedHarvest(t, changedHarvest(t, soy, "planoCultivo", 0, "poligono", ""), "plantioManejo", 0, "areaPlantada", ""),
			harvest.EUDR, 84, "planoCultivo.poligono planoCultivo.poligono"},
		{"its outline", changedHarvest(t, soy, "planoCultivo", 0, "geojson",
			`{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.709,-12.545],[-55.71,-12.54],[-55.72,-12.54],[-55.72,-12.55]]]}`), harvest.EUDR, 100, ""},
		{"no producer", changedHarvest(t, coffee, "planoCultivo", 0, "produtor", ""), harvest.EUDR, 92, "perfil.produtor"},
		{"a blank producer in the GeoJSON", changedHarvest(t, changedHarvest(t, coffee, "planoCultivo", 0, "produtor", ""), "planoCultivo", 0, "geojson",
			`{"type":"Feature","properties":{"ProducerName":" "},"geometry":{"type":"Polygon","coordinates":[[[-45.4512,-21.3605],[-45.4494,-21.3605],[-45.4494,-21.3588],[-45.4512,-21.3605]]]}}`), harvest.EUDR, 92, "perfil.produtor"},
		{"a producer in the GeoJSON", changedHarvest(t, changedHarvest(t, coffee, "planoCultivo", 0, "produtor", ""), "planoCultivo", 0, "geojson",
			`{"type":"Feature","properties":{"ProducerName": "Ana"},"geometry":{"type":"Polygon","coordinates":[[[-45.4512,-21.3605],[-45.4494,-21.3605],[-45.4494,-21.3588],[-45.4512,-21.3605]]]}}`), harvest.EUDR, 100, ""},
		{"a second plan without its plot, beside a planting that has it", append(slices.Clone(coffee), facts.Entry{Kind: kind.ByPrefix(kind.Plan), ID: "second", Payload: []byte(`{"produtor":"P"}`)},
			facts.Entry{Kind: kind.ByPrefix(kind.Planting), ID: "sown", Payload: []byte(`{"areaPlantada":[-45.451200,-21.360500,-45.449400,-21.358800]}`)}), harvest.EUDR, 92, "planoCultivo.poligono"},
		{"no proof", changedHarvest(t, coffee, "certificadoConformidade", 0, "comprovantesConformidadeRegulamentacao", ""),
			harvest.EUDR, 84, "certificadoConformidade.comprovantesConformidadeRegulamentacao certificadoConformidade.comprovantesConformidadeRegulamentacao"},
		{"no date of harvest", changedHarvest(t, changedHarvest(t, coffee, "colheita", 0, "dataColheita", ""), "colheita", 0, "registroLimpeza", ""),
			harvest.EUDR, 92, "colheita.dataColheita"},
		{"another lot shipped", changedHarvest(t, coffee, "transporteExportacao", 0, "loteOrigem", `"X-9"`), harvest.EUDR, 92, "transporteExportacao.loteOrigem"},
		{"no mass", changedHarvest(t, coffee, "transporteExportacao", 0, "volumeTransportado", `"dois contêineres"`), harvest.EUDR, 92, "transporteExportacao.volumeTransportado"},
	} {
		got := aimedAt(tc.entries, tc.target)
		if missingOf(got) != tc.missing || got.Percent != tc.percent || got.Target != tc.target {
			t.Errorf("%s: %d %% of %q, missing %q; want %d %% and %q", tc.name, got.Percent, got.Target, missingOf(got), tc.percent, tc.missing)
		}
	}
}

func TestEveryStepSaysWhoAndWhat(t *testing.T) {
	whose := map[harvest.Who]int{}
	for _, target := range append([]harvest.Target{""}, harvest.Targets...) {
		c := aimedAt(nil, target)
		if len(c.Missing) == 0 || len(c.Missing) != len(c.Next) {
			t.Errorf("%q: %d missing, %d to do", target, len(c.Missing), len(c.Next))
		}
		for i, s := range c.Missing {
			next := c.Next[i]
			whose[next.Who]++
			if !s.Reason.Complete() || !next.Action.Complete() || next.Prefix != s.Kind.Prefix {
				t.Errorf("%q: %+v, %+v", target, s, next)
			}
			if s.Field == "" {
				continue
			}
			if _, ok := s.Kind.Field(s.Field); !ok {
				t.Errorf("%q: %s has no field %q", target, s.Kind.Name, s.Field)
			}
		}
	}
	for _, who := range []harvest.Who{harvest.Producer, harvest.Warehouse, harvest.Exporter, harvest.Certifying} {
		if whose[who] == 0 {
			t.Errorf("nothing for %s to do", who)
		}
	}
	plant := kind.ByPrefix("/processamento/processamento")
	c := checkEntries(slices.Values([]facts.Entry{}), reviewYear, harvest.Options{Mandatory: map[string][]*kind.Kind{"OUTRA": {plant}}}).Completeness
	if len(c.Next) != 1 || c.Next[0].Who != harvest.Plant {
		t.Errorf("a plant's record is for %+v to write", c.Next)
	}
}

func TestParseTarget(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want harvest.Target
		ok   bool
	}{
		{"", "", true}, {"EUDR", harvest.EUDR, true}, {" exportacao ", harvest.Export, true}, {"Interno", harvest.Domestic, true}, {"MARTE", "MARTE", false},
	} {
		if got, ok := harvest.ParseTarget(tc.in); got != tc.want || ok != tc.ok {
			t.Errorf("ParseTarget(%q) = %q, %v; want %q, %v", tc.in, got, ok, tc.want, tc.ok)
		}
	}
}

func TestReviewJSON(t *testing.T) {
	entries := []facts.Entry{
		harvestEntry(1, "/colheitaIdentificacaoProducao/colheita", "2024/25", `{"dataColheita":"2025-02-08"}`),
		harvestEntry(2, "/armazenamento/recebimento", "2024/25", `{"dataHoraRecebimento":"2025-02-01"}`),
	}
	o := harvest.Options{Mandatory: map[string][]*kind.Kind{"OUTRA": {kind.ByPrefix("/armazenamento/recebimento"), kind.ByPrefix("/armazenamento/armazenamento"), kind.ByPrefix("/validacao")}}}
	c := checkEntries(slices.Values(entries), reviewYear, o)
	want := `{"cultura":null,"avisos":[{"regra":"DATAS_FORA_DE_ORDEM","severidade":"erro","mensagem":` +
		`"Receiving on 2025-02-01, but Harvest only on 2025-02-08, 7 days later: that order is not possible (2 records concerned); correct the wrong date, or record what is missing",` +
		`"registros":[{"prefixo":"/armazenamento/recebimento","id":"01970000-0000-7000-8000-000000000002","campo":"dataHoraRecebimento"},` +
		`{"prefixo":"/colheitaIdentificacaoProducao/colheita","id":"01970000-0000-7000-8000-000000000001","campo":"dataColheita"}]},` +
		`{"regra":"SAFRA_SEM_CULTURA","severidade":"info","mensagem":"the records do not say the crop, so 6 checks were skipped; state the crop in the profile of the harvest",` +
		`"registros":[{"prefixo":"/colheitaIdentificacaoProducao/colheita","id":"01970000-0000-7000-8000-000000000001","campo":"cultura"}]}],` +
		`"resumo":{"erro":1,"alerta":0,"info":1},"completude":{"alvo":null,` +
		`"presentes":[{"prefixo":"/armazenamento/recebimento","fase":"06","nome":"recebimento","motivo":"1 record"}],` +
		`"faltantes":[{"prefixo":"/armazenamento/armazenamento","fase":"06","nome":"armazenamento","motivo":"no record"}],"percentual":50,` +
		`"proximosPassos":[{"acao":"Record: Storage","prefixo":"/armazenamento/armazenamento","quem":"armazem"}]},` +
		`"camadas":{"conferido":false,"mensagem":"no public layer was imported on this server: nothing was checked for deforestation, protected areas, indigenous land or embargoes",` +
		`"talhoesConferidos":0,"talhoesNaoConferidos":0,"camadas":[],"sobreposicoes":[],"haMais":false}}`
	if got := string(c.AppendJSON(nil, lang.EN)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if w := c.Summary.Worst(); w != finding.Error {
		t.Errorf("worst is %q", w)
	}
}
