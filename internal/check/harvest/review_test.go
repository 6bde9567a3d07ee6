package harvest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/geo"
	"rastro/internal/kind"
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
		{"stated in the plan", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"cultura":"Café arábica","soja":"soja"}`)}}, "CAFE"},
		{"stated in the validation, which goes before", "", []harvestExample{
			{Prefix: plan, Payload: []byte(`{"cultura":"SOJA"}`)}, {Prefix: "/validacao", Payload: []byte(`{"cultura":"milho safrinha"}`)}}, "MILHO"},
		{"other", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"cultura":"OUTRA"}`)}}, "OUTRA"},
		{"two plans that do not agree", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"cultura":"SOJA"}`)}, {Prefix: plan, Payload: []byte(`{"cultura":"MILHO"}`)}}, ""},
		{"spoken of", "", []harvestExample{{Prefix: dried, Payload: []byte(`{"produtoEntrada":"Soja em grão úmida"}`)}}, "SOJA"},
		{"the field soja says only how it is grown", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"orgânica"}`)}}, ""},
		{"the field soja says that it is modified, as maize is", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"transgênica RR"}`)}}, ""},
		{"the field soja names soy", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"soja convencional"}`)}}, "SOJA"},
		{"the field soja names a technology of soy", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"transgênica, Intacta RR2 PRO"}`)}}, "SOJA"},
		{"the field soja names a technology of soy, and another record coffee", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"Intacta"}`)}, {Prefix: dried, Payload: []byte(`{"produtoEntrada":"café em coco"}`)}}, "CAFE"},
		{"the field soja is not filled", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"n/a"}`)}}, ""},
		{"the field soja is filled, and another crop is named", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"convencional"}`)}, {Prefix: dried, Payload: []byte(`{"produtoEntrada":"café em coco"}`)}}, "CAFE"},
		{"the field soja is filled, and the record is of coffee", "", []harvestExample{{Prefix: plan, Payload: []byte(`{"soja":"convencional"}`)}, {Prefix: dried, Payload: []byte(`{"bebida":"dura"}`)}}, ""},
		{"stated in the profile, which goes before", "", []harvestExample{
			{Prefix: "/safras", Payload: []byte(`{"cultura":"café"}`)}, {Prefix: plan, Payload: []byte(`{"cultura":"SOJA"}`)}, {Prefix: "/validacao", Payload: []byte(`{"cultura":"milho"}`)}}, "CAFE"},
		{"a profile without a crop", "", []harvestExample{{Prefix: "/safras", Payload: []byte(`{"nome":"soja norte"}`)}, {Prefix: plan, Payload: []byte(`{"cultura":"MILHO"}`)}}, "MILHO"},
		{"in a list", "", []harvestExample{{Prefix: named, Payload: []byte(`{"soja":["Catuaí Vermelho","Café em coco"]}`)}}, "CAFE"},
		{"in the code", "SOJA-MT-2024/25", []harvestExample{{Prefix: plan, Payload: []byte(`{}`)}}, "SOJA"},
		{"about as often", "", []harvestExample{
			{Prefix: dried, Payload: []byte(`{"produtoEntrada":"soja"}`)}, {Prefix: dried, Payload: []byte(`{"produtoEntrada":"milho"}`)}}, ""},
		{"what it was sown into is not it", "", []harvestExample{
			{Prefix: "/producaoAgricola/plantioManejo", Payload: []byte(`{"cultivacaoUtilizada":"soja sobre palhada de milho"}`)}}, "SOJA"},
	} {
		var entries []facts.Entry
		for i, r := range tc.records {
			entries = append(entries, harvestEntry(i, r.Prefix, tc.code, string(r.Payload)))
		}
		if got := reviewOf(entries).Crop; got != tc.want {
			t.Errorf("%s: crop %q, want %q", tc.name, got, tc.want)
		}
	}
}

