package publiclog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// logSeen is what a server knows about the log from the states that it published itself.
//
// The vault gets a checkpoint before the store commits it, and so before anyone can read it. A
// crash in between leaves the vault ahead of the store. That is not a fork: the entries are
// committed and their order is fixed, so the next step makes the same checkpoint again, or one that
// extends it. If the store committed first, a crash could lose the vault's copy of a published
// checkpoint. A store that cannot make the promised checkpoint again has lost entries, and the
// server stops signing.
type logSeen struct {
	mu       sync.Mutex   // held while a step is made or a state is taken over
	promised ledger.Tree  // the state that the vault has
	kept     []byte       // its checkpoint, as in the vault
	served   atomic.Value // ledger.Tree: the newest committed state that was checked

	halted atomic.Pointer[trace.Error] // set: the store's log contradicts what was served
	doubt  atomic.Bool                 // set: a read returned a state older than what was served
}

func (l *logSeen) servedTree() ledger.Tree {
	tree, _ := l.served.Load().(ledger.Tree)
	return tree
}

// startSeen compares the store's log with the last checkpoint that this server
// kept, and finishes a step that a crash interrupted.
func (s *LogKeeper) startSeen(ctx context.Context, state trace.LogState) error {
	if s.vault == nil {
		return nil
	}
	kept, err := s.vault.Checkpoint()
	if err != nil {
		return err
	}
	if kept == nil && state.Tree.Size > 0 {
		return s.noCheckpoint(state.Tree.Size)
	}
	s.seen.mu.Lock()
	if kept != nil {
		if s.seen.promised, err = s.openKept(kept); err == nil {
			s.seen.kept = kept
		}
	}
	ahead := s.seen.promised.Size > state.Tree.Size
	s.seen.mu.Unlock()
	if err != nil {
		return err
	}
	if !ahead {
		return s.observe(ctx, s.store.Direct(), state)
	}
	for {
		if _, err := s.Integrate(ctx); err != nil {
			return err
		}
		if state, err = s.store.Direct().Log(ctx); err != nil {
			return err
		}
		if state.Tree.Size >= s.seen.promised.Size {
			return s.observe(ctx, s.store.Direct(), state)
		}
		select { // another server is doing it
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(Interval / 10):
		}
	}
}

func (s *LogKeeper) openKept(kept []byte) (ledger.Tree, error) {
	tree, err := ledger.OpenUnder(s.verifierKey, kept)
	if err != nil {
		if older, ok := s.openOlder(kept); ok {
			return older, nil
		}
		return tree, fmt.Errorf("%s is not the last checkpoint of this store's log: %w: %w", s.vault.CheckpointPlace(), err, ErrForked)
	}
	return tree, nil
}

// openOlder opens a checkpoint of a log that the store's log continues: another
// server adopted it, and this one has the new key. The operator who adopted it decided about
// entries that the new log does not share.
func (s *LogKeeper) openOlder(kept []byte) (ledger.Tree, bool) {
	for i := range s.predecessors {
		p := &s.predecessors[i]
		tree, err := ledger.OpenUnder(p.Key, kept)
		switch {
		case err != nil:
		case tree.Size > p.Size:
			return ledger.Empty, true
		default:
			return tree, true
		}
	}
	return ledger.Tree{}, false
}

// SignedState reads the signed state of a snapshot in order to publish it: the result extends
// everything that this server has published before, and is in the vault, unless the snapshot is
// older.
func (s *LogKeeper) SignedState(ctx context.Context, r SignedReader) (trace.LogState, error) {
	state, err := r.Log(ctx)
	if err != nil || s.vault == nil {
		return state, err
	}
	if err := s.Halt(); err != nil {
		return state, err
	}
	switch served := s.seen.servedTree(); {
	case state.Verifier != s.verifierKey || state.Tree.Size > served.Size:
	case state.Tree == served:
		return state, nil
	case state.Tree.Size < served.Size:
		// A snapshot from before the last step is older, but not a fork. Its reader holds a
		// connection, and must not wait for another one or for a step, so View checks again when
		// the snapshot ends.
		s.seen.doubt.Store(true)
		return state, nil
	}
	return state, s.observe(ctx, r, state)
}

