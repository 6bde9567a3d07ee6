// Package access keeps keys and sessions: who may call the server, and what a key may
// grant, see and deactivate.
package access

import (
	"context"
	"io"
	"log/slog"
	"time"

	"rastro/internal/trace"
)

// KeyKeeper makes, finds and deactivates keys. It is safe for concurrent use.
type KeyKeeper struct {
	store   trace.Store
	journal *trace.Journal
	now     func() time.Time
	random  io.Reader
	log     *slog.Logger
	keys    keyring
}

// New makes a KeyKeeper. It knows no key before LoadKeys.
func New(store trace.Store, journal *trace.Journal, now func() time.Time, random io.Reader, log *slog.Logger) *KeyKeeper {
	return &KeyKeeper{store: store, journal: journal, now: now, random: random, log: log}
}

// LoadKeys reads all keys. A key that was changed is left out without a word: CheckKeys
// says so.
func (s *KeyKeeper) LoadKeys(ctx context.Context, store trace.Store) error {
	_, err := s.keys.reload(ctx, store)
	return err
}
