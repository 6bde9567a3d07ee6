package people

import (
	"net/http"
	"net/url"
	"strings"

	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// perPage is how many people a page shows.
const perPage = 50

// row is a person as a list shows it.
type row struct {
	Name, Login, Organization, Role string
	State, Badge                    string
	Href                            string
	Own                             bool
	Server                          bool // administers the server, outside of every organisation
}

type listView struct {
	pagekit.Frame
	Search string
	Rows   []row
	More   string // the address of the next page
	// MakesRoles: the reader may make roles, in addition to assigning existing ones.
	MakesRoles bool
}

// List shows the people whom the caller manages.
func (c *Controller) List(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	v := &listView{Search: strings.TrimSpace(query.Get("busca")), MakesRoles: on.Key.Has(trace.Admin)}
	var after *account.Person
	if id := query.Get("depois"); id != "" {
		p, err := c.people.Person(on.Ctx, on.Key, id)
		if err != nil {
			return pagekit.Reply{}, err
		}
		after = &p
	}
	found, more, err := c.people.People(on.Ctx, on.Key, v.Search, after, perPage)
	if err != nil {
		return pagekit.Reply{}, err
	}
	for i := range found {
		v.Rows = append(v.Rows, personRow(on, &found[i]))
	}
	if more && len(found) > 0 {
		v.More = pagekit.WithParameter(on.Request, "depois", found[len(found)-1].ID.String())
	}
	return pagekit.Reply{Page: "people", View: v, Block: "list"}, nil
}

func personRow(on *pagekit.Call, p *account.Person) row {
	r := row{
		Name: p.Name, Login: account.ShownLogin(p.Login), Organization: on.Organization(p.Organization), Role: p.Role.Title.In(on.Lang), Href: pagekit.Root(on.Request) + "console/pessoas/" + p.ID.String(),
		Own: on.Key.Person == p.ID.String(), Server: p.Deployment, State: "active", Badge: "bom",
	}
	switch {
	case !p.Active:
		r.State, r.Badge = "inactive", ""
	case !p.Accepted():
		r.State, r.Badge = "invited", "alerta"
	}
	r.State = peopleTexts[r.State].In(on.Lang)
	return r
}

// choice is an option of a list.
type choice struct {
	Value, Text, About string
	On                 bool
}

// fields are the fields of a person's form.
type fields struct {
	Name, Login, Organization string
	AnyOrganization           bool // the form may select one
	Roles, LanguageChoices    []choice
	Errors                    map[string]string // by field
	Wrong                     string
}

// newFields returns the fields of a form that assigns a role to somebody in an organisation; "" for
// any.
func (c *Controller) newFields(on *pagekit.Call, d account.Draft, organization string) (fields, error) {
	f := ownFields(on, d)
	roles, _, err := c.roles.Grantable(on.Ctx, on.Key, organization) // if there are more, they are offered once the form has an organisation
	for _, r := range roles {
		f.Roles = append(f.Roles, choice{r.ID, r.Title.In(on.Lang), r.About.In(on.Lang), r.ID == d.Role})
	}
	return f, err
}

// ownFields are those that people change themselves.
func ownFields(on *pagekit.Call, d account.Draft) fields {
	f := fields{Name: d.Name, Login: d.Login, Organization: d.Organization, AnyOrganization: on.Key.Administers(), Errors: map[string]string{}}
	for _, l := range lang.All {
		f.LanguageChoices = append(f.LanguageChoices, choice{Value: l.Code(), Text: l.Name(), On: l == d.Lang})
	}
	return f
}

func sent(on *pagekit.Call) account.Draft {
	l, _ := lang.ByCode(on.Form.Get("idioma"))
	return account.Draft{Name: on.Form.Get("nome"), Login: on.Form.Get("login"), Organization: on.Form.Get("organizacao"), Role: on.Form.Get("papel"), Lang: l}
}

type newView struct {
	pagekit.Frame
	fields
}

// AskForNew shows the form of an invitation.
func (c *Controller) AskForNew(on *pagekit.Call) (pagekit.Reply, error) {
	f, err := c.newFields(on, account.Draft{Organization: on.Organization(on.Key.Party()), Lang: on.Lang}, "")
	return pagekit.Reply{Page: "person_new", View: &newView{fields: f}}, err
}

// Invite makes an account, and shows the link that opens it.
func (c *Controller) Invite(on *pagekit.Call) (pagekit.Reply, error) {
	d := sent(on)
	p, token, err := c.people.Invite(on.Ctx, on.Key, d)
	if refused(err) {
		f, failed := c.newFields(on, d, d.Organization)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		v := &newView{fields: f}
		return refuse(on, v, &v.fields, err, "person_new")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return c.showLink(on, &p, token)
}

// refused reports whether a form can be corrected and sent again.
func refused(err error) bool {
	return trace.Is(err, trace.CodeInvalid) || trace.Is(err, trace.CodeLoginTaken) || trace.Is(err, trace.CodeStale)
}

func refuse(on *pagekit.Call, v pagekit.View, f *fields, err error, page string) (pagekit.Reply, error) {
	if trace.Is(err, trace.CodeLoginTaken) {
		f.Errors["login"] = on.ErrorText(trace.AsError(err))
	}
	return pagekit.RefuseForm(on, v, f.Errors, &f.Wrong, err, page)
}

// linkView shows a one-time link, which is known only now.
type linkView struct {
	pagekit.Frame
	Name, Link string
	Warning    string
	Message    string // to send it with
	WhatsApp   string // opens the message in a chat of the inviting person; nothing is sent before that
	Reset      bool
	Mail       *mailView // nil: the server cannot send it
}

func (c *Controller) showLink(on *pagekit.Call, p *account.Person, token string) (pagekit.Reply, error) {
	return pagekit.Reply{Page: "person_link", View: c.linkView(on, p, token), Status: http.StatusCreated}, nil
}

func (c *Controller) linkView(on *pagekit.Call, p *account.Person, token string) *linkView {
	v := &linkView{Name: p.Name, Link: on.PublicURL + "/console/convite/" + token, Reset: p.Accepted()}
	v.Warning = linkTexts["warn"].Fill(on.Lang, lang.Args{"nome": p.Name})
	key := "message"
	if v.Reset {
		key = "resetmessage"
	}
	v.Message = linkTexts[key].Fill(p.Lang, lang.Args{"nome": naming.Inert(p.Name), "organizacao": naming.Inert(on.Organization(p.Organization)), "link": v.Link})
	v.WhatsApp = "https://wa.me/?" + url.Values{"text": {v.Message}}.Encode()
	if c.mail != nil && account.IsMail(p.Login) {
		v.Mail = &mailView{Action: pagekit.Root(on.Request) + "console/pessoas/" + p.ID.String() + "/email", Token: token, To: p.Login}
	}
	return v
}

type personView struct {
	pagekit.Frame
	fields
	Person   row
	Version  int64
	Path     string
	Active   bool
	MayErase bool
	// MayChange: the reader may change this person, see account.MayChange.
	MayChange bool
	// MayServe: the reader may decide whether this person administers the server.
	MayServe bool
	Made, By string
	Reset    bool
}

func (c *Controller) view(on *pagekit.Call, p *account.Person, d account.Draft) (*personView, error) {
	f, err := c.newFields(on, d, d.Organization)
	if err != nil {
		return nil, err
	}
	v := &personView{fields: f, Person: personRow(on, p), Version: p.Version, Active: p.Active, Reset: p.Accepted()}
	v.Path, v.Made, v.By = v.Person.Href, on.Moment(p.CreatedAt), on.Author(p.InvitedBy)
	v.MayErase, v.Title = on.Key.May(right.Erase) && !v.Person.Own, p.Name
	v.MayChange = account.MayChange(on.Key, p)
	v.MayServe = on.Key.Administers() && p.Active && !v.Person.Own
	return v, nil
}

// Show shows a person.
func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	p, err := c.people.Person(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	d := account.Draft{Name: p.Name, Login: p.Login, Organization: on.Organization(p.Organization), Role: p.Role.ID, Lang: p.Lang}
	v, err := c.view(on, &p, d)
	return pagekit.Reply{Page: "person", View: v}, err
}

// Change changes a person.
func (c *Controller) Change(on *pagekit.Call) (pagekit.Reply, error) {
	id, d := on.Path("id"), sent(on)
	_, err := c.people.Change(on.Ctx, on.Key, id, d, pagekit.FormVersion(on.Form))
	if refused(err) {
		p, failed := c.people.Person(on.Ctx, on.Key, id)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		v, failed := c.view(on, &p, d)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		return refuse(on, v, &v.fields, err, "person")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/pessoas/"+id, "personkept"), nil
}

// MakeLink makes a new link for a person who lost the invitation or forgot the password.
func (c *Controller) MakeLink(on *pagekit.Call) (pagekit.Reply, error) {
	p, token, err := c.people.Reset(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return c.showLink(on, &p, token)
}

// SetActive deactivates a person, or lets one sign in again.
func (c *Controller) SetActive(on *pagekit.Call) (pagekit.Reply, error) {
	active := on.Form.Get("ativo") == "sim"
	p, err := c.people.SetActive(on.Ctx, on.Key, on.Path("id"), active)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if active {
		return pagekit.Done("/pessoas/"+p.ID.String(), "personback"), nil
	}
	return pagekit.Done("/pessoas/"+p.ID.String(), "personended"), nil
}

// SetDeployment reports whether a person administers the server.
func (c *Controller) SetDeployment(on *pagekit.Call) (pagekit.Reply, error) {
	administers := on.Form.Get("servidor") == "sim"
	p, err := c.roles.SetDeployment(on.Ctx, on.Key, on.Path("id"), administers)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if administers {
		return pagekit.Done("/pessoas/"+p.ID.String(), "serveradmin"), nil
	}
	return pagekit.Done("/pessoas/"+p.ID.String(), "noserveradmin"), nil
}

type eraseView struct {
	pagekit.Frame
	Person row
	Reason string
	Errors map[string]string
	Wrong  string
}

// AskToErase asks for confirmation before a person is erased.
func (c *Controller) AskToErase(on *pagekit.Call) (pagekit.Reply, error) {
	p, err := c.people.Person(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Page: "person_erase", View: &eraseView{Person: personRow(on, &p), Errors: map[string]string{}}}, nil
}

// Erase erases a person.
func (c *Controller) Erase(on *pagekit.Call) (pagekit.Reply, error) {
	reason := strings.TrimSpace(on.Form.Get("motivo"))
	err := c.people.Erase(on.Ctx, on.Key, on.Path("id"), reason)
	if trace.Is(err, trace.CodeInvalid) {
		again, failed := c.AskToErase(on)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		v := again.View.(*eraseView)
		v.Reason = reason
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "person_erase")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/pessoas", "personerased"), nil
}
