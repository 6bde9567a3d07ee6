package record

import (
	"net/http"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
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
	ID           string // of a record that is changed, "" for a new one
	Version      string
	Once         string
	HarvestID    string
	HarvestCode  string
	Harvests     []string
	HarvestWrong string
	Fields       []fieldView
	Extras       []extraView
	HasPlot      bool
	Map          *plot.Editor // on which the plot is drawn; nil if there is none
	Wrong        string       // why nothing was written
	Panel        panelView
	Conflict     *conflictView
}

// fieldView is one field of a form.
type fieldView struct {
	Name, ID, Label, Help, Unit string
	Text                        string
	Area                        bool // several lines
	Rows                        int
	Numeric, JSON, Plot         bool
	Kept                        bool // a value too large for the form stays unless another is given
	Lines                       bool // a list, one item a line
	Example                     string
	Personal                    bool
	Options                     []string
	Wrong                       string
}

// extraView is a member of the payload that the kind does not have.
type extraView struct{ Name, Value string }

// panelView is what grading finds in what is typed.
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

// form shows a draft. failed says why nothing was written, nil if nothing was
// tried.
func (c *Controller) form(on *pagekit.Call, d *draft, failed *trace.Error) (*formView, error) {
	k := d.kind
	v := &formView{Kind: pagekit.ViewKind(k, on.Lang), HarvestID: d.harvestID, HarvestCode: d.season, Once: d.once, HasPlot: k.HasPlot()}
	v.Title, v.Action, v.Cancel = recordFormTexts["new"].In(on.Lang)+" · "+v.Kind.Title, pagekit.RecordsPath(k)+"/novo", pagekit.RecordsPath(k)
	if d.base != nil {
		v.ID, v.Version = d.base.ID.String(), strconv.FormatInt(d.base.Version, 10)
		v.Cancel = pagekit.RecordPath(k, v.ID)
		v.Action = v.Cancel + "/editar"
		v.Title = recordFormTexts["edit"].In(on.Lang) + " · " + v.Kind.Title
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
		for _, p := range failed.Problems {
			message := p.Message.Fill(on.Lang, p.Args)
			if wrong[p.Field] == "" {
				wrong[p.Field] = message
			}
		}
		v.HarvestWrong = wrong["safraId"]
	}
	if v.HasPlot {
		v.Map = plot.NewEditor(on, "campo-"+k.PlotField())
		v.Map.Harvest, v.Map.HarvestField, v.Map.Record = d.harvestID, "safraId", v.ID
	}
	values, names := d.stored()
	examples, _ := membersOf([]byte(k.Example))
	fields := k.FormFields()
	for i := range fields {
		f := &fields[i]
		fv := viewField(f, values[f.Name], on.Lang)
		if typed, sent := d.texts[f.Name]; sent {
			fv.Text = typed
		}
		if fv.Wrong = wrong[f.Name]; fv.JSON {
			fv.Example = examples[f.Name]
		}
		v.Fields = append(v.Fields, fv)
	}
	for _, name := range names {
		if !hasField(fields, name) {
			v.Extras = append(v.Extras, extraView{name, lang.Clip(shownValue(values[name]), 300)})
		}
	}
	v.Curl = formCall(on, d)
	return v, nil
}

// harvestChoices are the harvests that a new record may be put into, some of them.
func (c *Controller) harvestChoices(on *pagekit.Call) ([]string, error) {
	if !on.Key.Has(trace.Read) {
		return on.Key.Harvests, nil
	}
	return c.service.HarvestNames(on.Ctx, on.Key, "")
}

func viewField(f *kind.Field, stored string, l lang.Lang) fieldView {
	text, how := written(f, stored)
	v := fieldView{
		Name: fieldPrefix + f.Name, ID: "campo-" + f.Name, Label: f.Label.In(l), Help: f.Help.In(l), Unit: f.Unit, Text: text,
		JSON: how == asJSON, Kept: how == kept, Plot: f.Shape == kind.Plot, Personal: f.Personal, Options: f.Values,
		Numeric: f.Shape == kind.Number && how == asShape, Rows: 2,
	}
	switch {
	case f.Shape == kind.Texts || f.Shape == kind.TextOrTexts || how == asJSON:
		v.Area, v.Rows, v.Lines = true, 3, how == asShape
	case f.Shape == kind.Plot:
		v.Area, v.Rows = true, 4
	case f.Shape == kind.Text && f.Values == nil && f.Says == 0:
		v.Area = true
	default: // a line cannot hold what has two
		for i := range len(text) {
			v.Area = v.Area || text[i] == '\n'
		}
	}
	return v
}

// formCall is the API's call that does what the form does.
func formCall(on *pagekit.Call, d *draft) string {
	payload, _ := d.build()
	method := http.MethodPut
	if d.base == nil {
		method = http.MethodPost
		if len(d.texts) == 0 {
			payload = []byte(d.kind.Example)
		}
	}
	const most = 4_000 // bytes of a payload that is worth showing
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

// Check grades what is typed. Nothing is written.
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
	v, err := c.form(on, d, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	c.check(on, v, d)
	return pagekit.Reply{Page: "record_form", View: v, Block: "panel", Map: d.kind.HasPlot()}, nil
}

// formBase is the version a form was opened with, nil for a new record's.
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
