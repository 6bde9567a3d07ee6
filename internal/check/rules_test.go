package check_test

import (
	"regexp"
	"slices"
	"testing"

	"rastro/internal/check"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range check.Rules {
		if r.ID == "" || seen[r.ID] {
			t.Errorf("rule id %q is empty or there twice", r.ID)
		}
		seen[r.ID] = true
		if !slices.Contains([]finding.Severity{finding.Info, finding.Alert, finding.Error}, r.Severity) {
			t.Errorf("%s: unknown severity %q", r.ID, r.Severity)
		}
		if r.Source == "" {
			t.Errorf("%s: no source", r.ID)
		}
		for _, prefix := range append(r.Kinds, r.On) {
			if prefix != "" && kind.ByPrefix(prefix) == nil {
				t.Errorf("%s: no kind has the prefix %q", r.ID, prefix)
			}
		}
		texts := []lang.Text{r.Message}
		if r.Hint != (lang.Text{}) {
			texts = append(texts, r.Hint)
		}
		for _, text := range texts {
			if !text.Complete() {
				t.Errorf("%s: text is missing in a language: %+v", r.ID, text)
			}
			want := placeholders(text.PT)
			for _, l := range lang.All {
				if got := placeholders(text.In(l)); !slices.Equal(got, want) {
					t.Errorf("%s in %s has the placeholders %q, want %q", r.ID, l.Tag(), got, want)
				}
			}
		}
	}
}

// placeholders lists the placeholders of a text, sorted by name: a language may need another order.
func placeholders(text string) []string {
	list := placeholder.FindAllString(text, -1)
	slices.Sort(list)
	return list
}
