package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/testkit"
)

// The key that the documents use.
const tourAccess, tourSecret = "tour", "tour-secret-key-1"

// TestTour runs every command of docs/tour.md and of the README's tour, in order,
// and compares the answers with those printed there.
func TestTour(t *testing.T) {
	t.Parallel()
	rastro := buildRastro(t)
	for _, file := range []string{"README.md", "docs/tour.md"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
			if err != nil {
				t.Fatal(err)
			}
			_, after, ok := strings.Cut(string(text), "serve --demo --db sqlite:tour.db\n")
			if !ok {
				t.Fatal("the document does not start the demonstration")
			}
			after, _, _ = strings.Cut(after, "\n## ")
			s := startAs(t, tourAccess, tourSecret, "--demo")
			walk := tour{server: s.url, real: strings.NewReplacer(
				"http://localhost:8080", s.url, "go run ./cmd/rastro", rastro, "sqlite:tour.db", "sqlite:"+s.file), folder: t.TempDir()}
			for logged := false; !logged; { // the demonstration enters the log within a second
				answer, err := http.Get(s.url + "/v/DEM0-S0JA-2025-MT01/prova")
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				logged = answer.StatusCode == http.StatusOK
			}
			steps := stepsOf(after)
			if len(steps) < 4 {
				t.Fatalf("only %d steps were found", len(steps))
			}
			for _, step := range steps {
				walk.take(t, step)
			}
		})
	}
}

// step is a block of commands and the answer printed below it, "" if none is.
type step struct{ commands, answer string }

// stepsOf reads a document's blocks: commands are indented, answers fenced.
func stepsOf(text string) (all []step) {
	fenced, commands := false, false
	for line := range strings.Lines(text) {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case strings.HasPrefix(line, "```"):
			fenced, commands = !fenced, false
		case fenced:
			if len(all) > 0 {
				all[len(all)-1].answer += line
			}
		case indented:
			if !commands {
				all = append(all, step{})
			}
			commands = true
			all[len(all)-1].commands += code
		default:
			commands = false
		}
	}
	return all
}

// tour is a walk through a document on its own server.
type tour struct {
	server, folder string
	real           *strings.Replacer
	learnt         []string // the document's names, and the ones here
}

// changing finds what differs each time: ids, times, codes, keys, hashes, names of logs, cursors,
// and numbers of log entries.
var changing = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|` +
	`[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}|r[ks]_[\w-]+|[0-9a-f]{16,}|\bA[\w-]{7,}…|entry \d+ of \d+|https?://(?:localhost|127\.0\.0\.1):\d+`)

// take runs a step, compares its answer and learns the names used here.
func (w *tour) take(t *testing.T, s step) {
	t.Helper()
	commands := strings.NewReplacer(w.learnt...).Replace(s.commands)
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", w.real.Replace(commands))
	cmd.Dir = w.folder
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", s.commands, err, out, stderr.String())
	}
	if s.answer == "" {
		if strings.Contains(string(out), `"status":"error"`) {
			t.Errorf("%s\nanswers %.500s", s.commands, out)
		}
		return
	}
	pattern, named := answerPattern(s.answer)
	found := pattern.FindStringSubmatch(strings.Join(strings.Fields(string(out)), " "))
	if found == nil {
		t.Errorf("%s\nanswers\n%.3000s\nthe document says\n%s", s.commands, out, s.answer)
		return
	}
	for i, name := range named {
		if name != "" {
			w.learnt = append(w.learnt, name, found[i+1])
		}
	}
}

// answerPattern turns a printed answer into a pattern: … matches anything, and variable parts are
// captured under their names in the document.
func answerPattern(answer string) (*regexp.Regexp, []string) {
	text := strings.Join(strings.Fields(answer), " ")
	var b strings.Builder
	var named []string
	known := map[string]bool{}
	literal := func(s string) {
		s = strings.ReplaceAll(regexp.QuoteMeta(s), "…", `.*?`)
		b.WriteString(strings.ReplaceAll(s, " ", `\s*`)) // lines of an answer are broken anywhere
	}
	at := 0
	for _, span := range changing.FindAllStringIndex(text, -1) {
		literal(text[at:span[0]])
		value := text[span[0]:span[1]]
		name := value
		if known[value] || strings.HasPrefix(value, "http") || strings.HasPrefix(value, "entry") {
			name = ""
		}
		known[value] = true
		named = append(named, name)
		fmt.Fprintf(&b, `([^"\s]+(?:\s\d+ of \d+)?)`)
		at = span[1]
	}
	literal(text[at:])
	return regexp.MustCompile(b.String()), named
}

// buildRastro builds the program that the commands call.
func buildRastro(t *testing.T) string {
	t.Helper()
	binary, err := testkit.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return binary
}
