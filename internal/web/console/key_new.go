package console

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/httpstatus"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// formChoice is a box to tick, or a row of a list to choose from.
type formChoice struct {
	Value, Text, Help string
	On                bool
}

// keyNewView is the form of a new key.
type keyNewView struct {
	frameView
	Name, Organization, Harvests, Expires string
	Scopes, Phases                        []formChoice
	PhaseHelp, HarvestHelp                string
	Once                                  string
	Wrong                                 string
	Errors                                map[string]string // by field
}

var scopeOrder = []trace.Scope{trace.Read, trace.Write, trace.Admin}

func newKeyForm(on *call, name, organization, harvests, expires string, scopes, phases []string) *keyNewView {
	v := &keyNewView{Name: name, Organization: organization, Harvests: harvests, Expires: expires, Errors: map[string]string{}}
	v.PhaseHelp = leftOut(on, "phasehlp", "phaseown", on.key.Fases)
	v.HarvestHelp = leftOut(on, "safrahlp", "safraown", on.key.Safras)
	for _, s := range scopeOrder {
		v.Scopes = append(v.Scopes, formChoice{string(s), scopeTexts[s].In(on.lang), scopeHelp[s].In(on.lang), slices.Contains(scopes, string(s))})
	}
	for _, p := range kind.Phases {
		v.Phases = append(v.Phases, formChoice{Value: p.Code, Text: phaseName(p, on.lang), On: slices.Contains(phases, p.Code)})
	}
	return v
}

// leftOut says what a new key gets where the form leaves a limit out: everything, or
// what the key has that makes it.
func leftOut(on *call, all, own string, limits []string) string {
	if len(limits) == 0 {
		return keyNewTexts[all].In(on.lang)
	}
	return keyNewTexts[own].Fill(on.lang, lang.Args{"valores": lang.Clip(strings.Join(limits, ", "), 200)})
}

func askForNewKey(c *Console, on *call) (reply, error) {
	v := newKeyForm(on, "", "", "", "", []string{string(trace.Read), string(trace.Write)}, nil)
	var err error
	v.Once, err = c.service.OnceName()
	v.Curl = c.curl(http.MethodPost, "/apikey", `{"nome":"Balança 2","escopos":["leitura","escrita"],"fases":["06"]}`)
	return reply{page: "key_new", view: v}, err
}

// keyRequestJSON is a form as the API takes it, so that both are read by one
// reader.
type keyRequestJSON struct {
	Nome        string   `json:"nome"`
	Organizacao string   `json:"organizacao"`
	Escopos     []string `json:"escopos"`
	Fases       []string `json:"fases"`
	Safras      []string `json:"safras"`
	ExpiraEm    string   `json:"expiraEm"`
}

func makeKey(c *Console, on *call) (reply, error) {
	form := on.form
	asked := keyRequestJSON{
		Nome: form.Get("nome"), Organizacao: form.Get("organizacao"), Escopos: form["escopos"], Fases: form["fases"], Safras: linesOf(form.Get("safras")), ExpiraEm: form.Get("expiraEm"),
	}
	v := newKeyForm(on, asked.Nome, asked.Organizacao, form.Get("safras"), asked.ExpiraEm, asked.Escopos, asked.Fases)
	v.Once = form.Get("uma")
	body, err := canon.Marshal(asked)
	if err != nil {
		return reply{}, err
	}
	request, err := trace.ReadKeyRequest(body, c.service.Now())
	if len(asked.Escopos) == 0 { // the API has a default; somebody who unticked all meant something else
		v.Errors["escopos"] = keyNewTexts["noscope"].In(on.lang)
	}
	if err != nil || len(v.Errors) > 0 {
		return refuseForm(on, v, v.Errors, &v.Wrong, err, "key_new")
	}
	written, err := c.service.CreateKey(on.ctx, on.key, request, c.once(on, v.Once, body))
	if trace.Is(err, trace.CodeBeyondKey) {
		return refuseForm(on, v, v.Errors, &v.Wrong, err, "key_new")
	}
	if err != nil {
		return reply{}, err
	}
	shown := &keyMadeView{}
	if written.Replay != nil { // the button was pressed twice
		if err := shown.read(written.Replay.Data); err != nil {
			return reply{}, err
		}
	} else {
		shown.Access, shown.Secret, shown.Name = written.Key.AccessKey, written.Key.SecretKey, written.Key.Nome
	}
	shown.Curl = c.curl(http.MethodPost, "/apikey", string(body))
	return reply{page: "key_made", view: shown, status: http.StatusCreated}, nil
}

// keyMadeView is the page that shows a secret, the only time it is known.
type keyMadeView struct {
	frameView
	Access, Secret, Name string
}

// read takes a key over from an answer that was kept.
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

// once makes a form be taken once: by the name that it was given, and by what it
// says, so that one who goes back and changes it means another. What is kept of
// the answer is sealed under the session, which the store does not know.
func (c *Console) once(on *call, name string, body []byte) *trace.Once {
	if name == "" {
		return nil
	}
	digest := sha256.Sum256([]byte(on.r.URL.Path + "\n" + name + "\n" + string(body)))
	return &trace.Once{Name: "console " + hex.EncodeToString(digest[:]), Request: digest, Lang: on.lang, Secret: c.token(on.r)}
}

// refuseForm answers a form that cannot be taken: with what was typed, and what
// is wrong beside each field.
func refuseForm(on *call, v framed, byField map[string]string, wrong *string, err error, page string) (reply, error) {
	status := http.StatusUnprocessableEntity
	*wrong = formTexts["wrong"].In(on.lang)
	if err != nil {
		failed := trace.AsError(err)
		if len(failed.Problems) == 0 {
			*wrong = failed.Text(on.lang)
		}
		if failed.Class() == trace.Internal || failed.Class() == trace.Unavailable {
			return reply{}, err
		}
		if status = httpstatus.Of(failed.Class()); status == http.StatusBadRequest {
			status = http.StatusUnprocessableEntity // the form was read; what it says is wrong
		}
		for _, p := range failed.Problems {
			field, _, _ := strings.Cut(p.Field, "[")
			byField[field] = p.Message.Fill(on.lang, p.Args)
		}
	}
	return reply{page: page, view: v, status: status}, nil
}

// linesOf are the lines of a text that say something.
func linesOf(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
