package admin

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/catalogue"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// phaseFormView is the form for an entry of the catalogue.
type phaseFormView struct {
	pagekit.Frame
	ID, Version, Once                   string
	Name, About, StageName, Order, Code string
	Required, Active                    bool
	Crops, Stages, Kinds                []formChoice
	Back                                string
	Wrong                               string
	Stale                               bool
	Errors                              map[string]string
}

// stageTitle returns a stage's number with its name, if it is one of ours.
func stageTitle(p *trace.CropPhase, on *pagekit.Call) string {
	if known, ok := kind.PhaseByCode(p.Stage); ok {
		return pagekit.PhaseName(known, on.Lang)
	}
	if p.StageName != "" {
		return p.Stage + " · " + p.StageName
	}
	return p.Stage
}

func newPhaseForm(p *trace.CropPhase, on *pagekit.Call) *phaseFormView {
	v := &phaseFormView{
		Name: p.Name, About: p.Description, StageName: p.StageName, Order: strconv.Itoa(p.Order), Code: p.KindNumber,
		Required: p.Required, Active: p.Active, Crops: cropChoices(p.Crop, on), Errors: map[string]string{},
		Back: pagekit.Root(on.Request) + "console/fases?cultura=" + url.QueryEscape(string(p.Crop)),
	}
	known := p.Stage == ""
	for _, stage := range kind.Phases {
		v.Stages = append(v.Stages, formChoice{Value: stage.Code, Text: pagekit.PhaseName(stage, on.Lang), On: stage.Code == p.Stage})
		known = known || stage.Code == p.Stage
	}
	if !known { // a stage of someone's own
		v.Stages = append(v.Stages, formChoice{Value: p.Stage, Text: stageTitle(p, on), On: true})
	}
	v.Kinds = kindChoices(p.KindName, on.Lang)
	return v
}

// kindTitle returns the usual name of a kind, or the given name if there is no such kind.
func kindTitle(name string, l lang.Lang) string {
	for _, k := range kind.All {
		if k.Name == name {
			return k.Title.In(l)
		}
	}
	return name
}

// phaseNames returns the names of phases, by the titles of their kinds where they are named like those.
func phaseNames(names []string, l lang.Lang) (all []string) {
	for _, name := range names {
		all = append(all, kindTitle(name, l))
	}
	return all
}

// kindChoices returns the kinds by name, always including that of the entry.
func kindChoices(chosen string, l lang.Lang) []formChoice {
	all := []formChoice{{Value: "", Text: phaseFormTexts["nokind"].In(l), On: chosen == ""}}
	for _, k := range kind.All {
		if !slices.ContainsFunc(all, func(c formChoice) bool { return c.Value == k.Name }) {
			all = append(all, formChoice{Value: k.Name, Text: k.Title.In(l), On: k.Name == chosen})
		}
	}
	if !slices.ContainsFunc(all, func(c formChoice) bool { return c.On }) {
		all = append(all, formChoice{Value: chosen, Text: chosen, On: true})
	}
	return all
}

// AskForPhase shows the form for a new entry, or for the one in the address.
func (c *Controller) AskForPhase(on *pagekit.Call) (pagekit.Reply, error) {
	if err := on.Key.NeedPhaseChange(); err != nil {
		return pagekit.Reply{}, err
	}
	if on.Request.PathValue("id") == "" {
		crop, err := catalogue.ParseCrop(on.Request.URL.Query().Get("cultura"))
		if err != nil {
			crop = trace.Soy
		}
		v := newPhaseForm(&trace.CropPhase{Crop: crop, Active: true}, on)
		v.Title = phaseFormTexts["newtitle"].In(on.Lang)
		v.Once, err = on.OnceName()
		v.Curl = on.Curl(http.MethodPost, "/fase", `{"cultura":"`+string(crop)+`","etapa":"06","nome":"Classificação"}`)
		return pagekit.Reply{Page: "phase_form", View: v}, err
	}
	p, err := c.phase(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := newPhaseForm(p, on)
	v.ID, v.Version = p.ID.String(), strconv.FormatInt(p.Version, 10)
	v.Curl = on.Curl(http.MethodPut, "/fase", `{"id":"`+v.ID+`","obrigatoria":`+strconv.FormatBool(p.Required)+`}`)
	return pagekit.Reply{Page: "phase_form", View: v}, nil
}

// phaseRequestJSON is a form as a body for the API.
type phaseRequestJSON struct {
	ID          string `json:"id,omitzero"`
	Crop        string `json:"cultura"`
	Stage       string `json:"etapa"`
	StageName   string `json:"etapaNome"`
	Name        string `json:"nome"`
	Description string `json:"descricao"`
	Order       any    `json:"ordem"`
	KindName    string `json:"tipoRegistro"`
	KindNumber  string `json:"numeroRegistro"`
	Required    bool   `json:"obrigatoria"`
	Active      bool   `json:"ativo"`
}

// sentPhase reads a form: as the API reads a request, and to be shown again.
func sentPhase(on *pagekit.Call) (catalogue.Request, *phaseFormView, []byte, error) {
	form := on.Form
	asked := phaseRequestJSON{
		ID: on.Path("id"), Crop: form.Get("cultura"), Stage: form.Get("etapa"), StageName: form.Get("etapaNome"), Name: form.Get("nome"), Description: form.Get("descricao"),
		KindName: form.Get("tipoRegistro"), KindNumber: form.Get("numeroRegistro"), Required: form.Get("obrigatoria") != "", Active: form.Get("ativo") != "",
	}
	asked.Order = form.Get("ordem")
	if n, err := strconv.Atoi(form.Get("ordem")); err == nil || form.Get("ordem") == "" {
		asked.Order = n
	}
	typed := &trace.CropPhase{
		Crop: trace.Crop(asked.Crop), Stage: asked.Stage, StageName: asked.StageName, Name: asked.Name, Description: asked.Description,
		KindName: asked.KindName, KindNumber: asked.KindNumber, Required: asked.Required, Active: asked.Active,
	}
	v := newPhaseForm(typed, on)
	v.ID, v.Version, v.Once, v.Order = asked.ID, form.Get("versao"), form.Get("uma"), form.Get("ordem")
	if v.ID == "" {
		v.Title = phaseFormTexts["newtitle"].In(on.Lang)
	}
	body, err := canon.Marshal(asked)
	if err != nil {
		return catalogue.Request{}, nil, nil, err
	}
	request, err := catalogue.ReadRequest(body)
	return request, v, body, err
}

func (c *Controller) CreatePhase(on *pagekit.Call) (pagekit.Reply, error) {
	request, v, body, err := sentPhase(on)
	if err == nil {
		_, err = c.service.CreatePhases(on.Ctx, on.Key, []catalogue.Request{request}, on.Once(v.Once, body), func([]trace.CropPhase) []byte { return []byte("{}") })
	}
	if err != nil {
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "phase_form")
	}
	return pagekit.Done("/fases?cultura="+url.QueryEscape(on.Form.Get("cultura")), "phasemade"), nil
}

func (c *Controller) UpdatePhase(on *pagekit.Call) (pagekit.Reply, error) {
	request, v, _, err := sentPhase(on)
	if err == nil {
		_, err = c.service.UpdatePhase(on.Ctx, on.Key, request, pagekit.FormVersion(on.Form))
	}
	if trace.Is(err, trace.CodePhaseNotFound) {
		return pagekit.Reply{}, err
	}
	if err != nil {
		v.Stale = trace.Is(err, trace.CodeStale)
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "phase_form")
	}
	return pagekit.Done("/fases?cultura="+url.QueryEscape(on.Form.Get("cultura")), "phasekept"), nil
}
