package harvests

import (
	"context"

	"rastro/internal/landlayer"
)

// LandStamp changes when a public layer is imported or removed, which may change every card.
func (s *Lister) LandStamp(ctx context.Context) (stamp string, err error) {
	err = s.store.View(ctx, func(r Readers) error {
		layers, err := r.Review.(landlayer.Reads).LandReader().Layers(ctx, false)
		stamp = landlayer.Stamp(layers)
		return err
	})
	return stamp, err
}
