package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/audit"
	"rastro/internal/geo"
	"rastro/internal/lang"
)

func TestCropOfAHarvest(t *testing.T) {
	plan, named, dried := "/cadastroPlanejamento/planoCultivo", "/colheitaIdentificacaoProducao/identificacaoLote", "/posColheita/beneficiamento"
	for _, tc := range []struct {
		name    string
		code    string
		records []harvestExample
		want    string
	}{
		{"nothing", "", nil, ""},
		{"stated in the plan", "", []harvestExample{{Prefixo: plan, Dados: []byte(`{"cultura":"Café arábica","soja":"soja"}`)}}, "CAFE"},
		{"stated in the validation, which goes before", "", []harvestExample{
			{Prefixo: plan, Dados: []byte(`{"cultura":"SOJA"}`)}, {Prefixo: "/validacao", Dados: []byte(`{"cultura":"milho safrinha"}`)}}, "MILHO"},
		{"other", "", []harvestExample{{Prefixo: plan, Dados: []byte(`{"cultura":"OUTRA"}`)}}, "OUTRA"},
		{"two plans that do not agree", "", []harvestExample{{Prefixo: plan, Dados: []byte(`{"cultura":"SOJA"}`)}, {Prefixo: plan, Dados: []byte(`{"cultura":"MILHO"}`)}}, ""},
		{"spoken of", "", []harvestExample{{Prefixo: dried, Dados: []byte(`{"produtoEntrada":"Soja em grão úmida"}`)}}, "SOJA"},
		{"the field's name is no word", "", []harvestExample{{Prefixo: plan, Dados: []byte(`{"soja":"convencional"}`)}}, ""},
		{"in a list", "", []harvestExample{{Prefixo: named, Dados: []byte(`{"soja":["Catuaí Vermelho","Café em coco"]}`)}}, "CAFE"},
		{"in the code", "SOJA-MT-2024/25", []harvestExample{{Prefixo: plan, Dados: []byte(`{}`)}}, "SOJA"},
		{"about as often", "", []harvestExample{
			{Prefixo: dried, Dados: []byte(`{"produtoEntrada":"soja"}`)}, {Prefixo: dried, Dados: []byte(`{"produtoEntrada":"milho"}`)}}, ""},
		{"what it was sown into is not it", "", []harvestExample{
			{Prefixo: "/producaoAgricola/plantioManejo", Dados: []byte(`{"cultivacaoUtilizada":"soja sobre palhada de milho"}`)}}, "SOJA"},
	} {
		var entries []audit.Entry
		for i, r := range tc.records {
			entries = append(entries, harvestEntry(i, r.Prefixo, tc.code, string(r.Dados)))
		}
		if got := conferOn(entries).Crop; got != tc.want {
			t.Errorf("%s: crop %q, want %q", tc.name, got, tc.want)
		}
	}
}

// A book can be asked what to look up elsewhere before it is held against it.
func TestBookAsksAndIsAnswered(t *testing.T) {
	entries := changedHarvest(t, goldenHarvest(t, soyDemo), "recebimento", 0, "loteOrigem", `"GO24-S-7"`)
	b := audit.NewBook(confYear)
	for _, e := range entries {
		b.Add(e)
	}
	if got := b.UnknownLots(); !slices.Equal(got, []string{"GO24-S-7"}) {
		t.Errorf("unknown lots %q", got)
	}
	if b.Crop() != "SOJA" || b.Len() != len(entries) || b.Count(entries[0].Kind) != 1 || len(b.Claims()) != 1 {
		t.Errorf("crop %q, %d records, %d plans, %d plots", b.Crop(), b.Len(), b.Count(entries[0].Kind), len(b.Claims()))
	}
	if got := conferredRules(b.Confer(audit.HarvestOptions{})); got != "LOTE_DESCONHECIDO" {
		t.Errorf("without an answer %q", got)
	}
	if got := conferredRules(b.Confer(audit.HarvestOptions{OtherLots: []string{"go24-s-7"}})); got != "" {
		t.Errorf("with the answer %q", got)
	}
	b.Add(harvestEntry(99, "/colheitaIdentificacaoProducao/identificacaoLote", "2024/25", `{"codigoLote":"GO24-S-7"}`))
	if got := conferredRules(b.Confer(audit.HarvestOptions{})); got != "" {
		t.Errorf("once it is identified %q", got)
	}
}

