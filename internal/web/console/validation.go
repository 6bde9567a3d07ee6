package console

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
	"rastro/internal/qr"
	"rastro/internal/report"
	"rastro/internal/trace"
)

// validationView is a validation that was made: its code, and what can be printed.
type validationView struct {
	frameView
	Code, SafraID, Harvest string
	State, Class, Meaning  string
	Made, By, Until        string
	Link                   string // the public page, as the code says it
	Public, Certificate    string
	Record                 string
	QR                     template.HTML
	Lots                   []harvestTab
	Divergences            []divergenceLine
	DivergencesMore        string
	Labels                 string // where labels are drawn
	Sizes                  []labelSize
	Formats, Resolutions   []string
	LabelLanguages         []fieldChoice
}

type labelSize struct{ Name, Text, Preview string }

type divergenceLine struct{ Href, Name, Reason string }

// shownDivergences bounds the records that are named as different.
const shownDivergences = 20

func showValidation(c *Console, on *call) (reply, error) {
	r, err := c.service.Validation(on.ctx, on.key, on.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	l := on.lang
	escaped := url.PathEscape(r.Codigo)
	v := &validationView{
		Code: r.Codigo, SafraID: r.SafraID, Harvest: root(on.r) + "console" + harvestPath(r.SafraID),
		Made: momentText(r.CreatedAt(), l), By: r.CreatedBy, Until: shownUntil(&r, on),
		Link: report.Link(strings.TrimSuffix(c.publicURL.String(), "/"), r.Codigo), Public: root(on.r) + "v/" + escaped, Certificate: root(on.r) + "v/" + escaped + ".pdf",
		Record: harvestRecord(on, r.Kind.Prefix, r.ID.String()), Labels: root(on.r) + "console/validacoes/" + escaped + "/etiqueta",
	}
	v.Title = r.Codigo
	v.Curl = c.curl("GET", "/validacao/qrcode/"+escaped, "")
	if r.State != nil {
		v.State, v.Class = viewState(r.State.State, l)
		v.Meaning = validateTexts["means."+string(r.State.State)].In(l)
		v.diverge(on, r.State.Divergences)
	}
	if v.QR, err = drawQR(v.Link); err != nil {
		return reply{}, err
	}
	for _, code := range validatedLots(r.Dados) {
		v.Lots = append(v.Lots, harvestTab{Href: harvestLot(on, code), Text: code})
	}
	for _, s := range report.Sizes {
		text, ok := validateTexts["size."+s.Name]
		if !ok {
			text = lang.Text{PT: s.Name, EN: s.Name, ES: s.Name}
		}
		v.Sizes = append(v.Sizes, labelSize{s.Name, text.In(l), v.Labels + "?formato=svg&tamanho=" + s.Name + "&idioma=" + l.Code()})
	}
	for _, f := range report.Formats {
		v.Formats = append(v.Formats, f.Name)
	}
	for _, dpi := range report.Resolutions {
		v.Resolutions = append(v.Resolutions, strconv.Itoa(dpi))
	}
	for _, other := range lang.All {
		v.LabelLanguages = append(v.LabelLanguages, fieldChoice{other.Code(), other.Name(), other == l})
	}
	return reply{page: "validation", view: v}, nil
}

// diverge names the records that are not as the validation found them.
func (v *validationView) diverge(on *call, all []trace.Divergence) {
	for _, d := range all[:min(len(all), shownDivergences)] {
		line := divergenceLine{Href: harvestRecord(on, d.Prefix, d.ID), Name: d.ID, Reason: validateTexts["diverges."+d.Reason].In(on.lang)}
		if k := kind.ByPrefix(d.Prefix); k != nil {
			line.Name = k.Title.In(on.lang)
		}
		v.Divergences = append(v.Divergences, line)
	}
	if left := len(all) - shownDivergences; left > 0 {
		v.DivergencesMore = harvestFill(harvestTexts, "more", on.lang, "n", countText(int64(left), on.lang))
	}
}

// drawQR draws a code for within a page.
func drawQR(link string) (template.HTML, error) {
	code, err := qr.Encode(link)
	if err != nil {
		return "", err
	}
	drawn := strings.Replace(string(code.SVG()), ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	return template.HTML(strings.Replace(drawn, ` role="img" aria-label="QR"`, ` aria-hidden="true"`, 1)), nil // ours: numbers and nothing else
}

// validatedLots are the lots that a validation names, as far as a page shows them.
func validatedLots(dados []byte) []string {
	var lots []string
	_ = canon.Members(dados, func(name string, value canon.Value) error { // an open payload: what is no list names none
		if name == "lotes" && canon.UnmarshalLenient(value, &lots) != nil {
			lots = nil
		}
		return nil
	})
	return lots[:min(len(lots), timelineLots)]
}

// shownUntil is the last day on which a validation holds, as it was written.
func shownUntil(r *trace.Record, on *call) string {
	until := ""
	_ = canon.Members(r.Dados, func(name string, value canon.Value) error {
		if name == "validade" {
			until, _ = canon.String(value)
		}
		return nil
	})
	if end := r.HoldsUntil(); !end.IsZero() {
		return dayText(end.AddDate(0, 0, -1), on.lang)
	}
	return lang.Clip(until, maxHarvestName)
}

// validationLabel draws a label to print.
func validationLabel(c *Console, on *call) (reply, error) {
	query := on.r.URL.Query()
	format, ok := report.FindFormat(cmp.Or(query.Get("formato"), report.Formats[0].Name))
	if !ok {
		return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "formato", "esperado", "svg, png, pdf, zpl")
	}
	size, ok := report.FindSize(cmp.Or(query.Get("tamanho"), report.Sizes[0].Name))
	if !ok {
		return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "tamanho", "esperado", "50x30, 100x50, a4")
	}
	dpi := format.DPI
	if written := query.Get("dpi"); written != "" {
		var err error
		if dpi, err = strconv.Atoi(written); err != nil || !slices.Contains(report.Resolutions, dpi) {
			return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "dpi", "esperado", "203, 300")
		}
	}
	l := on.lang
	if chosen, known := lang.ByCode(query.Get("idioma")); known {
		l = chosen
	}
	public, err := c.service.PublicOf(on.ctx, on.key, on.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	file, err := report.Label(public, strings.TrimSuffix(c.publicURL.String(), "/"), l, format, size, dpi)
	if errors.Is(err, report.ErrTooDense) {
		return reply{}, trace.Fail(trace.CodeLabelTooSmall, "tamanho", size.Name)
	}
	if err != nil {
		return reply{}, err
	}
	return reply{raw: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", format.Media)
		h.Set("Content-Length", strconv.Itoa(len(file)))
		disposition := "inline"
		if query.Get("baixar") != "" {
			disposition = "attachment"
		}
		h.Set("Content-Disposition", disposition+`; filename="etiqueta-`+size.Name+"."+format.Name+`"`)
		_, _ = w.Write(file) // who hung up needs no answer
		return nil
	}}, nil
}
