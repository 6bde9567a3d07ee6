package internal_test

import (
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostDecisionLines keeps docs/decisions.md short enough to be read. What a field
// or a limit means belongs in docs/api.md.
const mostDecisionLines = 300

// decision is one entry: a slug as its heading, then three list items of one line each.
var decision = regexp.MustCompile(`^### ([a-z0-9]+(?:-[a-z0-9]+)*)\n- \*\*Question\.\*\* (\S.*\?)\n- \*\*Answer\.\*\* (\S.*)\n- \*\*Reason\.\*\* (\S.*)\n$`)

// decisions returns the slugs in docs/decisions.md, and the mistakes in its form.
func decisions(text string) (slugs map[string]bool, wrong []string) {
	slugs = map[string]bool{}
	questions := map[string]string{}
	for i, entry := range strings.Split("\n"+text, "\n### ") {
		if i == 0 {
			continue // the introduction
		}
		entry, _, _ = strings.Cut("### "+entry, "\n## ") // the next section
		found := decision.FindStringSubmatch(strings.TrimRight(entry, "\n") + "\n")
		if found == nil {
			heading, _, _ := strings.Cut(entry, "\n")
			wrong = append(wrong, heading+": not a slug, a question, an answer and a reason, each on one line")
			continue
		}
		if slugs[found[1]] {
			wrong = append(wrong, found[1]+": there twice")
		}
		if earlier := questions[found[2]]; earlier != "" {
			wrong = append(wrong, found[1]+": the question of "+earlier)
		}
		slugs[found[1]], questions[found[2]] = true, found[1]
	}
	if lines := strings.Count(text, "\n"); lines > mostDecisionLines {
		wrong = append(wrong, "more than 300 lines: shorten an entry or move reference material to docs/api.md")
	}
	return slugs, wrong
}

// cited matches a reference to a decision: in a document by a link, in a Go comment
// as docs/decisions.md#slug. A link within docs/decisions.md itself has no file name.
var (
	cited  = regexp.MustCompile(`decisions\.md(?:#([\w-]*)|\)? ?\d+)`)
	within = regexp.MustCompile(`\]\(#([\w-]*)\)`)
	number = regexp.MustCompile(`(?i)\bdecisions? \d+\b`)
)

// missing lists a text's references that are not slugs: unknown slugs and numbers.
func missing(text string, slugs map[string]bool) (wrong []string) {
	for _, found := range cited.FindAllStringSubmatch(text, -1) {
		if !slugs[found[1]] {
			wrong = append(wrong, found[0])
		}
	}
	return append(wrong, number.FindAllString(text, -1)...)
}

func TestDecisionsHaveTheirForm(t *testing.T) {
	slugs, wrong := decisions(read(t, "../docs/decisions.md"))
	for _, w := range wrong {
		t.Errorf("docs/decisions.md: %s", w)
	}
	if len(slugs) == 0 {
		t.Error("docs/decisions.md has no decisions")
	}
}

// TestDecisionLinks checks every reference to a decision, in every document and in
// the comments of every Go file.
func TestDecisionLinks(t *testing.T) {
	own := read(t, "../docs/decisions.md")
	slugs, _ := decisions(own)
	for _, found := range within.FindAllStringSubmatch(own, -1) {
		if !slugs[found[1]] {
			t.Errorf("docs/decisions.md links to #%s, which is not a decision", found[1])
		}
	}
	texts := documents(t)
	texts["docs/benchmarks/README.md"] = read(t, "../docs/benchmarks/README.md")
	maps.Copy(texts, goFiles(t))
	for name, text := range texts {
		for _, w := range missing(text, slugs) {
			t.Errorf("%s refers to %q, which is not a decision", name, w)
		}
	}
}

// goFiles returns the text of every Go file but this one, whose samples are wrong on
// purpose.
func goFiles(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".."):
			return fs.SkipDir
		case filepath.Ext(name) == ".go" && entry.Name() != "decisions_test.go":
			texts[filepath.ToSlash(name)] = read(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestDecisionChecksFindFaults shows that the two checks above can fail.
func TestDecisionChecksFindFaults(t *testing.T) {
	const good = "### one\n- **Question.** Why?\n- **Answer.** So.\n- **Reason.** Because.\n"
	for _, text := range []string{
		"### One Thing\n- **Question.** Why?\n- **Answer.** So.\n- **Reason.** Because.\n",
		"### 12. Why?\n- **Answer.** So.\n- **Reason.** Because.\n",
		"### one\n- **Question.** Why?\n- **Answer.** So.\n",
		"### one\n- **Question.** Why?\n- **Answer.** So.\n- **Reason.** Because.\nMore.\n",
		"### one\n- **Question.** Statement.\n- **Answer.** So.\n- **Reason.** Because.\n",
		good + "\n" + good,
		good + "\n" + strings.Replace(good, "one", "two", 1),
		good + strings.Repeat("\n", mostDecisionLines),
	} {
		if _, wrong := decisions("# Decisions\n\n" + text); len(wrong) == 0 {
			t.Errorf("nothing is wrong with %.60q", text)
		}
	}
	slugs, wrong := decisions("# Decisions\n\n## Section\n\n" + good + "\n## Another\n\n" + strings.NewReplacer("one", "two", "Why", "How").Replace(good))
	if len(wrong) > 0 || !slugs["one"] || !slugs["two"] {
		t.Errorf("slugs %v, wrong %q", slugs, wrong)
	}
	for text, want := range map[string]int{
		"see [one](decisions.md#one) and docs/decisions.md#two": 0,
		"see [decisions.md](decisions.md)":                      0,
		"an administrator's decision on 12 lots":                0,
		"see [three](decisions.md#three)":                       1,
		"// docs/decisions.md#three":                            1,
		"see [decisions.md](decisions.md) 12":                   1,
		"see decision 44":                                       1,
	} {
		if got := missing(text, slugs); len(got) != want {
			t.Errorf("%q: found %q, want %d", text, got, want)
		}
	}
}
