package taxdocs

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	names "rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// page is how many documents a page of proposals has.
const page = 20

// proposalsView is the page of the proposals that wait for acceptance in a harvest.
type proposalsView struct {
	pagekit.Frame
	Harvest, HarvestHref, Wrong string
	Papers                      []paperView
	Next                        string
	After                       string // where the page begins
	From                        string // where accepting all continues; "" to start from the beginning
	Ready                       bool   // some of them are complete
	Outcome                     string // what accepting all did
	AllHelp                     string // what accepting all does
}

// paperView is a document and its proposals.
type paperView struct {
	ID, Title string
	Record    pagekit.Link
	Facts     []pagekit.Pair
	Findings  []findingView
	Proposals []proposalView
	Brief     string // what is proposed, in one line
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
	Perhaps     bool // it may be about another load
	Done        pagekit.Link
	Candidates  []candidate // records to which the invoice may be linked by hand
	Wrong       string      // why it was not accepted
}

// candidate is a record that somebody may choose.
type candidate struct{ Value, Text string }

// needView is an input for what a proposal lacks.
type needView struct {
	Name, Label, Type, Value string
	Wrong                    string // what is wrong with what was sent
}

type fieldView struct {
	Name, Text string
	Unsure     bool
}

// proposalsHref returns the page of a harvest's proposals.
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
	reply, err := c.proposals(on, query.Get("safra"), query.Get("depois"))
	if v, ok := reply.View.(*proposalsView); ok {
		v.Outcome = allOutcome(on)
	}
	if v, ok := reply.View.(*proposalsView); ok && query.Get("continuar") != "" {
		v.From = query.Get("continuar")
		if v.Next != "" { // the reader may still accept those on later pages
			v.Next += "&" + url.Values{"continuar": {v.From}}.Encode()
		}
	}
	return reply, err
}

// allOutcome says what accepting all did, and why some still wait.
func allOutcome(on *pagekit.Call) string {
	query := on.Request.URL.Query()
	accepted, errA := strconv.ParseInt(query.Get("aceitas"), 10, 32)
	left, errL := strconv.ParseInt(query.Get("restam"), 10, 32)
	if errA != nil || errL != nil || accepted < 0 || left < 0 {
		return ""
	}
	text := texts["noneaccepted"].In(on.Lang)
	if accepted > 0 {
		text = texts["allaccepted"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(accepted, on.Lang)})
	}
	if left > 0 {
		text += " " + texts["allleft"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(left, on.Lang)})
	}
	return text
}

func (c *Controller) proposals(on *pagekit.Call, harvestID, after string) (pagekit.Reply, error) {
	if harvestID == "" {
		return pagekit.GoTo("/notas"), nil
	}
	list, next, err := c.documents.Waiting(on.Ctx, on.Key, harvestID, after, page)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &proposalsView{Harvest: harvestID, HarvestHref: pagekit.HarvestHref(on, harvestID), After: after}
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
		v.Needs = append(v.Needs, needView{Name: box.Name, Label: field.Label.In(on.Lang), Type: box.Input})
	}
	v.Label = texts["acceptone"].Fill(on.Lang, lang.Args{"tipo": v.Kind, "nota": title})
	if p.ID != (trace.ID{}) {
		v.Done = pagekit.Link{Text: v.Kind, Href: pagekit.RecordHref(on, p.Prefix, p.ID.String())}
	}
	if r := p.Repeats; r != nil {
		v.RepeatsID, v.Perhaps = r.ID.String(), p.Perhaps
		v.Repeats = pagekit.Link{Text: names.Of(on.Key, r, on.Lang).String(), Href: pagekit.RecordHref(on, r.Kind.Prefix, v.RepeatsID)}
	}
	for _, r := range p.Candidates {
		if id := r.ID.String(); id != v.RepeatsID {
			v.Candidates = append(v.Candidates, candidate{id, names.Of(on.Key, r, on.Lang).Name()})
		}
	}
	for _, f := range p.Fields {
		label, said := f.Name, f.Value
		if field, ok := p.Kind().Field(f.Name); ok {
			label, said = field.Label.In(on.Lang), names.Said(&field, said, on.Lang)
		}
		v.Fields = append(v.Fields, fieldView{label, said, f.Unsure})
	}
	return v
}

