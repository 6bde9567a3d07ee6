// Package recall finds everything that a recall of lots affects, holds it against the
// signed log, and signs the report.
package recall

import (
	"io"
	"log/slog"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/evidence"
	"rastro/internal/lineage"
	"rastro/internal/publiclog"
	"rastro/internal/quota"
	"rastro/internal/trace"
)

// Recaller makes and keeps reports of recalls. It is safe for concurrent use.
type Recaller struct {
	store    trace.Store
	journal  *trace.Journal
	cursors  *cursors.Keeper
	tracer   *lineage.Tracer
	public   *publiclog.LogKeeper
	evidence *evidence.Checker
	now      func() time.Time
	random   io.Reader
	log      *slog.Logger
	lots     lineage.Limits
	recalls  *quota.Buckets[string] // reports that each key may still store
}

// Options are what a Recaller is made of.
type Options struct {
	Store    trace.Store
	Journal  *trace.Journal
	Cursors  *cursors.Keeper
	Tracer   *lineage.Tracer
	Public   *publiclog.LogKeeper
	Evidence *evidence.Checker
	Now      func() time.Time
	Random   io.Reader
	Log      *slog.Logger
	Limits   lineage.Limits
	// PerHour is how many reports each key may store in an hour; 0 is no limit.
	PerHour int
}

// New makes a Recaller.
func New(o Options) (*Recaller, error) {
	recalls, err := quota.New[string](recallRate(o.PerHour), o.Now)
	if err != nil {
		return nil, err
	}
	return &Recaller{
		store: o.Store, journal: o.Journal, cursors: o.Cursors, tracer: o.Tracer, public: o.Public, evidence: o.Evidence, now: o.Now, random: o.Random, log: o.Log,
		lots: o.Limits, recalls: recalls,
	}, nil
}
