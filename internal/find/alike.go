package find

import (
	"context"
	"slices"

	"rastro/internal/find/term"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// What HarvestsLike looks at and returns.
const (
	maxAlikeSeen = 100
	maxAlike     = 5
)

// HarvestsLike returns harvests within the caller's reach whose names lang.Alike takes for slips of
// another, by name. The index ignores marks and case; of the names that differ in zeros it sees the
// first few that begin with the same word. Who may not read is told none.
func (f *Finder) HarvestsLike(ctx context.Context, by *trace.Key, name string) (like []string, err error) {
	pieces := lang.Pieces(name)
	if !by.Has(trace.Read) || len(pieces) == 0 || len(name) > MaxText {
		return nil, nil
	}
	err = f.store.View(ctx, func(r Reader) (err error) {
		s := &search{Finder: f, by: by, r: r, most: maxAlikeSeen}
		if s.late, err = s.unindexed(ctx); err != nil {
			return err
		}
		for _, text := range []string{name, pieces[0]} {
			found, err := s.harvestsNamed(ctx, term.Fold(text))
			if err != nil {
				return err
			}
			for _, one := range found {
				if lang.Alike(one, name) {
					like = trace.AppendOnce(like, one)
				}
			}
		}
		return nil
	})
	slices.Sort(like)
	return like[:min(len(like), maxAlike)], err
}
