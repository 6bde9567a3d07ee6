package lot

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"rastro/internal/canon"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// recallView is the form of a recall, what it would find, and the recalls that
// were made.
type recallView struct {
	pagekit.Frame
	May      bool // the key may recall
	Form     recallFields
	Once     string // see trace.Idempotency
	Wrong    string
	Problems []pagekit.Link
	Preview  *foundView
	Past     []pastRecall
	Next     string
	Paged    bool
	Limited  bool // the key can see only some recalls
	// What can be chosen.
	LotNames, Harvests []string
	Plots, Inputs      []startRecord
}

// recallFields are the form's texts.
type recallFields struct{ Reason, Lots, Plots, Inputs, From, To, Harvest string }

type pastRecall struct {
	pagekit.Link
	Who, Reason, Lots, Shipments string
	Note                         string // about the report as a whole
}

func (c *Controller) RecallForm(on *pagekit.Call) (pagekit.Reply, error) {
	v := &recallView{Form: recallFields{Lots: on.Request.URL.Query().Get("lote"), Plots: on.Request.URL.Query().Get("talhao"), Inputs: on.Request.URL.Query().Get("insumo"), Harvest: on.Request.URL.Query().Get("safra")}}
	v.Curl = on.Curl(http.MethodPost, "/rastreio/recall", v.Form.body())
	return c.recallPage(on, v, 0)
}

// recallPage shows the form, below the result or the error.
func (c *Controller) recallPage(on *pagekit.Call, v *recallView, status int) (pagekit.Reply, error) {
	v.May, v.Limited = on.Key.Need(trace.Write) == nil, on.Key.LimitedToHarvests()
	if v.Once == "" {
		var err error
		if v.Once, err = on.OnceName(); err != nil {
			return pagekit.Reply{}, err
		}
	}
	past, next, err := c.service.Recalls(on.Ctx, on.Key, on.Request.URL.Query().Get("cursor"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	if v.May {
		if err := c.offer(on, v); err != nil {
			return pagekit.Reply{}, err
		}
	}
	v.Paged = on.Request.URL.Query().Get("cursor") != ""
	pagekit.KnowAuthors(on, past, func(p *recall.Summary) string { return p.By })
	for i := range past {
		p := &past[i]
		row := pastRecall{
			Link: pagekit.Link{Text: recallTime(p.At, on), Href: recallHref(on, p.ID.String())}, Who: on.Author(p.By), Reason: reasonText(p.Reason, p.ReasonErased, on),
			Lots: pagekit.CountText(int64(p.Totals.Lots), on.Lang), Shipments: pagekit.CountText(int64(p.Totals.Shipments), on.Lang),
		}
		if p.Erased {
			row.Note = recallTexts["inpart"].In(on.Lang)
		}
		v.Past = append(v.Past, row)
	}
	if next != "" {
		v.Next = pagekit.WithParameter(on.Request, "cursor", next)
	}
	return pagekit.Reply{Page: "recall", View: v, Status: status}, nil
}

// reasonText is why a recall was made, or that the reason was erased.
func reasonText(reason string, erased bool, on *pagekit.Call) string {
	if erased {
		return recallTexts["erased"].In(on.Lang)
	}
	return reason
}

func recallHref(on *pagekit.Call, id string) string {
	return pagekit.Root(on.Request) + "console/recall/" + id
}

// Recall shows what a recall would find and, after that was seen, makes it.
func (c *Controller) Recall(on *pagekit.Call) (pagekit.Reply, error) {
	v := &recallView{Form: recallFields{
		Reason: strings.TrimSpace(on.Form.Get("motivo")), Lots: lines([]string{on.Form.Get("lotes"), on.Form.Get("lote")}), Plots: lines(on.Form["talhoes"]), Inputs: lines(on.Form["insumos"]),
		From: strings.TrimSpace(on.Form.Get("de")), To: strings.TrimSpace(on.Form.Get("ate")), Harvest: strings.TrimSpace(on.Form.Get("safra")),
	}, Once: on.Form.Get("uma")}
	body := v.Form.body()
	v.Curl = on.Curl(http.MethodPost, "/rastreio/recall", body)
	if on.Form.Get("acao") == "escolher" { // only the form changes
		return c.recallPage(on, v, 0)
	}
	q, err := recall.ReadRequest([]byte(body))
	if err == nil && on.Form.Get("acao") == "registrar" {
		q.Once = on.Once(v.Once, []byte(body))
		var made *recall.Signed
		if made, err = c.service.Recall(on.Ctx, on.Key, q); err == nil {
			return pagekit.Done("/recall/"+made.ID.String(), "recalled"), nil
		}
	} else if err == nil {
		var found *recall.Recall
		if found, err = c.service.PreviewRecall(on.Ctx, on.Key, q); err == nil {
			v.Preview = foundOf(on, found, "moreyet")
			return c.recallPage(on, v, 0)
		}
	}
	failed := trace.AsError(err)
	switch failed.Class() {
	case trace.Unreadable, trace.NotFound, trace.Unacceptable, trace.TooLarge:
	default:
		return pagekit.Reply{}, err
	}
	v.Wrong = on.ErrorText(failed)
	for _, p := range failed.Problems {
		link := pagekit.Link{Text: p.Message.Fill(on.Lang, p.Args)}
		if name, ok := recallTexts["field."+p.Field]; ok {
			field := p.Field
			if field == nearField {
				field = "lotes"
			}
			link = pagekit.Link{Text: name.In(on.Lang) + ": " + link.Text, Href: "#" + field}
		}
		v.Problems = append(v.Problems, link)
	}
	return c.recallPage(on, v, http.StatusUnprocessableEntity)
}

// nearField is the field of proposals for a code that nobody has. On this form codes are in the field
// of the lots.
const nearField = "codigo"

// body returns the form's texts as a body for the API.
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

// listed returns the entries of a field, separated by lines, commas or semicolons.
func listed(text string) []string {
	var list []string
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		if one = strings.TrimFunc(one, unicode.IsSpace); one != "" {
			list = append(list, one)
		}
	}
	return list
}

// recallsOf returns the recalls whose reports contain a lot, or a lot that it was made from: a lot
// made after the recall is not in the report.
func (c *Controller) recallsOf(on *pagekit.Call, code string, sources []string) ([]pagekit.Link, error) {
	asked := []string{code}
	for _, source := range sources {
		asked = trace.AppendOnce(asked, source)
	}
	found, err := c.service.LotNotices(on.Ctx, on.Key, asked)
	var links []pagekit.Link
	for i := range found {
		if found[i].Unread {
			links = append(links, pagekit.MoreRecallsLink(on))
			continue
		}
		link := pagekit.RecallLink(on, found[i].ID.String(), found[i].At, found[i].Reason)
		if !slices.Contains(found[i].Lots, code) {
			link.Text = pagekit.Fill(recallTexts, "madeof", on.Lang, "lote", found[i].Lots[0], "recall", link.Text)
		}
		links = append(links, link)
	}
	return links, err
}
