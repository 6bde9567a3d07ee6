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
	// Predecessors are the logs that this one continues, oldest first.
	Predecessors []ledger.Predecessor
}

// Open opens a checkpoint that was kept, under the key that signed it: this log's,
// or that of one before it.
func (l *LogReport) Open(kept KeptCheckpoint) (ledger.Tree, error) {
	tree, err := openUnder(l.VerifierKey, kept.Body)
	for i := len(l.Predecessors) - 1; err != nil && i >= 0; i-- {
		if older, failed := openUnder(l.Predecessors[i].Key, kept.Body); failed == nil {
			return older, nil
		}
	}
	return tree, err
}

func openUnder(key string, checkpoint []byte) (ledger.Tree, error) {
	verifier, err := ledger.NewVerifier(key)
	if err != nil {
		return ledger.Tree{}, err
	}
	return verifier.Open(checkpoint)
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
		if out.Predecessors, err = r.Predecessors(ctx); err != nil {
			return err
		}
		out.Kept, err = r.NewestCheckpoints(ctx, checkpoints)
		return err
	})
	return out, err
}
