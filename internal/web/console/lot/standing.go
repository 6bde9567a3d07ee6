package lot

import (
	"slices"

	"rastro/internal/dispute"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/ownership"
	"rastro/internal/web/console/pagekit"
)

// standingView says who owns a lot that several parties claim, and what to do about
// it. It reads differently for its owner, for a rival and for a key that sees both, and once
// an administrator has decided.
type standingView struct {
	Badge, Class     string
	Title, Why, What string
	Decision         string // the decision's public text; "" if there is none
	DecidedBy        string // "" if the key may not know
	Foreign          bool   // the lot is another party's, whose records the key may not see
	ClaimedBy        string
	Harvests         []pagekit.Link // that claim it and do not own it
	OwnerIs          string
	Owner            pagekit.Link // empty where the key may not read it
	Disputes, Settle string       // where an administrator decides, and the words on the button; "" for others
}

// lotOwners returns the owners of those lots in a trace that someone else claims.
func (c *Controller) lotOwners(on *pagekit.Call, g *gathered) (map[string]ownership.Owner, error) {
	var codes []string
	for i := range g.nodes {
		if n := &g.nodes[i]; n.Type == lineage.LotNode && n.Disputed {
			codes = append(codes, n.Code)
		}
	}
	owners := map[string]ownership.Owner{}
	if len(codes) == 0 {
		return owners, nil
	}
	err := c.service.ViewOwnership(on.Ctx, func(r ownership.Reader) error {
		for chunk := range slices.Chunk(codes, ownership.MaxCodes) {
			found, err := r.Owners(on.Ctx, ownership.Lots, chunk)
			if err != nil {
				return err
			}
			for i := range found {
				owners[found[i].Text] = found[i]
			}
		}
		return nil
	})
	return owners, err
}

// ownerOf returns the harvest that owns a lot, if the caller reaches it; "" if not.
func (c *Controller) ownerOf(on *pagekit.Call, code string) (owner string, err error) {
	err = c.service.ViewOwnership(on.Ctx, func(r ownership.Reader) error {
		found, err := r.Owners(on.Ctx, ownership.Lots, []string{code})
		if owner = ""; len(found) > 0 && on.Key.Reaches(found[0].HarvestID) {
			owner = found[0].HarvestID
		}
		return err
	})
	return owner, err
}

// lotStanding returns nil if only its owner claims the lot, or the key sees neither side.
func (c *Controller) lotStanding(on *pagekit.Call, code string) (*standingView, error) {
	found, err := dispute.Desk{Book: c.disputes, By: on.Key}.Standing(on.Ctx, ownership.Code{Realm: ownership.Lots, Text: code})
	if err != nil || found == nil {
		return nil, err
	}
	return newStanding(on, code, found), nil
}

func newStanding(on *pagekit.Call, code string, found *dispute.Standing) *standingView {
	who := "rival"
	switch {
	case len(found.Claims) == 0:
		who = "owner"
	case found.Owner != "":
		who = "both"
	}
	state, asked := "open", who
	if found.Decides {
		asked = "admin"
	}
	v := &standingView{Badge: traceTexts["disputed"].In(on.Lang), Class: "alerta", ClaimedBy: standingTexts["by"].In(on.Lang), OwnerIs: standingTexts["owner"].In(on.Lang), Foreign: who == "rival"}
	if v.Foreign {
		v.ClaimedBy = standingTexts["by.own"].In(on.Lang)
	}
	if found.Settled {
		state, v.Badge, v.Class = "decided", traceTexts["decided"].In(on.Lang), ""
		v.Decision = found.Decision.Text().In(on.Lang)
		if found.Decision.By != "" {
			v.DecidedBy = standingTexts["decidedby"].Fill(on.Lang, lang.Args{"quem": on.Author(found.Decision.By)})
		}
	}
	text := func(of, part string) string {
		return standingTexts[of+"."+state+"."+part].Fill(on.Lang, lang.Args{"lote": code, "safra": found.Owner})
	}
	v.Title, v.Why, v.What = text(who, "title"), text(who, "why"), text(asked, "what")
	for i := range found.Claims {
		harvestID := found.Claims[i].HarvestID
		if link := (pagekit.Link{Text: harvestID, Href: pagekit.HarvestHref(on, harvestID)}); len(v.Harvests) == 0 || v.Harvests[len(v.Harvests)-1] != link {
			v.Harvests = append(v.Harvests, link)
		}
	}
	if who == "both" {
		v.Owner = pagekit.Link{Text: found.Owner, Href: pagekit.HarvestHref(on, found.Owner)}
	}
	if found.Decides {
		v.Disputes, v.Settle = pagekit.Root(on.Request)+"console/disputas", text("admin", "button")
	}
	return v
}

// thirdText describes what a harvest says about a lot that another party owns. To the owner, and to
// those who see both sides, the claim is another party's; to a key that does not see the owner, the
// claim is its own.
func (d *traceDrawing) thirdText(code string) string {
	if d.ownClaim(code) {
		return traceTexts["third.own"].In(d.on.Lang)
	}
	return traceTexts["third"].In(d.on.Lang)
}

// ownClaim reports whether the visible rival claims on a lot are the key's own.
func (d *traceDrawing) ownClaim(code string) bool {
	return !d.on.Key.Reaches(d.owners[code].HarvestID)
}
