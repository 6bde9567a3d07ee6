package kind_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

func TestRules(t *testing.T) {
	source, err := os.ReadFile("rule.go")
	if err != nil {
		t.Fatal(err)
	}
	if written := strings.Count(string(source), "= shape("); written != len(kind.Rules) {
		t.Errorf("rule.go has %d rules, the list %d", written, len(kind.Rules))
	}
	seen := map[string]bool{}
	for _, r := range kind.Rules {
		name, text := r.ID, r.Message
		if name == "" || seen[name] {
			t.Errorf("%q is not a code, or there twice", name)
		}
		seen[name] = true
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

// Every problem fills all placeholders of its text.
func TestProblemsFillTheirText(t *testing.T) {
	in := `{"texto":true,"numero":"a","area":1,"textos":1,"medida":[],"opcoes":{},"objetos":1,"data":` + text(kind.MaxText+1, "a") +
		`,"x":1e999,"y":` + list(kind.MaxItems+1, "0") + `}`
	seen := map[*finding.Rule]bool{}
	problems := append(shapes.Check([]byte(in)), shapes.Check([]byte(`{"numero":-1,`+text(201, "n")+`:1}`))...)
	for _, plot := range []string{`[["a"]]`, `{"type":"Polygon"}`, `{}`, `{"type":"LineString","coordinates":[]}`, `[[1,2],3]`} {
		problems = append(problems, shapes.Check([]byte(`{"area":`+plot+`}`))...)
	}
	for _, p := range problems {
		seen[p.Rule] = true
		for _, l := range lang.All {
			if got := p.Rule.Message.Fill(l, p.Args); placeholder.MatchString(got) {
				t.Errorf("%s in %s: %q still has a placeholder", p.Rule.ID, l.Tag(), got)
			}
		}
	}
	if len(seen) != len(kind.Rules) {
		t.Errorf("%d rules were broken, want all %d", len(seen), len(kind.Rules))
	}
}
