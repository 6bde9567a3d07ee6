// Package intake has the console's pages of imports: a spreadsheet is sent, checked in
// the background, and written once someone has seen what was found in it.
package intake

import (
	"context"
	"embed"
	"time"

	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/intake"
	"rastro/internal/intake/mappings"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Importer is what the pages need from the domain; app.App documents each method.
type Importer interface {
	Import(ctx context.Context, by *trace.Key, rows intake.Source, o intake.Options, each func(*intake.Result) error) (intake.Count, *trace.Reply, error)
	SessionWorks(ctx context.Context, token string) error
	Now() time.Time
	MappingMemory(ctx context.Context, by *trace.Key) (guess.Memory, error)
	Mappings(ctx context.Context, by *trace.Key) ([]mappings.Saved, error)
	Mapping(ctx context.Context, by *trace.Key, named string) (mappings.Saved, error)
	SaveMapping(ctx context.Context, by *trace.Key, id, name string, m columns.Mapping, match trace.IfMatch) (mappings.Saved, error)
	RenameMapping(ctx context.Context, by *trace.Key, id, name string) (mappings.Saved, error)
	DeleteMapping(ctx context.Context, by *trace.Key, id string, match trace.IfMatch) error
	Imports(ctx context.Context, by *trace.Key, before trace.ID, limit int) ([]runs.Import, trace.ID, error)
	Get(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error)
	UndoImport(ctx context.Context, by *trace.Key, id string) (runs.Import, error)
}

// Controller answers the requests for the pages of imports.
type Controller struct {
	service  Importer
	harvests Harvests
	jobs     *Jobs
}

// New returns a controller.
func New(service Importer, harvests Harvests, jobs *Jobs) *Controller {
	return &Controller{service, harvests, jobs}
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "import", Words: []pagekit.Words{importTexts}},
		pagekit.Page{Name: "import_job", Words: []pagekit.Words{importTexts, importJobTexts}},
		pagekit.Page{Name: "import_columns", Words: []pagekit.Words{importTexts, columnTexts}},
		pagekit.Page{Name: "import_done", Words: []pagekit.Words{importTexts, doneTexts}},
	)
}