// Decide accepts one proposal, or all complete ones, or dismisses those of a document.
func (c *Controller) Decide(on *pagekit.Call) (pagekit.Reply, error) {
	form, harvestID := on.Form, on.Form.Get("safra")
	back := "/notas/propostas?" + url.Values{"safra": {harvestID}}.Encode()
	switch {
	case form.Get("todos") != "":
		return c.acceptAll(on, harvestID)
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
	if form.Get("escolhido") != "" { // the button next to the list
		if choice.Record = form.Get("registro"); choice.Record == "" {
			return c.refuseChoice(on, choice, texts["chooserecord"].In(on.Lang))
		}
	}
	for _, box := range taxdocs.Boxes {
		choice.Write(box.Name, strings.TrimSpace(form.Get(box.Name)))
	}
	_, _, err = c.documents.Accept(on.Ctx, on.Key, []taxdocs.Choice{choice}, nil, nil)
	if trace.Is(err, trace.CodeInvalid) {
		return c.refuseChoice(on, choice, "")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	if choice.Record != "" {
		return done(back, "proposallinked"), nil
	}
	return done(back, "proposalaccepted"), nil
}

// acceptAll accepts all complete proposals, and says how many, and why others wait.
func (c *Controller) acceptAll(on *pagekit.Call, harvestID string) (pagekit.Reply, error) {
	all, err := c.documents.AcceptAll(on.Ctx, on.Key, harvestID, on.Form.Get("depois"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	query := url.Values{"safra": {harvestID}, "aceitas": {strconv.Itoa(all.Accepted)}, "restam": {strconv.Itoa(all.Left)}}
	if all.Next != "" { // the button there continues
		query.Set("depois", all.Next)
		query.Set("continuar", all.Next)
		return done("/notas/propostas?"+query.Encode(), "proposalsmore"), nil
	}
	return pagekit.GoTo("/notas/propostas?" + query.Encode()), nil
}

// refuseChoice shows the page again, with the problem next to the proposal and what was typed.
// Without a reason, something that the proposal needs is missing.
func (c *Controller) refuseChoice(on *pagekit.Call, choice taxdocs.Choice, why string) (pagekit.Reply, error) {
	reply, err := c.proposals(on, on.Form.Get("safra"), on.Form.Get("depois"))
	v, ok := reply.View.(*proposalsView)
	if err != nil || !ok {
		return reply, err
	}
	reply.Status = http.StatusUnprocessableEntity
	v.Wrong = why
	for i := range v.Papers {
		p := &v.Papers[i]
		if p.ID != choice.ID || choice.Number < 0 || choice.Number >= len(p.Proposals) {
			continue
		}
		one := &p.Proposals[choice.Number]
		var missing []string
		for n := range one.Needs {
			need := &one.Needs[n]
			if need.Value = on.Form.Get(need.Name); strings.TrimSpace(need.Value) == "" {
				missing = append(missing, need.Label)
				need.Wrong = texts["fillin"].In(on.Lang)
			}
		}
		if why == "" {
			v.Wrong = texts["lacking"].Fill(on.Lang, lang.Args{"nota": p.Title, "campos": strings.Join(missing, ", ")})
		}
		one.Wrong = v.Wrong
	}
	if v.Wrong == "" {
		v.Wrong = texts["missing"].In(on.Lang)
	}
	return reply, nil
}

// done leads back to a page that has a query already.
func done(page, notice string) pagekit.Reply {
	return pagekit.GoTo(page + "&" + url.Values{pagekit.NoticeParameter: {notice}}.Encode())
}
