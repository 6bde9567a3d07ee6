package internal_test

import (
	"testing"

	"rastro/internal/check"
	"rastro/internal/epcis"
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/draft"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/filings"
	"rastro/internal/finding"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/organization"
	"rastro/internal/profile"
	"rastro/internal/share"
	"rastro/internal/sheet"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

// A code is one rule, whatever lists it is on. A list with its own wording keeps that in the rule,
// so that no code has two texts by accident.
func TestEachCodeIsOneRule(t *testing.T) {
	seen := map[string]*finding.Rule{}
	on := map[*finding.Rule]int{}
	for _, list := range []struct {
		name  finding.List
		rules []*finding.Rule
	}{
		{"", kind.Rules}, {"", check.Rules}, {"", profile.Rules}, {finding.Balance, lot.Rules}, {finding.EUFile, plotfile.Rules}, {finding.Request, trace.RequestRules}, {finding.Request, organization.Rules}, {finding.Request, runs.Rules}, {finding.Request, taxdocs.Rules}, {"", dds.Rules}, {"", draft.Rules}, {finding.Request, filings.Rules}, {finding.Request, share.Rules}, {"", epcis.Rules},
	} {
		for _, r := range list.rules {
			if other := seen[r.ID]; other != nil && other != r {
				t.Errorf("%s is two rules: %q and %q", r.ID, other.Message.EN, r.Message.EN)
			}
			if _, reworded := r.Also[list.name]; seen[r.ID] == r && !reworded {
				t.Errorf("%s is on the list %q as well, which has no words for it", r.ID, list.name)
			}
			seen[r.ID] = r
			on[r]++
		}
	}
	for r, lists := range on {
		if lists != len(r.Also)+1 {
			t.Errorf("%s is on %d lists and worded for %d", r.ID, lists, len(r.Also)+1)
		}
		for list, told := range r.Also {
			if !told.Message.Complete() || told.Severity == "" {
				t.Errorf("%s: its words for %q are not complete", r.ID, list)
			}
		}
	}
}

// A spreadsheet's reasons stand next to error codes and rules in one list of problems,
// so none has the code of another fact.
func TestSheetReasonsAreNoOtherCodes(t *testing.T) {
	taken := map[string]string{}
	for code, row := range trace.Errors {
		taken[string(code)] = row.Text.EN
	}
	for _, rules := range [][]*finding.Rule{kind.Rules, check.Rules, profile.Rules, lot.Rules, plotfile.Rules, trace.RequestRules, organization.Rules, runs.Rules, taxdocs.Rules, dds.Rules, draft.Rules, filings.Rules, share.Rules, epcis.Rules} {
		for _, r := range rules {
			taken[r.ID] = r.Message.EN
		}
	}
	delete(taken, string(trace.CodeDocumentTooLarge)) // it is the same fact for any file
	for reason, text := range sheet.Reasons {
		if other, ok := taken[string(reason)]; ok {
			t.Errorf("%s is two facts: %q and %q", reason, text.EN, other)
		}
	}
}
