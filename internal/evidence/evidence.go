// Package evidence compares what an answer is based on with the journal, and the journal with
// the signed log. Everything that is signed or leaves the server as evidence goes through it.
package evidence

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/ownership"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Reader is the port of a check.
type Reader interface {
	publiclog.SignedReader
	ownership.OwnerReader
	intactReader
	journalReader
	trace.SeedReader
}

// LotReader is the port of a search for a lot that the graph lacks.
type LotReader interface {
	trace.PageReader
	trace.LotRowReader
	Log(ctx context.Context) (trace.LogState, error)
	LotsFilled(ctx context.Context) (bool, error)
}

// LotPort is the store as UnknownLotsError sees it. Checks read in the snapshot of what they check.
type LotPort = trace.ReadPort[LotReader]

// intactReader reads records in their present state.
type intactReader interface {
	trace.PageReader
	Misended(ctx context.Context, within trace.Reach, fn func(*trace.Record) error) error
}

// journalReader reads the journal.
type journalReader interface {
	trace.VersionReader
	trace.LoggedReader
	Unplaced(ctx context.Context, recent bool, fn func(*trace.Record) error) error
}

// Checker compares answers with the journal. It is safe for concurrent use.
type Checker struct {
	store     LotPort
	stamps    trace.Stamper
	publicLog *publiclog.LogKeeper
	log       *slog.Logger
	limits    Limits
	checking  *Turns // whose check reads the journal
	diverged  divergences
	seen      memory // results of checks, valid until the next write
}

// New returns a Checker.
func New(store LotPort, stamps trace.Stamper, publicLog *publiclog.LogKeeper, log *slog.Logger, limits Limits) *Checker {
	return &Checker{store: store, stamps: stamps, publicLog: publicLog, log: log, limits: cmp.Or(limits, usualLimits), checking: newTurns()}
}

// Wait returns when it is the key's turn: a check reads the whole journal. done ends the turn.
func (c *Checker) Wait(ctx context.Context, by *trace.Key) (done func(), err error) {
	if m := by.Member(); m != nil {
		m.Watch()
	}
	return c.checking.Wait(ctx, by.AccessKey)
}

// Served returns the newest state of the log that this server has published.
func (c *Checker) Served() ledger.Tree { return c.publicLog.Served() }

// Note records how a question ended: Diverged counts those that were refused.
func (c *Checker) Note(question string, err error, now time.Time) {
	c.diverged.note(question, err, now)
}
