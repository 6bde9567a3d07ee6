// Package publiclog grows the public log: it signs what was written, never less than what
// it signed before, and halts where the store is older than what this server served.
package publiclog

import (
	"context"
	"io"
	"log/slog"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Keys are checked before the log goes on.
type Keys interface {
	// Adopt notes keys and phases that an earlier build left out of the journal.
	Adopt(ctx context.Context) error
	// CheckKeys fails where a key is not what the journal says.
	CheckKeys(ctx context.Context) error
}

// LogKeeper keeps the public log. It is safe for concurrent use.
type LogKeeper struct {
	store   trace.Store
	journal *trace.Journal
	keys    Keys
	now     func() time.Time
	random  io.Reader
	log     *slog.Logger
	vault   trace.Vault // nil: the log's key stays in the store
	seen    logSeen

	// Set by StartLog, before anything else runs.
	signer       *ledger.Signer
	verifierKey  string
	predecessors []ledger.Predecessor
}

// New makes a LogKeeper over a store that is not guarded. The keys may be set until
// StartLog.
func New(store trace.Store, journal *trace.Journal, now func() time.Time, random io.Reader, log *slog.Logger, vault trace.Vault) *LogKeeper {
	l := &LogKeeper{journal: journal, now: now, random: random, log: log, vault: vault}
	l.store = &haltedStore{store, &l.seen, l.confirm}
	return l
}

// Store is the store, guarded: it refuses writes while the log is halted.
func (s *LogKeeper) Store() trace.Store { return s.store }

// CheckWith sets the keys that StartLog checks.
func (s *LogKeeper) CheckWith(keys Keys) { s.keys = keys }

// Signer signs for the log; nil before StartLog.
func (s *LogKeeper) Signer() *ledger.Signer { return s.signer }

// Predecessors are the logs that this one continues, oldest first.
func (s *LogKeeper) Predecessors() []ledger.Predecessor { return s.predecessors }

// Served is the newest state of the log that this server has shown to anybody.
func (s *LogKeeper) Served() ledger.Tree { return s.seen.servedTree() }
