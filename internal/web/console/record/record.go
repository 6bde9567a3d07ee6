package record

import (
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/right"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/files"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/plot"
)

// recordView is the page of one record.
type recordView struct {
	pagekit.Frame
	Kind                 pagekit.KindView
	Name                 string
	ID                   string
	Path                 string // of the page, below /console
	Harvest, HarvestHref string
	HarvestCode          string
	Badge                badgeView
	State                string // of a validation
	Verdict              string // of a validation, as on every page
	Validation           string // its own page, with what its review found
	Findings             []findingView
	Review               string // of its harvest, if it says more about the record than this page
	Fields               []shownView
	Extras               []extraView
	Empty                int // fields that are not filled in
	Area                 string
	Drawing              *plot.Drawing // of its plot; nil if there is none
	Attached             *files.Section
	Lots                 []linkView
	Identifiers          []identifierView
	Version              string
	Created, Updated     string
	CreatedBy            string
	UpdatedBy            string
	Hash                 string
	Proves               bool   // the proof has the whole record, which the caller may see
	Edit, Delete, Add    string // "" if that is not allowed
}

// shownView is a field of a record with a value.
type shownView struct {
	Anchor, Label, Value string
	Personal, Plot       bool
	Findings             []findingView
}

type identifierView struct {
	Type, Value, Label string
	Valid              bool
}

// maxLinks bounds the lots that a page of a record leads to.
const maxLinks = 50

func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	r, err := c.service.Get(on.Ctx, on.Key, k, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	if on.Request.URL.Query().Get("formato") == "json" {
		return download(pagekit.KindSlug(k)+"-"+r.ID.String()+".json", "application/json", r.AppendJSON(nil, on.Lang)), nil
	}
	id := r.ID.String()
	creator, err := c.creator(on, r)
	if err != nil {
		return pagekit.Reply{}, err
	}
	named := title.Of(on.Key, r, on.Lang)
	v := &recordView{
		Kind: pagekit.ViewKind(k, on.Lang), Name: named.Name(), ID: id, Path: pagekit.RecordPath(k, id),
		Harvest: r.HarvestID, HarvestHref: "/safras/" + url.PathEscape(r.HarvestID), HarvestCode: r.HarvestCode,
		Version: strconv.FormatInt(r.Version, 10), Created: on.Moment(r.CreatedAt()), Updated: on.Moment(r.UpdatedAt),
		CreatedBy: creator, UpdatedBy: on.Author(r.UpdatedBy), Hash: hex.EncodeToString(r.Hash[:]),
	}
	v.Title = named.String()
	if r.State != nil {
		said := r.Verdict(r.State)
		v.State, v.Verdict = pagekit.StateName(r.State.State, on.Lang), said.Sentence(on.Lang)
	}
	if k.IsValidation() {
		v.Validation = "/validacoes/" + url.PathEscape(r.ValidationCode)
	}
	if err := c.grade(on, v, r); err != nil {
		return pagekit.Reply{}, err
	}
	v.Proves = on.Key.May(right.Personal)
	v.fill(r, on.Lang)
	v.Attached = files.SectionOf(on, r)
	if on.Key.MayWrite(k, r.HarvestID) {
		v.Delete = v.Path + "/excluir"
	}
	if mayAdd(on.Key, k, r.HarvestID) {
		v.Edit, v.Add = v.Path+"/editar", pagekit.RecordsPath(k)+"/novo?safra="+url.QueryEscape(r.HarvestID)+"&codigo="+url.QueryEscape(r.HarvestCode)
	}
	v.Curl = on.Curl(http.MethodGet, k.Prefix+"/"+id, "")
	if k == kind.Profile { // its address is that of its harvest
		v.Curl = on.Curl(http.MethodGet, k.Prefix+"/"+url.PathEscape(r.HarvestID), "")
		if on.Key.MayWrite(k, r.HarvestID) {
			v.Edit = pagekit.HarvestPath(r.HarvestID) + "/perfil"
		}
	}
	return pagekit.Reply{Page: "record", View: v, Map: v.Drawing != nil}, nil
}

