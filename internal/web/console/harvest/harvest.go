package harvest

import (
	"strings"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// harvestView is shared by the pages of a harvest: its name and the navigation between them.
type harvestView struct {
	pagekit.Frame
	HarvestID string
	Tabs      []harvestTab
	Recalls   []pagekit.Link // that mark the harvest
	Foreign   []pagekit.Link // recalls by others, of which only its owner is told
	Access    string         // whose it is and since when, if it was shared; "" for others
	OnlyReads string         // for those who can do nothing about what is missing or wrong
}

type harvestTab = pagekit.HarvestTab

// maxHarvestName is the maximum length of a harvest's name.
const maxHarvestName = 100

// headHarvest fills in what the pages of a harvest share. here is the page's path
// below the harvest's.
func headHarvest(on *pagekit.Call, here string) (harvestView, error) {
	v := harvestView{HarvestID: strings.TrimSpace(on.Path("id"))}
	if v.HarvestID == "" || len([]rune(v.HarvestID)) > maxHarvestName {
		return v, trace.Fail(trace.CodePathNotFound)
	}
	v.Tabs = pagekit.HarvestTabs(on, v.HarvestID, here)
	if !pagekit.Writes(on, v.HarvestID) {
		v.OnlyReads = harvestTexts["onlyreads"].In(on.Lang)
	}
	for _, tab := range v.Tabs {
		if tab.Current {
			v.Title = v.HarvestID + " · " + tab.Text
		}
	}
	return v, nil
}

// tellAccess says how the caller's organisation was given the harvest.
func (c *Controller) tellAccess(on *pagekit.Call, v *harvestView) error {
	found, err := c.shares.Received(on.Ctx, on.Key, []string{v.HarvestID})
	if r, shared := found[v.HarvestID]; shared {
		v.Access = accessText(on, &r) + ". " + pagekit.Fill(harvestTexts, "sharedsince", on.Lang, "dia", on.DayOf(r.Since))
	}
	return err
}

// accessText says whose harvest it is, and what may be done with it.
func accessText(on *pagekit.Call, r *organization.Received) string {
	by := "sharedbyserver"
	switch {
	case r.ByOwner:
		by = "sharedby"
	case r.Owner != "":
		by = "ofowner"
	}
	return pagekit.Fill(harvestTexts, by, on.Lang, "organizacao", r.Owner) + " · " + harvestTexts["level."+r.Level.String()].In(on.Lang)
}

// Open leads to the harvest that a form names, which may be new; without one it lists them.
func (c *Controller) Open(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	if !query.Has("id") {
		return c.Start(on)
	}
	id := strings.TrimSpace(query.Get("id"))
	if id == "" || len([]rune(id)) > maxHarvestName || strings.Trim(id, ".") == "" {
		return pagekit.GoTo(""), nil
	}
	return pagekit.GoTo(pagekit.HarvestPath(id) + "?" + beginning), nil
}

// beginning marks the address of a harvest that somebody may be about to begin.
const beginning = "comecar=sim"

// harvestTarget reads the purpose for which a harvest is judged.
func harvestTarget(on *pagekit.Call) (harvest.Target, error) {
	target, ok := harvest.ParseTarget(on.Request.URL.Query().Get("alvo"))
	if !ok {
		return "", trace.BadParameter("alvo", harvest.TargetNames())
	}
	return target, nil
}

// cropView is a crop: its name and its drawing.
type cropView struct {
	Name, Icon string
	Unknown    bool
}

// cropIcons are the crops with an icon of their own; others have a leaf.
var cropIcons = map[string]string{
	"SOJA": "soy", "FEIJAO": "soy", "AMENDOIM": "soy", "CAFE": "coffee", "CACAU": "coffee", "MILHO": "corn", "SORGO": "corn",
	"TRIGO": "ear", "ARROZ": "ear", "AVEIA": "ear", "CEVADA": "ear", "CENTEIO": "ear", "TRITICALE": "ear", "ALGODAO": "cotton",
	"LARANJA": "fruit", "MACA": "fruit", "UVA": "fruit", "BANANA": "fruit",
}

func viewCrop(crop string, l lang.Lang) cropView {
	icon := cropIcons[crop]
	if icon == "" {
		icon = "leaf"
	}
	return cropView{trace.Crop(crop).Shown().In(l), icon, crop == ""}
}

// severityView is a severity: a class, and the same as a word.
type severityView struct{ Class, Text string }

func viewSeverity(s finding.Severity, l lang.Lang) severityView {
	return severityView{string(s), harvestTexts["severity."+string(s)].In(l)}
}

// tellRecalls shows which recalls mark the harvest, and tells its owner of those by others, in the
// words of all pages.
func (c *Controller) tellRecalls(on *pagekit.Call, v *harvestView) (err error) {
	if v.Recalls, err = c.recallsOf(on, v.HarvestID); err != nil {
		return err
	}
	foreign, err := c.boards.ForeignNotices(on.Ctx, on.Key, []string{v.HarvestID})
	pagekit.KnowAuthors(on, foreign, func(n *recall.ForeignNotice) string { return n.By })
	for i := range foreign {
		v.Foreign = append(v.Foreign, foreignLink(on, &foreign[i]))
	}
	return err
}

// recallsOf returns the recalls that mark a harvest.
func (c *Controller) recallsOf(on *pagekit.Call, harvestID string) ([]pagekit.Link, error) {
	recalls, err := c.boards.Notices(on.Ctx, on.Key, []string{harvestID})
	var links []pagekit.Link
	for i := range recalls {
		links = append(links, recallLink(on, &recalls[i]))
	}
	return links, err
}

// recallLink returns the link for a recall notice.
func recallLink(on *pagekit.Call, n *recall.Notice) pagekit.Link {
	if n.Unread {
		return pagekit.MoreRecallsLink(on)
	}
	return pagekit.RecallLink(on, n.ID.String(), n.At, n.Reason)
}

// foreignLink returns the link for a recall by somebody who may only read the harvest.
func foreignLink(on *pagekit.Call, n *recall.ForeignNotice) pagekit.Link {
	return pagekit.ForeignRecallLink(on, n.By, n.At, n.Reason, n.Lots, n.Unread)
}
