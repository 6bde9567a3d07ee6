package console

import (
	"net/http"
	"strings"
	"unicode"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

var recallScreens = []screen{
	{method: http.MethodGet, path: "/recall", scopes: readers, serve: recallForm},
	{method: http.MethodPost, path: "/recall", scopes: writers, memory: trace.TraceMemory, serve: recall},
	{method: http.MethodGet, path: "/recall/{id}", scopes: readers, serve: recallReport},
	{method: http.MethodGet, path: "/recall/{id}/{formato}", scopes: readers, serve: downloadRecall},
}

var recallPages = []pageRow{
	{"recall", []words{recallTexts}},
	{"recall_report", []words{recallTexts}},
}

// recallView is the form of a recall, what it would find, and the recalls that
// were made.
type recallView struct {
	frameView
	May      bool // the key may recall
	Form     recallFields
	Once     string // see trace.Once
	Wrong    string
	Problems []textLink
	Preview  *foundView
	Past     []pastRecall
	Next     string
	Paged    bool
}

// recallFields are what was typed.
type recallFields struct{ Reason, Lots, Plots, Inputs, From, To string }

type pastRecall struct {
	textLink
	Who, Reason, Lots, Shipments string
	Note                         string // on the report as a whole
}

func recallForm(c *Console, on *call) (reply, error) {
	v := &recallView{Form: recallFields{Lots: on.r.URL.Query().Get("lote"), Plots: on.r.URL.Query().Get("talhao"), Inputs: on.r.URL.Query().Get("insumo")}}
	v.Curl = c.curl(http.MethodPost, "/rastreio/recall", v.Form.body())
	return c.recallPage(on, v, 0)
}

// recallPage shows the form, below what was found or went wrong.
func (c *Console) recallPage(on *call, v *recallView, status int) (reply, error) {
	v.May = on.key.Need(trace.Write) == nil
	if v.Once == "" {
		var err error
		if v.Once, err = c.service.OnceName(); err != nil {
			return reply{}, err
		}
	}
	past, next, err := c.service.Recalls(on.ctx, on.key, on.r.URL.Query().Get("cursor"))
	if err != nil {
		return reply{}, err
	}
	v.Paged = on.r.URL.Query().Get("cursor") != ""
	for i := range past {
		p := &past[i]
		row := pastRecall{
			textLink: textLink{recallTime(p.Em, on.lang), recallHref(on, p.ID.String())}, Who: p.Por, Reason: reasonText(p.Motivo, p.ReasonErased, on),
			Lots: countText(int64(p.Totais.Lotes), on.lang), Shipments: countText(int64(p.Totais.Embarques), on.lang),
		}
		if p.Erased {
			row.Note = recallTexts["inpart"].In(on.lang)
		}
		v.Past = append(v.Past, row)
	}
	if next != "" {
		v.Next = withParameter(on.r, "cursor", next)
	}
	return reply{page: "recall", view: v, status: status}, nil
}

// reasonText is why a recall was made, or that the reason was erased.
func reasonText(reason string, erased bool, on *call) string {
	if erased {
		return recallTexts["erased"].In(on.lang)
	}
	return reason
}

func recallHref(on *call, id string) string { return root(on.r) + "console/recall/" + id }

// recall shows what a recall would find or, once that was seen, makes it.
func recall(c *Console, on *call) (reply, error) {
	v := &recallView{Form: recallFields{
		Reason: strings.TrimSpace(on.form.Get("motivo")), Lots: on.form.Get("lotes"), Plots: on.form.Get("talhoes"), Inputs: on.form.Get("insumos"),
		From: strings.TrimSpace(on.form.Get("de")), To: strings.TrimSpace(on.form.Get("ate")),
	}, Once: on.form.Get("uma")}
	body := v.Form.body()
	v.Curl = c.curl(http.MethodPost, "/rastreio/recall", body)
	q, err := trace.ReadRecall([]byte(body))
	if err == nil && on.form.Get("acao") == "registrar" {
		q.Once = c.once(on, v.Once, []byte(body))
		var made *trace.RecallReport
		if made, err = c.service.Recall(on.ctx, on.key, q); err == nil {
			return done("/recall/"+made.ID.String(), "recalled"), nil
		}
	} else if err == nil {
		var found *trace.Recall
		if found, err = c.service.PreviewRecall(on.ctx, on.key, q); err == nil {
			v.Preview = c.foundOf(on, found, "moreyet")
			return c.recallPage(on, v, 0)
		}
	}
	failed := trace.AsError(err)
	switch failed.Class() {
	case trace.Unreadable, trace.NotFound, trace.Unacceptable, trace.TooLarge:
	default:
		return reply{}, err
	}
	v.Wrong = failed.Text(on.lang)
	for _, p := range failed.Problems {
		link := textLink{Text: p.Message.Fill(on.lang, p.Args)}
		if name, ok := recallTexts["field."+p.Field]; ok {
			link = textLink{name.In(on.lang) + ": " + link.Text, "#" + p.Field}
		}
		v.Problems = append(v.Problems, link)
	}
	return c.recallPage(on, v, http.StatusUnprocessableEntity)
}

// body is what was typed as the API takes it.
func (f *recallFields) body() string {
	request := map[string]any{}
	if f.Reason != "" {
		request["motivo"] = f.Reason
	}
	for name, text := range map[string]string{"lotes": f.Lots, "talhoes": f.Plots, "insumos": f.Inputs} {
		if list := listed(text); len(list) > 0 {
			request[name] = list
		}
	}
	if f.From != "" || f.To != "" {
		period := map[string]string{}
		for name, day := range map[string]string{"de": f.From, "ate": f.To} {
			if day != "" {
				period[name] = day
			}
		}
		request["periodo"] = period
	}
	body, err := canon.Marshal(request)
	if err == nil {
		body, err = canon.Canonical(body)
	}
	if err != nil {
		return "" // texts always encode
	}
	return string(body)
}

// listed are the entries of a field: one a line, or apart by commas or semicolons.
func listed(text string) []string {
	var list []string
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		if one = strings.TrimFunc(one, unicode.IsSpace); one != "" {
			list = append(list, one)
		}
	}
	return list
}
