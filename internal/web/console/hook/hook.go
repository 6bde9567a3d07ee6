// Package hook has the console's page of webhooks: where events are sent, and how that goes.
package hook

import (
	"context"
	"embed"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/changes"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/webhook"
	"rastro/internal/webhook/endpoint"
)

// Hooks is what the page needs about webhooks; webhook.HookKeeper documents each method.
type Hooks interface {
	Hooks(ctx context.Context, by *trace.Key) ([]webhook.Hook, error)
	CreateHook(ctx context.Context, by *trace.Key, r webhook.Request, once *trace.Idempotency) (webhook.Made, error)
	Activate(ctx context.Context, by *trace.Key, id string, active bool) (webhook.Hook, error)
}

// Keys lists keys.
type Keys interface {
	Keys(ctx context.Context, by *trace.Key) ([]trace.Key, error)
	Now() time.Time
}

// Controller answers the requests for the page.
type Controller struct {
	hooks Hooks
	keys  Keys
}

// New returns a controller.
func New(hooks Hooks, keys Keys) *Controller { return &Controller{hooks, keys} }

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "webhooks", Words: []pagekit.Words{texts}},
		pagekit.Page{Name: "webhook_made", Words: []pagekit.Words{texts, madeTexts}},
	)
}

// row is a webhook as the page shows it.
type row struct {
	URL, Name, Key, Types  string
	State, Badge, Since    string
	Next, Pending, Success string
	Active                 bool
	Href                   string // of the form that activates or disables it
}

// choice is a row of a list to choose from.
type choice struct {
	Value, Text string
	On          bool
}

type view struct {
	pagekit.Frame
	Rows        []row
	URL, Name   string
	Types, Keys []choice
	Ordered     bool
	Once, Wrong string
	Errors      map[string]string
}

func (c *Controller) view(on *pagekit.Call, form url.Values) (*view, error) {
	all, err := c.hooks.Hooks(on.Ctx, on.Key)
	if err != nil {
		return nil, err
	}
	v := &view{URL: form.Get("url"), Name: form.Get("descricao"), Ordered: form.Get("emOrdem") != "", Errors: map[string]string{}, Once: form.Get("uma")}
	if v.Once == "" {
		if v.Once, err = on.OnceName(); err != nil {
			return nil, err
		}
	}
	v.Curl = on.Curl(http.MethodGet, "/webhooks", "")
	for i := range all {
		v.Rows = append(v.Rows, c.row(&all[i], on))
	}
	ticked := map[string]bool{}
	for _, t := range form["tipos"] {
		ticked[t] = true
	}
	for _, t := range changes.Types {
		v.Types = append(v.Types, choice{Value: string(t), Text: typeTexts[t].In(on.Lang), On: ticked[string(t)]})
	}
	keys, err := c.keys.Keys(on.Ctx, on.Key)
	for i := range keys {
		if k := &keys[i]; k.ActiveAt(c.keys.Now()) && k.Has(trace.Read) {
			v.Keys = append(v.Keys, choice{Value: k.AccessKey, Text: k.Name + " · " + k.AccessKey, On: k.AccessKey == form.Get("chave")})
		}
	}
	return v, err
}

func (c *Controller) row(h *webhook.Hook, on *pagekit.Call) row {
	r := row{
		URL: h.URL, Name: h.Description, Key: h.AccessKey, Active: h.Disabled == "", Badge: "bom", State: texts["active"].In(on.Lang),
		Next: strconv.FormatInt(h.State.Next, 10), Pending: strconv.Itoa(h.State.Pending), Success: on.Moment(h.State.LastSuccess),
		Href: pagekit.Root(on.Request) + "console/webhooks/" + h.ID.String() + "/ativar", Types: texts["all"].In(on.Lang),
	}
	for i, t := range h.Types {
		if i == 0 {
			r.Types = ""
		} else {
			r.Types += ", "
		}
		r.Types += typeTexts[changes.Type(t)].In(on.Lang)
	}
	switch {
	case h.Disabled != "":
		r.State, r.Badge = texts["disabled"].In(on.Lang)+": "+endpoint.Reasons[h.Disabled].In(on.Lang), "erro"
		r.Since = on.Moment(h.DisabledAt)
	case !h.State.FailingSince.IsZero():
		r.State, r.Badge, r.Since = texts["failing"].In(on.Lang), "alerta", on.Moment(h.State.FailingSince)
	}
	return r
}

// Show shows the webhooks.
func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.view(on, url.Values{})
	return pagekit.Reply{Page: "webhooks", View: v}, err
}

// Make makes a webhook, and shows its secret, once.
func (c *Controller) Make(on *pagekit.Call) (pagekit.Reply, error) {
	form := on.Form
	body, err := canon.Marshal(map[string]any{
		"url": form.Get("url"), "descricao": form.Get("descricao"), "chave": form.Get("chave"), "tipos": append([]string{}, form["tipos"]...), "emOrdem": form.Get("emOrdem") != "",
	})
	if err != nil {
		return pagekit.Reply{}, err
	}
	var made webhook.Made
	request, err := webhook.ReadRequest(body)
	if err == nil {
		made, err = c.hooks.CreateHook(on.Ctx, on.Key, request, on.Once(form.Get("uma"), body))
	}
	if trace.Is(err, trace.CodeInvalid) || trace.Is(err, trace.CodeWebhookForbidden) || trace.Is(err, trace.CodeManyWebhooks) {
		v, failed := c.view(on, form)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "webhooks")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	shown := &madeView{URL: request.URL}
	if made.Replay != nil { // the button was pressed twice
		err = canon.Members(made.Replay.Data, func(name string, value canon.Value) error {
			if name == "segredo" {
				shown.Secret, _ = canon.String(value)
			}
			return nil
		})
	} else {
		shown.Secret = made.Secret.Text()
	}
	shown.Curl = on.Curl(http.MethodPost, "/webhooks", string(body))
	return pagekit.Reply{Page: "webhook_made", View: shown, Status: http.StatusCreated}, err
}

// madeView is the page that shows a secret, which is known only now.
type madeView struct {
	pagekit.Frame
	URL, Secret string
}

// Switch activates a webhook, or disables it.
func (c *Controller) Switch(on *pagekit.Call) (pagekit.Reply, error) {
	_, err := c.hooks.Activate(on.Ctx, on.Key, on.Path("id"), on.Form.Get("ativo") == "sim")
	return pagekit.GoTo("/webhooks"), err
}
