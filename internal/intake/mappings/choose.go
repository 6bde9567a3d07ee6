package mappings

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// Choose finds out how a file is read: by a mapping that somebody named, else by a saved one of
// its layout, else by a guess. It compares the file with the mapping before anything is read
// through it: where values are written in another way, the guess has questions. The error is an
// *sheet.Error when the file is at fault, or is not of the layout of the mapping.
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

// GuessJSON is a guess as the wire shows it.
func GuessJSON(g *guess.Guess) ([]byte, error) {
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
	return canon.Marshal(struct {
		Known      bool             `json:"conhecido"`
		Confidence canon.Value      `json:"confianca"`
		Kinds      []string         `json:"outrosTipos"`
		Columns    []guess.Column   `json:"colunas"`
		Questions  []guess.Question `json:"perguntas"`
		Mapping    canon.Value      `json:"mapa"`
	}{g.Known, canon.Value(strconv.FormatFloat(g.Confidence, 'f', -1, 64)), kinds, all, questions, mapping})
}
