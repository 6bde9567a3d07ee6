package review

import (
	"context"
	"sync/atomic"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// mandatory remembers which kinds the catalogue requires for each crop: reading the catalogue
// costs a list more than all the rest of its reviews, and it hardly ever changes.
type mandatory struct {
	kept atomic.Pointer[requiredKinds]
}

type requiredKinds struct {
	revision int64 // of the catalogue
	byCrop   map[string][]*kind.Kind
}

// read returns the kinds, which the caller must not change. revision is the catalogue's revision in
// the reader's snapshot; 0 if unknown.
func (m *mandatory) read(ctx context.Context, r trace.CatalogueReader, revision int64) (map[string][]*kind.Kind, error) {
	if kept := m.kept.Load(); kept != nil && kept.revision == revision {
		return kept.byCrop, nil
	}
	phases, err := r.Phases(ctx, "")
	if err != nil {
		return nil, err
	}
	byCrop := map[string][]*kind.Kind{}
	for _, p := range phases {
		if k := p.Kind(); k != nil && p.Required && p.Active {
			byCrop[string(p.Crop)] = append(byCrop[string(p.Crop)], k)
		}
	}
	if revision != 0 {
		m.kept.Store(&requiredKinds{revision, byCrop})
	}
	return byCrop, nil
}
