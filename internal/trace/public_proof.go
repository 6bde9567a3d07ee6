package trace

import (
	"context"

	"rastro/internal/ledger"
)

// PublicProof proves to strangers that the newest version of a validation is in
// the log. It has the commitment and the way to the signed root, and nothing of
// the document: that is private, and whoever holds it can compare its hash.
// CodeNotLogged in the moment before it has a place.
func (s *Service) PublicProof(ctx context.Context, code string) (ledger.Proof, error) {
	var proof ledger.Proof
	err := s.newestOf(ctx, code, func(r Reader, v *Record) error {
		state, err := s.signedState(ctx, r)
		if err != nil {
			return err
		}
		index, err := r.LogIndex(ctx, v.ID, v.Version)
		if err != nil {
			return err
		}
		hashes, err := ledger.Inclusion(state.Tree, s.tiles(ctx, r), index)
		if err != nil {
			return err
		}
		proof = s.proof(nil, nil, v.Hash, index, hashes, state)
		return nil
	})
	return proof, err
}

// Stamp tells one state of what is stored from another; see Store.Stamp.
func (s *Service) Stamp(ctx context.Context) (Stamp, error) { return s.store.Stamp(ctx) }

// Touched tells in which harvests something was written; see Store.Touched.
func (s *Service) Touched(ctx context.Context, since Place, limit int) (Touched, error) {
	return s.store.Touched(ctx, since, limit)
}

// LogSummary is what the log's newest signed state says, for people.
type LogSummary struct {
	Origin string
	ledger.Tree
	SignedAt string
}

// LogSummary reads it.
func (s *Service) LogSummary(ctx context.Context) (LogSummary, error) {
	state, err := s.signedState(ctx, s.store)
	return LogSummary{s.signer.Origin(), state.Tree, state.SignedAt.Format(TimeLayout)}, err
}
