package record

import (
	"context"
	"net/http"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/load"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Loads finds loads that are registered already; see app.App.
type Loads interface {
	SameLoad(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, once *trace.Idempotency) (found load.Match, ok bool, err error)
}

// loadView is the record that already describes the form's load.
type loadView struct{ Href, Name string }

// sameLoad shows the form again if its load is already registered, unless somebody said that it is
// a different load; otherwise it returns nil.
func (c *Controller) sameLoad(on *pagekit.Call, d *draft, env trace.Envelope, once *trace.Idempotency) (*pagekit.Reply, error) {
	if on.Form.Get("carga") == "outra" {
		return nil, nil
	}
	match, ok, err := c.loads.SameLoad(on.Ctx, on.Key, d.kind, env, once)
	if err != nil || !ok {
		return nil, err
	}
	there, err := c.service.Get(on.Ctx, on.Key, d.kind, match.ID.String())
	if err != nil { // it was deleted meanwhile
		return nil, nil
	}
	said := recordFormTexts["loadthere"]
	if !match.Sure {
		said = recordFormTexts["loadperhaps"]
	}
	field := "veiculo"
	if d.texts[field] == "" {
		field = record.TaxPapers
	}
	v, err := c.form(on, d, &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{{Field: field, Rule: "CARGA_JA_REGISTRADA", Message: said}}})
	if err != nil {
		return nil, err
	}
	v.Load = &loadView{pagekit.RecordHref(on, d.kind.Prefix, match.ID.String()), title.Of(on.Key, there, on.Lang).String()}
	v.Wrong = recordFormTexts["loadwrong"].In(on.Lang)
	return &pagekit.Reply{Page: "record_form", View: v, Status: http.StatusUnprocessableEntity, Map: d.kind.HasPlot()}, nil
}
