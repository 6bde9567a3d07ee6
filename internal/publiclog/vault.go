package publiclog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// ErrForked means that the store's log does not continue the one that this server has published:
// signing it would give two histories one name.
var ErrForked = errors.New("the store was restored from an older backup, or is another one: " +
	"restore a newer backup; where there is none, stop all servers and run 'rastro log adopt', which continues the log under a new name that says so")

// ErrNoKey means that this server cannot find the log's signing key.
var ErrNoKey = errors.New("the log's signing key is missing")

// ErrNoCheckpoint means that this server cannot find the last checkpoint of a log with entries:
// it could not distinguish a restored store from one that continues.
var ErrNoCheckpoint = errors.New("the last checkpoint that was served is missing")

// Pairs reports whether a verifier key belongs to a secret key.
func Pairs(secret, verifier string) bool {
	key, err := ledger.VerifierKey(secret)
	return err == nil && key == verifier
}

// signingKey returns the key of the store's log. A key that an older build left
// in the store is copied to the vault, after the checkpoint: a key without one is
// refused, so a crash in between must not leave that. forgetKey takes it out of the
// store once both are durable.
func (s *LogKeeper) signingKey(ctx context.Context, state trace.LogState) (string, error) {
	if s.vault == nil {
		return state.Secret, nil
	}
	secret, err := s.vault.Key()
	if err != nil {
		return "", err
	}
	if secret == "" && state.Secret != "" {
		if _, err := s.vault.Swap(nil, state.Checkpoint); err != nil { // one that is kept already stays
			return "", err
		}
		if err := s.vault.PutKey(state.Secret); err != nil {
			return "", err
		}
		secret = state.Secret
	}
	if secret == "" || !Pairs(secret, state.Verifier) {
		return s.stagedKey(ctx, secret, state)
	}
	return secret, nil
}

// forgetKey takes the signing key out of a store where an older build left it.
func (s *LogKeeper) forgetKey(ctx context.Context, state trace.LogState) error {
	if s.vault == nil || state.Secret == "" {
		return nil
	}
	if err := s.store.Update(ctx, func(w Writer) error { return w.ForgetLogSecret(ctx) }); err != nil {
		return err
	}
	if err := s.guarded.WipeLogSecret(ctx); err != nil {
		s.log.Warn("the database's files may still hold the log's old signing key: run 'VACUUM FULL log_state' in the database; if somebody may have copied its files, run 'rastro log adopt --rotate'", "err", err)
	}
	s.log.Info("the log's signing key has moved out of the database: copy it once to a safe place, since no backup contains it", "key", s.vault.KeyPlace())
	return nil
}

// stagedKey finishes an adoption that a crash cut off between the store's commit
// and the vault. Otherwise the key is missing, or is another log's.
func (s *LogKeeper) stagedKey(ctx context.Context, found string, state trace.LogState) (string, error) {
	staged, err := s.vault.StagedKey()
	if err != nil {
		return "", err
	}
	if staged != "" && Pairs(staged, state.Verifier) {
		return staged, s.vault.Promote(state.Checkpoint)
	}
	origin := originOf(state.Verifier)
	if found == "" {
		return "", fmt.Errorf("%w: the log %s has %d entries, and %s is not there: copy it from the server that made it (every server of a store needs the same one, mode 600); if it is lost for good, run 'rastro log adopt'",
			ErrNoKey, origin, state.Tree.Size, s.vault.KeyPlace())
	}
	verifier, err := ledger.VerifierKey(found)
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.vault.KeyPlace(), err)
	}
	earlier, err := s.store.Direct().Predecessors(ctx)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(earlier, func(p ledger.Predecessor) bool { return p.Key == verifier }) {
		return "", fmt.Errorf("%s holds the key of the log %s, which continues as %s: %w", s.vault.KeyPlace(), originOf(verifier), origin, errAdopted)
	}
	return "", fmt.Errorf("%s holds the key of the log %s, the store's log is %s: %w; or put the right key there, or name its folder with --log-dir",
		s.vault.KeyPlace(), originOf(verifier), origin, ErrForked)
}

