package publiclog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// logStep is the next step of the log, built from committed versions.
type logStep struct {
	base  trace.LogState
	added []trace.Commitment
	next  trace.LogState
	tiles []ledger.TileData
	keep  bool
}

// Interval is how often the log grows: a write is in it within a second.
const Interval = 250 * time.Millisecond

// Integrate adds commitments to the log and signs its new state. It reports whether more are
// waiting. Only one server integrates at a time; the others find the log busy, and take over if
// that server goes away.
//
// The step is computed from a snapshot, outside the transaction that stores it: the vault must have
// the checkpoint first, nobody should wait for that, and a transaction may see rows that are never
// committed. A snapshot may still contain rows that a failover of the database loses; a read-only
// Update returns only when they are safe.
func (s *LogKeeper) Integrate(ctx context.Context) (more bool, err error) {
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	step, err := s.nextStep(ctx)
	if err != nil {
		return false, s.judge(err)
	}
	if len(step.added) > 0 && s.vault != nil {
		if err := s.store.Update(ctx, func(w Writer) error { _, err := w.Log(ctx); return err }); err != nil {
			return false, err
		}
		if moved, err := s.promise(step.next.Tree, step.next.Checkpoint); err != nil || moved {
			return moved, err
		}
	}
	stored := false
	err = s.store.Update(ctx, func(w Writer) error {
		more, stored = false, false
		state, added, err := lockStep(ctx, w, len(step.added))
		if trace.Is(err, trace.CodeContended) {
			return nil
		}
		if err != nil || len(added) == 0 {
			return err
		}
		if state.Tree != step.base.Tree || !slices.Equal(added, step.added) {
			more = true // another server was faster, or something was written meanwhile
			return nil
		}
		more, stored = len(added) == Batch, true
		return w.PutLog(ctx, step.next, step.tiles, state.Tree.Size, added, step.keep)
	})
	if err == nil && stored {
		s.seen.served.Store(step.next.Tree)
	}
	return more, err
}

// Limits on bringing the log up to date for someone who waits: on PostgreSQL a step
// also waits for transactions that began earlier.
const (
	catchUpTries = 12
	catchUpSteps = 16 // of Batch each
)

// InLog runs fn again while it fails with CodeNotLogged, after bringing committed versions into
// the log. fn must ask for the same versions each time: then one step is enough, and constant
// writers cannot delay it.
func (s *LogKeeper) InLog(ctx context.Context, fn func() error) error {
	for try := 1; ; try++ {
		err := fn()
		if !trace.Is(err, trace.CodeNotLogged) || try == catchUpTries || s.Halt() != nil {
			return err
		}
		if try > 1 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(Interval):
			}
		}
		for more, steps := true, 0; more && steps < catchUpSteps; steps++ {
			if more, err = s.Integrate(ctx); err != nil {
				return err
			}
		}
	}
}

// lockStep locks the log and reads its next n commitments, or as many as there are. It first
// requests one more, so that the store learns whether these are all.
func lockStep(ctx context.Context, w Writer, n int) (state trace.LogState, added []trace.Commitment, err error) {
	for _, limit := range []int{min(n+1, Batch), n} {
		if state, err = w.LockLog(ctx); err != nil {
			return state, nil, err
		}
		if added, err = w.Unlogged(ctx, limit); err != nil || len(added) <= n || n == 0 {
			return state, added, err
		}
	}
	return state, added, nil
}

// nextStep makes the next step of the log from one snapshot. A log that does not
// continue what was promised is ErrForked.
func (s *LogKeeper) nextStep(ctx context.Context) (step logStep, err error) {
	err = s.store.View(ctx, func(r Reader) error {
		if step.base, err = r.Log(ctx); err != nil {
			return err
		}
		if step.added, err = r.Waiting(ctx, Batch); err != nil {
			return err
		}
		entries := EntriesOf(step.added)
		if err := s.keepsPromise(ctx, r, step.base, entries); err != nil || len(entries) == 0 {
			return err
		}
		tree, tiles, err := ledger.Extend(step.base.Tree, s.Tiles(ctx, r), entries)
		if err != nil {
			return unsound(ctx, err)
		}
		checkpoint, err := s.signer.Sign(tree)
		if err != nil {
			return err
		}
		now := s.now()
		step.keep = step.base.Tree.Size == 0 || now.Truncate(keepInterval).After(step.base.SignedAt)
		step.next, step.tiles = trace.LogState{Tree: tree, Checkpoint: checkpoint, SignedAt: now}, tiles
		return nil
	})
	return step, err
}

// keepsPromise checks that the store's log, with the entries that come next,
// continues what was promised. The caller has the lock.
func (s *LogKeeper) keepsPromise(ctx context.Context, r Reader, base trace.LogState, entries [][]byte) error {
	if s.vault == nil {
		return nil
	}
	if base.Verifier != s.verifierKey {
		return s.adoptedElsewhere(base.Verifier)
	}
	if promised := s.seen.promised; base.Tree == promised && s.seen.servedTree() == promised {
		return nil // the usual case
	}
	return Keeps(ctx, r, s.Tiles(ctx, r), base.Tree, entries, s.seen.promised)
}

// Keeps checks that a log, with the entries that come next, continues a promised
// state: ErrForked if it does not, ErrLog if its tiles cannot be read.
func Keeps(ctx context.Context, r trace.TileReader, read ledger.ReadTile, base ledger.Tree, entries [][]byte, promised ledger.Tree) error {
	missing := promised.Size - base.Size
	if missing <= 0 {
		return extends(ctx, r, base, promised)
	}
	if missing > int64(len(entries)) {
		return fmt.Errorf("the store has %d entries for the log, this server has signed a checkpoint of %d: %w",
			base.Size+int64(len(entries)), promised.Size, ErrForked)
	}
	same, err := leadsTo(ctx, read, base, entries[:missing], promised)
	if err == nil && !same {
		err = fmt.Errorf("the store's entry %d or one before it is not what this server has signed: %w", promised.Size, ErrForked)
	}
	return err
}

// leadsTo reports whether a tree with some more entries is another tree.
func leadsTo(ctx context.Context, read ledger.ReadTile, tree ledger.Tree, entries [][]byte, other ledger.Tree) (bool, error) {
	next, _, err := ledger.Extend(tree, read, entries)
	if err != nil {
		return false, unsound(ctx, err)
	}
	return next == other, nil
}

// EntriesOf returns the entries of the log for some commitments.
func EntriesOf(added []trace.Commitment) [][]byte {
	entries := make([][]byte, len(added))
	for i := range added {
		entries[i] = added[i].Hash[:]
	}
	return entries
}
