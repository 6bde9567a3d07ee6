package eudr

import (
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
	"rastro/internal/review"
)

// A lot is ready only if nothing that its page lists as required is missing.
func TestReadyHasNothingMissing(t *testing.T) {
	for situation, ready := range map[Situation]bool{There: true, Elsewhere: true, Missing: false, Unexamined: false} {
		said := (&Report{Plots: 1}).Verdict([]Information{{Item: "PAIS", Situation: There}, {Item: "FORNECEDOR", Situation: situation}}, nil)
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
	e := &evidence{report: &Report{Plots: 1}, harvests: []Reviewed{{"A", loose}}}
	info := Information{Situation: There}
	if e.plots(&info); info.Situation != Missing || info.Count != 1 || !strings.Contains(info.Text(lang.PT), "polígono") {
		t.Errorf("%+v", info)
	}
}

// Values that a harvest's page shows as derived also appear in the check of its lot.
func TestDerivedValuesAreTold(t *testing.T) {
	derived := profile.Derived{profile.Town: {Text: "Sorriso"}, profile.State: {Text: "MT"}, profile.Producer: {Text: "Fazenda X"}}
	of := Reviewed{"A", review.Result{Review: harvest.Review{Derived: derived}}}
	about := func(rule *finding.Rule, harvestID string) Finding {
		return Finding{Finding: finding.Finding{Rule: rule, Args: lang.Args{"nome": "Org"}}, Record: &Ref{HarvestID: harvestID}}
	}
	r := &Report{Findings: []Finding{about(noPlace, "A"), about(assumedProducer, "A"), about(noPlace, "B")}}
	r.SuggestDerived([]Reviewed{of, {"B", review.Result{}}})
	for i, want := range []string{"Sorriso/MT", "Fazenda X", "sem local de produção"} {
		if got := r.Findings[i].Message(lang.PT); !strings.Contains(got, want) {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}
