package found_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/lang"
)

func TestRules(t *testing.T) {
	for _, r := range found.Rules {
		if !r.Message.Complete() || r.Source == "" || !strings.HasPrefix(r.ID, "DFE_") || !slices.Contains([]finding.Severity{finding.Info, finding.Alert, finding.Error}, r.Severity) {
			t.Errorf("%+v", r)
		}
		if said := r.Says(lang.PT); said == "" {
			t.Errorf("%s says nothing", r.ID)
		}
	}
}

// Kept findings read back unchanged, in every language.
func TestKeptFindingsReadBack(t *testing.T) {
	const key = "51250211222333000181550010000123451123456780"
	weights := finding.Finding{Rule: found.OtherWeight}
	weights.Say("itens", lang.Text{PT: "36,5", EN: "36.5", ES: "36,5"})
	weights.Say("transporte", "30")
	refused := finding.Finding{Rule: found.NotAuthorized}
	refused.Say("situacao", "301")
	refused.Say("motivo", "Uso Denegado, CPF 529.982.247-25 \"x\"")
	raw := found.Append(nil, key, []finding.Finding{weights, refused, {Rule: found.UncheckedSigner}})
	if err := canon.Validate(raw); err != nil || strings.Contains(string(raw), "529") {
		t.Fatalf("%s: %v", raw, err)
	}
	got, list := found.Read(string(raw))
	if got != key || len(list) != 2 || list[0].Rule != found.OtherWeight || list[1].Rule != found.NotAuthorized {
		t.Fatalf("%s: %q, %+v", raw, got, list)
	}
	for _, l := range lang.All {
		if list[0].Message(l) != weights.Message(l) {
			t.Errorf("%q, want %q", list[0].Message(l), weights.Message(l))
		}
	}
	if none := found.Append(nil, key, []finding.Finding{{Rule: found.UncheckedSigner}}); len(none) != 0 {
		t.Errorf("nothing found is kept as %s", none)
	}
}

// A payload may contain anything there.
func TestStrangeFindingsAreLeftOut(t *testing.T) {
	for _, raw := range []string{``, `null`, `[]`, `"x"`, `{}`, `{"chave":1,"achados":{}}`, `{"achados":[1,null,{},{"regra":"X"},{"regra":7}]}`} {
		if _, list := found.Read(raw); len(list) != 0 {
			t.Errorf("%s: %+v", raw, list)
		}
	}
	_, list := found.Read(`{"chave":"x","achados":[{"regra":"DFE_PESO_DIVERGE","valores":{"itens":{"pt":"1"},"x":"y"}}]}`)
	if len(list) != 1 || list[0].Message(lang.EN) != "the items add up to … kg and the net weight in transport is … kg" {
		t.Errorf("%+v", list)
	}
	_, list = found.Read(`{"achados":[` + strings.TrimSuffix(strings.Repeat(`{"regra":"DFE_CANCELADO"},`, 500), ",") + `]}`)
	if len(list) > 40 {
		t.Errorf("%d are read", len(list))
	}
}
