package taxdocs

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	names "rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// askView is the page for choosing files.
type askView struct {
	pagekit.Frame
	Wrong, Harvest string
	Jobs           []pagekit.Link // files of this session
}

// Ask shows the page for choosing files.
func (c *Controller) Ask(on *pagekit.Call) (pagekit.Reply, error) {
	v := &askView{Harvest: on.Request.URL.Query().Get("safra")}
	v.Curl = "curl -H 'Content-Type: application/zip' --data-binary @notas.zip '" + on.PublicURL + "/documentos/importar?simular=true'"
	v.Jobs = c.links(on)
	return pagekit.Reply{Page: "taxdocs", View: v}, nil
}

// refuse shows the page again with the problem.
func (c *Controller) refuse(on *pagekit.Call, status int, wrong, harvest string) (pagekit.Reply, error) {
	return pagekit.Reply{Page: "taxdocs", View: &askView{Wrong: wrong, Harvest: harvest, Jobs: c.links(on)}, Status: status}, nil
}

// Check reads files and says what would happen to them. They wait for the decision.
func (c *Controller) Check(on *pagekit.Call) (pagekit.Reply, error) {
	s, err := readUpload(on)
	switch {
	case trace.Is(err, trace.CodeDocumentTooLarge):
		return c.refuse(on, http.StatusRequestEntityTooLarge, texts["toolarge"].In(on.Lang), "")
	case err != nil:
		return pagekit.Reply{}, err
	case len(s.names) == 0:
		return c.refuse(on, http.StatusUnprocessableEntity, texts["nofile"].In(on.Lang), s.harvest)
	}
	if _, err := s.files(); err != nil { // a ZIP that cannot be opened is reported at once
		return c.failed(on, err, s.harvest)
	}
	j := &job{key: on.Key.AccessKey, sent: s, rest: closed()}
	if j.id, err = on.OnceName(); err != nil {
		return pagekit.Reply{}, err
	}
	if !c.jobs.Put(owner(on), j.id, int(s.size()), j, func() {}) {
		return c.refuse(on, http.StatusServiceUnavailable, texts["full"].In(on.Lang), s.harvest)
	}
	c.start(on, j, taxdocs.Options{DryRun: true, HarvestID: strings.TrimSpace(s.harvest)})
	return pagekit.GoTo(jobPath + j.id), nil
}

// failed answers for files that cannot be read at all.
func (c *Controller) failed(on *pagekit.Call, err error, harvest string) (pagekit.Reply, error) {
	failed := trace.AsError(err)
	if len(failed.Problems) == 0 || failed.Class() == trace.Internal {
		return pagekit.Reply{}, err
	}
	p := failed.Problems[0]
	return c.refuse(on, http.StatusUnprocessableEntity, capital(p.Message.Fill(on.Lang, p.Args)), harvest)
}

// Write writes what was checked. The files stay in case the button is pressed again, which finds
// everything already written.
func (c *Controller) Write(on *pagekit.Call) (pagekit.Reply, error) {
	j, ok := c.jobs.See(owner(on), on.Form.Get("id"))
	if !ok {
		return c.refuse(on, http.StatusNotFound, texts["gone"].In(on.Lang), "")
	}
	s, form := j.sent, j.chose(on.Form)
	o := taxdocs.Options{HarvestID: strings.TrimSpace(s.harvest), Chosen: chosen(form), Create: taxdocs.Creates[form.Get("criar")], Source: "console"}
	o.Leave = left(form, o.Chosen)
	o.Alone = len(s.names) == 1 && !s.packed()
	if all := strings.TrimSpace(form.Get("safra")); o.HarvestID == "" {
		o.HarvestID = all
	}
	c.start(on, j, o)
	return pagekit.GoTo(jobPath + j.id), nil
}

// chosen returns the harvests that somebody chose for single documents.
func chosen(form url.Values) map[string]string {
	list := map[string]string{}
	keys, harvests := form["chave"], form["safraDe"]
	for i, key := range keys {
		if i < len(harvests) && strings.TrimSpace(harvests[i]) != "" {
			list[key] = strings.TrimSpace(harvests[i])
		}
	}
	return list
}

