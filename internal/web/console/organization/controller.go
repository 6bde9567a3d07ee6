// Package organization has the console's pages about organisations: the list, one
// organisation, and with whom a harvest is shared.
package organization

import (
	"cmp"
	"context"
	"embed"
	"slices"
	"strings"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/logo"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Organizations is what the pages need from the domain; organization.OrganizationKeeper documents
// each method.
type Organizations interface {
	Organizations(ctx context.Context, by *trace.Key, after reach.StoredOrganization, limit int) ([]organization.Organization, error)
	Organization(ctx context.Context, by *trace.Key, id string) (organization.Organization, error)
	RegisterOrganization(ctx context.Context, by *trace.Key, req organization.Request, once *trace.Idempotency) (organization.Organization, *trace.Reply, error)
	ChangeOrganization(ctx context.Context, by *trace.Key, id string, req organization.Request, ifMatch trace.IfMatch) (organization.Organization, error)
	PutLogo(ctx context.Context, by *trace.Key, id string, file []byte, ifMatch trace.IfMatch) (organization.Organization, error)
	RemoveLogo(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) (organization.Organization, error)
	Now() time.Time
	Shares(ctx context.Context, by *trace.Key, harvestID string) ([]organization.Share, error)
	ShareHarvest(ctx context.Context, by *trace.Key, harvestID, organization string, level reach.Level) (organization.Share, error)
}

// Controller answers the requests for the pages about organisations.
type Controller struct{ service Organizations }

// New returns a controller.
func New(service Organizations) *Controller { return &Controller{service} }

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "organizations", Words: []pagekit.Words{listTexts}},
		pagekit.Page{Name: "organization", Words: []pagekit.Words{listTexts, formTexts}},
		pagekit.Page{Name: "shares", Words: []pagekit.Words{shareTexts}},
	)
}

// perPage is how many organisations a page shows.
const perPage = 50

type row struct{ Name, LegalName, CNPJ, Href string }

type listView struct {
	pagekit.Frame
	Rows []row
	More string // the address of the next page
	Own  string // the name in the person's account, while it is not registered; "" for none
}

// List shows all organisations to server administrators, and redirects others to their own.
func (c *Controller) List(on *pagekit.Call) (pagekit.Reply, error) {
	if m := on.Key.Member(); m != nil {
		return pagekit.GoTo("/organizacoes/" + trace.ID(m.ID).String()), nil
	}
	var after reach.StoredOrganization
	if id := on.Request.URL.Query().Get("depois"); id != "" {
		o, err := c.service.Organization(on.Ctx, on.Key, id)
		if err != nil {
			return pagekit.Reply{}, err
		}
		after = reach.StoredOrganization{ID: o.ID, Name: o.Name}
	}
	found, err := c.service.Organizations(on.Ctx, on.Key, after, perPage+1)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &listView{}
	if len(found) > perPage {
		found = found[:perPage]
		v.More = pagekit.WithParameter(on.Request, "depois", found[perPage-1].ID.String())
	}
	for i := range found {
		o := &found[i]
		v.Rows = append(v.Rows, row{o.Name, o.LegalName, brdoc.Punctuated(o.CNPJ), pagekit.Root(on.Request) + "console/organizacoes/" + o.ID.String()})
	}
	if len(found) == 0 {
		v.Own = ownName(on)
	}
	return pagekit.Reply{Page: "organizations", View: v}, nil
}

// ownName returns the organisation that a person's account names, "" for none: the first account of
// a server names one before any is registered.
func ownName(on *pagekit.Call) string {
	if on.Person == nil {
		return ""
	}
	return on.Person.Organization
}

// field is a line of the form.
type field struct {
	Name, Label, Help, Value, Error string
	Group                           string // a heading before it; "" for none
	Max                             int
	Fixed                           bool // shown, but not editable
	Required                        bool
}

