package taxdocs

import (
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	names "rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// page is how many documents a page of proposals has.
const page = 20

// proposalsView is the page of what waits to be accepted in a harvest.
type proposalsView struct {
	pagekit.Frame
	Harvest, HarvestHref, Wrong string
	Papers                      []paperView
	Next                        string
	From                        string // where accepting all goes on; "" begins
	Ready                       bool   // some of them lack nothing
	AllHelp                     string // what accepting all does
}

// paperView is a document and what it proposes.
type paperView struct {
	ID, Title string
	Record    pagekit.Link
	Facts     []pagekit.Pair
	Findings  []findingView
	Proposals []proposalView
	Brief     string // what is proposed, in a line
	Asks      bool   // somebody has to look at it before it is accepted
}

// proposalView is a record that somebody may accept.
type proposalView struct {
	Number      int
	Kind, Label string
	Fields      []fieldView
	Needs       []needView
	Doubted     bool
	Repeats     pagekit.Link // a record about the same load
	RepeatsID   string
	Done        pagekit.Link
}

// needView is a box for what a proposal lacks.
type needView struct{ Name, Label, Type string }

type fieldView struct {
	Name, Text string
	Unsure     bool
}

// proposalsHref is the page of a harvest's proposals.
func proposalsHref(on *pagekit.Call, harvestID, after string) string {
	query := url.Values{"safra": {harvestID}}
	if after != "" {
		query.Set("depois", after)
	}
	return pagekit.Root(on.Request) + "console/notas/propostas?" + query.Encode()
}

// Proposals shows what waits to be accepted in a harvest.
func (c *Controller) Proposals(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	reply, err := c.proposals(on, query.Get("safra"), query.Get("depois"), "")
	if v, ok := reply.View.(*proposalsView); ok && query.Get("continuar") != "" {
		v.From = query.Get("continuar")
		if v.Next != "" { // those who look on may still accept the rest
			v.Next += "&" + url.Values{"continuar": {v.From}}.Encode()
		}
	}
	return reply, err
}

func (c *Controller) proposals(on *pagekit.Call, harvestID, after, wrong string) (pagekit.Reply, error) {
	if harvestID == "" {
		return pagekit.GoTo("/notas"), nil
	}
	list, next, err := c.documents.Waiting(on.Ctx, on.Key, harvestID, after, page)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &proposalsView{Harvest: harvestID, HarvestHref: pagekit.HarvestHref(on, harvestID), Wrong: wrong}
	v.Title = texts["proposals"].In(on.Lang)
	v.AllHelp = texts["acceptallhelp"].Fill(on.Lang, lang.Args{"max": strconv.Itoa(taxdocs.AllPapers)})
	if next != "" {
		v.Next = proposalsHref(on, harvestID, next)
	}
	for i := range list {
		one := viewPaper(on, &list[i])
		v.Papers = append(v.Papers, one)
		v.Ready = v.Ready || slices.ContainsFunc(one.Proposals, func(p proposalView) bool {
			return p.Done.Href == "" && len(p.Needs) == 0 && !p.Doubted && p.RepeatsID == ""
		})
	}
	v.order()
	return pagekit.Reply{Page: "taxdocs_proposals", View: v}, nil
}

func viewPaper(on *pagekit.Call, p *taxdocs.Paper) paperView {
	v := paperView{ID: p.Record.ID.String(), Title: documentTitle(p.Document), Facts: facts(on, p.Document), Record: pagekit.Link{Text: p.Record.Kind.Title.In(on.Lang), Href: pagekit.RecordHref(on, p.Record.Kind.Prefix, p.Record.ID.String())}}
	v.Findings = viewFindings(on, p.Report.Findings)
	for i := range p.Proposals {
		v.Proposals = append(v.Proposals, viewProposal(on, v.Title, i, &p.Proposals[i]))
	}
	return v
}

func viewProposal(on *pagekit.Call, title string, number int, p *taxdocs.Proposal) proposalView {
	v := proposalView{Number: number, Kind: p.Kind().Title.In(on.Lang), Doubted: p.Doubted}
	for _, name := range p.Missing {
		field, _ := p.Kind().Field(name)
		box := taxdocs.BoxOf(name)
		v.Needs = append(v.Needs, needView{box.Name, field.Label.In(on.Lang), box.Input})
	}
	v.Label = texts["acceptone"].Fill(on.Lang, lang.Args{"tipo": v.Kind, "nota": title})
	if p.ID != (trace.ID{}) {
		v.Done = pagekit.Link{Text: v.Kind, Href: pagekit.RecordHref(on, p.Prefix, p.ID.String())}
	}
	if r := p.Repeats; r != nil {
		v.RepeatsID = r.ID.String()
		v.Repeats = pagekit.Link{Text: names.Of(on.Key, r, on.Lang).String(), Href: pagekit.RecordHref(on, r.Kind.Prefix, v.RepeatsID)}
	}
	for _, f := range p.Fields {
		label := f.Name
		if field, ok := p.Kind().Field(f.Name); ok {
			label = field.Label.In(on.Lang)
		}
		v.Fields = append(v.Fields, fieldView{label, f.Value, f.Unsure})
	}
	return v
}

// Decide accepts one proposal, all that lack nothing, or takes those of a document off the list.
func (c *Controller) Decide(on *pagekit.Call) (pagekit.Reply, error) {
	form, harvestID := on.Form, on.Form.Get("safra")
	back := "/notas/propostas?" + url.Values{"safra": {harvestID}}.Encode()
	switch {
	case form.Get("todos") != "":
		all, err := c.documents.AcceptAll(on.Ctx, on.Key, harvestID, form.Get("depois"))
		if err != nil {
			return pagekit.Reply{}, err
		}
		if all.Next != "" { // the button there goes on
			return done("/notas/propostas?"+url.Values{"safra": {harvestID}, "depois": {all.Next}, "continuar": {all.Next}}.Encode(), "proposalsmore"), nil
		}
		return done(back, "proposalsaccepted"), nil
	case form.Get("dispensar") != "":
		if err := c.documents.Dismiss(on.Ctx, on.Key, form.Get("id")); err != nil {
			return pagekit.Reply{}, err
		}
		return done(back, "proposalsdismissed"), nil
	}
	number, err := strconv.Atoi(form.Get("numero"))
	if err != nil {
		return pagekit.Reply{}, trace.BadParameter("numero", "0")
	}
	choice := taxdocs.Choice{ID: form.Get("id"), Number: number, Record: form.Get("ligar")}
	for _, box := range taxdocs.Boxes {
		choice.Write(box.Name, form.Get(box.Name))
	}
	_, _, err = c.documents.Accept(on.Ctx, on.Key, []taxdocs.Choice{choice}, nil, nil)
	if trace.Is(err, trace.CodeInvalid) {
		reply, failed := c.proposals(on, harvestID, "", texts["missing"].In(on.Lang))
		reply.Status = 422
		return reply, failed
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	if form.Get("ligar") != "" {
		return done(back, "proposallinked"), nil
	}
	return done(back, "proposalaccepted"), nil
}

// done leads back to a page that has a query already.
func done(page, notice string) pagekit.Reply {
	return pagekit.GoTo(page + "&" + url.Values{pagekit.NoticeParameter: {notice}}.Encode())
}