func TestPlotsOfOtherHarvests(t *testing.T) {
	read := func(raw string) *geo.Plot {
		p, err := geo.Read([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	near := read(`[-55.718,-12.55,-55.708,-12.54]`)
	for _, tc := range []struct {
		name  string
		other audit.OtherPlot
		want  string
	}{
		{"same season and crop", audit.OtherPlot{SafraCodigo: "2024/2025", Crop: "SOJA", Plot: near}, "TALHAO_EM_OUTRA_SAFRA"},
		{"a crop that is not known", audit.OtherPlot{SafraCodigo: "2024/25", Plot: near}, ""},
		{"another crop of the season", audit.OtherPlot{SafraCodigo: "2024/25", Crop: "MILHO", Plot: near}, ""},
		{"the season before", audit.OtherPlot{SafraCodigo: "2023/24", Crop: "SOJA", Plot: near}, ""},
		{"no season", audit.OtherPlot{SafraCodigo: "T-07", Crop: "SOJA", Plot: near}, ""},
		{"beside it", audit.OtherPlot{SafraCodigo: "2024/25", Crop: "SOJA", Plot: read(`[-55.71,-12.55,-55.70,-12.54]`)}, ""},
		{"a tenth of it", audit.OtherPlot{SafraCodigo: "2024/25", Crop: "SOJA", Plot: read(`[-55.711,-12.55,-55.701,-12.54]`)}, ""},
		{"a point", audit.OtherPlot{SafraCodigo: "2024/25", Crop: "SOJA", Plot: read(`[-55.715,-12.545]`)}, ""},
		{"no plot", audit.OtherPlot{SafraCodigo: "2024/25", Crop: "SOJA"}, ""},
	} {
		o := audit.HarvestOptions{OtherPlots: []audit.OtherPlot{tc.other}}
		if got := conferredRules(audit.Harvest(slices.Values(goldenHarvest(t, soyDemo)), confYear, o)); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// What the finding says of the others: how many, and the name of the one that
// shares most where it may be said.
func TestPlotsOfOtherHarvestsSaid(t *testing.T) {
	plot, err := geo.Read([]byte(`[-55.718,-12.55,-55.708,-12.54]`))
	if err != nil {
		t.Fatal(err)
	}
	other := func(harvest string, named bool) audit.OtherPlot {
		return audit.OtherPlot{Harvest: harvest, Named: named, SafraCodigo: "2024/25", Crop: "SOJA", Plot: plot}
	}
	var crowd []audit.OtherPlot
	for i := range 3_000 {
		crowd = append(crowd, other(fmt.Sprint("S-", i), true))
	}
	for _, tc := range []struct {
		name      string
		o         audit.HarvestOptions
		says, not string
	}{
		{"named", audit.HarvestOptions{OtherPlots: []audit.OtherPlot{other("VIZINHA", true)}}, "período (VIZINHA) em 96,55 ha (80 % do menor); safras sobre ele: 1.", "mais"},
		{"not to be named", audit.HarvestOptions{OtherPlots: []audit.OtherPlot{other("VIZINHA", false)}}, "período em 96,55 ha", "VIZINHA"},
		{"two plots of one", audit.HarvestOptions{OtherPlots: []audit.OtherPlot{other("VIZINHA", true), other("VIZINHA", true)}}, "safras sobre ele: 1.", "mais"},
		{"two", audit.HarvestOptions{OtherPlots: []audit.OtherPlot{other("VIZINHA", true), other("OUTRA", true)}}, "safras sobre ele: 2.", "mais"},
		{"more than were looked at", audit.HarvestOptions{OtherPlots: []audit.OtherPlot{other("VIZINHA", true)}, OtherPlotsMore: true}, "safras sobre ele: 1 ou mais.", ""},
		{"a crowd", audit.HarvestOptions{OtherPlots: crowd}, "safras sobre ele: 2.000 ou mais.", ""},
	} {
		c := audit.Harvest(slices.Values(goldenHarvest(t, soyDemo)), confYear, tc.o)
		if len(c.Findings) == 0 || c.Summary.Alerta != 1 {
			t.Errorf("%s: %+v", tc.name, c.Summary)
			continue
		}
		if got := c.Findings[0].Message(lang.PT); !strings.Contains(got, tc.says) || tc.not != "" && strings.Contains(got, tc.not) {
			t.Errorf("%s: %s", tc.name, got)
		}
	}
}

// A harvest whose plans have no plot claims that of its plantings; one that does
// not say its crop, or grows one that the season has room for twice, says nothing.
func TestPlotsOfPlantingsAndOtherHarvests(t *testing.T) {
	plot, err := geo.Read([]byte(`[-55.718,-12.55,-55.708,-12.54]`))
	if err != nil {
		t.Fatal(err)
	}
	for crop, want := range map[string]string{"SOJA": "TALHAO_EM_OUTRA_SAFRA", "FEIJAO": "", "OUTRA": "", "": ""} {
		entries := []audit.Entry{
			harvestEntry(0, "/cadastroPlanejamento/planoCultivo", "2024/25", fmt.Sprintf(`{"cultura":%q}`, crop)),
			harvestEntry(1, "/producaoAgricola/plantioManejo", "2024/25", `{"areaPlantada":[-55.72,-12.55,-55.71,-12.54]}`),
		}
		o := audit.HarvestOptions{OtherPlots: []audit.OtherPlot{{Harvest: "X", SafraCodigo: "2024/25", Crop: crop, Plot: plot}}}
		c := audit.Harvest(slices.Values(entries), confYear, o)
		if got := conferredRules(c); got != want {
			t.Errorf("%q: %q, want %q", crop, got, want)
		}
		if want != "" && c.Findings[0].Records[0].Field != "areaPlantada" {
			t.Errorf("%q: %+v", crop, c.Findings[0].Records)
		}
	}
}

func TestTablesCanBeGiven(t *testing.T) {
	entries := changedHarvest(t, goldenHarvest(t, soyDemo), "aplicacaoInsumo", 0, "dose", `"0,5 L/ha de novozol"`)
	for _, tc := range []struct {
		name string
		o    audit.HarvestOptions
		want string
	}{
		{"the own tables", audit.HarvestOptions{}, ""},
		{"a longer interval", audit.HarvestOptions{Intervals: []audit.Interval{{Active: "novozol", Crop: "SOJA", Days: 60}}}, "CARENCIA_A_CONFERIR"},
		{"of another crop", audit.HarvestOptions{Intervals: []audit.Interval{{Active: "novozol", Crop: "CAFE", Days: 60}}}, ""},
		{"another window", audit.HarvestOptions{Windows: []audit.SowingWindow{{UF: "MT", From: "2024-11-01", To: "2025-01-01", Source: "x"}}}, "PLANTIO_FORA_DA_JANELA"},
		{"of another state", audit.HarvestOptions{Windows: []audit.SowingWindow{{UF: "GO", From: "2024-11-01", To: "2025-01-01", Source: "x"}}}, ""},
		{"of another season", audit.HarvestOptions{Windows: []audit.SowingWindow{{UF: "MT", From: "2026-09-01", To: "2027-01-01", Source: "x"}}}, ""},
		{"no day of the calendar", audit.HarvestOptions{Windows: []audit.SowingWindow{{UF: "MT", From: "2024-99-01", To: "?", Source: "x"}}}, ""},
	} {
		if got := conferredRules(audit.Harvest(slices.Values(entries), confYear, tc.o)); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	for _, w := range audit.SowingWindows {
		if len(w.UF) != 2 || w.From >= w.To || len(w.From) != 10 || len(w.To) != 10 || w.Source == "" {
			t.Errorf("window %+v", w)
		}
	}
}

func TestPeriodOfAHarvest(t *testing.T) {
	for _, tc := range []struct{ safra, from, to string }{
		{soyDemo, "2024-10-05", "2025-03-20"},
		{coffeeDemo, "2025-01-15", "2025-07-25"},
	} {
		b := audit.NewBook(confYear)
		for _, e := range goldenHarvest(t, tc.safra) {
			b.Add(e)
		}
		from, to := b.Period()
		if from.Format(time.DateOnly) != tc.from || to.Format(time.DateOnly) != tc.to {
			t.Errorf("%s: %v to %v, want %s to %s", tc.safra, from, to, tc.from, tc.to)
		}
	}
	b := audit.NewBook(confYear)
	one, two := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{two, one} {
		e := harvestEntry(at.Day(), "/validacao", "", `{}`)
		e.CreatedAt = at
		b.Add(e)
	}
	if from, to := b.Period(); from != one || to != two {
		t.Errorf("period %v to %v, want when they were written", from, to)
	}
}
