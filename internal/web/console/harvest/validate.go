package harvest

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/records"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// validateView is the page for validating a harvest: the result of the review, the form, and the
// existing validations.
type validateView struct {
	harvestView
	reviewResult
	Crop          cropView
	Target, When  string
	Report        string
	Reviewed      bool // the result is there
	Form          bool // the key may validate
	Once          string
	Code          string // of the harvest
	Fields        []validateField
	Phases        []phaseChoice
	Justify       bool
	Confirm       []string // what the person confirms to know: missing records, or a recall
	Reason        string
	Wrong         string
	Problems      []string
	Validations   []validationRow
	AllOfThem     string
	None          pagekit.Link // shown if there are none
	Empty, NoForm bool
}

// validateField is a field of the form, from the kind's table.
type validateField struct {
	Name, Label, Help, Value string
	Type                     string // date, text, lines or choice
	Choices                  []fieldChoice
	Required                 bool
	Wrong                    string // why it was not accepted
}

type fieldChoice struct {
	Value, Text string
	Chosen      bool
}

type phaseChoice struct {
	Code, Name string
	Checked    bool
}

// validationRow is a validation of the harvest.
type validationRow struct{ Href, Code, Made, By, Until, State, Class string }

// validationFields are the form's fields of a validation, in order.
var validationFields = []struct{ name, kind string }{
	{"status", "choice"}, {"responsavel", "text"}, {"dataValidacao", "date"}, {"validade", "date"}, {"lotes", "lines"},
	{"gtin", "text"}, {"cultura", "choice"}, {"resultado", "text"}, {"observacoes", "text"},
}

var validationKind = kind.ByPrefix(kind.Validation)

// statesWeighed is how many versions may be read to find the states of the listed validations.
const statesWeighed = 4_000

func (c *Controller) AskValidation(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.validation(on)
	if err != nil || !v.Form {
		return pagekit.Reply{Page: "validate", View: v}, err
	}
	today := on.Zone.In(c.service.Now())
	lots, _, err := c.service.HarvestLots(on.Ctx, on.Key, v.HarvestID)
	if err != nil {
		return pagekit.Reply{}, err
	}
	crop := ""
	if card, err := c.service.HarvestCard(on.Ctx, on.Key, v.HarvestID, "", c.cards); err == nil {
		crop, v.Code = card.Crop, card.Season
	}
	v.fields(on, url.Values{
		"status": {"APROVADO"}, "dataValidacao": {today.Format(time.DateOnly)}, "validade": {today.AddDate(1, 0, 0).Format(time.DateOnly)},
		"lotes": {strings.Join(lots, "\n")}, "cultura": {crop},
	})
	v.Once = rand.Text()
	return pagekit.Reply{Page: "validate", View: v}, nil
}

// validation fills in what the page shows before and after the form is sent.
func (c *Controller) validation(on *pagekit.Call) (*validateView, error) {
	head, err := headHarvest(on, "/validar")
	if err != nil {
		return nil, err
	}
	if on.Key.Has(trace.Read) {
		if err := c.tellRecalls(on, &head); err != nil {
			return nil, err
		}
	}
	v := &validateView{harvestView: head, Report: pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(head.HarvestID) + "/conferencia"}
	kinds, versions, err := c.service.HarvestKinds(on.Ctx, on.Key, head.HarvestID, 1, c.bounds.Harvest+1)
	if err != nil {
		return nil, err
	}
	v.Empty = versions == 0
	v.Form = !v.Empty && on.Key.MayWrite(validationKind, head.HarvestID)
	v.NoForm = !v.Empty && !v.Form
	v.Curl = on.Curl("POST", kind.Validation, `{"safraId":`+string(canon.AppendString(nil, head.HarvestID))+`,"dados":{"status":"APROVADO"}}`)
	v.Justify = versions > c.bounds.Harvest // it may have errors
	var last *review.LastValidation
	if !v.Empty && versions <= c.bounds.Harvest {
		found, err := c.service.Review(on.Ctx, on.Key, head.HarvestID, "")
		if err != nil {
			return nil, err
		}
		if v.reviewResult, err = c.resultOf(on, head.HarvestID, &found); err != nil {
			return nil, err
		}
		v.Reviewed = true
		v.Crop, v.When = viewCrop(found.Crop, on.Lang), on.Moment(c.service.Now())
		v.Justify, last = found.Summary.Errors > 0, found.Validation
		said := found.Review.Verdict()
		if said.Level() != verdict.Green {
			v.confirm(on, "confirm")
		}
	}
	if len(v.Recalls) > 0 {
		v.confirm(on, "confirmrecalled")
	}
	v.None = noneText(on, v.Reviewed, last)
	for _, p := range kind.Phases {
		if p.Code == validationKind.Phase {
			continue
		}
		written := slices.ContainsFunc(kinds, func(h harvests.Kind) bool { return h.Kind.Phase == p.Code && h.Count > 0 })
		if written {
			v.Phases = append(v.Phases, phaseChoice{p.Code, p.Title.In(on.Lang), true})
		}
	}
	return v, c.listValidations(on, v, versions)
}

