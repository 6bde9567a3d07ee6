// Package publiclog grows the public log: it signs new versions, never less than it signed
// before, and halts if the store is older than the log that this server published.
package publiclog

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	SignedReader
	trace.VersionReader
	waitingReader
	Logged(ctx context.Context, from int64, limit int) ([]trace.Record, error)
	LogBehind(ctx context.Context) (bool, error)
	Predecessors(ctx context.Context) ([]ledger.Predecessor, error)
	NewestCheckpoints(ctx context.Context, limit int) ([]trace.KeptCheckpoint, error)
}

// SignedReader reads the log's signed state.
type SignedReader interface {
	trace.TileReader
	Log(ctx context.Context) (trace.LogState, error)
}

// waitingReader reads what is not in the log yet.
type waitingReader interface {
	trace.TileReader
	Waiting(ctx context.Context, limit int) ([]trace.Commitment, error)
}

// Writer is the package's port in a transaction.
type Writer interface {
	SignedReader
	waitingReader
	trace.LogWriter
	trace.Appender
	CountWaiting(ctx context.Context) (int64, error)
	LockKeys(ctx context.Context) error
}

// Port is the store as the package sees it. The package also guards the store for all others,
// so New takes all of it.
type Port = trace.Port[Reader, Writer]

// Keys are checked before the log continues.
type Keys interface {
	// Adopt notes keys and phases that an earlier build left out of the journal.
	Adopt(ctx context.Context) error
	// CheckKeys fails if a key differs from the journal.
	CheckKeys(ctx context.Context) error
}

// LogKeeper keeps the public log. It is safe for concurrent use.
type LogKeeper struct {
	guarded trace.Store
	store   Port // of guarded
	journal *trace.Journal
	keys    Keys
	now     func() time.Time
	random  io.Reader
	log     *slog.Logger
	vault   Vault // nil: the log's key stays in the store
	seen    logSeen

	caughtUp atomic.Pointer[time.Time]
	cosigned atomic.Pointer[[]trace.LogState] // states that witnesses cosigned, the preferred one first

	// Set by StartLog, before anything else runs.
	signer       *ledger.Signer
	verifierKey  string
	predecessors []ledger.Predecessor
}

// New returns a LogKeeper over a store that is not guarded. The keys may be set until
// StartLog.
func New(store trace.Store, journal *trace.Journal, now func() time.Time, random io.Reader, log *slog.Logger, vault Vault) *LogKeeper {
	l := &LogKeeper{journal: journal, now: now, random: random, log: log, vault: vault}
	l.guarded = &haltedStore{store, &l.seen, l.confirm}
	l.store = trace.Narrow(l.guarded, func(r trace.Reader) Reader { return r }, func(w trace.Writer) Writer { return w })
	return l
}

// Store returns the store, guarded: it refuses writes while the log is halted.
func (s *LogKeeper) Store() trace.Store { return s.guarded }

// CheckWith sets the keys that StartLog checks.
func (s *LogKeeper) CheckWith(keys Keys) { s.keys = keys }

// Signer signs for the log; nil before StartLog.
func (s *LogKeeper) Signer() *ledger.Signer { return s.signer }

// Predecessors returns the logs that this one continues, oldest first.
func (s *LogKeeper) Predecessors() []ledger.Predecessor { return s.predecessors }

// Served returns the newest state of the log that this server has published.
func (s *LogKeeper) Served() ledger.Tree { return s.seen.servedTree() }
