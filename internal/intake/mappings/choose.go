package mappings

import (
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// Choose determines how a file is read: with the mapping that the caller names, else with the saved
// one for its layout, else with a guess. It compares the file with the mapping before it reads
// anything through it: if values are written in another way, the guess has questions. The error is
// an *sheet.Error if the file is at fault, or does not have the mapping's layout.
func Choose(f *sheet.File, k *kind.Kind, from guess.Memory, named *columns.Mapping) (*guess.Guess, error) {
	if named == nil {
		return guess.File(f, guess.Options{Kind: k, Memory: from})
	}
	g, err := guess.File(f, guess.Options{Kind: kind.ByPrefix(named.Kind), Memory: memory{{Mapping: named}}})
	if err != nil || g.Known {
		return g, err
	}
	rows, err := columns.Open(f, named) // its header may be where a guess does not look for one
	if err != nil {
		return nil, err
	}
	return &guess.Guess{Mapping: *named, Confidence: 1, Known: true, Rows: g.Rows}, rows.Close()
}

// ReadGiven reads values that all rows of a file have, each written as its field, a mark and the
// value. It returns the first text that does not have this form; "" if all do.
func ReadGiven(texts []string, mark string) (given []columns.Constant, bad string) {
	for _, text := range texts {
		field, value, found := strings.Cut(text, mark)
		if field = strings.TrimSpace(field); !found || field == "" {
			return nil, text
		}
		given = append(given, columns.Constant{Field: field, Value: strings.TrimSpace(value)})
	}
	return given, ""
}

// GuessJSON returns a guess as the wire shows it, with the fields that somebody must still give.
func GuessJSON(g *guess.Guess, missing []string) ([]byte, error) {
	mapping, err := g.Mapping.Append(nil)
	if err != nil {
		return nil, err
	}
	all, questions, kinds := g.Columns, g.Questions, g.Kinds
	if all == nil {
		all = []guess.Column{}
	}
	if questions == nil {
		questions = []guess.Question{}
	}
	if kinds == nil {
		kinds = []string{}
	}
	if missing == nil {
		missing = []string{}
	}
	return canon.Marshal(struct {
		Known      bool             `json:"conhecido"`
		Confidence canon.Value      `json:"confianca"`
		Kinds      []string         `json:"outrosTipos"`
		Columns    []guess.Column   `json:"colunas"`
		Questions  []guess.Question `json:"perguntas"`
		Missing    []string         `json:"faltam"`
		Mapping    canon.Value      `json:"mapa"`
	}{g.Known, canon.Value(strconv.FormatFloat(g.Confidence, 'f', -1, 64)), kinds, all, questions, missing, mapping})
}
