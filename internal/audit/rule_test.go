package audit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range audit.Rules {
		if r.ID == "" || seen[r.ID] {
			t.Errorf("rule id %q is empty or there twice", r.ID)
		}
		seen[r.ID] = true
		if !slices.Contains([]audit.Severity{audit.Info, audit.Alert, audit.Error}, r.Severity) {
			t.Errorf("%s: unknown severity %q", r.ID, r.Severity)
		}
		if r.Source == "" {
			t.Errorf("%s: no source", r.ID)
		}
		texts := []lang.Text{r.Message}
		if r.Hint != (lang.Text{}) {
			texts = append(texts, r.Hint)
		}
		for _, text := range texts {
			if !text.Complete() {
				t.Errorf("%s: text is missing in a language: %+v", r.ID, text)
			}
			want := placeholder.FindAllString(text.PT, -1)
			for _, l := range lang.All {
				if got := placeholder.FindAllString(text.In(l), -1); !slices.Equal(got, want) {
					t.Errorf("%s in %s has the placeholders %q, want %q", r.ID, l.Tag(), got, want)
				}
			}
		}
	}
}

// A rule that is written down but not listed would be missing from every
// document made of the list.
func TestRulesListsEveryRule(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "rule.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	ast.Inspect(parsed, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			if name, ok := lit.Type.(*ast.Ident); ok && name.Name == "Rule" {
				written++
			}
		}
		return true
	})
	if written != len(audit.Rules) {
		t.Errorf("rule.go has %d rules, the list %d", written, len(audit.Rules))
	}
}