// confirm adds something that the person has to confirm.
func (v *validateView) confirm(on *pagekit.Call, key string) {
	v.Confirm = append(v.Confirm, validateTexts[key].In(on.Lang))
}

// noneText says that a harvest has no validation: none yet, none that a review knows of, or one
// that was revoked.
func noneText(on *pagekit.Call, reviewed bool, last *review.LastValidation) pagekit.Link {
	switch {
	case !reviewed:
		return pagekit.Link{Text: validateTexts["nonestands"].In(on.Lang)}
	case last == nil:
		return pagekit.Link{Text: validateTexts["nonethere"].In(on.Lang)}
	}
	return pagekit.Link{
		Text: pagekit.Fill(validateTexts, "wasrevoked", on.Lang, "codigo", last.Code, "dia", on.DayOf(last.RevokedAt)),
		Href: pagekit.Root(on.Request) + "console/validacoes/" + url.PathEscape(last.Code),
	}
}

// listValidations adds the newest validations of the harvest, each with its state.
func (c *Controller) listValidations(on *pagekit.Call, v *validateView, versions int64) error {
	size := int(min(10, max(1, statesWeighed/max(versions, 1))))
	page, err := c.validations.ByHarvest(on.Ctx, on.Key, validationKind, v.HarvestID, trace.NewestFirst, trace.Paging{Size: size})
	if err != nil {
		return err
	}
	pagekit.KnowAuthors(on, page.Records, func(r *trace.Record) string { return r.UpdatedBy })
	for i := range page.Records {
		r := &page.Records[i]
		row := validationRow{
			Href: pagekit.Root(on.Request) + "console/validacoes/" + url.PathEscape(r.ValidationCode), Code: r.ValidationCode, Made: on.Moment(r.CreatedAt()),
			By: on.Author(r.UpdatedBy), Until: shownUntil(r, on),
		}
		if r.State != nil {
			said := r.Verdict(r.State)
			row.State = pagekit.StateName(r.State.State, on.Lang)
			row.Class = levelClasses[said.Level()]
		}
		v.Validations = append(v.Validations, row)
	}
	if page.Next != "" {
		v.AllOfThem = pagekit.Root(on.Request) + "console/registros/" + pagekit.KindSlug(validationKind) + "?" + url.Values{"safra": {v.HarvestID}}.Encode()
	}
	return nil
}

// fields fills the form with what was typed or is proposed.
func (v *validateView) fields(on *pagekit.Call, typed url.Values) {
	for _, of := range validationFields {
		f, _ := validationKind.Field(of.name) // a test compares the list with the table
		field := validateField{Name: f.Name, Label: f.Label.In(on.Lang), Help: f.Help.In(on.Lang), Value: typed.Get(f.Name), Type: of.kind}
		if _, err := time.Parse(time.DateOnly, field.Value); of.kind == "date" && field.Value != "" && err != nil {
			field.Type = "text" // a browser would show nothing
		}
		if of.kind == "choice" {
			field.Choices = choicesOf(f.Name, f.Values, field.Value, on)
		}
		v.Fields = append(v.Fields, field)
	}
}

func choicesOf(name string, values []string, chosen string, on *pagekit.Call) []fieldChoice {
	all := []fieldChoice{{"", "—", chosen == ""}}
	if name == "status" {
		all = nil
	}
	known := false
	for _, value := range values {
		text := value
		if name == "cultura" {
			text = trace.Crop(value).Name().In(on.Lang)
		} else if said, ok := validateTexts["status."+value]; ok {
			text = said.In(on.Lang)
		}
		known = known || value == chosen
		all = append(all, fieldChoice{value, text, value == chosen})
	}
	if !known && chosen != "" {
		all = append(all, fieldChoice{chosen, chosen, true})
	}
	return all
}

// typedAgain returns the form with everything that was typed, and what is wrong.
func (c *Controller) typedAgain(on *pagekit.Call, wrong string) (*validateView, error) {
	v, err := c.validation(on)
	if err != nil {
		return nil, err
	}
	v.fields(on, on.Form)
	v.Once, v.Code, v.Reason, v.Wrong = on.Form.Get("vez"), on.Form.Get("safraCodigo"), on.Form.Get("justificativa"), wrong
	v.Justify = v.Justify || v.Reason != ""
	for i := range v.Phases {
		v.Phases[i].Checked = slices.Contains(on.Form["etapasVerificadas"], v.Phases[i].Code)
	}
	return v, nil
}

// asksToConfirm reports whether the public page of a validation made now would say that
// something is missing or wrong: then the person confirms that they know.
func (c *Controller) asksToConfirm(on *pagekit.Call, harvestID string) (bool, error) {
	if !on.Key.Has(trace.Read) {
		return false, nil
	}
	card, err := c.service.HarvestCard(on.Ctx, on.Key, harvestID, "", c.cards)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return false, nil // the validation itself says so
	}
	if err != nil {
		return false, err
	}
	return card.Unreviewed == "" && card.Found.Level() != verdict.Green, nil
}