type formView struct {
	pagekit.Frame
	Path    string
	Fields  []field
	Version int64
	Once    string
	Former  []string
	Errors  map[string]string
	Wrong   string

	Saved     bool   // it is registered, and can have a logo
	Logo      string // the address of the picture; "" for none
	LogoError string
	LeftOut   string // what was removed from the logo just sent
	Vector    bool   // it is an SVG, which printed documents do not show
	Line      string // a sample of the text on pages
	MostLogo  int    // the bytes that it may have
	Sample    colourSample
}

// colourSample shows a colour before it is saved, and says how well white is read on it.
type colourSample struct {
	Colour, Name, Said string
	Good               bool
}

func newSample(on *pagekit.Call, typed, name string) (s colourSample) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return s
	}
	s.Colour, s.Said, s.Good = organization.JudgeColour(organization.TypedColour(typed), on.Lang)
	s.Name = cmp.Or(name, formTexts["sample"].In(on.Lang))
	return s
}

// Colour shows a colour of the form as it is typed. It is a part of a page, and no page.
func (c *Controller) Colour(on *pagekit.Call) (pagekit.Reply, error) {
	if !on.Partial() {
		return pagekit.GoTo("/organizacoes"), nil
	}
	query := on.Request.URL.Query()
	v := newForm(on, "nova", &organization.Document{Name: query.Get("nome"), Colour: query.Get("cor")}, 0)
	return pagekit.Reply{Page: "organization", View: v, Block: "colour"}, nil
}

// fields are the form's fields, in order; get and set access their values. A problem in a request
// refers to them by the last part of their name.
var fields = []struct {
	name  string
	max   int
	group string
	get   func(*organization.Document) *string
}{
	{"nome", 100, "", func(d *organization.Document) *string { return &d.Name }},
	{"razaoSocial", 300, "public", func(d *organization.Document) *string { return &d.LegalName }},
	{"cnpj", 30, "", func(d *organization.Document) *string { return &d.CNPJ }},
	{"contato", 300, "", func(d *organization.Document) *string { return &d.Contact }},
	{"cor", 7, "", func(d *organization.Document) *string { return &d.Colour }},
	{"frase.pt", organization.MaxSentence, "", func(d *organization.Document) *string { return &d.Sentence.PT }},
	{"frase.en", organization.MaxSentence, "", func(d *organization.Document) *string { return &d.Sentence.EN }},
	{"frase.es", organization.MaxSentence, "", func(d *organization.Document) *string { return &d.Sentence.ES }},
}

// legal are the fields that only the server's administrator changes: they say who an
// organisation is.
var legal = []string{"nome", "razaoSocial", "cnpj"}

func newForm(on *pagekit.Call, path string, d *organization.Document, version int64) *formView {
	v := &formView{Path: pagekit.Root(on.Request) + "console/organizacoes/" + path, Version: version, Former: d.Former, Errors: map[string]string{}, Sample: newSample(on, d.Colour, d.Name)}
	for _, f := range fields {
		group := ""
		if f.group != "" {
			group = formTexts[f.group].In(on.Lang)
		}
		v.Fields = append(v.Fields, field{
			Name: f.name, Label: formTexts[f.name].In(on.Lang), Help: formTexts[f.name+".help"].In(on.Lang), Value: shownValue(f.name, *f.get(d)), Max: f.max, Group: group,
			Required: f.name == "nome", Fixed: slices.Contains(legal, f.name) && !on.Key.Administers(),
		})
	}
	return v
}

// formOf returns the form for a registered organisation, with the field values in d.
func (c *Controller) formOf(on *pagekit.Call, o *organization.Organization, d *organization.Document) *formView {
	v := newForm(on, o.ID.String(), d, o.Version)
	v.Title, v.Saved, v.MostLogo = o.Name, true, logo.MaxBytes
	shown := o.Identity(c.service.Now())
	v.Line = shown.Line(on.Lang, true)
	if shown.Logo != nil {
		v.Logo, v.Vector = pagekit.Root(on.Request)+shown.Logo.Path[1:], shown.Logo.Media == logo.SVG
	}
	return v
}

