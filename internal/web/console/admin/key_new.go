package admin

import (
	"net/http"
	"slices"
	"strings"

	"rastro/internal/access"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
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

func (c *Controller) AskForNewKey(on *pagekit.Call) (pagekit.Reply, error) {
	v := newKeyForm(on, "", "", "", "", []string{string(trace.Read), string(trace.Write)}, nil)
	var err error
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
		Name: form.Get("nome"), Organization: form.Get("organizacao"), Scopes: form["escopos"], Phases: form["fases"], Harvests: pagekit.Lines(form.Get("safras")), ExpiresAt: form.Get("expiraEm"),
	}
	v := newKeyForm(on, asked.Name, asked.Organization, form.Get("safras"), asked.ExpiresAt, asked.Scopes, asked.Phases)
	v.Once = form.Get("uma")
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
