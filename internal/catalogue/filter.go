package catalogue

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Filter selects catalogue entries; empty members select all.
type Filter struct {
	Crop  trace.Crop
	Stage string
	Name  string
}

// Picks reports whether the filter picks an entry. A stage is named by its code,
// by its slug, or by its published number, which two stages share.
func (f Filter) Picks(p *trace.CropPhase) bool {
	if f.Crop != "" && p.Crop != f.Crop {
		return false
	}
	if f.Stage != "" && !slices.Contains(kind.ResolvePhases(f.Stage), p.Stage) && lang.Fold(f.Stage) != lang.Fold(p.Stage) {
		return false
	}
	return f.Name == "" || lang.Fold(f.Name) == p.FoldedName()
}

// SortFields are the fields a catalogue list can be sorted by.
var SortFields = []struct {
	Name    string
	Compare func(a, b *trace.CropPhase) int
}{
	{"cultura", func(a, b *trace.CropPhase) int { return strings.Compare(string(a.Crop), string(b.Crop)) }},
	{"etapa", func(a, b *trace.CropPhase) int { return strings.Compare(a.Stage, b.Stage) }},
	{"nome", func(a, b *trace.CropPhase) int { return strings.Compare(a.FoldedName(), b.FoldedName()) }},
	{"ordem", func(a, b *trace.CropPhase) int { return a.Order - b.Order }},
	{"criadoEm", func(a, b *trace.CropPhase) int { return a.CreatedAt.Compare(b.CreatedAt) }},
	{"atualizadoEm", func(a, b *trace.CropPhase) int { return a.UpdatedAt.Compare(b.UpdatedAt) }},
	{"id", func(a, b *trace.CropPhase) int { return strings.Compare(string(a.ID[:]), string(b.ID[:])) }},
}
