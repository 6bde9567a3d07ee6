// Package record has the console's pages of records: the kinds, the list of one kind
// and its download, a record with its history and proof, and the form that writes one.
package record

import (
	"context"
	"embed"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/records"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/reviewed"
)

// Records is what the pages need about records; app.App documents each method.
type Records interface {
	Tally(ctx context.Context, by *trace.Key) (counts map[*kind.Kind]int64, ok bool, err error)
	HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error)
	Search(ctx context.Context, by *trace.Key, k *kind.Kind, search records.Search, p trace.Paging) (records.Found, error)
	MoreThan(ctx context.Context, by *trace.Key, k *kind.Kind, harvestID string, most int64) (bool, error)
	Get(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error)
	Versions(ctx context.Context, by *trace.Key, k *kind.Kind, id string) ([]trace.Record, error)
	Grade(k *kind.Kind, payload []byte) record.Graded
	Create(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, once *trace.Idempotency) (records.Written, error)
	Update(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, ifMatch trace.IfMatch) (trace.Record, error)
	Delete(ctx context.Context, by *trace.Key, k *kind.Kind, id string, ifMatch trace.IfMatch) (trace.Record, error)
	Prove(ctx context.Context, by *trace.Key, k *kind.Kind, id string, version int64) (ledger.Proof, error)
	LogVerifier(ctx context.Context) (string, error)
}

// Controller answers the requests for the pages of records.
type Controller struct {
	service     Records
	suggestions Suggestions
	restorer    Restorer
	reviews     *reviewed.Book
	loads       Loads
}

// New returns a controller.
func New(service Records, suggestions Suggestions, restorer Restorer, reviews *reviewed.Book, loads Loads) *Controller {
	return &Controller{service, suggestions, restorer, reviews, loads}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "records", Words: []pagekit.Words{recordsTexts, severityTexts, badgeTexts, pagekit.OperationTexts}},
		pagekit.Page{Name: "record_list", Words: []pagekit.Words{recordTexts, recordListTexts}},
		pagekit.Page{Name: "record", Words: []pagekit.Words{recordTexts, recordShownTexts}},
		pagekit.Page{Name: "record_form", Words: []pagekit.Words{recordTexts, recordFormTexts}},
		pagekit.Page{Name: "suggestions", Words: []pagekit.Words{recordTexts}},
		pagekit.Page{Name: "record_delete", Words: []pagekit.Words{recordTexts, recordShownTexts}},
		pagekit.Page{Name: "record_history", Words: []pagekit.Words{recordTexts, recordHistoryTexts}},
		pagekit.Page{Name: "record_proof", Words: []pagekit.Words{recordTexts, recordHistoryTexts}},
	)
}