// creator names who wrote the first version, as the history does: the record itself only has
// the organisation.
func (c *Controller) creator(on *pagekit.Call, r *trace.Record) (string, error) {
	if r.Version == 1 {
		return on.Author(r.UpdatedBy), nil
	}
	versions, err := c.service.Versions(on.Ctx, on.Key, r.Kind, r.ID.String())
	if err != nil {
		return "", err
	}
	return on.Author(versions[0].UpdatedBy), nil
}

// grade shows the findings of grading and of the harvest's review.
func (c *Controller) grade(on *pagekit.Call, v *recordView, r *trace.Record) error {
	l := on.Lang
	found, whole, err := c.findings(on, 1).of(r)
	if err != nil {
		return err
	}
	graded := personal.Graded(on.Key, r.Kind, r.Graded())
	v.Drawing = plot.NewDrawing(on, graded.Plot)
	v.Badge, v.Findings = badgeOf(r, found, whole, l), viewFindings(r.Kind, found, l)
	if !whole && !r.Kind.IsValidation() {
		v.Review = v.HarvestHref + "/conferencia"
	}
	if graded.Plot != nil && graded.Plot.AreaHa > 0 {
		v.Area = hectares(graded.Plot.AreaHa, l)
	}
	for _, found := range graded.IDs {
		label := found.Field
		if f, known := r.Kind.Field(found.Field); known {
			label = f.Label.In(l)
		}
		v.Identifiers = append(v.Identifiers, identifierView{found.Type.Name().In(on.Lang), title.Numbered(found.Shown()), label, found.Valid})
	}
	return nil
}

// fill shows the payload: the kind's fields that it has, in the order of the form, then its other
// members.
func (v *recordView) fill(r *trace.Record, l lang.Lang) {
	values, names := membersOf(r.Payload)
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		text := shownField(f, values[f.Name], l)
		if text == "" {
			v.Empty++
			continue
		}
		shown := shownView{Anchor: "campo-" + f.Name, Label: f.Label.In(l), Value: text, Personal: f.Personal, Plot: f.Shape == kind.Plot}
		for _, found := range v.Findings {
			if found.Anchor == shown.Anchor {
				shown.Findings = append(shown.Findings, found)
			}
		}
		v.Fields = append(v.Fields, shown)
	}
	for i := range v.Findings { // a missing field cannot be linked to
		if f, known := fieldAt(r.Kind, v.Findings[i].Anchor); known && shownField(f, values[f.Name], l) == "" {
			v.Findings[i].Anchor = ""
		}
	}
	headers := record.KeptColumns(r.Payload)
	for _, name := range names {
		if _, known := r.Kind.Field(name); known || name == record.TaxCheck || name == kind.KeptColumns {
			continue
		}
		shown := extraView{extraName(name, headers, l), shownValue(values[name])}
		if f, declared := r.Kind.Declared(name); declared {
			shown.Name = f.Label.In(l)
		}
		v.Extras = append(v.Extras, shown)
	}
	seen := map[string]bool{}
	own := *r // LotRows caches what it reads, and others share the record
	for _, row := range own.LotRows() {
		if !seen[row.Lot] && len(v.Lots) < maxLinks {
			seen[row.Lot] = true
			v.Lots = append(v.Lots, linkView{"/lotes/" + url.PathEscape(row.Lot), row.Lot})
		}
	}
}

func fieldAt(k *kind.Kind, anchor string) (*kind.Field, bool) {
	for i := range k.Fields {
		if "campo-"+k.Fields[i].Name == anchor {
			return &k.Fields[i], true
		}
	}
	return nil, false
}

// hectares writes an area for people.
func hectares(ha float64, l lang.Lang) string {
	text := strconv.FormatFloat(ha, 'f', 2, 64)
	if l != lang.EN {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text + " ha"
}

// download returns an answer that a browser keeps as a file.
func download(name, mediaType string, body []byte) pagekit.Reply {
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", mediaType)
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		h.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // a caller who hung up needs no answer
		return nil
	}}
}

// shownJSON returns a JSON value of a difference, "" for none.
func shownJSON(value canon.Value) string { return lang.Clip(shownValue(string(value)), 400) }
