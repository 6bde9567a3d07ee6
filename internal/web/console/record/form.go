package record

import (
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/plot"
)

// formView is the form of a record.
type formView struct {
	pagekit.Frame
	Kind         pagekit.KindView
	Action       string // where it is sent, below /console
	Cancel       string
	ID           string // of an existing record; "" for a new one
	Version      string
	Name         string // of an existing record: see package title
	Once         string
	HarvestID    string
	HarvestCode  string
	Harvests     []string
	HarvestWrong string
	HarvestNew   string // says that there is no harvest of that name yet
	Sections     []sectionView
	Crop         string   // of the harvest; "" if unknown
	Lots         []string // to choose from
	Last         bool     // the harvest may have a record whose values can be taken over
	Typed        bool     // it shows what was typed
	Owner        string   // whose drafts of the form the browser keeps
	Extras       []extraView
	HasPlot      bool
	Map          *plot.Editor // on which the plot is drawn; nil if there is none
	Wrong        string       // why nothing was written
	Problems     []problemView
	Load         *loadView // the record that already describes its load
	Panel        panelView
	Saved        *savedView
	Conflict     *conflictView
}

// partView is a field with the form around it, for its template.
type partView struct {
	View  *formView
	Field fieldView
}

// Of returns a field with its form.
func (v *formView) Of(f fieldView) partView { return partView{v, f} }

// problemView is an item of the summary that says what is wrong with a field, and links to it.
type problemView struct{ Label, Anchor, Text string }

// extraView is a member of the payload that the kind does not define.
type extraView struct{ Name, Value string }

// panelView is the result of grading the input.
type panelView struct {
	Checked  bool
	Findings []findingView
	Readings []string
	Good     bool
}

// formKind finds the kind of a form, for a key that may write it somewhere.
func formKind(on *pagekit.Call) (*kind.Kind, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	switch {
	case err != nil:
		return nil, err
	case k.IsValidation(), k == kind.Profile: // each has its own page
		return nil, trace.Fail(trace.CodePathNotFound)
	case !on.Key.MayWrite(k, ""):
		return nil, trace.Fail(trace.CodeForbiddenPhase, "fase", k.Phase)
	}
	return k, nil
}

// form shows a draft. failed says why nothing was written; nil if nothing was tried.
func (c *Controller) form(on *pagekit.Call, d *draft, failed *trace.Error) (*formView, error) {
	k := d.kind
	v := &formView{Kind: pagekit.ViewKind(k, on.Lang), HarvestID: d.harvestID, HarvestCode: d.season, Once: d.once, HasPlot: k.HasPlot()}
	v.Title, v.Action, v.Cancel = recordFormTexts["new"].In(on.Lang)+" · "+v.Kind.Title, pagekit.RecordsPath(k)+"/novo", pagekit.RecordsPath(k)
	if d.base != nil {
		v.ID, v.Version = d.base.ID.String(), strconv.FormatInt(d.base.Version, 10)
		v.Cancel = pagekit.RecordPath(k, v.ID)
		v.Action = v.Cancel + "/editar"
		named := title.Of(on.Key, d.base, on.Lang)
		v.Name = named.Name()
		v.Title = recordFormTexts["edit"].In(on.Lang) + " · " + named.String()
	} else {
		var err error
		if v.Harvests, err = c.harvestChoices(on); err != nil {
			return nil, err
		}
		if v.Once == "" {
			if v.Once, err = on.OnceName(); err != nil {
				return nil, err
			}
		}
	}
	wrong := map[string]string{}
	if failed != nil {
		v.Wrong = on.ErrorText(failed)
		if failed.Code == trace.CodeInvalid || failed.Code == trace.CodeRefused {
			v.Wrong = recordFormTexts["refused"].In(on.Lang)
		}
		v.sumUp(k, failed.Problems, wrong, on.Lang)
		v.HarvestWrong = wrong["safraId"]
	}
	if v.HasPlot {
		v.Map = plot.NewEditor(on, "campo-"+k.PlotField())
		v.Map.Harvest, v.Map.HarvestField, v.Map.Record = d.harvestID, "safraId", v.ID
	}
	values, names := d.stored()
	fields := k.FormFields()
	if err := c.suggest(on, v, d); err != nil {
		return nil, err
	}
	v.Sections = d.sections(wrong, v.Crop, on.Lang)
	v.focus()
	var headers map[string]string
	if d.base != nil {
		headers = record.KeptColumns(d.base.Payload)
	}
	for _, name := range names {
		if !hasField(fields, name) && name != record.TaxCheck && name != kind.KeptColumns {
			v.Extras = append(v.Extras, extraView{extraName(name, headers, on.Lang), lang.Clip(shownValue(values[name]), 300)})
		}
	}
	v.Curl = formCall(on, d)
	return v, nil
}

