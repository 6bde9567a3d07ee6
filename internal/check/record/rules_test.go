package record_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// Every rule on a record has an example with exactly its own finding, apart from informational
// ones, and a similar one without it.
func TestRuleExamples(t *testing.T) {
	for _, r := range record.Rules {
		if r.Harvest {
			continue
		}
		k := kind.ByPrefix(r.Example())
		if k == nil {
			t.Errorf("%s: its examples are of no kind", r.ID)
			continue
		}
		if len(r.Kinds) > 0 && !slices.Contains(r.Kinds, k.Prefix) {
			t.Errorf("%s: its example is of %s, which it does not look at", r.ID, k.Prefix)
		}
		if problems := k.Check([]byte(r.Trigger)); problems != nil && !richer(r.Trigger) {
			t.Errorf("%s: the shape of %s is refused: %v", r.ID, r.Trigger, problems)
		}
		times := 0
		for _, f := range record.Grade(k, []byte(r.Trigger), thisYear).Findings {
			looksAt(t, f, k)
			if f.Rule == r {
				times++
			} else if f.Rule.Severity != finding.Info {
				t.Errorf("%s: %s finds %s as well: %s", r.ID, r.Trigger, f.Rule.ID, f.Message(lang.EN))
			}
			for _, l := range lang.All {
				if open := placeholder.FindString(f.Message(l)); open != "" {
					t.Errorf("%s: %s leaves %s open: %s", r.ID, r.Trigger, open, f.Message(l))
				}
			}
		}
		if times != 1 {
			t.Errorf("%s: found %d times in %s, want once", r.ID, times, r.Trigger)
		}
		for _, f := range record.Grade(k, []byte(r.Quiet), thisYear).Findings {
			if f.Rule == r || f.Rule.Severity != finding.Info {
				t.Errorf("%s: %s finds %s: %s", r.ID, r.Quiet, f.Rule.ID, f.Message(lang.EN))
			}
		}
	}
}

// looksAt compares a finding with the kinds that its rule claims to check.
func looksAt(t *testing.T, f finding.Finding, k *kind.Kind) {
	t.Helper()
	if f.Rule.Kinds != nil && !slices.Contains(f.Rule.Kinds, k.Prefix) {
		t.Errorf("%s: found in %s, which it does not say it looks at", f.Rule.ID, k.Prefix)
	}
}

// richer reports plots in a form that is more than a list of numbers.
func richer(payload string) bool { return strings.Contains(payload, `":[[`) }

// A rule that is defined but not listed would be missing from every document made from the list.
func TestRulesListsEveryRule(t *testing.T) {
	names, err := filepath.Glob("rules*.go")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, name := range names {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				return false // plotRule makes one
			case *ast.CompositeLit:
				if is, ok := n.Type.(*ast.SelectorExpr); ok && is.Sel.Name == "Rule" {
					written++
				}
			case *ast.CallExpr:
				if is, ok := n.Fun.(*ast.Ident); ok && is.Name == "plotRule" {
					written++
				}
			}
			return true
		})
	}
	listed := 0
	for _, r := range record.Rules {
		if !slices.Contains(lot.Rules, r) && !slices.Contains(found.Rules, r) { // those are written there
			listed++
		}
	}
	if written != listed || written < 90 {
		t.Errorf("%d rules on a record are written, %d are listed", written, listed)
	}
}
