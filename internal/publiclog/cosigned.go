package publiclog

import (
	"context"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// SetCosigned notes checkpoints of the log that witnesses cosigned. From then on a proof leads to the
// first of them that covers it.
func (s *LogKeeper) SetCosigned(checkpoints ...[]byte) error {
	var states []trace.LogState
	for _, checkpoint := range checkpoints {
		tree, err := ledger.OpenUnder(s.verifierKey, checkpoint)
		if err != nil {
			return err
		}
		states = append(states, trace.LogState{Tree: tree, Checkpoint: checkpoint})
	}
	s.cosigned.Store(&states)
	return nil
}

// Cosigned returns the state that a proof of an entry should lead to: one that witnesses cosigned, or
// the given one if there is none that has the entry.
func (s *LogKeeper) Cosigned(state trace.LogState, index int64) trace.LogState {
	kept := s.cosigned.Load()
	if kept == nil || state.Verifier != s.verifierKey {
		return state
	}
	for _, c := range *kept {
		later := c.Tree.Size > state.Tree.Size || c.Tree.Size == state.Tree.Size && c.Tree != state.Tree
		if !later && index < c.Tree.Size {
			state.Tree, state.Checkpoint = c.Tree, c.Checkpoint
			return state
		}
	}
	return state
}

// Consistency proves that a state of the log extends an earlier one.
func (s *LogKeeper) Consistency(ctx context.Context, tree ledger.Tree, older int64) ([]ledger.Hash, error) {
	return ledger.Consistency(tree, s.Tiles(ctx, s.store.Direct()), older)
}
