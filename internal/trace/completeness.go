package trace

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// completeness is how much of what the catalogue asks of a crop is there.
type completeness struct {
	Cultura    Crop          `json:"cultura"`
	Presentes  int           `json:"presentes"`
	Total      int           `json:"total"`
	Percentual int           `json:"percentual"`
	Faltantes  []missingStep `json:"faltantes"`
}

type missingStep struct {
	Prefixo string `json:"prefixo"`
	Fase    string `json:"fase"`
	Nome    string `json:"nome"`
}

// exportPhases are asked only of a harvest that has any record of them: one
// that stays in the country is whole without.
var exportPhases = []string{"08", "09"}

// completeness holds a harvest's records against the mandatory steps of its
// crop, and returns the result as JSON. An unknown crop is graded as OUTRA.
func (s *Service) completeness(ctx context.Context, r Reader, crop Crop, present map[*kind.Kind]int) ([]byte, error) {
	if crop == "" {
		crop = Other
	}
	exports := false
	for k := range present {
		exports = exports || slices.Contains(exportPhases, k.Phase)
	}
	phases, err := r.Phases(ctx, crop)
	if err != nil {
		return nil, err
	}
	out := completeness{Cultura: crop, Faltantes: []missingStep{}}
	mandatory := map[*kind.Kind]bool{}
	for _, p := range phases {
		if p.Obrigatoria && p.Ativo {
			mandatory[p.kind()] = true
		}
	}
	for _, k := range kind.All { // in the order of the phases
		if !mandatory[k] || !exports && slices.Contains(exportPhases, k.Phase) {
			continue
		}
		out.Total++
		if present[k] > 0 {
			out.Presentes++
		} else {
			out.Faltantes = append(out.Faltantes, missingStep{k.Prefix, k.Phase, k.Name})
		}
	}
	out.Percentual = 100
	if out.Total > 0 {
		out.Percentual = 100 * out.Presentes / out.Total
	}
	return canon.Marshal(out)
}

// kind is the record kind a catalogue entry is proved by, nil for none. The
// stage tells apart the two kinds that share a name.
func (p *CropPhase) kind() *kind.Kind {
	for _, k := range kind.All {
		if k.Name == p.TipoRegistro && k.Phase == p.Etapa {
			return k
		}
	}
	return nil
}

// cropOf reads the crop a record states in so many words, "" when it does not.
func cropOf(r *Record) Crop {
	written, ok := payloadText(r.Dados, "cultura")
	if !ok {
		return ""
	}
	crop, err := ParseCrop(written)
	if err != nil {
		return ""
	}
	return crop
}
