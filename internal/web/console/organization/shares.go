package organization

import (
	"net/http"
	"strings"

	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

type shareRow struct {
	ID, Name, Level string
	Owner           bool
}

type sharesView struct {
	pagekit.Frame
	HarvestID, Path, Harvest string
	Rows                     []shareRow
	Nobody                   bool // no organisation is registered
	Tabs                     []pagekit.HarvestTab
	Organization             string // that was typed
	Wrong                    string
	// The server's administrator may give the harvest to an organisation: MayGive; the rest is what
	// was typed.
	MayGive, Owned bool
	NewOwner       string
	GiveWrong      string
}

// Shares shows who has access to a harvest.
func (c *Controller) Shares(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.shares(on)
	return pagekit.Reply{Page: "shares", View: v}, err
}

func (c *Controller) shares(on *pagekit.Call) (*sharesView, error) {
	v := &sharesView{HarvestID: on.Path("id")}
	found, err := c.service.Shares(on.Ctx, on.Key, v.HarvestID)
	if err != nil {
		return nil, err
	}
	v.Harvest = pagekit.HarvestHref(on, v.HarvestID)
	v.Path, v.Tabs = v.Harvest+"/compartilhar", pagekit.HarvestTabs(on, v.HarvestID, "/compartilhar")
	v.Title = v.HarvestID + " · " + shareTexts["title"].In(on.Lang)
	for _, s := range found {
		v.Owned = v.Owned || s.Level == reach.Owner
		v.Rows = append(v.Rows, shareRow{s.ID.String(), s.Name, shareTexts["level."+s.Level.String()].In(on.Lang), s.Level == reach.Owner})
	}
	if len(found) == 0 && on.Key.Administers() {
		all, err := c.service.Organizations(on.Ctx, on.Key, reach.StoredOrganization{}, 1)
		if err != nil {
			return nil, err
		}
		v.Nobody = len(all) == 0
	}
	v.MayGive = on.Key.Administers() && !v.Nobody
	return v, nil
}

// Share shares a harvest with an organisation, revokes that, or gives it to another owner.
func (c *Controller) Share(on *pagekit.Call) (pagekit.Reply, error) {
	level, known := reach.LevelNamed(on.Form.Get("nivel"))
	if !known {
		return pagekit.Reply{}, trace.BadParameter("nivel", "leitura, escrita, dona, nenhum")
	}
	with := strings.TrimSpace(on.Form.Get("organizacao"))
	_, err := c.service.ShareHarvest(on.Ctx, on.Key, on.Path("id"), with, level)
	if trace.Is(err, trace.CodeNoOrganization) || trace.Is(err, trace.CodeOwnersAccess) {
		v, failed := c.shares(on)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		wrong := on.ErrorText(trace.AsError(err))
		if level == reach.Owner {
			v.NewOwner, v.GiveWrong = with, wrong
		} else {
			v.Organization, v.Wrong = with, wrong
		}
		return pagekit.Reply{Page: "shares", View: v, Status: http.StatusUnprocessableEntity}, nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	notice := "shared"
	switch level {
	case reach.None:
		notice = "unshared"
	case reach.Owner:
		notice = "given"
	}
	return pagekit.Done(pagekit.HarvestPath(on.Path("id"))+"/compartilhar", notice), nil
}
