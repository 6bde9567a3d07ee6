package harvest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/canon"
	"rastro/internal/check"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// sound fails unless a review meets what always holds: it is bounded, lists the worst findings
// first, refers only to existing records, and can be written in every language.
func sound(t testing.TB, entries []facts.Entry, c harvest.Review) {
	t.Helper()
	there := map[[2]string]bool{}
	for _, e := range entries {
		if e.Kind != nil {
			there[[2]string{e.Kind.Prefix, e.ID}] = true
		}
	}
	if len(c.Findings) > 500 {
		t.Fatalf("%d findings", len(c.Findings))
	}
	count := finding.Summary{}
	weight := map[finding.Severity]int{finding.Error: 0, finding.Alert: 1, finding.Info: 2}
	last := 0
	for _, f := range c.Findings {
		switch f.Rule.Severity {
		case finding.Error:
			count.Errors++
		case finding.Alert:
			count.Alerts++
		default:
			count.Infos++
		}
		if weight[f.Rule.Severity] < last {
			t.Fatalf("%s is after a lighter finding", f.Rule.ID)
		}
		last = weight[f.Rule.Severity]
		if len(f.Records) == 0 || len(f.Records) > 20 {
			t.Fatalf("%s names %d records", f.Rule.ID, len(f.Records))
		}
		for _, r := range f.Records {
			if !there[[2]string{r.Prefix, r.ID}] || r.Field == "" {
				t.Fatalf("%s names %+v, which is not there", f.Rule.ID, r)
			}
		}
	}
	if got := len(c.Findings); got < 500 && count != c.Summary {
		t.Fatalf("findings are %+v, the summary says %+v", count, c.Summary)
	}
	if p := c.Completeness.Percent; p < 0 || p > 100 || len(c.Completeness.Missing) != len(c.Completeness.Next) {
		t.Fatalf("completeness %+v", c.Completeness)
	}
	for _, l := range lang.All {
		if text := c.AppendJSON(nil, l); canon.Validate(text) != nil {
			t.Fatalf("review in %s is not JSON: %s", l.Tag(), text)
		}
	}
}

// someHarvest draws a harvest: golden records, some changed, some left out, some duplicated.
func someHarvest(t *testing.T, rt *rapid.T) []facts.Entry {
	harvest := rapid.SampledFrom([]string{soyDemo, coffeeDemo}).Draw(rt, "safra")
	entries := goldenHarvest(t, harvest)
	for range rapid.IntRange(0, 4).Draw(rt, "changes") {
		tc := rapid.SampledFrom(harvestChanges).Draw(rt, "change")
		if tc.harvest == harvest {
			entries = changedHarvest(t, entries, tc.kind, tc.nth, tc.member, tc.value)
		}
	}
	var out []facts.Entry
	for _, e := range entries {
		for range rapid.SampledFrom([]int{1, 1, 1, 1, 0, 2}).Draw(rt, "times") {
			out = append(out, harvestEntry(len(out), e.Kind.Prefix, e.HarvestCode, string(e.Payload)))
		}
	}
	return out
}

func TestOrderOfEntriesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		entries := someHarvest(t, rt)
		c := reviewOf(entries)
		sound(t, entries, c)
		want := string(c.AppendJSON(nil, lang.PT))
		shuffled := slices.Clone(entries)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := string(reviewOf(shuffled).AppendJSON(nil, lang.PT)); got != want {
			rt.Fatalf("in another order:\n%s\nwant\n%s", got, want)
		}
	})
}

// harmless are records that any harvest can have.
var harmless = []struct{ prefix, payload string }{
	{"/producaoAgricola/maoDeObra", `{"nomeTrabalhador":"Zé Prado","horas":8}`},
	{"/producaoAgricola/aplicacaoInsumo", `{"tipo":"Calcário","dose":"2 t/ha","data":"2024-03-10"}`},
	{"/producaoAgricola/aplicacaoInsumo", `{}`},
	{"/armazenamento/controleQualidade", `{"analiseQualidade":"umidade 13%","identificacao":"sem mistura de lotes"}`},
	{"/processamento/controleQualidade", `{"presencaContaminante":"Não houve"}`},
	{"/transporteLogistico/documentacaoCarga", `{"notaFiscal":"4471"}`},
	{"/exportacao/inspecaoPreEmbarque", `{"resultadoInspecao":"Aprovado"}`},
	{"/validacao", `{"status":"PENDENTE"}`},
	{"/colheitaIdentificacaoProducao/identificacaoLote", `{"codigoLote":"NOVO-2025-9"}`},
	{"/exportacao/certificadoConformidade", `{"certificadosSustentabilidade":"RTRS 2024-0456"}`},
}

func TestHarmlessRecordsAddNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		entries := someHarvest(t, rt)
		want := rulesOf(reviewOf(entries))
		add := rapid.SampledFrom(harmless).Draw(rt, "add")
		more := append(slices.Clone(entries), harvestEntry(len(entries), add.prefix, entries[0].HarvestCode, add.payload))
		got := strings.Fields(rulesOf(reviewOf(more)))
		for _, id := range got {
			if !strings.Contains(want, id) {
				rt.Fatalf("%s %s adds %s to %q", add.prefix, add.payload, id, want)
			}
		}
	})
}

func FuzzHarvest(f *testing.F) {
	index := map[string]uint8{}
	for i, k := range kind.All {
		index[k.Prefix] = uint8(i)
		f.Add(uint8(i), []byte(k.Example), uint8(i), []byte(k.Example), uint8(0), []byte(`{}`))
	}
	for _, r := range check.Rules {
		if !r.Harvest {
			continue
		}
		var list []harvestExample
		if err := canon.Unmarshal([]byte(r.Trigger), &list); err != nil {
			f.Fatal(err)
		}
		for len(list) < 3 {
			list = append(list, harvestExample{Prefix: "/validacao", Payload: []byte(`{"cultura":"SOJA"}`)})
		}
		f.Add(index[list[0].Prefix], []byte(list[0].Payload), index[list[1].Prefix], []byte(list[1].Payload), index[list[2].Prefix], []byte(list[2].Payload))
	}
	f.Fuzz(func(t *testing.T, k1 uint8, d1 []byte, k2 uint8, d2 []byte, k3 uint8, d3 []byte) {
		var entries []facts.Entry
		for i, one := range []struct {
			k uint8
			d []byte
		}{{k1, d1}, {k2, d2}, {k3, d3}, {k1, d2}, {k2, d3}, {k3, d1}} {
			entries = append(entries, harvestEntry(i, kind.All[int(one.k)%len(kind.All)].Prefix, fmt.Sprintf("%.9s", one.d), string(one.d)))
		}
		for _, target := range []harvest.Target{"", harvest.EUDR, harvest.Export, harvest.Domestic} {
			o := harvest.Options{Mandatory: mandatoryKinds(), Target: target}
			c := checkEntries(slices.Values(entries), reviewYear, o)
			sound(t, entries, c)
			back := slices.Clone(entries)
			slices.Reverse(back)
			if got, want := checkEntries(slices.Values(back), reviewYear, o).AppendJSON(nil, lang.EN), c.AppendJSON(nil, lang.EN); string(got) != string(want) {
				t.Fatalf("in another order:\n%s\nwant\n%s", got, want)
			}
		}
	})
}
