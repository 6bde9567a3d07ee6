package audit_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/brdoc"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// updateDocs writes docs/rules.md instead of checking it.
var updateDocs = flag.Bool("update", false, "write docs/rules.md out of the rule table")

func TestRulesDocument(t *testing.T) {
	want := rulesDocument()
	name := filepath.Join("..", "..", "docs", "rules.md")
	if *updateDocs {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/rules.md is not what the rule table says; run go test ./internal/audit -run RulesDocument -update and read the difference")
	}
}

const rulesHead = `<!-- Written by go test ./internal/audit -run RulesDocument -update out of the rule table. Do not edit. -->

# Rules

What is written is accepted and then graded: what looks wrong comes back beside the record as ` + "`avisos`" + `, and weighs when the harvest is
validated. ` + "`GET /regras`" + ` lists the same rules. The examples are payloads (` + "`dados`" + `) of the kind named, or lists of records for a rule on a
harvest. Tests run them: in the first the rule finds fault, and no other that does more than inform; in the second it finds nothing.

- ` + "`erro`" + `: wrong beyond doubt. On a server with ` + "`--strict`" + ` it refuses the write (422).
- ` + "`alerta`" + `: very likely wrong. Look at it before the harvest is validated.
- ` + "`info`" + `: it would be better otherwise.

Where a limit depends on the crop, the record must name it (its product, ` + "`cultura`" + `, a drink or type that only coffee has); else the laxer limit holds.
What a message repeats of a text is cut short, and a CPF is masked.
`

func rulesDocument() string {
	var b strings.Builder
	b.WriteString(rulesHead)
	b.WriteString("\n## On one record\n")
	listRules(&b, false)
	b.WriteString("\n## On a harvest\n")
	listRules(&b, true)
	b.WriteString("\n## Each rule\n")
	for _, r := range audit.Rules {
		fmt.Fprintf(&b, "\n### %s\n\n**%s**, on %s.\n\n%s\n\nSource: %s.\n", r.ID, r.Severity, kindNames(r), r.Says(lang.EN), strings.TrimSuffix(r.Source, "."))
		where := ""
		if prefix := r.Example(); prefix != "" {
			where = " in `" + prefix + "`"
		}
		if r.Trigger != "" {
			fmt.Fprintf(&b, "\nFound%s:\n\n```json\n%s\n```\n", where, r.Trigger)
		}
		if r.Quiet != "" {
			fmt.Fprintf(&b, "\nNot found:\n\n```json\n%s\n```\n", r.Quiet)
		}
	}
	b.WriteString("\n## Identifiers\n\nThe types that `identificadores` lists. A type that needs its label is found only after its name, because its form alone proves nothing.\n\n")
	b.WriteString("| Type | Name | Checked | Label |\n|---|---|---|---|\n")
	for _, t := range brdoc.All.List() {
		label := "–"
		if t.NeedsLabel() {
			label = "needed"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", t, t.Name().EN, t.Checked(), label)
	}
	return b.String()
}

func listRules(b *strings.Builder, harvest bool) {
	b.WriteString("\n| Rule | Severity | Says |\n|---|---|---|\n")
	for _, r := range audit.Rules {
		if r.Harvest == harvest {
			fmt.Fprintf(b, "| [`%s`](#%s) | %s | %s |\n", r.ID, strings.ToLower(r.ID), r.Severity, r.Says(lang.EN))
		}
	}
}

// kindNames names the kinds a rule looks at. Two kinds share a name.
func kindNames(r *audit.Rule) string {
	if len(r.Kinds) == 0 {
		return "every kind"
	}
	var names []string
	for _, prefix := range r.Kinds {
		if k := kind.ByPrefix(prefix); k != nil {
			names = append(names, "`"+strings.TrimPrefix(k.Prefix, "/")+"`")
		}
	}
	return strings.Join(names, ", ")
}
