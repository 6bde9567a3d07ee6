// Package taxdocs contains the console's pages for tax documents: files are uploaded and checked,
// somebody names the harvest of those without one, and they are written. Then the proposals are
// accepted one by one or all at once.
package taxdocs

import (
	"context"
	"embed"
	"iter"
	"time"

	"rastro/internal/fiscal"
	"rastro/internal/parked"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Documents is what the pages need from the domain; taxdocs.TaxKeeper documents each method.
type Documents interface {
	Import(ctx context.Context, by *trace.Key, files iter.Seq2[fiscal.File, error], o taxdocs.Options, each func(*taxdocs.Result) error) (taxdocs.Count, error)
	Waiting(ctx context.Context, by *trace.Key, harvestID, after string, limit int) ([]taxdocs.Paper, string, error)
	Accept(ctx context.Context, by *trace.Key, choices []taxdocs.Choice, once *trace.Idempotency, encode func([]taxdocs.Accepted) []byte) ([]taxdocs.Accepted, *trace.Reply, error)
	AcceptAll(ctx context.Context, by *trace.Key, harvestID, after string) (taxdocs.AllAccepted, error)
	Dismiss(ctx context.Context, by *trace.Key, id string) error
}

// How much of the temporary folder the waiting files may take, and how long a file waits for
// somebody to decide.
const (
	parkedBytes = 512 << 20
	parkedFor   = time.Hour
)

// Runner runs imports whether or not a browser waits for them; intake.Jobs documents it.
type Runner interface {
	Run(key string, memory int64, step func(ctx context.Context), failed func(error)) bool
}

// Sessions reports whether somebody is still signed in.
type Sessions interface {
	SessionWorks(ctx context.Context, token string) error
}

// Controller answers the requests for the pages of tax documents.
type Controller struct {
	documents Documents
	runner    Runner
	sessions  Sessions
	jobs      *parked.Place[*job]
}

// New returns a controller.
func New(d Documents, r Runner, s Sessions) *Controller {
	return &Controller{d, r, s, parked.New[*job](parkedBytes, parkedFor)}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	words := []pagekit.Words{texts}
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "taxdocs", Words: words},
		pagekit.Page{Name: "taxdocs_checked", Words: words},
		pagekit.Page{Name: "taxdocs_proposals", Words: words},
	)
}
