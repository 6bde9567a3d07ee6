// Package evidence compares what an answer stands on with the journal, and the journal with
// the signed log. Whatever is signed, or leaves the server as evidence, goes through it.
package evidence

import (
	"log/slog"

	"rastro/internal/ledger"
	"rastro/internal/publiclog"
)

// Checker compares answers with the journal. It is safe for concurrent use.
type Checker struct {
	public   *publiclog.LogKeeper
	log      *slog.Logger
	whole    int64  // the longest journal that is compared as a whole
	checking *Turns // whose check reads the journal
	diverged divergences
	seen     memory // what checks found, while nothing is written
}

// New makes a Checker that compares the whole journal while it has at most some versions.
func New(public *publiclog.LogKeeper, log *slog.Logger, whole int64) *Checker {
	return &Checker{public: public, log: log, whole: whole, checking: newTurns()}
}

// Turns lets callers take turns: a check reads the whole journal.
func (c *Checker) Turns() *Turns { return c.checking }

// Served is the newest state of the log that this server has shown to anybody.
func (c *Checker) Served() ledger.Tree { return c.public.Served() }

// Divergences are the questions that were refused and not answered since.
func (c *Checker) Divergences() *divergences { return &c.diverged }
