package postgres

import (
	"context"

	"rastro/internal/store/regularstore"
)

// RegularKey implements regular.Store.
func (s *Store) RegularKey(ctx context.Context) ([]byte, error) {
	return regularstore.Key(ctx, s.querier(s.pool))
}

// Regulars implements regular.Store.
func (s *Store) Regulars(ctx context.Context) (map[uint32]int64, error) {
	return regularstore.Marks(ctx, s.querier(s.pool))
}

// PutRegulars implements regular.Store.
func (s *Store) PutRegulars(ctx context.Context, seen map[uint32]int64, before int64, most int) error {
	return s.committer.PutRegulars(ctx, seen, before, most)
}
