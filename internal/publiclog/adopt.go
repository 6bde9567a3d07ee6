package publiclog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// AdoptLog continues the store's log under a new name and key. It is for a store that does not
// continue the log that this server has published (ErrForked), whose key is lost (ErrNoKey),
// whose last checkpoint is lost (ErrNoCheckpoint), or, with rotate, whose key someone else may
// have. origin names the new log; "" makes a random name. The journal notes it, and every proof
// from then on names the predecessor and how many entries both share.
//
// The new key is in the vault before the store names it, and replaces the old one afterwards:
// after a crash in between, the next StartLog finishes the adoption.
func (s *LogKeeper) AdoptLog(ctx context.Context, origin string, rotate bool) (ledger.Adoption, error) {
	state, err := s.toAdopt(ctx, rotate)
	if err != nil {
		return ledger.Adoption{}, err
	}
	s.seen.halted.Store(nil) // the adoption resolves what stopped it
	if err := s.checkEdge(ctx, state); err != nil {
		return ledger.Adoption{}, err
	}
	made, secret, err := s.newSuccessor(ctx, origin, state)
	if err != nil {
		return ledger.Adoption{}, err
	}
	if err := s.vault.StageKey(secret); err != nil {
		return ledger.Adoption{}, err
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		return ledger.Adoption{}, err
	}
	seen := s.lastSeen(state.Verifier)
	var checkpoint []byte
	err = s.store.Update(ctx, func(w Writer) error {
		state, err := w.LockLog(ctx)
		if err != nil {
			return err
		}
		if made.Predecessor, err = signer.Adopt(state.Verifier, state.Tree, seen); err != nil {
			return err
		}
		if made.Waiting, err = w.CountWaiting(ctx); err != nil {
			return err
		}
		if made.Lost, err = s.lost(ctx, w, state.Tree, seen); err != nil {
			return err
		}
		if checkpoint, err = signer.Sign(state.Tree); err != nil {
			return err
		}
		note, err := canon.Marshal(made)
		if err != nil {
			return err
		}
		if err := s.journal.Note(ctx, w, kind.LogChange, nil, note); err != nil {
			return err
		}
		return w.AdoptLog(ctx, trace.LogState{Verifier: made.VerifierKey, Tree: state.Tree, Checkpoint: checkpoint, SignedAt: s.now()}, made.Predecessor)
	})
	if trace.Is(err, trace.CodeContended) {
		return ledger.Adoption{}, errors.New("another server holds the log: stop all servers of this store first")
	}
	if err != nil {
		return ledger.Adoption{}, err
	}
	return made, s.vault.Promote(checkpoint)
}

// toAdopt returns the log to adopt; an error if there is none.
func (s *LogKeeper) toAdopt(ctx context.Context, rotate bool) (trace.LogState, error) {
	if s.vault == nil {
		return trace.LogState{}, errors.New("a log is adopted where its key is kept outside the store")
	}
	state, err := s.store.Direct().Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return trace.LogState{}, errors.New("this store has no log yet: 'rastro serve' starts one")
	}
	if err != nil {
		return trace.LogState{}, err
	}
	switch err := s.StartLog(ctx, ""); {
	case err == nil && !rotate:
		return trace.LogState{}, fmt.Errorf("the log %s continues what this server has served: there is nothing to adopt; to give it another key all the same, say --rotate", originOf(state.Verifier))
	case err != nil && !adoptable(err):
		return trace.LogState{}, err
	}
	return state, nil
}

// adoptable reports whether an adoption resolves an error of StartLog.
func adoptable(err error) bool {
	for _, settled := range []error{ErrForked, ErrNoKey, ErrNoCheckpoint, errAdopted} {
		if errors.Is(err, settled) {
			return true
		}
	}
	return false
}

// lost counts the entries of a signed tree that the store lacks. Writes waiting for the log may be
// those entries, if a crash kept them out of it, or new ones from after a restore. The tree that
// they produce shows which.
func (s *LogKeeper) lost(ctx context.Context, r waitingReader, tree, signed ledger.Tree) (int64, error) {
	missing := signed.Size - tree.Size
	if missing <= 0 {
		return 0, nil
	}
	if missing > Batch { // a checkpoint is signed at most one step ahead of the store
		return missing, nil
	}
	waiting, err := r.Waiting(ctx, int(missing))
	if err != nil || int64(len(waiting)) < missing {
		return missing, err
	}
	switch same, err := leadsTo(ctx, s.Tiles(ctx, r), tree, EntriesOf(waiting), signed); {
	case err != nil:
		return 0, err
	case !same:
		return missing, nil
	}
	return 0, nil
}

// newSuccessor makes a name and a key for a log that continues another.
func (s *LogKeeper) newSuccessor(ctx context.Context, origin string, state trace.LogState) (made ledger.Adoption, secret string, err error) {
	if origin, err = s.logName(origin); err != nil {
		return made, "", err
	}
	earlier, err := s.store.Direct().Predecessors(ctx)
	if err != nil {
		return made, "", err
	}
	if origin == originOf(state.Verifier) || slices.ContainsFunc(earlier, func(p ledger.Predecessor) bool { return p.Origin == origin }) {
		return made, "", fmt.Errorf("%s names the log that is continued, or one before it: choose another name with --log-origin", origin)
	}
	secret, verifier, err := ledger.NewKey(s.random, origin)
	return ledger.Adoption{Origin: origin, VerifierKey: verifier}, secret, err
}

// lastSeen returns the last checkpoint of the log that this server kept; the zero Tree if there is
// none.
func (s *LogKeeper) lastSeen(verifierKey string) ledger.Tree {
	kept, err := s.vault.Checkpoint()
	if err != nil || kept == nil {
		return ledger.Tree{}
	}
	tree, err := ledger.OpenUnder(verifierKey, kept)
	if err != nil {
		return ledger.Tree{} // another log's
	}
	return tree
}
