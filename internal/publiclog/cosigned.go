package publiclog

import (
	"context"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// SetCosigned notes a checkpoint of the log that witnesses cosigned. Proofs lead to it from then on, as
// far as it covers what they prove.
func (s *LogKeeper) SetCosigned(checkpoint []byte) error {
	tree, err := ledger.OpenUnder(s.verifierKey, checkpoint)
	if err == nil {
		s.cosigned.Store(&trace.LogState{Tree: tree, Checkpoint: checkpoint})
	}
	return err
}

// Cosigned returns the state that a proof of an entry should lead to: the newest one that witnesses
// cosigned, or the given one if there is none that has the entry.
func (s *LogKeeper) Cosigned(state trace.LogState, index int64) trace.LogState {
	kept := s.cosigned.Load()
	if kept == nil || kept.Tree.Size > state.Tree.Size || index >= kept.Tree.Size || state.Verifier != s.verifierKey ||
		kept.Tree.Size == state.Tree.Size && kept.Tree != state.Tree {
		return state
	}
	state.Tree, state.Checkpoint = kept.Tree, kept.Checkpoint
	return state
}

// Consistency proves that a state of the log extends an earlier one.
func (s *LogKeeper) Consistency(ctx context.Context, tree ledger.Tree, older int64) ([]ledger.Hash, error) {
	return ledger.Consistency(tree, s.Tiles(ctx, s.store.Direct()), older)
}
