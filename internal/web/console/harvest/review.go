package harvest

import (
	"net/url"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/review"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// reviewView is an auditor's view of a harvest.
type reviewView struct {
	harvestView
	reviewResult
	Crop    cropView
	Targets []harvestTab
	Target  string // what it was compared with, as a text
	When    string
}

// reviewResult is a review in words, for every page that shows one.
type reviewResult struct {
	Verdict  verdictView
	Counts   []severityView
	Percent  int
	Complete string
	Groups   []findingGroup
	Left     string // findings that are not listed
	Present  []stepLine
	Missing  []stepLine
	Next     []nextLine
}

// findingGroup are the findings of one severity.
type findingGroup struct {
	Severity severityView
	Count    string
	Kinds    []findingKind
}

// findingKind groups the findings of one kind of record.
type findingKind struct {
	Name     string
	Findings []findingRow
}

type findingRow struct {
	Rule, Text string
	Records    []findingRecord
	More       string
}

type findingRecord struct{ Href, Text string }

// stepLine is a requirement, met or missing.
type stepLine struct{ Name, Reason, Add string }

// nextLine is a task.
type nextLine struct{ Who, Action, Href string }

// shownRecords bounds the records that are linked for one finding.
const shownRecords = 5

func (c *Controller) Review(on *pagekit.Call) (pagekit.Reply, error) {
	head, err := headHarvest(on, "/conferencia")
	if err != nil {
		return pagekit.Reply{}, err
	}
	target, err := harvestTarget(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	found, err := c.service.Review(on.Ctx, on.Key, head.HarvestID, target)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if err := c.tellRecalls(on, &head); err != nil {
		return pagekit.Reply{}, err
	}
	v := &reviewView{harvestView: head, Crop: viewCrop(found.Crop, on.Lang), When: on.Moment(c.service.Now())}
	if v.reviewResult, err = c.resultOf(on, head.HarvestID, &found); err != nil {
		return pagekit.Reply{}, err
	}
	query := ""
	if target != "" {
		query = "?alvo=" + url.QueryEscape(string(target))
	}
	v.Curl = on.Curl("GET", "/safras/"+url.PathEscape(v.HarvestID)+"/conferencia"+query, "")
	for _, t := range append([]harvest.Target{""}, harvest.Targets...) {
		text := reviewTexts["target."+string(t)].In(on.Lang)
		v.Targets = append(v.Targets, harvestTab{Href: pagekit.WithParameter(on.Request, "alvo", string(t)), Text: text, Current: t == target})
		if t == target {
			v.Target = text
		}
	}
	return pagekit.Reply{Page: "review", View: v}, nil
}

// resultOf puts a review into words.
func (c *Controller) resultOf(on *pagekit.Call, harvestID string, found *review.Result) (reviewResult, error) {
	l, called := on.Lang, pagekit.NewTitles(c.records, on, harvestID)
	said := found.Verdict(c.service.Now())
	out := reviewResult{Counts: summaryCounts(found.Summary, l), Percent: said.Percent(), Complete: completeText(&said, l), Verdict: viewVerdict(&said, l)}
	for _, severity := range []finding.Severity{finding.Error, finding.Alert, finding.Info} {
		group := groupOf(called, on, harvestID, severity, found.Findings)
		if group.Count != "" {
			out.Groups = append(out.Groups, group)
		}
	}
	if left := found.Summary.All() - len(found.Findings); left > 0 {
		out.Left = pagekit.Fill(reviewTexts, "left", l, "n", pagekit.CountText(int64(left), l))
	}
	for _, s := range found.Completeness.Present {
		out.Present = append(out.Present, stepOf(on, harvestID, s, false))
	}
	for _, s := range found.Completeness.Missing {
		out.Missing = append(out.Missing, stepOf(on, harvestID, s, true))
	}
	for i, n := range found.Completeness.Next { // one for each step that is missing
		step := &found.Completeness.Missing[i]
		out.Next = append(out.Next, nextLine{Who: reviewTexts["who."+string(n.Who)].In(l), Action: n.Action.In(l), Href: fixHref(on, harvestID, step)})
	}
	return out, called.Err()
}

// groupOf collects the findings of a severity by kind, in the order of the phases; empty for none.
func groupOf(called *pagekit.Titles, on *pagekit.Call, harvestID string, severity finding.Severity, findings []finding.Finding) findingGroup {
	l := on.Lang
	rows := map[string][]findingRow{}
	n := int64(0)
	for i := range findings {
		f := &findings[i]
		if f.Rule.Severity != severity {
			continue
		}
		n++
		row := findingRow{Rule: f.Rule.ID, Text: f.Message(l)}
		for _, ref := range f.Records[:min(len(f.Records), shownRecords)] {
			row.Records = append(row.Records, findingRecord{refHref(on, harvestID, ref), refName(called, on, ref)})
		}
		if left := len(f.Records) - shownRecords; left > 0 {
			row.More = pagekit.Fill(harvestTexts, "more", l, "n", pagekit.CountText(int64(left), l))
		}
		prefix := ""
		if len(f.Records) > 0 {
			prefix = f.Records[0].Prefix
		}
		rows[prefix] = append(rows[prefix], row)
	}
	if n == 0 {
		return findingGroup{}
	}
	counts := map[finding.Severity]string{finding.Error: "errors", finding.Alert: "alerts", finding.Info: "infos"}
	group := findingGroup{Count: pagekit.Counted(harvestTexts, counts[severity], l, n)}
	group.Severity = severityView{string(severity), group.Count}
	if all := rows[""]; all != nil {
		group.Kinds = append(group.Kinds, findingKind{reviewTexts["whole"].In(l), all})
	}
	for _, k := range append([]*kind.Kind{kind.Profile}, kind.All...) {
		if all := rows[k.Prefix]; all != nil {
			group.Kinds = append(group.Kinds, findingKind{k.Title.In(l), all})
		}
	}
	return group
}

// refHref leads to a record, or to the profile of the harvest.
func refHref(on *pagekit.Call, harvestID string, ref finding.Ref) string {
	if ref.Prefix == kind.Profiles {
		return pagekit.HarvestHref(on, harvestID) + "/perfil"
	}
	return pagekit.RecordHref(on, ref.Prefix, ref.ID)
}

func stepOf(on *pagekit.Call, harvestID string, s harvest.Step, missing bool) stepLine {
	line := stepLine{Name: s.Kind.Title.In(on.Lang), Reason: s.Reason.In(on.Lang)}
	if f, ok := s.Kind.Field(s.Field); ok {
		line.Name += ": " + f.Label.In(on.Lang)
	}
	if missing {
		line.Add = fixHref(on, harvestID, &s)
	}
	return line
}

// fixHref leads to the form that closes a gap, as on the board.
func fixHref(on *pagekit.Call, harvestID string, s *harvest.Step) string {
	return pagekit.FixHref(on, harvestID, &verdict.Gap{Prefix: s.Kind.Prefix, Field: s.Field, Record: s.Record})
}

// addPath returns the path for adding a record of a kind to a harvest.
func addPath(on *pagekit.Call, k *kind.Kind, harvestID string) string {
	if k.IsValidation() {
		return pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(harvestID) + "/validar"
	}
	return pagekit.Root(on.Request) + "console/registros/" + pagekit.KindSlug(k) + "/novo?" + url.Values{"safra": {harvestID}}.Encode()
}
