package record_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// payload makes a payload of one field as people would type it.
func payload(t *testing.T, f kind.Field, text string) []byte {
	t.Helper()
	var value any = text
	if f.Shape == kind.Texts {
		value = []string{text}
	}
	payload, err := json.Marshal(map[string]any{f.Name: value})
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

// corpusLine is a text that people in Brazil write, the field it was typed in, and the expected
// readings.
type corpusLine struct{ kind, field, due, text string }

// corpus returns the readers' corpus.
func corpus(t *testing.T) []corpusLine {
	t.Helper()
	text, err := os.ReadFile("../../ptbr/testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []corpusLine
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cells) != 3 {
			continue
		}
		name, field, _ := strings.Cut(cells[0], ".")
		all = append(all, corpusLine{name, field, cells[1], cells[2]})
	}
	if len(all) < 300 {
		t.Errorf("%d texts, want 300 or more", len(all))
	}
	return all
}

// No text of the corpus causes an error, except those whose reading is "impossible", which are
// wrong.
func TestCorpusRaisesNoError(t *testing.T) {
	for _, line := range corpus(t) {
		tried := false
		for _, k := range kind.All {
			f, ok := k.Field(line.field)
			if k.Name != line.kind || !ok {
				continue
			}
			tried = true
			for _, found := range record.Grade(k, payload(t, f, line.text), thisYear).Findings {
				looksAt(t, found, k)
				if found.Rule.Severity == finding.Error && !strings.Contains(line.due, "impossible") {
					t.Errorf("%s.%s %q: %s: %s", line.kind, line.field, line.text, found.Rule.ID, found.Message(lang.EN))
				}
			}
		}
		if !tried {
			t.Errorf("no kind %s has a field %s", line.kind, line.field)
		}
	}
}

// In other fields, where it makes less sense, the corpus causes no error either, except for an
// impossible date where a date belongs. Identifiers found there have valid check digits.
func TestCorpusRaisesNoErrorElsewhere(t *testing.T) {
	for _, line := range corpus(t) {
		for _, k := range kind.All {
			for _, f := range k.Fields {
				if f.Shape == kind.Plot || f.Shape == kind.Number || f.Shape == kind.Objects {
					continue
				}
				graded := record.Grade(k, payload(t, f, line.text), thisYear)
				for _, found := range graded.Findings {
					if found.Rule.Severity == finding.Error && found.Rule.ID != "DATA_INEXISTENTE" {
						t.Errorf("%s.%s %q: %s: %s", k.Name, f.Name, line.text, found.Rule.ID, found.Message(lang.EN))
					}
				}
				for _, id := range graded.IDs {
					if !id.Valid {
						t.Errorf("%s.%s %q: %s %s does not check", k.Name, f.Name, line.text, id.Type, id.Value)
					}
				}
			}
		}
	}
}