// A single finding says that the crop is unknown, and how many checks on these records were skipped
// because of it.
func TestUnknownCrop(t *testing.T) {
	const plan, sown, reaped, hired = "/cadastroPlanejamento/planoCultivo", "/producaoAgricola/plantioManejo", "/colheitaIdentificacaoProducao/colheita", "/producaoAgricola/maoDeObra"
	for _, tc := range []struct {
		name    string
		records []harvestExample
		want    string // how many checks; "" for no finding
	}{
		{"nothing", nil, ""},
		{"nothing to check", []harvestExample{{Prefix: hired, Payload: []byte(`{}`)}}, ""},
		{"a plan", []harvestExample{{Prefix: plan, Payload: []byte(`{}`)}}, "6"},
		{"a planting and a harvest", []harvestExample{{Prefix: sown, Payload: []byte(`{}`)}, {Prefix: reaped, Payload: []byte(`{}`)}}, "10"},
		{"a crop that is said", []harvestExample{{Prefix: plan, Payload: []byte(`{"cultura":"MILHO"}`)}}, ""},
		{"a crop in the profile", []harvestExample{{Prefix: plan, Payload: []byte(`{}`)}, {Prefix: "/safras", Payload: []byte(`{"cultura":"MILHO"}`)}}, ""},
		{"a profile without a crop", []harvestExample{{Prefix: plan, Payload: []byte(`{}`)}, {Prefix: "/safras", Payload: []byte(`{"uf":"MT"}`)}}, "6"},
	} {
		var entries []facts.Entry
		for i, r := range tc.records {
			entries = append(entries, harvestEntry(i, r.Prefix, "", string(r.Payload)))
		}
		got := ""
		for _, f := range reviewOf(entries).Findings {
			if f.Rule.ID == noCrop {
				got += f.Args["regras"] + f.Words["regras"].PT
			}
		}
		if got != tc.want {
			t.Errorf("%s: %q checks skipped, want %q", tc.name, got, tc.want)
		}
	}
}

// A profile that states another crop than a record is a contradiction, and its CAR and state
// count for the checks that read them.
func TestReviewInheritsTheProfile(t *testing.T) {
	const car = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"
	plan := harvestEntry(0, "/cadastroPlanejamento/planoCultivo", "", `{"cultura":"SOJA"}`)
	sown := harvestEntry(1, "/producaoAgricola/plantioManejo", "", `{"dataPlantio":"2024-07-20"}`)
	stated := func(payload string) []facts.Entry {
		return []facts.Entry{plan, sown, harvestEntry(2, "/safras", "", payload)}
	}
	if got := rulesOf(reviewOf(stated(`{"cultura":"CAFE"}`))); !strings.Contains(got, "CULTURAS_DIFERENTES") {
		t.Errorf("another crop: %q", got)
	}
	for payload, outside := range map[string]bool{`{}`: false, `{"uf":"MT"}`: true, `{"car":"` + car + `"}`: true} {
		if got := strings.Contains(rulesOf(reviewOf(stated(payload))), "PLANTIO_FORA_DA_JANELA"); got != outside {
			t.Errorf("%s: sown outside of the window: %t, want %t", payload, got, outside)
		}
	}
	has := func(payload string) bool {
		c := checkEntries(slices.Values(stated(payload)), reviewYear, harvest.Options{Target: harvest.EUDR})
		return slices.ContainsFunc(c.Completeness.Present, func(s harvest.Step) bool { return s.Topic == harvest.AboutLand })
	}
	if has(`{}`) || !has(`{"car":"`+car+`"}`) {
		t.Error("the CAR of the profile does not count as the farm's register")
	}
	if got := rulesOf(reviewOf(stated(`{"alvos":["EUDR"]}`))); !strings.Contains(got, "TALHAO_SEM_LOCALIZACAO") {
		t.Errorf("a harvest whose profile names the EU is not checked for it: %q", got)
	}
	if got := rulesOf(reviewOf(stated(`{"alvos":["INTERNO"]}`))); strings.Contains(got, "TALHAO_SEM_LOCALIZACAO") {
		t.Errorf("a harvest for the domestic market is checked for the EU: %q", got)
	}
	shipment := map[string][]*kind.Kind{"SOJA": {kind.ByPrefix(kind.Shipment)}}
	for payload, due := range map[string]int{`{"alvos":["EXPORTACAO"]}`: 1, `{"alvos":["INTERNO"]}`: 0} {
		if got := checkEntries(slices.Values(stated(payload)), reviewYear, harvest.Options{Mandatory: shipment}).Completeness.Missing; len(got) != due {
			t.Errorf("%s: %d records are missing, want %d", payload, len(got), due)
		}
	}
}

