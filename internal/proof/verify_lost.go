package proof

import (
	"context"

	"rastro/internal/evidence"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// LostVersions lists why the journal does not produce the root of the signed log: entries without a
// version, and versions that differ from their entry. If the list is empty, the journal has
// everything that was signed. A row derived from a missing version looks as if nobody had written
// it.
func LostVersions(ctx context.Context, store StoreReader) ([]string, error) {
	var v Verification
	state, err := store.Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		err = v.withoutLog(ctx, store, nil)
		return v.Damages, err
	}
	if err != nil {
		return nil, err
	}
	tree, err := ledger.OpenUnder(state.Verifier, state.Checkpoint)
	if err != nil {
		v.damage("checkpoint: %v", err)
		return v.Damages, nil
	}
	if given, err := journalTree(ctx, store, tree.Size); err != nil || given == tree {
		return nil, err
	}
	check := &storeCheck{ctx: ctx, store: store, tree: tree, v: &v, tileIndex: -1}
	check.each = check.entry
	if err := check.journal(); err != nil {
		return nil, err
	}
	if len(v.Damages) == 0 { // the tiles were changed along with the journal
		v.damage("journal: its versions do not give the root of the signed log (adulterado)")
	}
	return v.Damages, nil
}

// journalTree returns the tree that the first versions of the journal give, in the order of
// the log.
func journalTree(ctx context.Context, store trace.LoggedReader, size int64) (ledger.Tree, error) {
	var log ledger.Rolling
	for at := int64(0); at < size; {
		n := int64(0)
		err := store.EachLogged(ctx, at, int(min(evidence.JournalPage, size-at)), func(v *trace.Record) error {
			n++
			log.Add(v.Hash[:])
			return ctx.Err()
		})
		if err != nil {
			return ledger.Tree{}, err
		}
		if n == 0 {
			break
		}
		at += n
	}
	return log.Tree(), nil
}

// entry compares a version with its entry. A tile that cannot be read is reported once,
// by rebuild.
func (c *storeCheck) entry(r *trace.Record, index int64) error {
	if leaf, err := c.leaf(index); err == nil && leaf != ledger.LeafHash(r.Hash[:]) {
		c.v.damage("%s: its hash is not entry %d of the log (adulterado)", trace.VersionName(r), index)
	}
	return nil
}
