package console

import (
	"rastro/internal/lang"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// foreignView tells that harvests which the key reads claim a lot that belongs to
// another party, and what to do about it.
type foreignView struct {
	Title, Why, What string
	Harvests         []textLink // that claim it
	Owner            textLink   // empty where the key may not read it
	Disputes         string     // where an administrator settles it, "" for others
}

// foreignLot returns nil where the lot is nobody else's.
func (c *Console) foreignLot(on *call, code string) (*foreignView, error) {
	found, err := c.disputes(on).Foreign(on.ctx, ownership.Code{Realm: ownership.Lots, Text: code})
	if found == nil || err != nil {
		return nil, err
	}
	why := "foreign.first"
	if found.Settled {
		why = "foreign.settled"
	}
	text := func(name string) string { return traceTexts[name].Fill(on.lang, lang.Args{"lote": code}) }
	v := &foreignView{Title: text("foreign"), Why: text(why), What: text("foreign.what")}
	for i := range found.Claims {
		safraID := found.Claims[i].SafraID
		if link := (textLink{safraID, harvestHref(on, safraID)}); len(v.Harvests) == 0 || v.Harvests[len(v.Harvests)-1] != link {
			v.Harvests = append(v.Harvests, link)
		}
	}
	if found.Owner != "" {
		v.Owner = textLink{found.Owner, harvestHref(on, found.Owner)}
	}
	if on.key.Has(trace.Admin) {
		v.Disputes = root(on.r) + "console/disputas"
	}
	return v, nil
}
