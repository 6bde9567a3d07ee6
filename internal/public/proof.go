package public

import (
	"context"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// PublicProof proves to strangers that the newest version of a validation is in the log. It
// contains the commitment and the path to the signed root, and nothing of the document, which is
// private; anyone who has the document can compare its hash. It fails with CodeNotLogged in the
// moment before the version has a place.
func (s *Publisher) PublicProof(ctx context.Context, code string) (ledger.Proof, error) {
	var proof ledger.Proof
	err := s.newestOf(ctx, code, func(r Readers, versions []trace.Record) error {
		v := &versions[len(versions)-1]
		state, err := s.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		index, err := r.LogIndex(ctx, v.ID, v.Version)
		if err != nil {
			return err
		}
		state = s.log.Cosigned(state, index)
		hashes, err := ledger.Inclusion(state.Tree, s.log.Tiles(ctx, r), index)
		if err != nil {
			return err
		}
		proof = s.auditor.Proof(nil, nil, v.Hash, index, hashes, state)
		return nil
	})
	return proof, err
}

// Stamp identifies a state of the stored data; see Store.Stamp.
func (s *Publisher) Stamp(ctx context.Context) (trace.Stamp, error) { return s.changes.Stamp(ctx) }

// Touched returns the harvests in which something was written; see Store.Touched.
func (s *Publisher) Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error) {
	return s.changes.Touched(ctx, since, limit)
}

// LogSummary is the log's newest signed state, for people.
type LogSummary struct {
	Origin string
	ledger.Tree
	SignedAt string
}

// LogSummary reads it.
func (s *Publisher) LogSummary(ctx context.Context) (LogSummary, error) {
	state, err := s.log.NewestState(ctx)
	return LogSummary{s.log.Signer().Origin(), state.Tree, state.SignedAt.Format(trace.TimeLayout)}, err
}
