package harvest

import (
	"net/http"
	"net/url"
	"strings"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/review"
	"rastro/internal/right"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// timelineView is a harvest phase by phase.
type timelineView struct {
	harvestView
	Reads   bool
	outside bool // the caller's organisation does not reach the harvest
	// NotTheirs says so, in the same words whether or not the harvest exists.
	NotTheirs string
	Begins    bool         // somebody came to begin the harvest
	Alike     []harvestTab // others with nearly the same name
	Crop      cropView
	Code      string
	Percent   int
	Complete  string
	Period    string
	Changed   string
	Total     string
	Counts    []severityView
	Report    string // address of the review
	// Unreviewed: too large to be reviewed while someone waits.
	Unreviewed     bool
	Standing       verdictView
	Verdict        verdictView
	Validation     string // where the newest validation is
	Revoked        string // that it was deleted, and when; "" for a live one
	ValidationCode string // its code
	Phases         []phaseStep
	Lots           []harvestTab
	LotsMore       bool
	Dossiers       bool // who may see them
	Profile        []profileLine
	ProfileHref    string // where it is edited or shown
	ProfileEdit    bool
}

// phaseStep is a phase on the timeline.
type phaseStep struct {
	Code, Name string
	// Class is done, part, due or none; Asked says the same in words.
	Class, Asked string
	Kinds        []kindStep
}

// kindStep is a kind within its phase.
type kindStep struct {
	Name, Count string
	Any         bool
	List, Add   string // "" if the key may not
	AddText     string
	Records     []pagekit.Link
	More        string
	Findings    []findingLine
	FindingMore string
	Due         string // what is missing; "" for nothing
}

// findingLine is a finding.
type findingLine struct {
	Severity severityView
	Text     string
}

// Limits on what a timeline shows.
const (
	timelineFew      = 3
	timelineFindings = 2
	timelineLots     = 24
)

func (c *Controller) Timeline(on *pagekit.Call) (pagekit.Reply, error) {
	head, err := headHarvest(on, "")
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &timelineView{harvestView: head, outside: on.Key.Outside(head.HarvestID)}
	if v.Reads = on.Key.Has(trace.Read) && !v.outside; !v.Reads {
		v.Phases = v.phases(on, emptyKinds(), nil)
		if v.outside {
			return c.showOutside(on, v)
		}
		return pagekit.Reply{Page: "harvest", View: v}, nil
	}
	if err := c.tellAccess(on, &v.harvestView); err != nil {
		return pagekit.Reply{}, err
	}
	kinds, versions, err := c.service.HarvestKinds(on.Ctx, on.Key, v.HarvestID, timelineFew, c.bounds.Harvest+1)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Curl = on.Curl("GET", "/safras/"+url.PathEscape(v.HarvestID)+"/conferencia", "")
	v.Report = pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(v.HarvestID) + "/conferencia"
	v.ProfileHref = pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(v.HarvestID) + "/perfil"
	v.ProfileEdit = on.Key.MayWrite(kind.Profile, v.HarvestID)
	var found *review.Result
	if v.Unreviewed = versions > c.bounds.Harvest; !v.Unreviewed {
		reviewed, err := c.service.Review(on.Ctx, on.Key, v.HarvestID, "")
		if err != nil {
			return pagekit.Reply{}, err
		}
		found = &reviewed
		v.Profile = profileLines(&found.Profile, found.Derived, on.Lang)
		v.Counts = summaryCounts(found.Summary, on.Lang)
	}
	v.Phases = v.phases(on, kinds, found)
	if err := v.summary(c, on, versions, found); err != nil {
		return pagekit.Reply{}, err
	}
	if versions == 0 {
		err = c.tellAlike(on, v)
	}
	return pagekit.Reply{Page: "harvest", View: v}, err
}

// showOutside answers for a harvest that the caller does not reach, in the same words whether or not
// there is one. Whoever came to begin a harvest begins it; anybody else followed an address to
// nothing.
func (c *Controller) showOutside(on *pagekit.Call, v *timelineView) (pagekit.Reply, error) {
	v.Tabs, v.NotTheirs = nil, on.ErrorText(trace.AsError(trace.Fail(trace.CodeForbiddenHarvest)))
	if v.Begins = len(v.Phases) > 0 && strings.Contains(on.Request.URL.RawQuery, beginning); !v.Begins {
		v.Title = timelineTexts["notfound"].In(on.Lang)
		return pagekit.Reply{Page: "harvest", View: v, Status: http.StatusNotFound}, nil
	}
	v.Title = timelineTexts["begin"].Fill(on.Lang, lang.Args{"safra": v.HarvestID})
	return pagekit.Reply{Page: "harvest", View: v}, c.tellAlike(on, v)
}

// tellAlike names the harvests that one without records may be a slip for.
func (c *Controller) tellAlike(on *pagekit.Call, v *timelineView) error {
	if !on.Key.Has(trace.Read) {
		return nil
	}
	like, err := c.service.HarvestsLike(on.Ctx, on.Key, v.HarvestID)
	for _, name := range like {
		v.Alike = append(v.Alike, harvestTab{Href: pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(name), Text: name})
	}
	return err
}

// summary fills in what is above the timeline.
func (v *timelineView) summary(c *Controller, on *pagekit.Call, versions int64, found *review.Result) error {
	if versions == 0 {
		return nil
	}
	lots, more, err := c.service.HarvestLots(on.Ctx, on.Key, v.HarvestID)
	if err != nil {
		return err
	}
	if err := c.tellRecalls(on, &v.harvestView); err != nil {
		return err
	}
	v.LotsMore, v.Dossiers = more || len(lots) > timelineLots, on.Key.May(right.Personal)
	for _, code := range lots[:min(len(lots), timelineLots)] {
		v.Lots = append(v.Lots, harvestTab{Href: pagekit.LotHref(on, code, ""), Text: code})
	}
	if found == nil {
		return nil
	}
	card, err := c.service.HarvestCard(on.Ctx, on.Key, v.HarvestID, "", c.cards)
	if trace.Is(err, trace.CodeRecordNotFound) || err == nil && card.Unreviewed != "" {
		return nil // deleted meanwhile, or grown
	}
	if err != nil {
		return err
	}
	shown := viewCard(on, card, c.service.Now())
	v.Crop, v.Code, v.Percent, v.Complete = shown.Crop, shown.Code, shown.Percent, shown.Complete
	v.Period, v.Changed, v.Total, v.Verdict, v.Standing = shown.Period, shown.Changed, shown.Total, shown.Verdict, shown.Standing
	if val := card.Validation; val != nil {
		v.ValidationCode = val.Code
		v.Validation = pagekit.Root(on.Request) + "console/validacoes/" + url.PathEscape(val.Code)
		if !val.Live() {
			v.Revoked = pagekit.Fill(harvestTexts, "revokedon", on.Lang, "dia", on.DayOf(val.RevokedAt))
		}
	}
	return nil
}

// summaryCounts returns the number of findings of each severity.
func summaryCounts(s finding.Summary, l lang.Lang) []severityView {
	var all []severityView
	for _, one := range []struct {
		n        int
		key      string
		severity finding.Severity
	}{{s.Errors, "errors", finding.Error}, {s.Alerts, "alerts", finding.Alert}, {s.Infos, "infos", finding.Info}} {
		if one.n > 0 {
			all = append(all, severityView{string(one.severity), pagekit.Counted(harvestTexts, one.key, l, int64(one.n))})
		}
	}
	return all
}

func emptyKinds() []harvests.Kind {
	all := make([]harvests.Kind, len(kind.All))
	for i, k := range kind.All {
		all[i].Kind = k
	}
	return all
}

// phases groups kinds by phase. A key that may not read sees only what it may add.
func (v *timelineView) phases(on *pagekit.Call, kinds []harvests.Kind, found *review.Result) []phaseStep {
	var all []phaseStep
	for _, p := range kind.Phases {
		step := phaseStep{Code: p.Code, Name: p.Title.In(on.Lang), Class: "none"}
		present, missing := 0, 0
		if found != nil {
			present, missing = steps(found.Completeness, p.Code)
		}
		any := false
		for i := range kinds {
			if kinds[i].Kind.Phase != p.Code {
				continue
			}
			one := v.kind(on, &kinds[i], found)
			any = any || one.Any
			if v.Reads || one.Add != "" {
				step.Kinds = append(step.Kinds, one)
			}
		}
		asked := present + missing
		switch {
		case asked > 0 && missing == 0:
			step.Class = "done"
		case asked > 0 && present > 0:
			step.Class = "part"
		case asked > 0:
			step.Class = "due"
		case any:
			step.Class = "done"
		}
		if asked > 0 {
			step.Asked = pagekit.Fill(timelineTexts, "asked", on.Lang, "a", pagekit.CountText(int64(present), on.Lang), "b", pagekit.CountText(int64(asked), on.Lang))
		} else if v.Reads && found != nil {
			step.Asked = timelineTexts["notasked"].In(on.Lang)
		}
		if step.Kinds != nil {
			all = append(all, step)
		}
	}
	return all
}

// steps counts what a phase requires.
func steps(c harvest.Completeness, phase string) (present, missing int) {
	for _, s := range c.Present {
		if s.Kind.Phase == phase {
			present++
		}
	}
	for _, s := range c.Missing {
		if s.Kind.Phase == phase {
			missing++
		}
	}
	return present, missing
}

func (v *timelineView) kind(on *pagekit.Call, h *harvests.Kind, found *review.Result) kindStep {
	k, l := h.Kind, on.Lang
	list := pagekit.Root(on.Request) + "console/registros/" + pagekit.KindSlug(k)
	one := kindStep{Name: k.Title.In(l), Any: h.Count > 0, AddText: timelineTexts["add"].In(l)}
	where := v.HarvestID
	if v.outside { // whether it can be begun is seen when something is written
		where = ""
	}
	if on.Key.MayWrite(k, where) && (v.Reads || !k.IsValidation()) { // a key that validates also reads
		one.Add = addPath(on, k, v.HarvestID)
	}
	if k.IsValidation() {
		one.AddText = timelineTexts["validate"].In(l)
	}
	if !v.Reads {
		return one
	}
	one.Count = pagekit.Counted(harvestTexts, "records", l, h.Count)
	if h.Count > 0 {
		one.List = list + "?" + url.Values{"safra": {v.HarvestID}}.Encode()
	}
	for i := range h.Records {
		r := &h.Records[i]
		one.Records = append(one.Records, pagekit.Link{Href: pagekit.RecordHref(on, r.Kind.Prefix, r.ID.String()), Text: title.Of(on.Key, r, on.Lang).Name()})
	}
	if left := h.Count - int64(len(h.Records)); left > 0 {
		one.More = pagekit.Fill(harvestTexts, "more", l, "n", pagekit.CountText(left, l))
	}
	if found == nil {
		return one
	}
	beyond := int64(0)
	for i := range found.Findings {
		f := &found.Findings[i]
		if len(f.Records) == 0 || f.Records[0].Prefix != k.Prefix || f.Rule.Severity == finding.Info {
			continue
		}
		if len(one.Findings) == timelineFindings {
			beyond++
			continue
		}
		one.Findings = append(one.Findings, findingLine{viewSeverity(f.Rule.Severity, l), f.Message(l)})
	}
	if beyond > 0 {
		one.FindingMore = pagekit.Fill(harvestTexts, "more", l, "n", pagekit.CountText(beyond, l))
	}
	for _, s := range found.Completeness.Missing {
		if s.Kind == k && s.Topic == "" {
			one.Due = timelineTexts["due"].In(l)
		}
	}
	return one
}
