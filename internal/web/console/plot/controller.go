// Package plot is the map on which people draw a plot: the part of a form that any page can
// contain, and what its script requests while somebody draws. It writes nothing; the form with the
// map writes its field.
package plot

import (
	"context"
	"embed"
	"encoding/json"
	"net/http"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Plots is what the map needs about plots; app.App documents each method.
type Plots interface {
	HarvestPlots(ctx context.Context, by *trace.Key, harvestID string) (plots []*lineage.OriginPlot, more bool, err error)
	PlotsNear(ctx context.Context, by *trace.Key, harvestID string, around []*lineage.OriginPlot) ([]*lineage.OriginPlot, error)
	Grade(k *kind.Kind, payload []byte) record.Graded
}

// Controller answers the requests of the map's script.
type Controller struct{ plots Plots }

// New returns a controller.
func New(plots Plots) *Controller { return &Controller{plots} }

// Templates defines "ploteditor", which shows an Editor, and "plotdrawing", which shows a Drawing.
//
//go:embed templates/ploteditor.html
var Templates embed.FS

// TemplateFile is the only file of Templates.
const TemplateFile = "templates/ploteditor.html"

// answer returns a reply in JSON.
func answer(value any) pagekit.Reply {
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		body, err := json.Marshal(value)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		_, err = w.Write(body)
		return err
	}}
}
