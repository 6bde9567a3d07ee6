package kind_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// constants reads the string constants of a type out of a source file.
func constants(t *testing.T, file, typ string) map[string]string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == typ && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				found[spec.Names[0].Name], _ = strconv.Unquote(lit.Value)
			}
		}
		return true
	})
	return found
}

func TestRules(t *testing.T) {
	consts := constants(t, "rule.go", "Rule")
	if len(consts) != len(kind.Rules) {
		t.Errorf("rule.go has %d constants, the table %d rows", len(consts), len(kind.Rules))
	}
	for name, id := range consts {
		text, ok := kind.Rules[kind.Rule(id)]
		if !ok {
			t.Errorf("%s (%s) has no row in the table", name, id)
			continue
		}
		if !text.Complete() {
			t.Errorf("%s: text is missing in a language: %+v", name, text)
		}
		want := placeholder.FindAllString(text.PT, -1)
		for _, l := range lang.All {
			if got := placeholder.FindAllString(text.In(l), -1); !slices.Equal(got, want) {
				t.Errorf("%s in %s has the placeholders %q, want %q", name, l.Tag(), got, want)
			}
		}
	}
}

// Every problem fills in what its text leaves open.
func TestProblemsFillTheirText(t *testing.T) {
	in := `{"texto":true,"numero":"a","area":1,"textos":1,"medida":[],"opcoes":{},"objetos":1,"data":` + text(kind.MaxText+1, "a") +
		`,"x":1e999,"y":` + list(kind.MaxItems+1, "0") + `}`
	seen := map[kind.Rule]bool{}
	problems := append(shapes.Check([]byte(in)), shapes.Check([]byte(`{"numero":-1,`+text(201, "n")+`:1}`))...)
	for _, plot := range []string{`[["a"]]`, `{"type":"Polygon"}`, `{}`, `{"type":"LineString","coordinates":[]}`, `[[1,2],3]`} {
		problems = append(problems, shapes.Check([]byte(`{"area":`+plot+`}`))...)
	}
	for _, p := range problems {
		seen[p.Rule] = true
		for _, l := range lang.All {
			if got := kind.Rules[p.Rule].Fill(l, p.Args); placeholder.MatchString(got) {
				t.Errorf("%s in %s: %q still has a placeholder", p.Rule, l.Tag(), got)
			}
		}
	}
	if len(seen) != len(kind.Rules) {
		t.Errorf("%d rules were broken, want all %d", len(seen), len(kind.Rules))
	}
}
