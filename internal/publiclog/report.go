package publiclog

import (
	"context"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Report is the state of the log, for its operator.
type Report struct {
	Origin      string
	VerifierKey string
	ledger.Tree
	SignedAt   time.Time
	Checkpoint []byte
	// Behind: something that was written waits for its place.
	Behind bool
	Kept   []trace.KeptCheckpoint // the newest first
	// Predecessors are the logs that this one continues, oldest first.
	Predecessors []ledger.Predecessor
}

// Open opens a stored checkpoint under the key that signed it: this log's, or an earlier one's.
func (l *Report) Open(kept trace.KeptCheckpoint) (ledger.Tree, error) {
	tree, err := ledger.OpenUnder(l.VerifierKey, kept.Body)
	for i := len(l.Predecessors) - 1; err != nil && i >= 0; i-- {
		if older, failed := ledger.OpenUnder(l.Predecessors[i].Key, kept.Body); failed == nil {
			return older, nil
		}
	}
	return tree, err
}

// LogReport reads the Report, with at most a given number of the checkpoints that were kept. The
// log is public: any key may see it.
func (s *LogKeeper) LogReport(ctx context.Context, checkpoints int) (Report, error) {
	var out Report
	err := s.store.View(ctx, func(r Reader) error {
		state, err := s.SignedState(ctx, r)
		if err != nil {
			return err
		}
		out = Report{Origin: s.signer.Origin(), VerifierKey: state.Verifier, Tree: state.Tree, SignedAt: state.SignedAt, Checkpoint: state.Checkpoint}
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
