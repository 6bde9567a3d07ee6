package admin

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// formChoice is a box to tick, or a row of a list to choose from.
type formChoice struct {
	Value, Text, Help string
	On                bool
}

// keyNewView is the form of a new key.
type keyNewView struct {
	pagekit.Frame
	Name, Organization, Harvests, Expires string
	Scopes, Phases                        []formChoice
	PhaseHelp, HarvestHelp                string
	OrganizationHelp                      string
	Organizations                         []string // to choose from
	Once                                  string
	Wrong                                 string
	Errors                                map[string]string // by field
}

var scopeOrder = []trace.Scope{trace.Read, trace.Write, trace.Admin}

func newKeyForm(on *pagekit.Call, name, organization, harvests, expires string, scopes, phases []string) *keyNewView {
	v := &keyNewView{Name: name, Organization: organization, Harvests: harvests, Expires: expires, Errors: map[string]string{}}
	v.PhaseHelp = leftOut(on, "phasehlp", "phaseown", on.Key.Phases)
	v.HarvestHelp = leftOut(on, "safrahlp", "safraown", on.Key.Harvests)
	for _, s := range scopeOrder {
		v.Scopes = append(v.Scopes, formChoice{string(s), scopeTexts[s].In(on.Lang), scopeHelp[s].In(on.Lang), slices.Contains(scopes, string(s))})
	}
	for _, p := range kind.Phases {
		v.Phases = append(v.Phases, formChoice{Value: p.Code, Text: pagekit.PhaseName(p, on.Lang), On: slices.Contains(phases, p.Code)})
	}
	return v
}

// leftOut says what a new key gets if the form leaves out a limit: everything, or what the key that
// creates it has.
func leftOut(on *pagekit.Call, all, own string, limits []string) string {
	if len(limits) == 0 {
		return keyNewTexts[all].In(on.Lang)
	}
	return on.Text(keyNewTexts, own).Fill(on.Lang, lang.Args{"valores": lang.Clip(strings.Join(limits, ", "), 200)})
}

// maxOffered is how many organisations the form offers; others can be typed.
const maxOffered = 500

// offerOrganizations says what an empty organisation means, and offers the registered ones to whoever may
// choose any.
func (c *Controller) offerOrganizations(on *pagekit.Call, v *keyNewView) error {
	if !on.Key.Administers() {
		v.OrganizationHelp = keyNewTexts["orgown"].In(on.Lang)
		return nil
	}
	v.OrganizationHelp = keyNewTexts["orgall"].In(on.Lang)
	found, err := c.service.Organizations(on.Ctx, on.Key, reach.StoredOrganization{}, maxOffered)
	for i := range found {
		v.Organizations = append(v.Organizations, found[i].Name)
	}
	return err
}

// checkOrganization refuses a name that no registered organisation has: outside all of them, the key
// would read everything.
func (c *Controller) checkOrganization(on *pagekit.Call, v *keyNewView) error {
	if v.Organization == "" || !on.Key.Administers() { // anyone else can name only their own
		return nil
	}
	known, err := c.service.Registered(on.Ctx, v.Organization)
	if err == nil && !known {
		v.Errors["organizacao"] = account.Unregistered.In(on.Lang)
	}
	return err
}

func (c *Controller) AskForNewKey(on *pagekit.Call) (pagekit.Reply, error) {
	v := newKeyForm(on, "", "", "", "", []string{string(trace.Read), string(trace.Write)}, nil)
	err := c.offerOrganizations(on, v)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Once, err = on.OnceName()
	v.Curl = on.Curl(http.MethodPost, "/apikey", `{"nome":"Balança 2","escopos":["leitura","escrita"],"fases":["06"]}`)
	return pagekit.Reply{Page: "key_new", View: v}, err
}

// keyRequestJSON is a form as the API takes it, so that both are read by one
// reader.
type keyRequestJSON struct {
	Name         string   `json:"nome"`
	Organization string   `json:"organizacao"`
	Scopes       []string `json:"escopos"`
	Phases       []string `json:"fases"`
	Harvests     []string `json:"safras"`
	ExpiresAt    string   `json:"expiraEm"`
}

func (c *Controller) MakeKey(on *pagekit.Call) (pagekit.Reply, error) {
	form := on.Form
	asked := keyRequestJSON{
		Name: form.Get("nome"), Organization: strings.TrimSpace(form.Get("organizacao")), Scopes: form["escopos"], Phases: form["fases"], Harvests: pagekit.Lines(form.Get("safras")), ExpiresAt: form.Get("expiraEm"),
	}
	v := newKeyForm(on, asked.Name, asked.Organization, form.Get("safras"), asked.ExpiresAt, asked.Scopes, asked.Phases)
	v.Once = form.Get("uma")
	if err := errors.Join(c.offerOrganizations(on, v), c.checkOrganization(on, v)); err != nil {
		return pagekit.Reply{}, err
	}
	body, err := canon.Marshal(asked)
	if err != nil {
		return pagekit.Reply{}, err
	}
	request, err := access.ReadRequest(body, c.service.Now())
	if len(asked.Scopes) == 0 { // the API has a default; someone who unticked all meant something else
		v.Errors["escopos"] = keyNewTexts["noscope"].In(on.Lang)
	}
	if err != nil || len(v.Errors) > 0 {
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "key_new")
	}
	written, err := c.service.CreateKey(on.Ctx, on.Key, request, on.Once(v.Once, body))
	if trace.Is(err, trace.CodeBeyondKey) {
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "key_new")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	shown := &keyMadeView{}
	if written.Replay != nil { // the button was pressed twice
		if err := shown.read(written.Replay.Data); err != nil {
			return pagekit.Reply{}, err
		}
	} else {
		shown.Access, shown.Secret, shown.Name = written.Key.AccessKey, written.Key.SecretKey, written.Key.Name
	}
	shown.Curl = on.Curl(http.MethodPost, "/apikey", string(body))
	return pagekit.Reply{Page: "key_made", View: shown, Status: http.StatusCreated}, nil
}

// keyMadeView is the page that shows a secret, which is known only now.
type keyMadeView struct {
	pagekit.Frame
	Access, Secret, Name string
}

// read reads a key from a stored answer.
func (v *keyMadeView) read(kept []byte) error {
	return canon.Members(kept, func(name string, value canon.Value) error {
		switch name {
		case "accessKey":
			v.Access, _ = canon.String(value)
		case "secretKey":
			v.Secret, _ = canon.String(value)
		case "nome":
			v.Name, _ = canon.String(value)
		}
		return nil
	})
}