func originOf(verifierKey string) string {
	verifier, err := ledger.NewVerifier(verifierKey)
	if err != nil {
		return "?"
	}
	return verifier.Origin()
}

// firstKey returns the key of a log that is about to start, and its first
// checkpoint: the vault's key where an earlier start was cut off, else a new one.
// The vault has the checkpoint before the key: a key without one was used before.
func (s *LogKeeper) firstKey(origin string) (secret, verifier string, checkpoint []byte, err error) {
	if s.vault != nil {
		if secret, err = s.vault.Key(); err != nil {
			return "", "", nil, err
		}
	}
	fresh := secret == ""
	if fresh {
		secret, verifier, err = ledger.NewKey(s.random, origin)
	} else {
		verifier, err = ledger.VerifierKey(secret)
	}
	if err != nil {
		return "", "", nil, err
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		return "", "", nil, err
	}
	if checkpoint, err = signer.Sign(ledger.Empty); err != nil || s.vault == nil {
		return secret, verifier, checkpoint, err
	}
	kept, err := s.vault.Checkpoint()
	if err != nil {
		return "", "", nil, err
	}
	if _, err := s.vault.Swap(kept, checkpoint); err != nil {
		return "", "", nil, err
	}
	if fresh {
		err = s.vault.PutKey(secret)
	}
	return "", verifier, checkpoint, err
}

// neverServed refuses to start a new log if this server has already issued checkpoints of one: the
// store was emptied or replaced.
func (s *LogKeeper) neverServed() error {
	if s.vault == nil {
		return nil
	}
	kept, err := s.vault.Checkpoint()
	if err != nil {
		return err
	}
	if kept == nil {
		key, err := s.vault.Key()
		if err != nil || key == "" {
			return err
		}
		return fmt.Errorf("the store is empty, but %s holds the key of a log, and %s is missing: %w: restore a backup of the database; to begin a new log instead, take the key away from there",
			s.vault.KeyPlace(), s.vault.CheckpointPlace(), ErrNoCheckpoint)
	}
	tree, origin, err := ledger.ReadCheckpoint(kept)
	if err != nil {
		return fmt.Errorf("%s: %w", s.vault.CheckpointPlace(), err)
	}
	if tree.Size == 0 {
		return nil
	}
	return fmt.Errorf("the store is empty, but this server has signed %d entries of the log %s: restore a backup; to begin a new log instead, move %s and %s away",
		tree.Size, origin, s.vault.KeyPlace(), s.vault.CheckpointPlace())
}

// noCheckpoint says what to do about a key without a checkpoint.
func (s *LogKeeper) noCheckpoint(size int64) error {
	return fmt.Errorf("%w: the log %s has %d entries, and %s is not there, so nobody can tell whether the database is an older copy: "+
		"put the file back, or copy it from another server of this store ('curl -o FILE https://SERVER/log/checkpoint' does too); if there is none, stop all servers and run 'rastro log adopt', which continues the log under a new name",
		ErrNoCheckpoint, s.signer.Origin(), size, s.vault.CheckpointPlace())
}

// Vault keeps, outside the store, what a restored backup must not bring back: the log's signing
// key, and the last checkpoint that this server published. A method's writes are durable when it
// returns.
type Vault interface {
	// Key returns the signing key; "" if there is none. KeyPlace names its place, for messages.
	Key() (string, error)
	KeyPlace() string
	// PutKey keeps the first key. It never replaces one.
	PutKey(secret string) error
	// Checkpoint returns the last stored checkpoint; nil if there is none. CheckpointPlace names
	// its place, for messages.
	Checkpoint() ([]byte, error)
	CheckpointPlace() string
	// Swap keeps next in place of old, or if none is kept. If a checkpoint other than
	// old is kept, it does nothing and reports moved.
	Swap(old, next []byte) (moved bool, err error)
	// StageKey keeps a key in addition to the one in use, and StagedKey returns it; ""
	// when there is none. Promote puts it into use, with its first checkpoint,
	// and retires the key before it; after a crash it can run again.
	StageKey(secret string) error
	StagedKey() (string, error)
	Promote(checkpoint []byte) error
}
