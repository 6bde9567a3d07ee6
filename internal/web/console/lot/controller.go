// Package lot has the console's pages of lots: the search, the trace with its drawing,
// the balance, the EU's file, and recalls.
package lot

import (
	"context"
	"embed"
	"time"

	"rastro/internal/dispute"
	"rastro/internal/eudr"
	"rastro/internal/filings"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/ownership"
	"rastro/internal/records"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Lots is what the pages need about lots; app.App documents each method.
type Lots interface {
	FindLots(ctx context.Context, by *trace.Key, text, cursor string, size int) (found []lineage.Summary, next string, err error)
	Trace(ctx context.Context, by *trace.Key, q lineage.Query, begin func(lineage.Head) (lineage.Sink, error)) (lineage.End, error)
	BalanceWithReviews(ctx context.Context, by *trace.Key, code string, at time.Time) (*lineage.Balance, error)
	ViewOwnership(ctx context.Context, fn func(ownership.Reader) error) error
	PreviewRecall(ctx context.Context, by *trace.Key, q recall.Request) (*recall.Recall, error)
	Recall(ctx context.Context, by *trace.Key, q recall.Request) (*recall.Signed, error)
	Recalls(ctx context.Context, by *trace.Key, cursor string) (found []recall.Summary, next string, err error)
	LotNotices(ctx context.Context, by *trace.Key, lots []string) ([]recall.Notice, error)
	RecallOf(ctx context.Context, by *trace.Key, id string) (*recall.Signed, error)
	Instant(name, written string) (time.Time, error)
}

// Choices are the records that people choose from, instead of typing their ids.
type Choices interface {
	HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error)
	ByHarvest(ctx context.Context, by *trace.Key, k *kind.Kind, harvestID string, order trace.Order, p trace.Paging) (records.Page, error)
	GetPlain(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error)
}

// Statements is what the page of the EU statement reads and writes; app.App documents each method.
type Statements interface {
	OriginOf(ctx context.Context, by *trace.Key, written string, at time.Time, each func(*lineage.OriginPlot) error) (*lineage.Origin, error)
	FileStatement(ctx context.Context, by *trace.Key, r filings.Request, once *trace.Idempotency) (all []filings.Filing, replayed bool, err error)
}

// Options are what the pages need.
type Options struct {
	Lots       Lots
	Choices    Choices
	EUDR       eudr.Lots
	Statements Statements
	Links      Links
	Disputes   dispute.Book
	Now        func() time.Time
}

// Controller answers the requests for the pages of lots.
type Controller struct {
	service    Lots
	records    Choices
	eudr       eudr.Lots
	statements Statements
	links      Links
	disputes   dispute.Book
	now        func() time.Time
}

// New returns a controller.
func New(o Options) *Controller {
	return &Controller{service: o.Lots, records: o.Choices, eudr: o.EUDR, statements: o.Statements, links: o.Links, disputes: o.Disputes, now: o.Now}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, []string{"parts"},
		pagekit.Page{Name: "lots", Words: []pagekit.Words{lotsTexts}},
		pagekit.Page{Name: "lot", Words: []pagekit.Words{lotsTexts, traceTexts}},
		pagekit.Page{Name: "lot_balance", Words: []pagekit.Words{lotsTexts, balanceTexts}},
		pagekit.Page{Name: "lot_eudr", Words: []pagekit.Words{lotsTexts, eudrTexts}},
		pagekit.Page{Name: "lot_statement", Words: []pagekit.Words{lotsTexts, eudrTexts, statementTexts}},
		pagekit.Page{Name: "lot_links", Words: []pagekit.Words{lotsTexts, linkTexts}},
		pagekit.Page{Name: "lot_link", Words: []pagekit.Words{lotsTexts, linkTexts}},
		pagekit.Page{Name: "recall", Words: []pagekit.Words{recallTexts}},
		pagekit.Page{Name: "recall_report", Words: []pagekit.Words{recallTexts}},
	)
}
