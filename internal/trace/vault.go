package trace

import (
	"context"
	"errors"
	"fmt"

	"rastro/internal/ledger"
)

// Vault keeps, outside the store, what a restored backup must not bring back:
// the log's signing key, and the last checkpoint that this server let out.
// Whatever a method writes is durable when it returns.
type Vault interface {
	// Key returns the signing key; "" when there is none. KeyPlace says where it
	// is, for messages.
	Key() (string, error)
	KeyPlace() string
	// PutKey keeps the first key. It never replaces one.
	PutKey(secret string) error
	// Checkpoint returns the last checkpoint that was kept; nil when there is
	// none. CheckpointPlace says where it is, for messages.
	Checkpoint() ([]byte, error)
	CheckpointPlace() string
	// Swap keeps next in place of old, or where none is kept. It does nothing
	// and reports moved when another checkpoint than old is kept.
	Swap(old, next []byte) (moved bool, err error)
	// StageKey keeps a key beside the one in use, and StagedKey returns it; ""
	// when there is none. Promote puts it in use, with its first checkpoint, and
	// retires the key before it; after a crash it can run again.
	StageKey(secret string) error
	StagedKey() (string, error)
	Promote(checkpoint []byte) error
}

// ErrForked is a store whose log is not a continuation of what this server has
// let out: to sign would give two histories one name.
var ErrForked = errors.New("the store was restored from an older backup, or is another one: " +
	"restore a newer backup; where there is none, stop all servers and run 'rastro log adopt', which continues the log under a new name that says so")

// ErrNoKey is a log whose signing key is not where this server looks.
var ErrNoKey = errors.New("the log's signing key is missing")

// pairs reports whether a verifier key opens what a secret key signs.
func pairs(secret, verifier string) bool {
	key, err := ledger.VerifierKey(secret)
	return err == nil && key == verifier
}

// signingKey returns the key of the store's log. A key that an older build left
// in the store is moved to the vault: it is durable there before the store
// forgets it, so that a crash in between leaves it in both.
func (s *Service) signingKey(ctx context.Context, state LogState) (string, error) {
	if s.vault == nil {
		return state.Secret, nil
	}
	secret, err := s.vault.Key()
	if err != nil {
		return "", err
	}
	if secret == "" && state.Secret != "" {
		if err := s.vault.PutKey(state.Secret); err != nil {
			return "", err
		}
		secret = state.Secret
	}
	if secret == "" || !pairs(secret, state.Verifier) {
		if secret, err = s.stagedKey(secret, state); err != nil {
			return "", err
		}
	}
	if state.Secret == "" {
		return secret, nil
	}
	return secret, s.store.Update(ctx, func(w Writer) error { return w.ForgetLogSecret(ctx) })
}

// stagedKey finishes an adoption that a crash cut off between the store's commit
// and the vault. Otherwise the key is missing, or is another log's.
func (s *Service) stagedKey(found string, state LogState) (string, error) {
	staged, err := s.vault.StagedKey()
	if err != nil {
		return "", err
	}
	if staged != "" && pairs(staged, state.Verifier) {
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

// firstKey returns the key of a log that is about to start: the vault's, where
// the operator brought one or an earlier start was cut off, else a new one.
func (s *Service) firstKey(origin string) (secret, verifier string, err error) {
	if s.vault == nil {
		return ledger.NewKey(s.random, origin)
	}
	if secret, err = s.vault.Key(); err != nil {
		return "", "", err
	}
	if secret == "" {
		if secret, verifier, err = ledger.NewKey(s.random, origin); err != nil {
			return "", "", err
		}
		return secret, verifier, s.vault.PutKey(secret)
	}
	verifier, err = ledger.VerifierKey(secret)
	return secret, verifier, err
}

// neverServed refuses to start a log anew where this server has let out
// checkpoints of one: the store was emptied or replaced.
func (s *Service) neverServed() error {
	if s.vault == nil {
		return nil
	}
	kept, err := s.vault.Checkpoint()
	if err != nil || kept == nil {
		return err
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