// A book says what to look up elsewhere before it is compared with the answers.
func TestBookAsksAndIsAnswered(t *testing.T) {
	entries := changedHarvest(t, goldenHarvest(t, soyDemo), "recebimento", 0, "loteOrigem", `"GO24-S-7"`)
	b := facts.NewBook(reviewYear)
	for _, e := range entries {
		b.Add(e)
	}
	if got := b.UnknownLots(); !slices.Equal(got, []string{"GO24-S-7"}) {
		t.Errorf("unknown lots %q", got)
	}
	if b.Crop() != "SOJA" || b.Len() != len(entries) || b.Count(entries[0].Kind) != 1 || len(b.Claims()) != 1 {
		t.Errorf("crop %q, %d records, %d plans, %d plots", b.Crop(), b.Len(), b.Count(entries[0].Kind), len(b.Claims()))
	}
	if got := rulesOf(harvest.Check(b, harvest.Options{})); got != "LOTE_DESCONHECIDO" {
		t.Errorf("without an answer %q", got)
	}
	if got := rulesOf(harvest.Check(b, harvest.Options{OtherLots: []string{"go24-s-7"}})); got != "" {
		t.Errorf("with the answer %q", got)
	}
	b.Add(harvestEntry(99, "/colheitaIdentificacaoProducao/identificacaoLote", "2024/25", `{"codigoLote":"GO24-S-7"}`))
	if got := rulesOf(harvest.Check(b, harvest.Options{})); got != "" {
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
		other harvest.OtherPlot
		want  string
	}{
		{"same season and crop", harvest.OtherPlot{HarvestCode: "2024/2025", Crop: "SOJA", Plot: near}, "TALHAO_EM_OUTRA_SAFRA"},
		{"a crop that is not known", harvest.OtherPlot{HarvestCode: "2024/25", Plot: near}, ""},
		{"another crop of the season", harvest.OtherPlot{HarvestCode: "2024/25", Crop: "MILHO", Plot: near}, ""},
		{"the season before", harvest.OtherPlot{HarvestCode: "2023/24", Crop: "SOJA", Plot: near}, ""},
		{"no season", harvest.OtherPlot{HarvestCode: "T-07", Crop: "SOJA", Plot: near}, ""},
		{"next to it", harvest.OtherPlot{HarvestCode: "2024/25", Crop: "SOJA", Plot: read(`[-55.71,-12.55,-55.70,-12.54]`)}, ""},
		{"a tenth of it", harvest.OtherPlot{HarvestCode: "2024/25", Crop: "SOJA", Plot: read(`[-55.711,-12.55,-55.701,-12.54]`)}, ""},
		{"a point", harvest.OtherPlot{HarvestCode: "2024/25", Crop: "SOJA", Plot: read(`[-55.715,-12.545]`)}, ""},
		{"no plot", harvest.OtherPlot{HarvestCode: "2024/25", Crop: "SOJA"}, ""},
	} {
		o := harvest.Options{OtherPlots: []harvest.OtherPlot{tc.other}}
		if got := rulesOf(checkEntries(slices.Values(goldenHarvest(t, soyDemo)), reviewYear, o)); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// A record under another season's code does not stop the comparison of land, nor do more such
// records than seasons are compared.
func TestOddSeasonComparesLandStill(t *testing.T) {
	plot, err := geo.Read([]byte(`[-55.718,-12.55,-55.708,-12.54]`))
	if err != nil {
		t.Fatal(err)
	}
	o := harvest.Options{OtherPlots: []harvest.OtherPlot{{HarvestCode: "2024/25", Crop: "SOJA", Plot: plot}}}
	entries := goldenHarvest(t, soyDemo)
	for year := 2000; year < 2020; year++ {
		odd := entries[0]
		odd.ID, odd.Kind, odd.HarvestCode, odd.Payload = strconv.Itoa(year), kind.ByPrefix(kind.Planting), strconv.Itoa(year), []byte(`{}`)
		entries = append(entries, odd)
		if got := rulesOf(checkEntries(slices.Values(entries), reviewYear, o)); !strings.Contains(got, "TALHAO_EM_OUTRA_SAFRA") {
			t.Fatalf("with a record of %d: %q", year, got)
		}
	}
}

// The finding says how many other harvests there are, and names the one with the largest overlap if
// it may.
func TestPlotsOfOtherHarvestsSaid(t *testing.T) {
	plot, err := geo.Read([]byte(`[-55.718,-12.55,-55.708,-12.54]`))
	if err != nil {
		t.Fatal(err)
	}
	other := func(harvestID string, named bool) harvest.OtherPlot {
		return harvest.OtherPlot{Harvest: harvestID, Named: named, HarvestCode: "2024/25", Crop: "SOJA", Plot: plot}
	}
	var crowd []harvest.OtherPlot
	for i := range 3_000 {
		crowd = append(crowd, other(fmt.Sprint("S-", i), true))
	}
	for _, tc := range []struct {
		name      string
		o         harvest.Options
		says, not string
	}{
		{"named", harvest.Options{OtherPlots: []harvest.OtherPlot{other("VIZINHA", true)}}, "período (VIZINHA) em 96,18 ha (80 % do menor); safras sobre ele: 1.", "mais"},
		{"not to be named", harvest.Options{OtherPlots: []harvest.OtherPlot{other("VIZINHA", false)}}, "período em 96,18 ha", "VIZINHA"},
		{"two plots of one", harvest.Options{OtherPlots: []harvest.OtherPlot{other("VIZINHA", true), other("VIZINHA", true)}}, "safras sobre ele: 1.", "mais"},
		{"two", harvest.Options{OtherPlots: []harvest.OtherPlot{other("VIZINHA", true), other("OUTRA", true)}}, "safras sobre ele: 2.", "mais"},
		{"more than were looked at", harvest.Options{OtherPlots: []harvest.OtherPlot{other("VIZINHA", true)}, OtherPlotsMore: true}, "safras sobre ele: 1 ou mais.", ""},
		{"a crowd", harvest.Options{OtherPlots: crowd}, "safras sobre ele: 2.000 ou mais.", ""},
	} {
		c := checkEntries(slices.Values(goldenHarvest(t, soyDemo)), reviewYear, tc.o)
		if len(c.Findings) == 0 || c.Summary.Alerts != 1 {
			t.Errorf("%s: %+v", tc.name, c.Summary)
			continue
		}
		if got := c.Findings[0].Message(lang.PT); !strings.Contains(got, tc.says) || tc.not != "" && strings.Contains(got, tc.not) {
			t.Errorf("%s: %s", tc.name, got)
		}
	}
}

// A harvest whose plans have no plot claims that of its plantings. One without a crop, or with a
// crop that fits twice into the season, causes no finding.
func TestPlotsOfPlantingsAndOtherHarvests(t *testing.T) {
	plot, err := geo.Read([]byte(`[-55.718,-12.55,-55.708,-12.54]`))
	if err != nil {
		t.Fatal(err)
	}
	for crop, want := range map[string]string{"SOJA": "TALHAO_EM_OUTRA_SAFRA", "FEIJAO": "", "OUTRA": "", "": ""} {
		entries := []facts.Entry{
			harvestEntry(0, "/cadastroPlanejamento/planoCultivo", "2024/25", fmt.Sprintf(`{"cultura":%q}`, crop)),
			harvestEntry(1, "/producaoAgricola/plantioManejo", "2024/25", `{"areaPlantada":[-55.72,-12.55,-55.71,-12.54]}`),
		}
		o := harvest.Options{OtherPlots: []harvest.OtherPlot{{Harvest: "X", HarvestCode: "2024/25", Crop: crop, Plot: plot}}}
		c := checkEntries(slices.Values(entries), reviewYear, o)
		if got := rulesOf(c); got != want {
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
		o    harvest.Options
		want string
	}{
		{"the own tables", harvest.Options{}, ""},
		{"a longer interval", harvest.Options{Intervals: []harvest.Interval{{Active: "novozol", Crop: "SOJA", Days: 60}}}, "CARENCIA_A_CONFERIR"},
		{"of another crop", harvest.Options{Intervals: []harvest.Interval{{Active: "novozol", Crop: "CAFE", Days: 60}}}, ""},
		{"another window", harvest.Options{Windows: []harvest.SowingWindow{{UF: "MT", From: "2024-11-01", To: "2025-01-01", Source: "x"}}}, "PLANTIO_FORA_DA_JANELA"},
		{"of another state", harvest.Options{Windows: []harvest.SowingWindow{{UF: "GO", From: "2024-11-01", To: "2025-01-01", Source: "x"}}}, ""},
		{"of another season", harvest.Options{Windows: []harvest.SowingWindow{{UF: "MT", From: "2026-09-01", To: "2027-01-01", Source: "x"}}}, ""},
		{"no day of the calendar", harvest.Options{Windows: []harvest.SowingWindow{{UF: "MT", From: "2024-99-01", To: "?", Source: "x"}}}, ""},
	} {
		if got := rulesOf(checkEntries(slices.Values(entries), reviewYear, tc.o)); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	for _, w := range harvest.SowingWindows {
		if len(w.UF) != 2 || w.From >= w.To || len(w.From) != 10 || len(w.To) != 10 || w.Source == "" {
			t.Errorf("window %+v", w)
		}
	}
}

func TestPeriodOfAHarvest(t *testing.T) {
	for _, tc := range []struct{ harvest, from, to string }{
		{soyDemo, "2024-10-05", "2025-03-20"},
		{coffeeDemo, "2025-01-15", "2025-07-25"},
	} {
		b := facts.NewBook(reviewYear)
		for _, e := range goldenHarvest(t, tc.harvest) {
			b.Add(e)
		}
		from, to := b.Period()
		if !b.Dated() || from.Format(time.DateOnly) != tc.from || to.Format(time.DateOnly) != tc.to {
			t.Errorf("%s: %v to %v, want %s to %s", tc.harvest, from, to, tc.from, tc.to)
		}
	}
	b := facts.NewBook(reviewYear)
	one, two := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{two, one} {
		e := harvestEntry(at.Day(), "/validacao", "", `{}`)
		e.CreatedAt = at
		b.Add(e)
	}
	if from, to := b.Period(); from != one || to != two || b.Dated() {
		t.Errorf("period %v to %v, want when they were written", from, to)
	}
}