// NewestState is SignedState of the store now. It uses no snapshot, so it looks again itself.
func (s *LogKeeper) NewestState(ctx context.Context) (trace.LogState, error) {
	state, err := s.SignedState(ctx, s.store.Direct())
	if err != nil {
		return state, err
	}
	return state, s.confirm(ctx)
}

// confirm checks, after a read of an older state, whether the store still has what was served.
func (s *LogKeeper) confirm(ctx context.Context) error {
	// The doubt is cleared before the look: one that arises meanwhile stays.
	if s.vault == nil || !s.seen.doubt.Swap(false) {
		return nil
	}
	if err := s.lacks(ctx, s.seen.servedTree()); err != nil {
		s.seen.doubt.Store(true)
		return err
	}
	return nil
}

// lacks stops the log if the store, as it is now, has less than was served. served must
// have been read before.
func (s *LogKeeper) lacks(ctx context.Context, served ledger.Tree) error {
	fresh, err := s.store.Direct().Log(ctx)
	if err == nil && fresh.Tree.Size < served.Size {
		err = s.stop(fmt.Errorf("the store's log has %d entries, this server has served a checkpoint of %d: %w", fresh.Tree.Size, served.Size, ErrForked))
	}
	return err
}

// observe takes over a state of the log that another server may have signed.
func (s *LogKeeper) observe(ctx context.Context, r trace.TileReader, state trace.LogState) error {
	if s.vault == nil {
		return nil
	}
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	if state.Verifier != s.verifierKey {
		return s.stop(s.adoptedElsewhere(state.Verifier))
	}
	served := s.seen.servedTree()
	if state.Tree.Size < served.Size {
		// A snapshot from before the last step is older, and not a fork. What is read from
		// now on must not be older.
		return s.lacks(ctx, served)
	}
	if err := s.judge(extends(ctx, r, state.Tree, served)); err != nil {
		return err
	}
	for {
		if s.seen.promised.Size > state.Tree.Size {
			break // promised and not yet committed
		}
		if err := s.judge(extends(ctx, r, state.Tree, s.seen.promised)); err != nil {
			return err
		}
		if s.seen.promised == state.Tree && s.seen.kept != nil {
			break
		}
		if moved, err := s.promise(state.Tree, state.Checkpoint); err != nil {
			return err
		} else if !moved {
			break
		}
	}
	s.seen.served.Store(state.Tree)
	return nil
}

// errAdopted is a log that continues under another key than this server has.
var errAdopted = errors.New("someone ran 'rastro log adopt': restart this server; on another machine copy the new key file there first, or set RASTRO_LOG_KEY to the new key")

// adoptedElsewhere reports that the store's log now has another key.
func (s *LogKeeper) adoptedElsewhere(verifierKey string) error {
	return fmt.Errorf("the log is now signed by %s, this server has the key of %s: %w", originOf(verifierKey), s.signer.Origin(), errAdopted)
}

// judge stops the server if an error says that the log is forked or damaged, or
// that it continues under another key.
func (s *LogKeeper) judge(err error) error {
	if s.vault != nil && (errors.Is(err, ErrForked) || errors.Is(err, ErrLog) || errors.Is(err, errAdopted)) {
		return s.stop(err)
	}
	return err
}

// unsound marks an error from reading tiles as an inconsistent log (ErrLog). If the store was
// unreachable, the error is returned unchanged, because it says nothing about the log.
func unsound(ctx context.Context, err error) error {
	if e, ok := errors.AsType[*trace.Error](err); ctx.Err() != nil || ok && e.Class() == trace.Unavailable {
		return err
	}
	return fmt.Errorf("%w: %w", ErrLog, err)
}

