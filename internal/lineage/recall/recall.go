// Package recall finds everything that a recall of lots affects, compares it with the
// signed log, and signs the report.
package recall

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/publiclog"
	"rastro/internal/quota"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.SeedReader
	trace.LiveReader
	trace.PageReader
	trace.ReplyReader
	erasureReader
	RecallsAmong(ctx context.Context, within trace.Reach) (map[trace.ID][]string, error)
	RecallHarvests(ctx context.Context, id trace.ID) ([]string, error)
}

// erasureReader reads what concerns erasures.
type erasureReader interface {
	Erasures(ctx context.Context) (int64, error)
	ErasedNaming(ctx context.Context, marks []string) ([]trace.ID, error)
}

// Readers combines, over one snapshot, the package's own readers with those of package lineage,
// which follows the lots, and package evidence, which checks them.
type Readers struct {
	Reader
	Quotes   QuoteReader
	Lots     lineage.Reader
	Evidence evidence.Reader
}

// Writer is the port of the transaction that stores a report.
type Writer interface {
	trace.ReplayReader
	trace.Appender
	trace.ReplyWriter
	BlockErasures(ctx context.Context) (int64, error)
	PutRecall(ctx context.Context, id trace.ID, harvestIDs []string) error
}

// QuoteReader finds the reports and decisions that quote a record.
type QuoteReader interface {
	trace.VersionReader
	trace.LotRowReader
	trace.NoteReader
	RecallsAmong(ctx context.Context, within trace.Reach) (map[trace.ID][]string, error)
	RecallHarvests(ctx context.Context, id trace.ID) ([]string, error)
	NewestNotes(ctx context.Context, k *kind.Kind) ([]trace.NoteVersion, error)
	Erasures(ctx context.Context) (int64, error)
}

// QuoteWriter is the port of an erasure's transaction.
type QuoteWriter interface {
	QuoteReader
	trace.RecordWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Readers, Writer]

// Deferrer defers erasures while a recall reads.
type Deferrer interface {
	DeferErasures(ctx context.Context) (release func(), err error)
}

// Recaller makes and keeps reports of recalls. It is safe for concurrent use.
type Recaller struct {
	store     Port
	erasures  Deferrer
	journal   *trace.Journal
	cursors   *cursors.Sealer
	tracer    *lineage.Tracer
	publicLog *publiclog.LogKeeper
	evidence  *evidence.Checker
	now       func() time.Time
	random    io.Reader
	log       *slog.Logger
	limits    Limits
	recalls   *quota.Buckets[string] // how many reports each key may still store
}

// Options are the dependencies of a Recaller.
type Options struct {
	Store     Port
	Erasures  Deferrer
	Journal   *trace.Journal
	Cursors   *cursors.Sealer
	Tracer    *lineage.Tracer
	PublicLog *publiclog.LogKeeper
	Evidence  *evidence.Checker
	Now       func() time.Time
	Random    io.Reader
	Log       *slog.Logger
	Limits    Limits
	// PerHour is how many reports each key may store in an hour; 0 means no limit.
	PerHour int
}

// New returns a Recaller.
func New(o Options) (*Recaller, error) {
	recalls, err := quota.New[string](recallRate(o.PerHour), o.Now)
	if err != nil {
		return nil, err
	}
	return &Recaller{
		store: o.Store, erasures: o.Erasures, journal: o.Journal, cursors: o.Cursors, tracer: o.Tracer, publicLog: o.PublicLog, evidence: o.Evidence, now: o.Now, random: o.Random, log: o.Log,
		limits: Limits{cmp.Or(o.Limits.Report, usualLimits.Report), cmp.Or(o.Limits.Notices, usualLimits.Notices)}, recalls: recalls,
	}, nil
}
