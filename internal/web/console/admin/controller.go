// Package admin has the console's pages for administrators: keys, the catalogue of
// phases, disputes, the trail of who did what, the public log, and how the server is doing.
package admin

import (
	"context"
	"embed"
	"time"

	"rastro/internal/access"
	"rastro/internal/catalogue"
	"rastro/internal/dispute"
	"rastro/internal/organization"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/vital"
	"rastro/internal/web/console/pagekit"
)

// Administration is what the pages need from the domain; app.App documents each method.
type Administration interface {
	Keys(ctx context.Context, by *trace.Key) ([]trace.Key, error)
	// Registered reports whether keys and people may be of an organisation.
	Registered(ctx context.Context, organization string) (bool, error)
	Organizations(ctx context.Context, by *trace.Key, after reach.StoredOrganization, limit int) ([]organization.Organization, error)
	CreateKey(ctx context.Context, by *trace.Key, req access.Request, once *trace.Idempotency) (access.Written, error)
	DeactivateKey(ctx context.Context, by *trace.Key, accessKey string) (trace.Key, error)
	Phases(ctx context.Context, by *trace.Key, f catalogue.Filter, order []catalogue.PhaseOrder) ([]trace.CropPhase, error)
	CreatePhases(ctx context.Context, by *trace.Key, requests []catalogue.Request, once *trace.Idempotency, encode func([]trace.CropPhase) []byte) (catalogue.Written, error)
	UpdatePhase(ctx context.Context, by *trace.Key, req catalogue.Request, ifMatch trace.IfMatch) (trace.CropPhase, error)
	DeletePhase(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) (trace.CropPhase, error)
	Trail(ctx context.Context, by *trace.Key, q proof.TrailQuery) (proof.TrailPage, error)
	LogReport(ctx context.Context, checkpoints int) (publiclog.Report, error)
	Now() time.Time
}

// Controller answers the requests for the pages of administrators.
type Controller struct {
	service Administration
	book    dispute.Book
	figures []vital.Figure
}

// New returns a controller.
func New(service Administration, disputes dispute.Book, figures []vital.Figure) *Controller {
	return &Controller{service, disputes, figures}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "disputes", Words: []pagekit.Words{disputeTexts}},
		pagekit.Page{Name: "keys", Words: []pagekit.Words{keyTexts}},
		pagekit.Page{Name: "key_new", Words: []pagekit.Words{keyTexts, keyNewTexts}},
		pagekit.Page{Name: "key_made", Words: []pagekit.Words{keyTexts, keyMadeTexts}},
		pagekit.Page{Name: "key_end", Words: []pagekit.Words{keyTexts, keyEndTexts}},
		pagekit.Page{Name: "phases", Words: []pagekit.Words{phaseTexts}},
		pagekit.Page{Name: "phase_form", Words: []pagekit.Words{phaseTexts, phaseFormTexts}},
		pagekit.Page{Name: "phase_end", Words: []pagekit.Words{phaseTexts, phaseEndTexts}},
		pagekit.Page{Name: "vitals", Words: []pagekit.Words{vitalTexts}},
		pagekit.Page{Name: "trail", Words: []pagekit.Words{trailTexts}},
		pagekit.Page{Name: "log", Words: []pagekit.Words{logTexts}},
	)
}