// left returns a function that reports which documents a person left out: those that were unticked;
// of those not listed on the page, the ones that count for nothing; and those whose lots belong to
// another harvest, until somebody says which one it is.
func left(form url.Values, harvests map[string]string) func(*taxdocs.Result) bool {
	which, listed, ticked := form.Get("quais"), setOf(form["vista"]), setOf(form["nota"])
	return func(r *taxdocs.Result) bool {
		key := r.Document.Key
		switch {
		case len(r.Elsewhere) > 0 && harvests[key] == "":
			return true
		case which == "todas":
			return false
		case which == "boas" || !listed[key]:
			return r.Suspect && !ticked[key]
		}
		return !ticked[key]
	}
}

type findingView struct{ Level, Name, Text string }

// describe says in words what a document is and what happens to it.
func describe(on *pagekit.Call, r *taxdocs.Result, o *taxdocs.Options) documentView {
	l, dry := on.Lang, o.DryRun
	v := documentView{Outcome: outcomeTexts[r.Outcome].In(l), Level: levels[r.Outcome], Advice: capital(r.Advice.In(l)),
		Homeless: r.Outcome == taxdocs.Homeless && !r.Repeats, Harvests: r.Harvests, Choose: chooses(r), Ticked: !r.Suspect}
	if v.Choose && len(r.Elsewhere) > 0 {
		v.Elsewhere = append([]string{r.HarvestID}, r.Elsewhere...)
	}
	if r.Err != nil {
		failed := trace.AsError(r.Err)
		v.Advice = on.ErrorText(failed)
		for _, p := range failed.Problems {
			v.Advice = capital(p.Message.Fill(l, p.Args))
		}
	}
	if v.Title = r.File; r.Document == nil {
		return v
	}
	v.Key = r.Document.Key
	v.Title, v.Brief, v.Facts = documentTitle(r.Document), brief(on, r.Document), facts(on, r.Document)
	if r.File != "" {
		v.Facts = append(v.Facts, pagekit.Pair{Name: texts["sent"].In(l), Text: r.File})
	}
	v.Facts = append(v.Facts, pagekit.Pair{Name: texts["signature"].In(l), Text: capital(taxdocs.SignatureText(&r.Report.Signature).In(l))})
	v.Chain = chain(on, r)
	for _, f := range viewFindings(on, r.Report.Findings) {
		if f.Level == string(finding.Info) {
			v.Hints = append(v.Hints, f)
		} else {
			v.Findings = append(v.Findings, f)
		}
	}
	for _, link := range r.Links[:min(len(r.Links), maxUsers)] {
		v.Users = append(v.Users, pagekit.Link{Text: link.Kind.Title.In(l), Href: pagekit.RecordHref(on, link.Kind.Prefix, link.ID.String())})
	}
	if len(r.Lots) > 0 {
		v.Facts = append(v.Facts, pagekit.Pair{Name: texts["lots"].In(l), Text: strings.Join(r.Lots, ", ")})
	}
	if r.HarvestID != "" {
		v.Harvest = pagekit.Link{Text: r.HarvestID, Href: pagekit.HarvestHref(on, r.HarvestID)}
	}
	if !dry && r.Place.Kind != nil {
		v.Record = pagekit.Link{Text: r.Place.Kind.Title.In(l), Href: pagekit.RecordHref(on, r.Place.Kind.Prefix, r.Place.ID.String())}
	}
	for i := range r.Proposals {
		if p := &r.Proposals[i]; !dry && p.ID != (trace.ID{}) {
			v.Users = append(v.Users, pagekit.Link{Text: p.Kind().Title.In(l), Href: pagekit.RecordHref(on, p.Prefix, p.ID.String())})
		}
		if r.Proposals[i].Outcome == taxdocs.Proposed {
			v.Proposed = append(v.Proposed, proposedText(on, &r.Proposals[i], o))
		}
	}
	return v
}

