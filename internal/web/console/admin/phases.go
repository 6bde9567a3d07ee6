package admin

import (
	"net/http"
	"net/url"
	"strconv"

	"rastro/internal/catalogue"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

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
	pagekit.Frame
	Crops  []formChoice
	Crop   string
	Groups []phaseGroup
	May    bool   // change it
	Begin  string // where a new entry begins
}

func (c *Controller) ShowPhases(on *pagekit.Call) (pagekit.Reply, error) {
	crop := trace.Soy
	if written := on.Request.URL.Query().Get("cultura"); written != "" {
		var err error
		if crop, err = catalogue.ParseCrop(written); err != nil {
			return pagekit.Reply{}, err
		}
	}
	phases, err := c.service.Phases(on.Ctx, on.Key, catalogue.Filter{Crop: crop}, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &phasesView{Crop: crop.Name().In(on.Lang), Crops: cropChoices(crop, on), May: on.Key.MayChangeCatalogue()}
	v.Begin = pagekit.Root(on.Request) + "console/fases/nova?cultura=" + url.QueryEscape(string(crop))
	v.Curl = on.Curl(http.MethodGet, "/fase/cultura/"+string(crop), "")
	for i := range phases {
		p := &phases[i]
		title := stageTitle(p, on)
		if n := len(v.Groups); n == 0 || v.Groups[n-1].Title != title {
			v.Groups = append(v.Groups, phaseGroup{Title: title})
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Rows = append(g.Rows, newPhaseRow(p, on))
	}
	return pagekit.Reply{Page: "phases", View: v, Block: "catalogue"}, nil
}

func newPhaseRow(p *trace.CropPhase, on *pagekit.Call) phaseRow {
	here := pagekit.Root(on.Request) + "console/fases/" + p.ID.String()
	row := phaseRow{Stage: stageTitle(p, on), Name: kindTitle(p.Name, on.Lang), About: p.Description, Kind: kindTitle(p.KindName, on.Lang), Order: strconv.Itoa(p.Order), Required: p.Required, Active: p.Active, EditHref: here + "/editar", EndHref: here + "/excluir"}
	if p.KindNumber != "" {
		row.Kind = p.KindNumber + " · " + row.Kind
	}
	return row
}

// cropChoices returns the crops, by the names that people use.
func cropChoices(chosen trace.Crop, on *pagekit.Call) []formChoice {
	var all []formChoice
	for _, crop := range trace.Crops {
		all = append(all, formChoice{Value: string(crop), Text: crop.Name().In(on.Lang), On: crop == chosen})
	}
	return all
}

// phaseEndView asks for confirmation before an entry is removed from the catalogue.
type phaseEndView struct {
	pagekit.Frame
	Row     phaseRow
	Crop    string
	Version int64
}

func (c *Controller) AskToDeletePhase(on *pagekit.Call) (pagekit.Reply, error) {
	p, err := c.phase(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &phaseEndView{Row: newPhaseRow(p, on), Crop: p.Crop.Name().In(on.Lang), Version: p.Version}
	v.Curl = on.Curl(http.MethodDelete, "/fase/"+p.ID.String(), "")
	return pagekit.Reply{Page: "phase_end", View: v}, nil
}

func (c *Controller) DeletePhase(on *pagekit.Call) (pagekit.Reply, error) {
	p, err := c.service.DeletePhase(on.Ctx, on.Key, on.Path("id"), pagekit.FormVersion(on.Form))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/fases?cultura="+url.QueryEscape(string(p.Crop)), "phaseended"), nil
}

// phase returns the entry that the address names.
func (c *Controller) phase(on *pagekit.Call) (*trace.CropPhase, error) {
	phases, err := c.service.Phases(on.Ctx, on.Key, catalogue.Filter{}, nil)
	if err != nil {
		return nil, err
	}
	for i := range phases {
		if phases[i].ID.String() == on.Path("id") {
			return &phases[i], nil
		}
	}
	return nil, trace.Fail(trace.CodePhaseNotFound)
}
