// Package access keeps keys and sessions: who may call the server, and what a key may
// grant, see and deactivate.
package access

import (
	"context"
	"io"
	"log/slog"
	"time"

	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Reader is what the package reads of keys.
type Reader interface {
	trace.KeyReader
	trace.NoteReader
	trace.TileReader
	trace.LoggedReader
	Log(ctx context.Context) (trace.LogState, error)
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
	OrganizationNames(ctx context.Context) ([]reach.OrganizationName, error)
}

// Writer is the package's port in a transaction.
type Writer interface {
	Keys(ctx context.Context) ([]trace.Key, error)
	trace.KeyWriter
	trace.NoteReader
	trace.Appender
	trace.CatalogueReader
	trace.PhaseWriter
	trace.ReplayReader
	trace.ReplyWriter
}

// keyReader reads what keys are compared with.
type keyReader interface {
	Keys(ctx context.Context) ([]trace.Key, error)
	trace.NoteReader
}

// Port is the store as the package sees it. Sessions have their own port: they
// share nothing with keys.
type (
	Port        = trace.Port[Reader, Writer]
	SessionPort = trace.Port[trace.SessionReader, trace.SessionWriter]
)

// KeyKeeper makes, finds and deactivates keys. It is safe for concurrent use.
type KeyKeeper struct {
	store    Port
	sessions SessionPort
	journal  *trace.Journal
	now      func() time.Time
	random   io.Reader
	log      *slog.Logger
	keys     keyring
	reaches  reach.Lookup
	claim    trace.Claimer
}

// New returns a KeyKeeper. It has no keys before LoadKeys. reaches looks up the harvests that keys
// of organisations reach.
func New(store Port, sessions SessionPort, reaches reach.Lookup, journal *trace.Journal, now func() time.Time, random io.Reader, log *slog.Logger) *KeyKeeper {
	return &KeyKeeper{store: store, sessions: sessions, reaches: reaches, journal: journal, now: now, random: random, log: log}
}

// LoadKeys reads all keys. It silently leaves out a key that was tampered with: CheckKeys
// reports it.
func (s *KeyKeeper) LoadKeys(ctx context.Context, store *Port) error {
	_, err := s.keys.reload(ctx, store)
	return err
}

// ClaimWith sets how keys of organisations begin harvests. It MUST be called before the first
// such key is used.
func (s *KeyKeeper) ClaimWith(claim trace.Claimer) { s.claim = claim }

// Inside returns a key for one request: inside the organisation that it names, if that is
// registered. It uses the newest names, also for a key that was read before them.
func (s *KeyKeeper) Inside(key *trace.Key) *trace.Key {
	if key.Organization == "" {
		return key
	}
	m := s.keys.held.Load().named[lang.Fold(key.Organization)]
	if m == nil {
		return key
	}
	return key.Join(reach.NewCaller(*m, s.reaches, s.now), s.claim)
}
