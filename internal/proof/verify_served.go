package proof

import (
	"context"
	"errors"

	"rastro/internal/ledger"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// VerifyServed compares a store with the last checkpoint that one of its servers published, as
// that server does at start: a restored earlier state is complete in itself, but is refused all
// the same. place is where the checkpoint is kept. Differences go to v, which VerifyStore made
// from the same snapshot.
func VerifyServed(ctx context.Context, r servedReader, served []byte, place string, v *Verification) error {
	state, err := r.Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		v.Unchecked, v.RolledBack = nil, true
		v.damage("log: missing, although %s says that there was one", place)
		return nil
	}
	if err != nil {
		return err
	}
	verifier, err := ledger.NewVerifier(state.Verifier)
	if err != nil {
		return nil // VerifyStore reports it
	}
	tree, err := verifier.Open(served)
	check := &storeCheck{v: v}
	if older, ok := check.earlier(served); ok && err != nil {
		if tree, err = older.open(served); err == nil && tree.Size > older.Size {
			return nil // the operator who adopted the log decided about the rest
		}
	}
	if err != nil {
		v.damage("%s: it is not a checkpoint of this store's log: %v", place, err)
		return nil
	}
	var entries [][]byte
	if missing := tree.Size - state.Tree.Size; missing > 0 {
		waiting, err := r.Waiting(ctx, int(min(missing, publiclog.Batch)))
		if err != nil {
			return err
		}
		entries = publiclog.EntriesOf(waiting)
	}
	read := func(t ledger.Tile) ([]byte, error) { return r.Tile(ctx, t) }
	switch err := publiclog.Keeps(ctx, r, read, state.Tree, entries, tree); {
	case errors.Is(err, publiclog.ErrForked):
		v.RolledBack = true
		v.damage("%s: the last checkpoint that was served has %d entries, and this store has %d for the log: it is an older copy or another store, and a server refuses it",
			place, tree.Size, state.Tree.Size+int64(len(entries)))
	case errors.Is(err, publiclog.ErrLog):
		v.damage("%s: the log cannot be held against it: %v", place, err)
	case err != nil:
		return err
	}
	return nil
}