// proposedText names a waiting proposal, with the reason if somebody requested its record.
func proposedText(on *pagekit.Call, p *taxdocs.Proposal, o *taxdocs.Options) string {
	l, named := on.Lang, p.Kind().Title.In(on.Lang)
	there := ""
	if p.Repeats != nil {
		there = names.Of(on.Key, p.Repeats, l).Name()
	}
	if o.Create != taxdocs.Everything {
		switch {
		case p.Perhaps:
			return named + " (" + texts["whyperhaps"].Fill(l, lang.Args{"registro": there}) + ")"
		case there != "":
			return texts["thereas"].Fill(l, lang.Args{"tipo": named, "registro": there})
		}
		return named
	}
	why := texts["whyright"].In(l)
	switch {
	case len(p.Missing) > 0:
		var labels []string
		for _, name := range p.Missing {
			field, _ := p.Kind().Field(name)
			labels = append(labels, field.Label.In(l))
		}
		why = texts["whymissing"].Fill(l, lang.Args{"campos": strings.Join(labels, ", ")})
	case p.Perhaps:
		why = texts["whyperhaps"].Fill(l, lang.Args{"registro": there})
	case there != "":
		why = texts["whythere"].Fill(l, lang.Args{"registro": there})
	case p.Doubted:
		why = texts["whydoubted"].In(l)
	}
	return texts["notmade"].Fill(l, lang.Args{"tipo": named, "motivo": why})
}

// maxUsers is how many of the records about a document a page names.
const maxUsers = 20

// viewFindings puts the findings on a document into words.
func viewFindings(on *pagekit.Call, list []finding.Finding) (all []findingView) {
	for i := range list {
		f := &list[i]
		all = append(all, findingView{string(f.Rule.Severity), f.Rule.Severity.Label().In(on.Lang), capital(f.Message(on.Lang))})
	}
	return all
}

// documentTitle returns what people call a document: its type and number.
func documentTitle(d *fiscal.Document) string {
	title := taxdocs.TypeName(d)
	if d.Type == fiscal.Event {
		if len(d.Key) == 44 { // it is about the document whose number is in its key
			title += " " + strings.TrimLeft(d.Key[25:34], "0")
		}
		return taxdocs.EventName(d) + " · " + title
	}
	if d.Header.Number != "" {
		title += " " + lang.Clip(d.Header.Number, 12)
	}
	return title
}

// facts returns what a clerk compares with the paper document.
func facts(on *pagekit.Call, d *fiscal.Document) (list []pagekit.Pair) {
	l := on.Lang
	add := func(key, text string) {
		if text != "" {
			list = append(list, pagekit.Pair{Name: texts[key].In(l), Text: lang.Clip(text, 200)})
		}
	}
	add("key", names.Numbered(d.Key))
	add("issuer", partyName(&d.Issuer))
	add("recipient", partyName(&d.Recipient))
	if at, ok := fiscal.Instant(d.Header.Issued); ok {
		add("issued", pagekit.DayText(at, l))
	}
	var products []string
	for _, each := range d.Items {
		if len(products) < 3 {
			products = append(products, lang.Clip(taxdocs.ShownGoods(&each), 60))
		}
	}
	add("product", strings.Join(products, "; "))
	add("weight", weightText(on, d))
	add("plates", strings.Join(d.Transport.Plates[:min(len(d.Transport.Plates), 5)], ", "))
	if n := len(d.Cargo.Keys); n > 0 {
		add("carries", texts["invoices"].Fill(l, lang.Args{"n": strconv.Itoa(n)}))
	}
	return list
}

// partyName returns the issuer or recipient; for a natural person not even the name is shown.
func partyName(p *fiscal.Party) string {
	shown := taxdocs.ShownParty(p)
	var parts []string
	if shown.Name != "" {
		parts = append(parts, shown.Name)
	}
	if shown.CNPJ != "" {
		parts = append(parts, "CNPJ "+names.Numbered(shown.CNPJ))
	}
	return strings.Join(parts, " · ")
}

// chain says who signed, and until when their certificates are valid.
func chain(on *pagekit.Call, r *taxdocs.Result) (list []string) {
	for i := range r.Report.Signature.Chain {
		c := &r.Report.Signature.Chain[i]
		holder := cmp.Or(taxdocs.ShownHolder(c), texts["person"].In(on.Lang))
		list = append(list, texts["certificate"].Fill(on.Lang, lang.Args{"titular": holder, "autoridade": c.Issuer, "ate": pagekit.DayText(c.Until, on.Lang)}))
	}
	return list
}

// capital begins a sentence with a capital letter.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return strings.ToUpper(string(first)) + s[size:]
}
