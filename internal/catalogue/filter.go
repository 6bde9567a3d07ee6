package catalogue

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Filter picks catalogue entries; what is empty picks all.
type Filter struct {
	Cultura trace.Crop
	Etapa   string
	Nome    string
}

// Picks tells whether the filter picks an entry. A stage is named by its code,
// by its slug, or by its published number, which two stages share.
func (f Filter) Picks(p *trace.CropPhase) bool {
	if f.Cultura != "" && p.Cultura != f.Cultura {
		return false
	}
	if f.Etapa != "" && !slices.Contains(kind.ResolvePhases(f.Etapa), p.Etapa) && lang.Fold(f.Etapa) != lang.Fold(p.Etapa) {
		return false
	}
	return f.Nome == "" || lang.Fold(f.Nome) == p.FoldedName()
}

// SortFields are the fields a catalogue list can be sorted by.
var SortFields = []struct {
	Name    string
	Compare func(a, b *trace.CropPhase) int
}{
	{"cultura", func(a, b *trace.CropPhase) int { return strings.Compare(string(a.Cultura), string(b.Cultura)) }},
	{"etapa", func(a, b *trace.CropPhase) int { return strings.Compare(a.Etapa, b.Etapa) }},
	{"nome", func(a, b *trace.CropPhase) int { return strings.Compare(a.FoldedName(), b.FoldedName()) }},
	{"ordem", func(a, b *trace.CropPhase) int { return a.Ordem - b.Ordem }},
	{"criadoEm", func(a, b *trace.CropPhase) int { return a.CriadoEm.Compare(b.CriadoEm) }},
	{"atualizadoEm", func(a, b *trace.CropPhase) int { return a.AtualizadoEm.Compare(b.AtualizadoEm) }},
	{"id", func(a, b *trace.CropPhase) int { return strings.Compare(string(a.ID[:]), string(b.ID[:])) }},
}
