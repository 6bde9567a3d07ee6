// Package harvest has the console's pages of harvests: the list that people start
// from, the timeline, the review, the map and the measurements of one harvest, and
// its validations with their labels.
package harvest

import (
	"cmp"
	"context"
	"embed"
	"time"

	"rastro/internal/board"
	"rastro/internal/check/harvest"
	"rastro/internal/dispute"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/public"
	"rastro/internal/records"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Harvests is what the pages need about harvests; app.App documents each method.
type Harvests interface {
	Harvests(ctx context.Context, by *trace.Key, l harvests.Query, p trace.Paging, memory harvests.Memory) (harvests.Page, error)
	HarvestCard(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target, memory harvests.Memory) (*harvests.Card, error)
	HarvestKinds(ctx context.Context, by *trace.Key, harvestID string, few int, countTo int64) (kinds []harvests.Kind, versions int64, err error)
	HarvestsLike(ctx context.Context, by *trace.Key, name string) ([]string, error)
	HarvestLots(ctx context.Context, by *trace.Key, harvestID string) (lots []string, more bool, err error)
	HarvestPlots(ctx context.Context, by *trace.Key, harvestID string) (plots []*lineage.OriginPlot, more bool, err error)
	PlotsNear(ctx context.Context, by *trace.Key, harvestID string, around []*lineage.OriginPlot) ([]*lineage.OriginPlot, error)
	HarvestSeries(ctx context.Context, by *trace.Key, harvestID string) (*harvests.Series, error)
	Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error)
	Empty(ctx context.Context, by *trace.Key) (bool, error)
	FillDemo(ctx context.Context, by *trace.Key, name string) (written int, err error)
	Now() time.Time
}

// Boards says which harvests are ready, and which are being recalled.
type Boards interface {
	BoardPage(ctx context.Context, by *trace.Key, q board.Query) (board.Page, error)
	BoardCards(ctx context.Context, by *trace.Key) (cards []*harvests.Card, waiting int, err error)
	WholeBoard(ctx context.Context, by *trace.Key, q board.Query) (board.Page, error)
	Notices(ctx context.Context, by *trace.Key, harvests []string) ([]recall.Notice, error)
	ForeignNotices(ctx context.Context, by *trace.Key, harvests []string) ([]recall.ForeignNotice, error)
}

// Validations reads and makes the validations of a harvest.
type Validations interface {
	ByHarvest(ctx context.Context, by *trace.Key, k *kind.Kind, harvestID string, order trace.Order, p trace.Paging) (records.Page, error)
	Create(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, once *trace.Idempotency) (records.Written, error)
	Validation(ctx context.Context, by *trace.Key, code string) (trace.Record, error)
	RevokedValidation(ctx context.Context, by *trace.Key, code string) (trace.Record, error)
	PublicOf(ctx context.Context, by *trace.Key, code string) (public.Page, error)
}

// Shares says which harvests other organisations shared; see organization.OrganizationKeeper.
type Shares interface {
	Received(ctx context.Context, by *trace.Key, harvestIDs []string) (map[string]organization.Received, error)
}

// Options are what the pages need.
type Options struct {
	Shares      Shares
	Harvests    Harvests
	Boards      Boards
	Validations Validations
	Profiles    Profiles
	Records     pagekit.RecordReader
	Disputes    dispute.Book
	// Cards remembers the state of harvests.
	Cards harvests.Memory
	// Bounds limits what is reviewed while someone waits; zero: the default.
	Bounds Bounds
}

// Controller answers the requests for the pages of harvests.
type Controller struct {
	service     Harvests
	boards      Boards
	shares      Shares
	validations Validations
	profiles    Profiles
	records     pagekit.RecordReader
	disputes    dispute.Book
	cards       harvests.Memory
	bounds      Bounds
}

// New returns a controller.
func New(o Options) *Controller {
	return &Controller{service: o.Harvests, boards: o.Boards, shares: o.Shares, validations: o.Validations, profiles: o.Profiles, records: o.Records, disputes: o.Disputes, cards: o.Cards, bounds: cmp.Or(o.Bounds, usualBounds)}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, []string{"harvest_parts"},
		pagekit.Page{Name: "board", Words: []pagekit.Words{harvestTexts, startTexts, boardTexts}},
		pagekit.Page{Name: "start", Words: []pagekit.Words{harvestTexts, startTexts}},
		pagekit.Page{Name: "harvest", Words: []pagekit.Words{harvestTexts, timelineTexts, profileTexts}},
		pagekit.Page{Name: "harvest_profile", Words: []pagekit.Words{harvestTexts, profileTexts}},
		pagekit.Page{Name: "review", Words: []pagekit.Words{harvestTexts, reviewTexts}},
		pagekit.Page{Name: "harvest_map", Words: []pagekit.Words{harvestTexts, mapTexts}},
		pagekit.Page{Name: "harvest_series", Words: []pagekit.Words{harvestTexts, seriesTexts}},
		pagekit.Page{Name: "validate", Words: []pagekit.Words{harvestTexts, reviewTexts, validateTexts}},
		pagekit.Page{Name: "validation", Words: []pagekit.Words{harvestTexts, validateTexts}},
	)
}
