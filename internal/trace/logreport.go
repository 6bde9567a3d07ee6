package trace

import (
	"context"
	"time"

	"rastro/internal/ledger"
)

// LogReport is the state of the log, for who looks after it.
type LogReport struct {
	Origin      string
	VerifierKey string
	ledger.Tree
	SignedAt   time.Time
	Checkpoint []byte
	// Behind tells that something that was written waits for its place.
	Behind bool
	Kept   []KeptCheckpoint // the newest first
}

// LogReport reads it, with at most so many of the checkpoints that were kept. The
// log is public: any key may see it.
func (s *Service) LogReport(ctx context.Context, checkpoints int) (LogReport, error) {
	var out LogReport
	err := s.store.View(ctx, func(r Reader) error {
		state, err := s.signedState(ctx, r)
		if err != nil {
			return err
		}
		out = LogReport{Origin: s.signer.Origin(), VerifierKey: state.Verifier, Tree: state.Tree, SignedAt: state.SignedAt, Checkpoint: state.Checkpoint}
		if out.Behind, err = r.LogBehind(ctx); err != nil {
			return err
		}
		out.Kept, err = r.NewestCheckpoints(ctx, checkpoints)
		return err
	})
	return out, err
}