// sumUp lists what is wrong, for the summary and by field.
func (v *formView) sumUp(k *kind.Kind, problems []trace.Problem, wrong map[string]string, l lang.Lang) {
	for _, p := range problems {
		message := p.Message.Fill(l, p.Args)
		field := p.Field
		if f, _, inner := strings.Cut(field, "."); inner && hasField(k.FormFields(), f) {
			field = f // a cell of a table
		}
		if wrong[field] == "" {
			wrong[field] = message
		}
		one := problemView{Label: field, Text: message}
		switch f, known := k.Field(field); {
		case field == "safraId":
			one.Label, one.Anchor = recordTexts["harvest"].In(l), field
		case known:
			one.Label, one.Anchor = f.Label.In(l), "campo-"+field
		}
		v.Problems = append(v.Problems, one)
	}
}

// focus marks the first field that is wrong: the browser begins there.
func (v *formView) focus() {
	if v.HarvestWrong != "" {
		return // it is the first
	}
	for i := range v.Sections {
		for j := range v.Sections[i].Fields {
			if f := &v.Sections[i].Fields[j]; f.Wrong != "" {
				f.First = true
				return
			}
		}
	}
}

// harvestChoices returns some of the harvests for a new record.
func (c *Controller) harvestChoices(on *pagekit.Call) ([]string, error) {
	if !on.Key.Has(trace.Read) {
		return on.Key.Harvests, nil
	}
	return c.service.HarvestNames(on.Ctx, on.Key, "")
}

// formCall returns the API call that does what the form does.
func formCall(on *pagekit.Call, d *draft) string {
	payload, _ := d.build()
	method := http.MethodPut
	if d.base == nil {
		method = http.MethodPost
		if len(d.texts) == 0 {
			payload = []byte(d.kind.Example)
		}
	}
	const most = 4_000 // maximum bytes of a payload to show
	if len(payload) > most {
		payload = []byte(`{}`)
	}
	return on.Curl(method, d.kind.Prefix, string(d.body(payload)))
}

// check fills in the panel: what grading finds in the draft, by the same code that
// grades what is written.
func (c *Controller) check(on *pagekit.Call, v *formView, d *draft) {
	l := on.Lang
	v.Panel.Checked = true
	env, err := d.envelope()
	if err != nil {
		for _, p := range trace.AsError(err).Problems {
			v.Panel.Findings = append(v.Panel.Findings, viewFinding(d.kind, p.Field, "erro", "", p.Message.Fill(l, p.Args), l))
		}
	}
	if env.Payload != nil && canon.Validate(env.Payload) == nil {
		v.Panel.Findings = append(v.Panel.Findings, viewFindings(d.kind, personal.Graded(on.Key, d.kind, c.service.Grade(d.kind, env.Payload)).Findings, l)...)
	}
	v.Panel.Readings = d.readings(l)
	v.Panel.Good = len(v.Panel.Findings) == 0
}

// lastAction is the button that takes over values of the harvest's last record.
const lastAction = "ultimos"

// Check grades the input, and performs the form's inner buttons: add a row, or take over the last
// values. Nothing is written.
func (c *Controller) Check(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	base, err := c.formBase(on, k, on.Form.Get("id"), on.Form.Get("versao"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	d := readDraft(k, on.Form, base)
	found := true
	if on.Form.Get("acao") == lastAction {
		if found, err = c.last(on, d); err != nil {
			return pagekit.Reply{}, err
		}
	}
	v, err := c.form(on, d, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	c.check(on, v, d)
	if !found {
		v.Wrong = recordFormTexts["nolast"].In(on.Lang)
	}
	if on.Form.Get("acao") != "" { // a button that changes the form, not the panel next to it
		return pagekit.Reply{Page: "record_form", View: v, Map: d.kind.HasPlot()}, nil
	}
	return pagekit.Reply{Page: "record_form", View: v, Block: "panel", Map: d.kind.HasPlot()}, nil
}

// formBase returns the version a form was opened with, nil for a new record's.
func (c *Controller) formBase(on *pagekit.Call, k *kind.Kind, id, version string) (*trace.Record, error) {
	if id == "" {
		return nil, nil
	}
	n, err := strconv.ParseInt(version, 10, 64)
	if err != nil || n < 1 {
		return nil, trace.Fail(trace.CodeFormUnreadable)
	}
	versions, err := c.service.Versions(on.Ctx, on.Key, k, id)
	switch {
	case err != nil:
		return nil, err
	case n > int64(len(versions)):
		return nil, trace.Fail(trace.CodeFormUnreadable)
	case versions[n-1].Gone():
		return nil, trace.ErasedError(&versions[len(versions)-1])
	}
	return &versions[n-1], nil
}
