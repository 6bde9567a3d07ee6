package eudr

import (
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/profile"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// A lot is ready only if nothing that its page lists as required is missing.
func TestReadyHasNothingMissing(t *testing.T) {
	for situation, ready := range map[Situation]bool{There: true, Elsewhere: true, Missing: false, Unexamined: false} {
		said := (&Report{Report: plotfile.Report{Plots: 1}}).Verdict([]Information{{Item: "PAIS", Situation: There}, {Item: "FORNECEDOR", Situation: situation}}, nil)
		if said.Ready() != ready {
			t.Errorf("%s: ready %t", situation, said.Ready())
		}
		if got := string(said.appendJSON(nil, lang.PT)); strings.Contains(got, `"faltam":["FORNECEDOR"]`) == ready {
			t.Errorf("%s: %s", situation, got)
		}
	}
}

// A plot of a file that would be accepted is missing if the harvest's own review misses it.
func TestPlotsAreJudgedAsInTheReview(t *testing.T) {
	loose := review.Result{Review: harvest.Review{Completeness: harvest.Completeness{Missing: []harvest.Step{{Topic: harvest.AboutPlots}}}}}
	e := &evidence{report: &Report{Report: plotfile.Report{Plots: 1}}, harvests: []Reviewed{{"A", loose}}}
	info := Information{Situation: There}
	if e.plots(&info); info.Situation != Missing || info.Count != 1 || !strings.Contains(info.Text(lang.PT), "polígono") {
		t.Errorf("%+v", info)
	}
}

// Values that a harvest's page shows as derived also appear in the check of its lot.
func TestDerivedValuesAreTold(t *testing.T) {
	derived := profile.Derived{profile.Town: {Text: "Sorriso"}, profile.State: {Text: "MT"}}
	plotless := plotfile.NewCollector(plotfile.EU, 0)
	err := plotless.Add(&lineage.OriginPlot{
		Record: &trace.Record{Kind: kind.ByPrefix(kind.Plan), HarvestID: "A"}, Field: "geojson",
		Geometry: []byte(`{"type":"Point","coordinates":[-55.71,-12.55]}`), Producer: lineage.Producer{Name: "Ana", Country: "BR", Stated: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Report: *plotless.Finish(&lineage.Origin{Lot: "L"})}
	r.suggestDerived([]Reviewed{{"A", review.Result{Review: harvest.Review{Derived: derived}}}, {"B", review.Result{}}})
	var told []string
	for i := range r.Findings {
		told = append(told, r.Findings[i].Message(lang.PT))
	}
	if !strings.Contains(strings.Join(told, "\n"), "Sorriso/MT") {
		t.Errorf("%q", told)
	}
}

// The path of a part gives the same file: with the holes cut, if they were.
func TestPathOfPart(t *testing.T) {
	r := &Report{Report: plotfile.Report{Lot: "L", HolesCut: true}}
	if got := r.PartPath(1); got != "/eudr/lote/L?parte=1&furos=cortar" {
		t.Error(got)
	}
}