// unconfirmed returns the text that the person must confirm first; "" for none.
func (c *Controller) unconfirmed(on *pagekit.Call, harvestID string) (string, error) {
	if !on.Key.Has(trace.Read) {
		return "", nil
	}
	if recalls, err := c.recallsOf(on, harvestID); err != nil || len(recalls) > 0 {
		return "recalled", err
	}
	if asked, err := c.asksToConfirm(on, harvestID); !asked {
		return "", err
	}
	return "unconfirmed", nil
}

// slips fails if the person has to correct something first: what a record's form refuses too, and a
// validity that is over already.
func (c *Controller) slips(payload []byte) error {
	problems := records.Slips(validationKind, payload)
	written := trace.Record{Kind: validationKind, Payload: payload}
	if end := written.Validation().Ends(); !end.IsZero() && !c.service.Now().Before(end) {
		problems = append(problems, trace.Problem{Field: "validade", Message: validateTexts["overalready"]})
	}
	if len(problems) == 0 {
		return nil
	}
	return &trace.Error{Code: trace.CodeInvalid, Problems: problems}
}

// Validate writes the validation. What cannot be accepted comes back with
// all that was typed.
func (c *Controller) Validate(on *pagekit.Call) (pagekit.Reply, error) {
	harvestID := strings.TrimSpace(on.Path("id"))
	body := validationBody(harvestID, on.Form)
	env, err := trace.ReadEnvelope(validationKind, body)
	if err == nil {
		err = c.slips(env.Payload)
	}
	if err == nil && on.Form.Get("confirmo") == "" {
		why, err := c.unconfirmed(on, harvestID)
		if err != nil {
			return pagekit.Reply{}, err
		}
		if why != "" {
			v, err := c.typedAgain(on, validateTexts[why].In(on.Lang))
			if err == nil && len(v.Confirm) == 0 {
				v.confirm(on, "confirm")
			}
			return pagekit.Reply{Page: "validate", View: v, Status: http.StatusUnprocessableEntity}, err
		}
	}
	var made records.Written
	if err == nil {
		var once *trace.Idempotency
		if name := on.Form.Get("vez"); name != "" && len(name) <= maxHarvestName {
			once = &trace.Idempotency{Name: "console/" + name, Request: sha256.Sum256(body), Lang: on.Lang}
		}
		made, err = c.validations.Create(on.Ctx, on.Key, validationKind, env, once)
		err = pagekit.ReplayErased(err)
	}
	if err == nil {
		return pagekit.Done("/validacoes/"+url.PathEscape(codeOf(made)), "validated"), nil
	}
	failed := trace.AsError(err)
	if class := failed.Class(); class != trace.Unacceptable && class != trace.Conflict || !on.Key.Has(trace.Read) {
		return pagekit.Reply{}, err
	}
	v, err := c.typedAgain(on, on.ErrorText(failed))
	if err != nil {
		return pagekit.Reply{}, err
	}
	for _, p := range failed.Problems {
		label := p.Field
		if f, ok := validationKind.Field(p.Field); ok {
			label = f.Label.In(on.Lang)
		} else if said, ok := validateTexts[p.Field]; ok {
			label = said.In(on.Lang)
		}
		text := p.Message.Fill(on.Lang, p.Args)
		v.Problems = append(v.Problems, label+": "+text)
		for i := range v.Fields {
			if v.Fields[i].Name == p.Field {
				v.Fields[i].Wrong = text
			}
		}
	}
	return pagekit.Reply{Page: "validate", View: v, Status: http.StatusUnprocessableEntity}, nil
}

// validationBody returns the body of the API call that corresponds to the form: empty fields are
// left out.
func validationBody(harvestID string, form url.Values) []byte {
	body := append([]byte(nil), `{"safraId":`...)
	body = canon.AppendString(body, harvestID)
	for _, name := range []string{"safraCodigo", "justificativa"} {
		if text := strings.TrimSpace(form.Get(name)); text != "" {
			body = append(body, `,"`+name+`":`...)
			body = canon.AppendString(body, text)
		}
	}
	body = append(body, `,"dados":{`...)
	comma := ""
	member := func(name string) {
		body = append(body, comma+`"`+name+`":`...)
		comma = ","
	}
	for _, of := range validationFields {
		text := strings.TrimSpace(form.Get(of.name))
		if text == "" {
			continue
		}
		member(of.name)
		if of.kind == "lines" {
			body = canon.AppendStrings(body, pagekit.Lines(text))
		} else {
			body = canon.AppendString(body, text)
		}
	}
	if phases := form["etapasVerificadas"]; len(phases) > 0 {
		member("etapasVerificadas")
		body = canon.AppendStrings(body, phases)
	}
	return append(body, `}}`...)
}

// codeOf returns the code of a validation that was made now or by an earlier click.
func codeOf(made records.Written) string {
	if made.Replay == nil {
		return made.Record.ValidationCode
	}
	code := ""
	_ = canon.Members(made.Replay.Data, func(name string, value canon.Value) error { // ours
		if name == "codigo" {
			code, _ = canon.String(value)
		}
		return nil
	})
	return code
}
