package harvest_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"rastro/internal/attachment"
	"rastro/internal/check"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/demo"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
)

// reviewYear is the year in which the tests review harvests.
const reviewYear = 2026

// checkEntries checks the records of one harvest, in any order.
func checkEntries(entries iter.Seq[facts.Entry], year int, o harvest.Options) harvest.Review {
	b := facts.NewBook(year)
	for e := range entries {
		b.Add(e)
	}
	return harvest.Check(b, o)
}

// optionalNumbers are the records that a harvest may do without, per crop.
var optionalNumbers = map[string]string{"SOJA": "04 10 19 21 28", "CAFE": "19 21 28", "OUTRA": "04 10 19 21 28"}

// mandatoryKinds returns a phase catalogue as a new store has it.
func mandatoryKinds() map[string][]*kind.Kind {
	all := map[string][]*kind.Kind{}
	for crop, optional := range optionalNumbers {
		for _, k := range kind.All {
			if k.Number == "" || !strings.Contains(optional, k.Number) {
				all[crop] = append(all[crop], k)
			}
		}
	}
	return all
}

// harvestEntry makes an entry of a harvest, with the id of its place.
func harvestEntry(i int, prefix, code, payload string) facts.Entry {
	return facts.Entry{Kind: kind.ByPrefix(prefix), ID: fmt.Sprintf("01970000-0000-7000-8000-%012d", i), HarvestCode: code, Payload: []byte(payload)}
}

// goldenHarvest returns the entries of a demo harvest.
func goldenHarvest(t testing.TB, harvestID string) []facts.Entry {
	t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	var entries []facts.Entry
	for _, r := range records {
		if r.HarvestID == harvestID {
			entries = append(entries, harvestEntry(len(entries), r.Prefix, r.Season, string(r.Payload)))
		}
	}
	return entries
}

const (
	soyDemo    = "DEMO-SOJA-MT-2024-25"
	coffeeDemo = "DEMO-CAFE-MG-2025"
)

func reviewOf(entries []facts.Entry) harvest.Review {
	return checkEntries(slices.Values(entries), reviewYear, harvest.Options{Mandatory: mandatoryKinds()})
}

// noCrop is the rule on a harvest without a known crop.
const noCrop = "SAFRA_SEM_CULTURA"

// rulesOf returns the rules of the findings in order, each as often as it found something. It
// leaves out noCrop: few cases state the crop, and TestUnknownCrop covers that rule.
func rulesOf(c harvest.Review) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(allRulesOf(c), noCrop, "")), " ")
}

func allRulesOf(c harvest.Review) string {
	var ids []string
	for _, f := range c.Findings {
		ids = append(ids, f.Rule.ID)
	}
	return strings.Join(ids, " ")
}

// toldReview writes the findings of a review for a failing test.
func toldReview(c harvest.Review) string {
	var b strings.Builder
	for _, f := range c.Findings {
		fmt.Fprintf(&b, "\n  %s %s: %s", f.Rule.Severity, f.Rule.ID, f.Message(lang.PT))
		for _, r := range f.Records {
			fmt.Fprintf(&b, "\n    %s %s %s", r.Prefix, r.ID[len(r.ID)-4:], r.Field)
		}
	}
	return b.String()
}

func TestGoldenHarvestsAgree(t *testing.T) {
	for _, harvest := range []string{soyDemo, coffeeDemo} {
		c := reviewOf(goldenHarvest(t, harvest))
		if len(c.Findings) != 0 || c.Summary != (finding.Summary{}) {
			t.Errorf("%s: %+v%s", harvest, c.Summary, toldReview(c))
		}
		want := "SOJA"
		if harvest == coffeeDemo {
			want = "CAFE"
		}
		if c.Crop != want {
			t.Errorf("%s: crop %q, want %q", harvest, c.Crop, want)
		}
		if got := c.Completeness; got.Percent != 100 || len(got.Missing) != 0 || len(got.Next) != 0 || len(got.Present) == 0 {
			t.Errorf("%s: completeness %+v", harvest, got)
		}
	}
}

// harvestExample is a record of a rule's Trigger or Quiet. One with a safraId belongs to another
// harvest; RESERVADA is one that the reader may not read, NAO_LIDA one that was not read.
type harvestExample struct {
	Prefix    string            `json:"prefixo"`
	HarvestID string            `json:"safraId"`
	Season    string            `json:"safraCodigo"`
	DecidedAt string            `json:"decididoEm"` // an administrator decided for the owner
	Payload   json.RawMessage   `json:"dados"`
	Files     []attachment.File `json:"anexos"`
}