// sent reads the form, both as a request and as what the form then shows.
func (c *Controller) sent(on *pagekit.Call, isNew bool) (organization.Request, organization.Document, error) {
	var d organization.Document
	said := map[string]any{}
	for _, f := range fields {
		if !on.Form.Has(f.name) {
			continue
		}
		text := on.Form.Get(f.name)
		if f.name == "cor" {
			text = organization.TypedColour(text)
		}
		*f.get(&d) = text
		if outer, _, inner := strings.Cut(f.name, "."); inner {
			said[outer] = d.Sentence
		} else {
			said[f.name] = text
		}
	}
	body, err := canon.Marshal(said)
	if err != nil {
		return organization.Request{}, d, err
	}
	req, err := organization.ReadRequest(body, isNew, c.service.Now())
	return req, d, err
}

// AskForNew shows the form of a new organisation.
func (c *Controller) AskForNew(on *pagekit.Call) (pagekit.Reply, error) {
	if !on.Key.Administers() {
		return pagekit.Reply{}, trace.Fail(trace.CodeLimitedKey)
	}
	v := newForm(on, "nova", &organization.Document{Name: on.Request.URL.Query().Get("nome")}, 0)
	var err error
	v.Once, err = on.OnceName()
	return pagekit.Reply{Page: "organization", View: v}, err
}

// Register registers an organisation.
func (c *Controller) Register(on *pagekit.Call) (pagekit.Reply, error) {
	req, d, err := c.sent(on, true)
	if err == nil {
		_, _, err = c.service.RegisterOrganization(on.Ctx, on.Key, req, on.Once(on.Form.Get("uma"), []byte(on.Form.Encode())))
	}
	if refused(err) {
		v := newForm(on, "nova", &d, 0)
		v.Once = on.Form.Get("uma")
		return refuse(on, v, err)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/organizacoes", "organizationkept"), nil
}

// Show shows an organisation.
func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	o, err := c.service.Organization(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := c.formOf(on, &o, &o.Document)
	v.LeftOut = leftOut(on)
	return pagekit.Reply{Page: "organization", View: v}, nil
}

// shownValue returns what a field shows of a stored value.
func shownValue(name, stored string) string {
	if name == "cnpj" {
		return brdoc.Punctuated(stored)
	}
	return stored
}

// Change changes an organisation and its logo.
func (c *Controller) Change(on *pagekit.Call) (pagekit.Reply, error) {
	id := on.Path("id")
	file, err := readForm(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	req, d, err := c.sent(on, false)
	var picture logo.Logo
	if err == nil && len(file) > 0 {
		picture, err = organization.ReadLogo(file)
	}
	var changed organization.Organization
	if err == nil {
		changed, err = c.service.ChangeOrganization(on.Ctx, on.Key, id, req, pagekit.FormVersion(on.Form))
	}
	if err == nil {
		err = c.changeLogo(on, &changed, file)
	}
	if refused(err) {
		o, failed := c.service.Organization(on.Ctx, on.Key, id)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		if !on.Form.Has("nome") {
			d.Name = o.Name
		}
		d.Former = o.Former
		return refuse(on, c.formOf(on, &o, &d), err)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done(savedPath(id, picture.LeftOut), "organizationkept"), nil
}

// refused reports whether a form can be corrected and sent again.
func refused(err error) bool {
	return trace.Is(err, trace.CodeInvalid) || trace.Is(err, trace.CodeOrganizationTaken) || trace.Is(err, trace.CodeStale) || trace.Is(err, trace.CodeLastAdminInside)
}

func refuse(on *pagekit.Call, v *formView, err error) (pagekit.Reply, error) {
	answer, err := pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "organization")
	v.LogoError = v.Errors["logo"]
	for i := range v.Fields {
		_, last, inner := strings.Cut(v.Fields[i].Name, ".")
		if !inner {
			last = v.Fields[i].Name
		}
		v.Fields[i].Error = v.Errors[last]
	}
	return answer, err
}
