package lot

import (
	"slices"

	"rastro/internal/dispute"
	"rastro/internal/lang"
	"rastro/internal/ownership"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// standingView tells whose a lot is that several parties claim, and what to do about
// it. It reads differently for its owner, for a rival and for who sees both, and once
// an administrator has decided.
type standingView struct {
	Badge, Class     string
	Title, Why, What string
	ClaimedBy        string
	Harvests         []pagekit.Link // that claim it and do not own it
	OwnerIs          string
	Owner            pagekit.Link // empty where the key may not read it
	Disputes, Settle string       // where an administrator decides, and the words on the button; "" for others
}

// lotOwners returns the owners of those lots of a trace that somebody else claims.
func (c *Controller) lotOwners(on *pagekit.Call, g *gathered) (map[string]ownership.Owner, error) {
	var codes []string
	for i := range g.nodes {
		if n := &g.nodes[i]; n.Type == trace.LotNode && n.Disputed {
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

// lotStanding returns nil where nobody but its owner claims the lot, or the key sees
// neither side.
func (c *Controller) lotStanding(on *pagekit.Call, code string, owners map[string]ownership.Owner) (*standingView, error) {
	found, err := dispute.Desk{Book: c.disputes, By: on.Key}.Foreign(on.Ctx, ownership.Code{Realm: ownership.Lots, Text: code})
	if err != nil {
		return nil, err
	}
	owner, disputed := owners[code]
	switch {
	case found != nil:
		return newStanding(on, code, found), nil
	case disputed && on.Key.Reaches(owner.SafraID):
		return newStanding(on, code, &dispute.Foreign{Owner: owner.SafraID, Settled: owner.Settled != 0}), nil
	}
	return nil, nil
}

func newStanding(on *pagekit.Call, code string, found *dispute.Foreign) *standingView {
	who := "rival"
	switch {
	case len(found.Claims) == 0:
		who = "owner"
	case found.Owner != "":
		who = "both"
	}
	admin := who == "both" && on.Key.Has(trace.Admin)
	state, asked := "open", who
	if admin {
		asked = "admin"
	}
	v := &standingView{Badge: traceTexts["disputed"].In(on.Lang), Class: "alerta", ClaimedBy: standingTexts["by"].In(on.Lang), OwnerIs: standingTexts["owner"].In(on.Lang)}
	if found.Settled {
		state, v.Badge, v.Class = "decided", traceTexts["decided"].In(on.Lang), ""
	}
	text := func(of, part string) string {
		return standingTexts[of+"."+state+"."+part].Fill(on.Lang, lang.Args{"lote": code, "safra": found.Owner})
	}
	v.Title, v.Why, v.What = text(who, "title"), text(who, "why"), text(asked, "what")
	for i := range found.Claims {
		safraID := found.Claims[i].SafraID
		if link := (pagekit.Link{Text: safraID, Href: pagekit.HarvestHref(on, safraID)}); len(v.Harvests) == 0 || v.Harvests[len(v.Harvests)-1] != link {
			v.Harvests = append(v.Harvests, link)
		}
	}
	if who == "both" {
		v.Owner = pagekit.Link{Text: found.Owner, Href: pagekit.HarvestHref(on, found.Owner)}
	}
	if admin {
		v.Disputes, v.Settle = pagekit.Root(on.Request)+"console/disputas", text("admin", "button")
	}
	return v
}

// thirdText marks what a harvest says of a lot that another party owns. A key that sees
// only some harvests sees only its own claims.
func thirdText(on *pagekit.Call) string {
	if len(on.Key.Safras) > 0 {
		return traceTexts["third.own"].In(on.Lang)
	}
	return traceTexts["third"].In(on.Lang)
}