// extends proves by the log's tiles that a state extends an older one.
func extends(ctx context.Context, r trace.TileReader, tree, older ledger.Tree) error {
	if tree == older || older.Size == 0 {
		return nil
	}
	proof, err := ledger.Consistency(tree, func(t ledger.Tile) ([]byte, error) { return r.Tile(ctx, t) }, older.Size)
	if err != nil {
		return unsound(ctx, err)
	}
	if err := ledger.CheckConsistency(proof, tree, older); err != nil {
		return fmt.Errorf("the store's log of %d entries does not continue the checkpoint of %d that this server has served: %w", tree.Size, older.Size, ErrForked)
	}
	return nil
}

// promise keeps a checkpoint in the vault before anyone can read it. Servers of one machine
// may share the vault: if another one has a newer checkpoint there, promise adopts it, and
// the caller must compare it with the log. The caller has the lock.
func (s *LogKeeper) promise(tree ledger.Tree, checkpoint []byte) (moved bool, err error) {
	if moved, err = s.vault.Swap(s.seen.kept, checkpoint); err != nil {
		return false, err
	}
	if !moved {
		s.seen.kept, s.seen.promised = checkpoint, tree
		return false, nil
	}
	kept, err := s.vault.Checkpoint()
	if err != nil {
		return false, err
	}
	other, err := s.openKept(kept)
	if err != nil {
		return false, s.judge(err)
	}
	s.seen.kept, s.seen.promised = kept, other
	return true, nil
}

// stop ends signing, serving proofs and writing, and informs the operator once.
func (s *LogKeeper) stop(err error) error {
	stopped := &trace.Error{Code: trace.CodeLogForked, Cause: err}
	if s.seen.halted.Swap(stopped) == nil {
		what := "the store's log contradicts what this server has served: nothing is signed or written"
		if errors.Is(err, errAdopted) {
			what = "the store's log has a new name and key: this server signs and writes nothing until it is restarted with them"
		}
		s.log.Error(what, "err", err)
	}
	return stopped
}

// Halt returns why the server has stopped, nil if it has not.
func (s *LogKeeper) Halt() error {
	if stopped := s.seen.halted.Load(); stopped != nil {
		return stopped
	}
	return nil
}

// WatchLog checks whether the store's log still continues the published one: the store may have
// been restored under a running server. If it continues again, so does the server.
func (s *LogKeeper) WatchLog(ctx context.Context) error {
	if s.vault == nil || s.signer == nil {
		return nil
	}
	state, err := s.store.Direct().Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		err = s.stop(fmt.Errorf("the store has no log any more: %w", ErrForked))
	}
	if err != nil {
		return quiet(err)
	}
	if s.seen.halted.Load() == nil && state.Verifier == s.verifierKey && state.Tree == s.seen.servedTree() {
		return nil
	}
	if err := s.observe(ctx, s.store.Direct(), state); err != nil {
		return quiet(err)
	}
	if s.seen.halted.Load() == nil {
		return nil
	}
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	if _, err := s.nextStep(ctx); err != nil {
		return nil // unchanged, and already reported
	}
	s.seen.halted.Store(nil)
	s.log.Info("the store's log continues what this server has served: signing resumes")
	return nil
}

// quiet removes what was already reported.
func quiet(err error) error {
	if trace.Is(err, trace.CodeLogForked) {
		return nil
	}
	return err
}

// haltedStore refuses writes while the log is forked, because their commitments could not be
// signed. After a snapshot older than what was served, it checks whether the store still has that.
type haltedStore struct {
	trace.Store
	seen    *logSeen
	confirm func(context.Context) error
}

func (h *haltedStore) View(ctx context.Context, fn func(trace.Reader) error) error {
	if err := h.Store.View(ctx, fn); err != nil {
		return err
	}
	return h.confirm(ctx)
}

func (h *haltedStore) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if stopped := h.seen.halted.Load(); stopped != nil {
		return stopped
	}
	return h.Store.Update(ctx, fn)
}