// harvestExamples reads a Trigger or Quiet into entries and options.
func harvestExamples(t *testing.T, text string) ([]facts.Entry, harvest.Options) {
	t.Helper()
	var list []harvestExample
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var entries []facts.Entry
	o := harvest.Options{Mandatory: mandatoryKinds()}
	for i, e := range list {
		if kind.ByPrefix(e.Prefix) == nil {
			t.Fatalf("%s: no kind %q", text, e.Prefix)
		}
		if e.HarvestID == "" {
			entry := harvestEntry(i, e.Prefix, e.Season, string(e.Payload))
			entry.Files = e.Files
			entries = append(entries, entry)
			continue
		}
		if e.HarvestID == "NAO_LIDA" {
			o.LotsLeft++
			continue
		}
		var code struct {
			CodigoLote, GTIN string
			Lotes            []string
		}
		if err := json.Unmarshal(e.Payload, &code); err != nil {
			t.Fatal(err)
		}
		if len(code.Lotes) == 1 { // a validation that only names it
			for _, own := range list {
				if own.HarvestID == "" && strings.Contains(string(own.Payload), code.Lotes[0]) {
					o.Claims = append(o.Claims, harvest.RivalClaim{Code: code.Lotes[0], Cited: true, Owned: true, Harvests: []string{e.HarvestID}})
				}
			}
			continue
		}
		if code.CodigoLote+code.GTIN != "" { // the first to claim it owns it
			for k, own := range list {
				if own.HarvestID == "" && string(own.Payload) == string(e.Payload) {
					claim := harvest.RivalClaim{Code: code.CodigoLote, Owned: k < i, Settled: e.DecidedAt != "", Decision: lang.Text{PT: e.DecidedAt, EN: e.DecidedAt, ES: e.DecidedAt}, Harvests: []string{e.HarvestID}}
					if code.GTIN != "" {
						claim.Code, claim.GTIN = "0"+code.GTIN, true
					}
					o.Claims = append(o.Claims, claim)
				}
			}
			continue
		}
		var plan struct {
			Polygon json.RawMessage `json:"poligono"`
			Crop    string          `json:"cultura"`
		}
		if err := json.Unmarshal(e.Payload, &plan); err != nil {
			t.Fatal(err)
		}
		plot, err := geo.Read(plan.Polygon)
		if err != nil {
			t.Fatal(err)
		}
		if code, ok := strings.CutPrefix(e.HarvestID, "CAMADA "); ok {
			o.Land = landExample(t, code, list, plot)
			continue
		}
		if region, ok := plot.Extent().Region(); ok && e.HarvestID == "RESERVADA" { // the reader may not read it
			o.Hidden = append(o.Hidden, harvest.HiddenLand{Region: region, Ha: plot.AreaHa})
			continue
		}
		o.OtherPlots = append(o.OtherPlots, harvest.OtherPlot{Harvest: e.HarvestID, Named: true, HarvestCode: e.Season, Crop: plan.Crop, Plot: plot})
	}
	return entries, o
}

// landExample compares the plans of the harvest itself with an area of a layer.
func landExample(t *testing.T, code string, list []harvestExample, area *geo.Plot) (land harvest.Land) {
	land.Layers = []landlayer.Layer{{Name: "camada", Kind: landlayer.KindOf(code), Date: "2025-07-31"}}
	for i, own := range list {
		var plan struct {
			Polygon json.RawMessage `json:"poligono"`
		}
		if own.HarvestID != "" || json.Unmarshal(own.Payload, &plan) != nil || plan.Polygon == nil {
			continue
		}
		plot, err := geo.Read(plan.Polygon)
		if err != nil {
			t.Fatal(err)
		}
		shared, _ := geo.Against([]*geo.Plot{plot}, []*geo.Plot{area}, 0, 1)
		if len(shared) > 0 {
			land.Overlaps = append(land.Overlaps, landlayer.Overlap{Plot: len(land.Refs), Ha: shared[0].Ha, Polygons: 1})
		}
		entry := harvestEntry(i, own.Prefix, own.Season, string(own.Payload))
		land.Refs, land.Plots = append(land.Refs, finding.Ref{Prefix: own.Prefix, ID: entry.ID, Field: "poligono"}), land.Plots+1
	}
	return land
}

func TestHarvestRulesShowThemselves(t *testing.T) {
	rules := 0
	for _, r := range check.Rules {
		if !r.Harvest {
			continue
		}
		rules++
		for _, prefix := range r.Kinds {
			if kind.ByPrefix(prefix) == nil {
				t.Errorf("%s: no kind %q", r.ID, prefix)
			}
		}
		for _, tc := range []struct {
			name, text string
			want       string
		}{{"trigger", r.Trigger, r.ID}, {"quiet", r.Quiet, ""}} {
			entries, o := harvestExamples(t, tc.text)
			c := checkEntries(slices.Values(entries), reviewYear, o)
			got := rulesOf(c)
			if r.ID == noCrop {
				got = allRulesOf(c)
			}
			if got != tc.want {
				t.Errorf("%s: its %s gives %q, want %q%s", r.ID, tc.name, got, tc.want, toldReview(c))
			}
			for _, f := range c.Findings {
				for _, l := range lang.All {
					if m := f.Message(l); strings.ContainsAny(m, "{}") {
						t.Errorf("%s in %s: %q has an empty placeholder", f.Rule.ID, l.Tag(), m)
					}
				}
			}
		}
	}
	if rules < 40 {
		t.Errorf("%d rules on harvests", rules)
	}
}
