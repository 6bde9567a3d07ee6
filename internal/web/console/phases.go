package console

import (
	"net/http"
	"net/url"
	"strconv"

	"rastro/internal/trace"
)

var phaseScreens = []screen{
	{method: http.MethodGet, path: "/fases", scopes: catalogueReaders, serve: showPhases},
	{method: http.MethodGet, path: "/fases/nova", scopes: admins, serve: askForPhase},
	{method: http.MethodPost, path: "/fases/nova", scopes: admins, serve: createPhase},
	{method: http.MethodGet, path: "/fases/{id}/editar", scopes: admins, serve: askForPhase},
	{method: http.MethodPost, path: "/fases/{id}/editar", scopes: admins, serve: updatePhase},
	{method: http.MethodGet, path: "/fases/{id}/excluir", scopes: admins, serve: askToDeletePhase},
	{method: http.MethodPost, path: "/fases/{id}/excluir", scopes: admins, serve: deletePhase},
}

var phasePages = []pageRow{
	{"phases", []words{phaseTexts}},
	{"phase_form", []words{phaseTexts, phaseFormTexts}},
	{"phase_end", []words{phaseTexts, phaseEndTexts}},
}

// catalogueReaders may see the catalogue, as in the API.
var catalogueReaders = []trace.Scope{trace.Read, trace.Admin}

// phaseRow is an entry of the catalogue as a page shows it.
type phaseRow struct {
	Stage, Name, About, Kind, Order string
	Required, Active                bool
	EditHref, EndHref               string
}

// phaseGroup are the entries of one stage.
type phaseGroup struct {
	Title string
	Rows  []phaseRow
}

type phasesView struct {
	frameView
	Crops   []formChoice
	Crop    string
	Groups  []phaseGroup
	May     bool // change it
	NewHref string
}

func showPhases(c *Console, on *call) (reply, error) {
	crop := trace.Soy
	if written := on.r.URL.Query().Get("cultura"); written != "" {
		var err error
		if crop, err = trace.ParseCrop(written); err != nil {
			return reply{}, err
		}
	}
	phases, err := c.service.Phases(on.ctx, on.key, trace.PhaseFilter{Cultura: crop}, nil)
	if err != nil {
		return reply{}, err
	}
	v := &phasesView{Crop: crop.Name().In(on.lang), Crops: cropChoices(crop, on), May: on.key.MayChangeCatalogue()}
	v.NewHref = root(on.r) + "console/fases/nova?cultura=" + url.QueryEscape(string(crop))
	v.Curl = c.curl(http.MethodGet, "/fase/cultura/"+string(crop), "")
	for i := range phases {
		p := &phases[i]
		title := stageTitle(p, on)
		if n := len(v.Groups); n == 0 || v.Groups[n-1].Title != title {
			v.Groups = append(v.Groups, phaseGroup{Title: title})
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Rows = append(g.Rows, newPhaseRow(p, on))
	}
	return reply{page: "phases", view: v, block: "catalogue"}, nil
}

func newPhaseRow(p *trace.CropPhase, on *call) phaseRow {
	here := root(on.r) + "console/fases/" + p.ID.String()
	row := phaseRow{Stage: stageTitle(p, on), Name: p.Nome, About: p.Descricao, Kind: p.TipoRegistro, Order: strconv.Itoa(p.Ordem), Required: p.Obrigatoria, Active: p.Ativo, EditHref: here + "/editar", EndHref: here + "/excluir"}
	if p.NumeroRegistro != "" {
		row.Kind = p.NumeroRegistro + " · " + row.Kind
	}
	return row
}

// cropChoices are the crops, by the names that people use.
func cropChoices(chosen trace.Crop, on *call) []formChoice {
	var all []formChoice
	for _, crop := range trace.Crops {
		all = append(all, formChoice{Value: string(crop), Text: crop.Name().In(on.lang), On: crop == chosen})
	}
	return all
}

// phaseEndView is the page that asks whether an entry shall leave the catalogue.
type phaseEndView struct {
	frameView
	Row     phaseRow
	Crop    string
	Version int64
}

func askToDeletePhase(c *Console, on *call) (reply, error) {
	p, err := c.phase(on)
	if err != nil {
		return reply{}, err
	}
	v := &phaseEndView{Row: newPhaseRow(p, on), Crop: p.Cultura.Name().In(on.lang), Version: p.Version}
	v.Curl = c.curl(http.MethodDelete, "/fase/"+p.ID.String(), "")
	return reply{page: "phase_end", view: v}, nil
}

func deletePhase(c *Console, on *call) (reply, error) {
	p, err := c.service.DeletePhase(on.ctx, on.key, on.path("id"), versionOf(on.form))
	if err != nil {
		return reply{}, err
	}
	return done("/fases?cultura="+url.QueryEscape(string(p.Cultura)), "phaseended"), nil
}

// phase is the entry that the address names.
func (c *Console) phase(on *call) (*trace.CropPhase, error) {
	phases, err := c.service.Phases(on.ctx, on.key, trace.PhaseFilter{}, nil)
	if err != nil {
		return nil, err
	}
	for i := range phases {
		if phases[i].ID.String() == on.path("id") {
			return &phases[i], nil
		}
	}
	return nil, trace.Fail(trace.CodePhaseNotFound)
}

// versionOf is the version that a form was made of: it changes that one only.
func versionOf(form url.Values) trace.IfMatch {
	n, err := strconv.ParseInt(form.Get("versao"), 10, 64)
	if err != nil {
		return trace.IfMatch{} // none
	}
	return trace.IfMatch{n}
}
