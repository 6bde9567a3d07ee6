package harvest

import (
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/print/labels"
	"rastro/internal/print/page"
	"rastro/internal/print/qr"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// validationView is an existing validation: its code, and what can be printed.
type validationView struct {
	pagekit.Frame
	Code, HarvestID, Harvest string
	State, Meaning           string
	Verdict                  verdictView
	Now                      string       // the current verdict on the harvest, if it differs
	Revoked                  string       // when it was revoked, "" for a live one
	Other                    pagekit.Link // a newer validation, or the valid one
	Recalls                  []pagekit.Link
	Made, By, Until          string
	Link                     string // the public page, as in the code
	Public, Certificate      string
	Record                   string
	QR                       template.HTML
	Lots                     []harvestTab
	Divergences              []divergenceLine
	DivergencesMore          string
	Labels                   string // where labels are drawn
	Sizes                    []labelSize
	Formats, Resolutions     []string
	Copies, MostCopies       int
	LabelLanguages           []fieldChoice
	Weight, WrongWeight      string // as typed, and what is wrong with it
}

type labelSize struct {
	Name, Text, Preview string
	Chosen              bool
}

// labelCopies is the default number of labels in a file: a sheet of the smallest.
var labelCopies = labels.Sizes[0].PerSheet()

type divergenceLine struct{ Href, Name, Reason string }

// shownDivergences bounds the records that are named as different.
const shownDivergences = 20

func (c *Controller) ShowValidation(on *pagekit.Call) (pagekit.Reply, error) {
	r, err := c.findValidation(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	escaped := url.PathEscape(r.ValidationCode)
	v := &validationView{
		Code: r.ValidationCode, HarvestID: r.HarvestID, Harvest: pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(r.HarvestID),
		Made: on.Moment(r.CreatedAt()), By: on.Author(r.UpdatedBy), Until: shownUntil(&r, on),
		Link: page.Link(on.PublicURL, r.ValidationCode), Public: pagekit.Root(on.Request) + "v/" + escaped, Certificate: pagekit.Root(on.Request) + "v/" + escaped + ".pdf",
		Record: pagekit.RecordHref(on, r.Kind.Prefix, r.ID.String()), Labels: pagekit.Root(on.Request) + "console/validacoes/" + escaped + "/etiqueta",
	}
	v.Title = r.ValidationCode
	v.Curl = on.Curl("GET", kind.Validation+"/qrcode/"+escaped, "")
	if r.Operation == trace.Deleted {
		v.Revoked, v.Record = on.Moment(r.UpdatedAt), v.Record+"/historico"
		v.Curl = on.Curl("GET", "/v/"+escaped+"?formato=json", "")
	}
	if v.Recalls, err = c.recallsOf(on, r.HarvestID); err != nil {
		return pagekit.Reply{}, err
	}
	if err := c.judge(on, v, &r); err != nil {
		return pagekit.Reply{}, err
	}
	if v.QR, err = drawQR(v.Link); err != nil {
		return pagekit.Reply{}, err
	}
	for _, code := range validatedLots(r.Payload) {
		v.Lots = append(v.Lots, harvestTab{Href: pagekit.LotHref(on, code, ""), Text: code})
	}
	v.labels(on.Lang)
	return pagekit.Reply{Page: "validation", View: v}, nil
}

// findValidation returns the validation that the address names, live or revoked.
func (c *Controller) findValidation(on *pagekit.Call) (trace.Record, error) {
	r, err := c.validations.Validation(on.Ctx, on.Key, on.Path("codigo"))
	if trace.Is(err, trace.CodeCodeNotFound) {
		return c.validations.RevokedValidation(on.Ctx, on.Key, on.Path("codigo"))
	}
	return r, err
}

// labels fills in the choices for printing.
func (v *validationView) labels(l lang.Lang) {
	for _, s := range labels.Sizes {
		text, ok := validateTexts["size."+s.Name]
		if !ok {
			text = lang.Text{PT: s.Name, EN: s.Name, ES: s.Name}
		}
		said := pagekit.Fill(validateTexts, "persheet", l, "tamanho", text.In(l), "n", strconv.Itoa(s.PerSheet()))
		v.Sizes = append(v.Sizes, labelSize{Name: s.Name, Text: said, Preview: v.Labels + "?formato=svg&tamanho=" + s.Name + "&idioma=" + l.Code()})
	}
	for _, f := range labels.Formats {
		v.Formats = append(v.Formats, f.Name)
	}
	v.Copies, v.MostCopies = labelCopies, labels.MaxCopies
	for _, dpi := range labels.Resolutions {
		v.Resolutions = append(v.Resolutions, strconv.Itoa(dpi))
	}
	for _, other := range lang.OfBuyers {
		v.LabelLanguages = append(v.LabelLanguages, fieldChoice{other.Code(), other.Name(), other == l})
	}
}

// judge determines the state of a validation, and which other one of the harvest counts.
func (c *Controller) judge(on *pagekit.Call, v *validationView, r *trace.Record) error {
	if r.State == nil {
		return nil
	}
	l, said, then := on.Lang, r.Verdict(r.State), r.VerdictThen()
	v.State = pagekit.StateName(r.State.State, l)
	v.Verdict = viewVerdict(&said, l)
	v.Meaning = validateTexts["means."+string(r.State.State)].In(l)
	if v.Revoked != "" {
		v.Verdict.Text = v.thenText(on, r, &then)
		v.name(on, "standing", r.State.Newest)
		return nil
	}
	v.name(on, "newer", r.State.Newest.NewerThan(r))
	v.diverge(on, r.State.Divergences)
	return c.compareNow(on, v, r, &then, said)
}

// name names another validation of the harvest, and says how it ended.
func (v *validationView) name(on *pagekit.Call, key string, other *trace.Sibling) {
	if other == nil {
		return
	}
	key += map[bool]string{true: ".approved", false: ".refused"}[other.Approved]
	v.Other = pagekit.Link{
		Text: pagekit.Fill(validateTexts, key, on.Lang, "codigo", other.Code, "dia", on.DayOf(other.MadeAt())),
		Href: pagekit.Root(on.Request) + "console/validacoes/" + url.PathEscape(other.Code),
	}
}

func (v *validationView) thenText(on *pagekit.Call, r *trace.Record, then *verdict.Verdict) string {
	return pagekit.Fill(validateTexts, "then", on.Lang, "dia", on.DayOf(r.CreatedAt()), "frase", then.Sentence(on.Lang))
}

// compareNow shows today's review next to that of the validation where they differ: both records
// and requirements change.
func (c *Controller) compareNow(on *pagekit.Call, v *validationView, r *trace.Record, then *verdict.Verdict, now verdict.Verdict) error {
	card, err := c.service.HarvestCard(on.Ctx, on.Key, r.HarvestID, "", c.cards)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return err
	}
	if err == nil && card.Unreviewed == "" { // otherwise today's counts are unknown
		now.Present, now.Total = card.Found.Present, card.Found.Total
		now.Summary.Errors, now.Summary.Alerts = card.Found.Summary.Errors, card.Found.Summary.Alerts
	}
	if today := now.Sentence(on.Lang); then.Sentence(on.Lang) != today {
		v.Verdict.Text, v.Now = v.thenText(on, r, then), pagekit.Fill(validateTexts, "now", on.Lang, "frase", today)
	}
	return nil
}

// diverge names the records that are not as the validation found them.
func (v *validationView) diverge(on *pagekit.Call, all []trace.Divergence) {
	for _, d := range all[:min(len(all), shownDivergences)] {
		line := divergenceLine{Href: pagekit.RecordHref(on, d.Prefix, d.ID), Name: d.ID, Reason: validateTexts["diverges."+d.Reason].In(on.Lang)}
		if k := kind.ByPrefix(d.Prefix); k != nil {
			line.Name = k.Title.In(on.Lang)
		}
		v.Divergences = append(v.Divergences, line)
	}
	if left := len(all) - shownDivergences; left > 0 {
		v.DivergencesMore = pagekit.Fill(harvestTexts, "more", on.Lang, "n", pagekit.CountText(int64(left), on.Lang))
	}
}

// drawQR draws a code for within a page.
func drawQR(link string) (template.HTML, error) {
	code, err := qr.Encode(link)
	if err != nil {
		return "", err
	}
	drawn := strings.Replace(string(code.SVG()), ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	return template.HTML(strings.Replace(drawn, ` role="img" aria-label="QR"`, ` aria-hidden="true"`, 1)), nil // our own output: only numbers
}

// validatedLots returns the lots named in a validation, as many as a page shows.
func validatedLots(payload []byte) []string {
	var lots []string
	_ = canon.Members(payload, func(name string, value canon.Value) error { // an open payload: only a list names lots
		if name == "lotes" && canon.UnmarshalLenient(value, &lots) != nil {
			lots = nil
		}
		return nil
	})
	return lots[:min(len(lots), timelineLots)]
}

// shownUntil returns the last day on which a validation is valid, as people write it.
func shownUntil(r *trace.Record, on *pagekit.Call) string {
	until := ""
	_ = canon.Members(r.Payload, func(name string, value canon.Value) error {
		if name == "validade" {
			until, _ = canon.String(value)
		}
		return nil
	})
	if end := r.Validation().Ends(); !end.IsZero() { // also of one that is over
		return pagekit.DayText(end.AddDate(0, 0, -1), on.Lang)
	}
	return lang.Clip(until, maxHarvestName)
}

// Label draws labels to print.
func (c *Controller) Label(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	order, err := readOrder(on, query)
	if errors.Is(err, errWeight) {
		return c.weighAgain(on, query)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	if order.Page, err = c.validations.PublicOf(on.Ctx, on.Key, on.Path("codigo")); err != nil {
		return pagekit.Reply{}, err
	}
	file, err := order.Draw()
	if errors.Is(err, labels.ErrTooDense) {
		return pagekit.Reply{}, trace.Fail(trace.CodeLabelTooSmall, "tamanho", order.Size.Name)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", order.Format.Media)
		h.Set("Content-Length", strconv.Itoa(len(file)))
		disposition := "inline"
		if query.Get("baixar") != "" {
			disposition = "attachment"
		}
		h.Set("Content-Disposition", disposition+`; filename="etiqueta-`+order.Size.Name+"."+order.Format.Name+`"`)
		_, _ = w.Write(file) // a caller who hung up needs no answer
		return nil
	}}, nil
}

// errWeight means that the weight on labels is invalid.
var errWeight = errors.New("no weight")

// weighAgain shows the validation's page again, with what was typed and what is wrong.
func (c *Controller) weighAgain(on *pagekit.Call, typed url.Values) (pagekit.Reply, error) {
	reply, err := c.ShowValidation(on)
	if v, ok := reply.View.(*validationView); ok && err == nil {
		v.Weight = lang.Clip(typed.Get("peso"), maxHarvestName)
		v.WrongWeight = pagekit.Fill(validateTexts, "wrongweight", on.Lang, "valor", v.Weight)
		if copies, err := strconv.Atoi(typed.Get("copias")); err == nil { // read before
			v.Copies = copies
		}
		for i := range v.Sizes {
			v.Sizes[i].Chosen = v.Sizes[i].Name == typed.Get("tamanho")
		}
		reply.Status = http.StatusBadRequest
	}
	return reply, err
}

// readOrder reads which labels an address requests.
func readOrder(on *pagekit.Call, query url.Values) (labels.Order, error) {
	order := labels.Order{PublicURL: on.PublicURL, Lang: on.Lang}
	var ok bool
	if order.Format, ok = labels.FindFormat(cmp.Or(query.Get("formato"), "pdf")); !ok {
		return order, trace.BadParameter("formato", "svg, png, pdf, zpl")
	}
	if order.Size, ok = labels.FindSize(cmp.Or(query.Get("tamanho"), labels.Sizes[0].Name)); !ok {
		return order, trace.BadParameter("tamanho", "50x30, 100x50, a4")
	}
	order.DPI = order.Format.DPI
	if written := query.Get("dpi"); written != "" {
		var err error
		if order.DPI, err = strconv.Atoi(written); err != nil || !slices.Contains(labels.Resolutions, order.DPI) {
			return order, trace.BadParameter("dpi", "203, 300")
		}
	}
	if written := query.Get("copias"); written != "" {
		var err error
		if order.Copies, err = strconv.Atoi(written); err != nil || order.Copies < 1 || order.Copies > labels.MaxCopies || order.Format.Name != "pdf" {
			return order, trace.BadParameter("copias", "1–"+strconv.Itoa(labels.MaxCopies)+", pdf")
		}
	}
	if written := strings.TrimSpace(query.Get("peso")); written != "" {
		if strings.Trim(written, "0123456789.,") == "" { // a bare number is in kilograms
			written += " kg"
		}
		weight, reading := ptbr.Mass(written)
		if reading != ptbr.Read || weight <= 0 || weight > labels.MaxWeight {
			return order, errWeight
		}
		order.Weight = weight
	}
	if chosen, known := lang.OfBuyersByCode(query.Get("idioma")); known {
		order.Lang = chosen
	}
	return order, nil
}
